public import Foundation
public import Observation
public import StargazerLibrary

/// The API key of one catalog: loads, verifies, saves and deletes it. A typed key is saved once the service accepts it.
@MainActor @Observable public final class APIKeyViewModel {
    public private(set) var phase: APIKeyPhase
    /// Whether there has been a key in this run that was not deleted, or may still be found in the keyring.
    var isExpected: Bool { phase == .loading || hasHadKey }
    private var hasHadKey: Bool
    /// The page where the service issues keys.
    public var page: URL? { key.page }

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let key: ServiceAPIKey
    @ObservationIgnored private let store: (any TokenStore)?
    /// The current operation; a new one cancels it.
    @ObservationIgnored private var working: Task<Void, Never>?
    /// The current keyring write, which is never cancelled.
    @ObservationIgnored private var storing: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?
    @ObservationIgnored private var isStarted = false

    /// - Parameter store: nil to keep the key for the session only.
    public init(catalog: any Catalog, key: ServiceAPIKey, store: (any TokenStore)?) {
        self.catalog = catalog
        self.key = key
        self.store = store
        let isThere = key.value != nil
        hasHadKey = isThere
        phase = isThere ? .ready(saveFailure: nil) : store == nil ? .missing(problem: nil) : .loading
        let refusals = key.refusals()
        watching = Task { [weak self] in
            for await _ in refusals { self?.refused() }
        }
    }

    isolated deinit {
        watching?.cancel()
        working?.cancel()
    }

    // MARK: User actions

    /// Asks the keyring for a saved key, once. Never prompts the user.
    public func start() {
        guard !isStarted, phase == .loading else { return }
        isStarted = true
        lookUp(unlocking: false)
    }

    /// Asks the keyring again. Prompts the user to unlock it if it is locked.
    public func retryKeyring() {
        guard case .missing(.store(let failure)) = phase else { return }
        lookUp(unlocking: failure == .locked)
    }

    public func save(typed: String) {
        let secret: Secret
        do throws(TokenFormatFailure) { secret = try Secret.token(from: typed) } catch {
            phase = .missing(problem: .text(error))
            return
        }
        begin(.checking)
        working = Task { [weak self, catalog] in
            var failure: CatalogFailure?
            do throws(CatalogFailure) { try await catalog.check(secret) } catch { failure = error }
            guard let self, !Task.isCancelled, phase == .checking else { return }
            switch failure {
            case nil: accept(secret)
            case .unauthorized, .notAllowed: phase = .missing(problem: .refused)
            case let failure?: phase = .missing(problem: .unchecked(failure))
            }
        }
    }

    /// Clears the error of the typed key when the text changes.
    public func entryChanged() {
        switch phase {
        case .missing(.text), .missing(.refused), .missing(.unchecked): phase = .missing(problem: nil)
        case .missing, .loading, .checking, .ready: break
        }
    }

    /// Deletes the key, also from the keyring.
    public func delete() {
        hasHadKey = false
        begin(.missing(problem: nil))
        key.use(nil)
        change { store, host throws(TokenStoreFailure) in
            try await store.remove(for: host)
        } failed: { _ in
        }
    }

    /// Returns when all keyring writes so far have completed or failed.
    public func settled() async { await storing?.value }

    // MARK: State

    private func begin(_ new: APIKeyPhase) {
        working?.cancel()
        phase = new
    }

    private func lookUp(unlocking: Bool) {
        guard let store else { return }
        begin(.loading)
        let host = key.host
        working = Task { [weak self] in
            let found: Result<StoredToken?, TokenStoreFailure>
            do throws(TokenStoreFailure) {
                if unlocking { try await store.unlock(for: host) }
                found = .success(try await store.token(for: host))
            } catch {
                found = .failure(error)
            }
            guard let self, !Task.isCancelled, phase == .loading else { return }
            switch found {
            case .success(let storedToken?):
                key.use(storedToken.secret)
                hasHadKey = true
                phase = .ready(saveFailure: nil)
            case .success(nil): phase = .missing(problem: nil)
            case .failure(let failure): phase = .missing(problem: .store(failure))
            }
        }
    }

    private func accept(_ secret: Secret) {
        key.use(secret)
        hasHadKey = true
        phase = .ready(saveFailure: nil)
        let account = catalog.profile.service
        change { store, host throws(TokenStoreFailure) in
            try await store.store(secret, account: account, for: host)
        } failed: { [weak self] failure in
            if let self, key.value == secret { phase = .ready(saveFailure: failure) }
        }
    }

    private func change(
        _ work: @escaping @Sendable (any TokenStore, String) async throws(TokenStoreFailure) -> Void,
        failed: @escaping @MainActor (TokenStoreFailure) -> Void
    ) {
        guard let store else { return }
        let (host, before) = (key.host, storing)
        storing = Task {
            await before?.value
            do throws(TokenStoreFailure) { try await work(store, host) } catch { failed(error) }
        }
    }

    /// The key stays in the keyring until it is replaced: the rejection may be a mistake of the service.
    private func refused() {
        if phase.isReady, key.value == nil { begin(.missing(problem: .refused)) }
    }
}

/// Why there is no API key in use, for problems that the user can fix.
public enum APIKeyProblem: Equatable, Sendable {
    case text(TokenFormatFailure)
    case refused
    /// The service could not verify the key.
    case unchecked(CatalogFailure)
    /// The keyring may have a key, but does not return it.
    case store(TokenStoreFailure)
}

public enum APIKeyPhase: Equatable, Sendable {
    /// The keyring is being asked.
    case loading
    /// - Parameter problem: nil when no key has been entered.
    case missing(problem: APIKeyProblem?)
    case checking
    /// - Parameter saveFailure: why the key lasts for this session only; nil when it is saved.
    case ready(saveFailure: TokenStoreFailure?)

    public var isReady: Bool { if case .ready = self { true } else { false } }
}
