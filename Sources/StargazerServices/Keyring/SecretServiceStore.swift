public import StargazerCore

/// The secrets of one service in the desktop's key store (GNOME Keyring, KWallet, KeePassXC), by the Secret Service of
/// the session bus. Those of another service at the same server are neither read nor changed.
///
/// A key store may hang, so every call has an end: the caller is answered when the time is up or when it gives up,
/// whatever the key store does. While the person is being asked they have longer, else their dialog would vanish.
public final class SecretServiceStore: TokenStore {
    /// For everything a call does but waiting for the person.
    public static let timeout = Duration.seconds(3)
    /// For the person to answer the key store's dialog.
    public static let promptTimeout = Duration.seconds(90)

    let keyring: Keyring
    private let service: KeyringService
    private let time: TimeSource

    /// - Parameter time: waits for the limits.
    public convenience init(for service: KeyringService, time: TimeSource = .system) {
        self.init(service, Keyring(), time)
    }

    private init(_ service: KeyringService, _ keyring: Keyring, _ time: TimeSource) {
        self.service = service
        self.keyring = keyring
        self.time = time
    }

    /// The secrets of another service, over the same thread.
    public func store(for service: KeyringService) -> SecretServiceStore { SecretServiceStore(service, keyring, time) }

    public func token(for server: String) async throws(TokenStoreFailure) -> StoredToken? {
        try await answer(within: Self.timeout) { [keyring, service] () throws(TokenStoreFailure) in
            try await keyring.token(of: service, server: server)
        }
    }

    public func store(_ token: Secret, account: String, for server: String) async throws(TokenStoreFailure) {
        try await unlocked(server) { [keyring, service] () throws(TokenStoreFailure) in
            try await keyring.store(token, of: service, account: account, server: server)
        }
    }

    public func remove(for server: String) async throws(TokenStoreFailure) {
        try await unlocked(server) { [keyring, service] () throws(TokenStoreFailure) in
            try await keyring.remove(of: service, server: server)
        }
    }

    public func unlock(for server: String) async throws(TokenStoreFailure) {
        try await answer(within: Self.promptTimeout) { [keyring, service] () throws(TokenStoreFailure) in
            try await keyring.unlock(for: service, server: server)
        }
    }

    /// The program behind the key store, such as `gnome-keyring-d`; nil when none runs. Starts none and asks it nothing.
    func provider() async -> String? { await keyring.provider() }

    /// Does the work; where the key store is locked, has the person asked and tries once more.
    private func unlocked(
        _ server: String, _ work: @escaping @Sendable () async throws(TokenStoreFailure) -> Void
    ) async throws(TokenStoreFailure) {
        do {
            try await answer(within: Self.timeout, work)
        } catch .locked {
            try await unlock(for: server)
            try await answer(within: Self.timeout, work)
        }
    }

    /// The first of: the work's answer, the end of the time, the caller's giving up. The last two cancel the work and
    /// do not wait for it to notice.
    private func answer<Value: Sendable>(
        within timeout: Duration, _ work: @escaping @Sendable () async throws(TokenStoreFailure) -> Value
    ) async throws(TokenStoreFailure) -> Value {
        let promise = Promise<Result<Value, TokenStoreFailure>>()
        let working = Task {
            do throws(TokenStoreFailure) {
                promise.settle(.success(try await work()))
            } catch {
                promise.settle(.failure(error))
            }
        }
        let waiting = Task { [time] in
            do { try await time.sleep(timeout) } catch { return }
            promise.settle(.failure(.timedOut))
        }
        defer {
            working.cancel()
            waiting.cancel()
        }
        let result = await withTaskCancellationHandler {
            await promise.value()
        } onCancel: {
            promise.settle(.failure(.cancelled))
        }
        return try result.get()
    }
}
