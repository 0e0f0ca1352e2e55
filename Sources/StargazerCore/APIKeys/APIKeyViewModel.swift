public import Foundation
public import Observation

/// The key that one catalog needs: looked up in the key store, typed and tried out, refused, forgotten. What is typed is
/// kept only once the service takes it.
@MainActor @Observable public final class APIKeyViewModel {
    public private(set) var phase: APIKeyPhase
    /// Where the service hands keys out.
    public var page: URL? { key.page }

    @ObservationIgnored private let catalog: any Catalog
    @ObservationIgnored private let key: APIKey
    @ObservationIgnored private let store: (any TokenStore)?
    /// One thing at a time: what was asked before is given up.
    @ObservationIgnored private var working: Task<Void, Never>?
    /// What was begun at the key store is carried through.
    @ObservationIgnored private var storing: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?
    @ObservationIgnored private var isStarted = false

    /// - Parameters:
    ///   - key: the catalog's own.
    ///   - store: nil keeps a key for the session.
    public init(catalog: any Catalog, key: APIKey, store: (any TokenStore)?) {
        self.catalog = catalog
        self.key = key
        self.store = store
        let isThere = key.value != nil
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

    // MARK: Intents

    /// Asks the key store, once however often it is called. Nobody is prompted.
    public func start() {
        guard !isStarted, phase == .loading else { return }
        isStarted = true
        lookUp(unlocking: false)
    }

    /// Asks the key store again; where it is locked, the person is asked to unlock it.
    public func retryKeyring() {
        guard case .missing(.store(let failure)) = phase else { return }
        lookUp(unlocking: failure == .locked)
    }

    /// Tries out what was typed, and keeps it when the service takes it.
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

    /// What was typed is being changed: what was wrong with it is said no more.
    public func entryChanged() {
        switch phase {
        case .missing(.text), .missing(.refused), .missing(.unchecked): phase = .missing(problem: nil)
        case .missing, .loading, .checking, .ready: break
        }
    }

    /// Removes it, here and from the key store.
    public func delete() {
        begin(.missing(problem: nil))
        key.use(nil)
        change { store, host throws(TokenStoreFailure) in
            try await store.remove(for: host)
        } failed: { _ in
        }
    }

    /// Returns when everything begun so far is in the key store, or was refused.
    public func settled() async { await storing?.value }

    // MARK: What comes of them

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
                phase = .ready(saveFailure: nil)
            case .success(nil): phase = .missing(problem: nil)
            case .failure(let failure): phase = .missing(problem: .store(failure))
            }
        }
    }

    private func accept(_ secret: Secret) {
        key.use(secret)
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

    /// It stays in the key store until another takes its place: the service may have been wrong.
    private func refused() {
        if phase.isReady, key.value == nil { begin(.missing(problem: .refused)) }
    }
}
