import CGio
import CSecret
// Two modules declare GLib's types, and Swift expects those of CSoup.
import CSoup
public import StargazerCore
public import StargazerLibrary

/// The secrets of one service in the desktop's keyring (GNOME Keyring, KWallet, KeePassXC), through the Secret Service
/// API, or in the file that a Flatpak sandbox has instead. It neither reads nor changes those of another service on the
/// same server.
///
/// A keyring can hang, so every call has a time limit. The caller gets a result when the time is up or the task is
/// cancelled, whatever the keyring does. The limit is longer during a prompt, since ending the call closes the prompt.
public final class SecretServiceStore: TokenStore {
    /// The limit of a call without a prompt.
    public static let timeout = Duration.seconds(3)
    /// The time to answer a prompt.
    public static let promptTimeout = Duration.seconds(90)

    let keyring: any SecretAccess
    private let service: KeyringService
    private let time: TimeSource

    public convenience init(for service: KeyringService, time: TimeSource = .system) {
        self.init(service, SandboxKeyring.isNeeded ? SandboxKeyring() : Keyring(), time)
    }

    init(_ service: KeyringService, _ keyring: any SecretAccess, _ time: TimeSource) {
        self.service = service
        self.keyring = keyring
        self.time = time
    }

    /// Returns a store for another service, on the same thread.
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

    /// The program that provides the keyring, such as `gnome-keyring-d`; nil if none runs. Neither starts nor calls it.
    func provider() async -> String? { await keyring.provider() }

    /// Runs the work. If the keyring is locked, prompts the user and tries once more.
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

    /// Returns the first of: the work's result, timeout, cancellation. The last two cancel the work and do not wait.
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

extension TokenStoreFailure {
    /// Maps an error of libsecret, GDBus or GIO, and frees it. The text is dropped: the keyring could write anything.
    init(consuming error: UnsafeMutablePointer<GError>) {
        defer { g_error_free(error) }
        let code = error.pointee.code
        switch error.pointee.domain {
        case secret_error_get_quark():
            self = code == Int32(SECRET_ERROR_IS_LOCKED.rawValue) ? .locked : .refused(code: Int(code))
        case g_dbus_error_quark():
            self = TokenStoreFailure(busError: code)
        case g_io_error_quark():
            self = TokenStoreFailure(ioError: code)
        default:
            // Launching a bus failed because no address is known.
            self = .noBus
        }
    }

    private init(busError code: Int32) {
        switch UInt32(bitPattern: code) {
        case G_DBUS_ERROR_SERVICE_UNKNOWN.rawValue, G_DBUS_ERROR_NAME_HAS_NO_OWNER.rawValue,
            G_DBUS_ERROR_SPAWN_EXEC_FAILED.rawValue...G_DBUS_ERROR_SPAWN_NO_MEMORY.rawValue:
            self = .noService
        case G_DBUS_ERROR_NO_REPLY.rawValue, G_DBUS_ERROR_TIMEOUT.rawValue, G_DBUS_ERROR_TIMED_OUT.rawValue:
            self = .timedOut
        case G_DBUS_ERROR_NO_SERVER.rawValue, G_DBUS_ERROR_DISCONNECTED.rawValue:
            self = .noBus
        default:
            self = .refused(code: Int(code))
        }
    }

    private init(ioError code: Int32) {
        switch UInt32(bitPattern: code) {
        case G_IO_ERROR_CANCELLED.rawValue: self = .cancelled
        case G_IO_ERROR_TIMED_OUT.rawValue: self = .timedOut
        case G_IO_ERROR_DBUS_ERROR.rawValue: self = .refused(code: Int(code))
        // Connecting to the bus failed, or the connection was lost.
        default: self = .noBus
        }
    }
}
