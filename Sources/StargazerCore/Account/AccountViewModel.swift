public import Foundation
public import Observation
public import StargazerLibrary

/// The result of signing out, to be shown once.
public struct SignOutResult: Equatable, Sendable {
    public let serial: Int
    /// Why the token is still in the keyring; nil when it was removed.
    public let failure: TokenStoreFailure?
}

/// Signing in and out. A saved token is used without a request; a typed one is verified first.
/// Tokens are only ever saved in the keyring. When it refuses, they last for the session.
@MainActor @Observable public final class AccountViewModel {
    public internal(set) var phase = AccountPhase.starting
    public private(set) var signOutResult: SignOutResult?
    /// Called after signing out, also when the server rejects the token.
    @ObservationIgnored public var onSignedOut: () -> Void = {}
    public var host: String { account.host }

    @ObservationIgnored let account: any GitHubAccount
    @ObservationIgnored let store: any TokenStore
    @ObservationIgnored let stars: GitHubStars
    @ObservationIgnored private let outbox: OutboxSender
    @ObservationIgnored private let follows: GitHubFollows?
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored let formats: Formats

    struct Session {
        var credential: Credential
        var login: String
        var tokenStorage: TokenStorage
        var progress = AccountProgress.notLoaded
        var response: (account: Account, at: Date)?
        /// The picture as of an earlier session, until there is a response.
        var lastPicture: URL?
    }

    @ObservationIgnored var session: Session?
    @ObservationIgnored private var notice: SignedOutNotice?
    @ObservationIgnored var isPageOpen = false
    @ObservationIgnored private var working: Task<Void, Never>?
    @ObservationIgnored private var removing: Task<Void, Never>?
    @ObservationIgnored var tokenSaving: Task<Void, Never>?
    @ObservationIgnored var asking: Task<Void, Never>?
    @ObservationIgnored var refreshTimer: Task<Void, Never>?
    @ObservationIgnored private var listening: Task<Void, Never>?

    /// - Parameter refusals: credentials in use that the server has just rejected.
    package init(
        account: any GitHubAccount, store: any TokenStore, refusals: AsyncStream<Credential>, stars: GitHubStars,
        follows: GitHubFollows? = nil, outbox: OutboxSender, time: TimeSource, formats: Formats
    ) {
        self.account = account
        self.store = store
        self.stars = stars
        self.outbox = outbox
        self.follows = follows
        self.time = time
        self.formats = formats
        listening = Task { [weak self] in
            for await credential in refusals { self?.refused(credential) }
        }
    }

    /// The account's own page; nil while signed out.
    public var profile: ItemReference? {
        guard case .signedIn(let content) = phase else { return nil }
        return ItemReference(catalog: .people, path: [content.login])
    }

    isolated deinit {
        for task in [working, asking, refreshTimer, listening] { task?.cancel() }
    }

    // MARK: Signing in

    /// Looks for a saved token. Call it after the first paint. Sends no request and never prompts the user.
    public func start() {
        guard phase == .starting else { return }
        lookUp()
    }

    /// Prompts the user to unlock the keyring, and looks again.
    public func unlock() {
        guard phase == .locked else { return }
        phase = .starting
        lookUp(unlocking: true)
    }

    /// Leaves the locked token in the keyring and lets the user enter another.
    public func useAnotherToken() {
        if phase == .locked { showSignedOut() }
    }

    public func signIn(typed: String) {
        guard case .signedOut = phase else { return }
        let credential: Credential
        do throws(TokenFormatFailure) {
            credential = Credential(secret: try Secret.token(from: typed), host: host)
        } catch {
            return showSignedOut(.malformed(error))
        }
        phase = .checking
        work { [weak self, account, time] in
            let response: Result<Account, CatalogFailure>
            do throws(CatalogFailure) {
                response = .success(try await account.identify(with: credential))
            } catch {
                response = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            switch response {
            case .success(let account): await saveToken(credential, of: account, respondedAt: time.now())
            case .failure(let failure): showSignedOut(.rejected(content(failure, query: "")))
            }
        }
    }

    public func cancelSignIn() {
        guard phase == .checking else { return }
        working?.cancel()
        // The token may already be on its way to the keyring. It is removed again.
        removing = Task { [removing, working] in
            await removing?.value
            await working?.value
        }
        showSignedOut()
    }

    /// Clears the error of the typed token when the text changes.
    public func entryChanged() {
        if case .signedOut(let content) = phase, content.entry != nil { showSignedOut() }
    }

    func lookUp(unlocking: Bool = false) {
        work { [weak self, store, host] in
            let found: Result<StoredToken?, TokenStoreFailure>
            do throws(TokenStoreFailure) {
                if unlocking { try await store.unlock(for: host) }
                found = .success(try await store.token(for: host))
            } catch {
                found = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            switch found {
            case .success(let saved?):
                begin(
                    Session(
                        credential: Credential(secret: saved.secret, host: host), login: saved.login,
                        tokenStorage: .saved))
            case .success(nil): showSignedOut()
            case .failure(.locked): phase = .locked
            case .failure(let failure):
                notice = .keyringFailed(failure)
                showSignedOut()
            }
        }
    }

    private func saveToken(_ credential: Credential, of account: Account, respondedAt: Date) async {
        // Otherwise the removal could delete the token saved here.
        await removing?.value
        var tokenStorage = TokenStorage.saved
        do throws(TokenStoreFailure) {
            try await store.store(credential.secret, account: account.login, for: host)
        } catch {
            tokenStorage = .sessionOnly(error)
        }
        guard !Task.isCancelled else {
            // Cancelled after the token was saved. If it stays, the next start signs in.
            try? await store.remove(for: host)
            return
        }
        begin(
            Session(
                credential: credential, login: account.login, tokenStorage: tokenStorage, progress: .loaded,
                response: (account, respondedAt)))
    }

    private func begin(_ session: Session) {
        do throws(CatalogFailure) {
            try account.use(session.credential)
        } catch {
            return showSignedOut(.rejected(content(error, query: session.login)))
        }
        self.session = session
        notice = nil
        if let account = session.response?.account { stars.record(account) } else { showLastPicture() }
        startSession(as: session.login)
        render()
        if isPageOpen { refreshIfStale() }
    }

    private func startSession(as login: String) {
        outbox.signedIn(as: login)
        stars.signedIn(as: login)
        follows?.signedIn(as: login)
    }

    private func showLastPicture() {
        guard let asked = session?.credential, let login = session?.login else { return }
        Task { [weak self, stars] in
            guard let picture = await stars.knownPicture(of: login), let self, session?.credential == asked else {
                return
            }
            session?.lastPicture = picture
            render()
        }
    }

    /// The account may have a new name on the server.
    private func take(_ facts: Account) {
        session?.response = (facts, time.now())
        session?.progress = .loaded
        stars.record(facts, formerly: session?.login)
        guard let session, session.login.lowercased() != facts.login.lowercased() else { return }
        self.session?.login = facts.login
        startSession(as: facts.login)
        guard session.tokenStorage == .saved else { return }
        tokenSaving = Task { [store, host, tokenSaving] in
            await tokenSaving?.value
            // The next start asks again if this fails.
            try? await store.store(session.credential.secret, account: facts.login, for: host)
        }
    }

    // MARK: Signing out

    /// Signs out immediately, then removes the token from the keyring.
    public func signOut() {
        var couldSave = true
        if case .sessionOnly(let failure)? = session?.tokenStorage {
            couldSave = failure != .noBus && failure != .noService
        }
        working?.cancel()
        end(nil)
        // The removal continues when the window closes, so that the token is really deleted.
        removing = Task { [weak self, store, host, tokenSaving] in
            await tokenSaving?.value
            var failure: TokenStoreFailure?
            do throws(TokenStoreFailure) { try await store.remove(for: host) } catch { failure = error }
            self?.removed(couldSave ? failure : nil)
        }
    }

    /// Returns when the token has been removed from the keyring, or could not be.
    public func settled() async { await removing?.value }

    private func removed(_ failure: TokenStoreFailure?) {
        signOutResult = SignOutResult(serial: (signOutResult?.serial ?? 0) + 1, failure: failure)
        guard let failure, session == nil else { return }
        notice = .notRemoved(failure)
        if case .signedOut(let content) = phase { showSignedOut(content.entry) }
    }

    /// Signs out. The rejected token stays in the keyring until it is replaced or the user signs out.
    func refused(_ credential: Credential) {
        guard let session, session.credential == credential else { return }
        end(.tokenRefused(login: session.login))
    }

    private func end(_ notice: SignedOutNotice?) {
        let wasSignedIn = session != nil
        session = nil
        asking?.cancel()
        refreshTimer?.cancel()
        // This cannot throw: nil belongs to no other server.
        try? account.use(nil)
        self.notice = notice
        showSignedOut()
        guard wasSignedIn else { return }
        outbox.signedOut(isRefused: notice != nil)
        follows?.signedOut()
        onSignedOut()
    }

    // MARK: State

    /// The stars and follows that the server has not confirmed, in the order in which they were made.
    public var waitingChanges: WaitingChanges { outbox.waitingChanges }

    /// Discards what waits for an account with another login. Favorites stay as they are.
    public func discardChanges(of login: String) { outbox.discardChanges(of: login) }

    /// Cancels a change that waits. Favorites stay as they are.
    public func cancel(_ mutation: AccountMutation) { outbox.cancel(mutation) }

    func render() {
        guard let session else { return }
        phase = .signedIn(
            AccountContent(
                login: session.login, tokenStorage: session.tokenStorage, progress: session.progress,
                picture: session.response?.account.avatarURL ?? session.lastPicture,
                facts: session.response.map { AccountFacts($0.account, formats: formats, now: time.now()) }))
    }

    private func showSignedOut(_ entry: TokenEntryProblem? = nil) {
        phase = .signedOut(SignedOutContent(notice: notice, entry: entry))
    }

    func content(_ failure: CatalogFailure, query: String) -> FailureContent {
        FailureContent(
            failure: failure, query: query, service: account.service, until: failure.retryDate.map(formats.timeOfDay))
    }

    private func work(_ work: @escaping @MainActor () async -> Void) {
        working?.cancel()
        working = Task { await work() }
    }
}

extension AccountViewModel {
    /// The age in seconds at which facts are loaded again when the page opens.
    private static let freshness: TimeInterval = 60

    /// Loads the facts and counts down the limits, while the account page is open.
    public func pageOpened() {
        isPageOpen = true
        refreshIfStale()
        startRefreshTimer()
    }

    public func pageClosed() {
        isPageOpen = false
        refreshTimer?.cancel()
    }

    public func tryAgain() {
        if case .failed = session?.progress { ask() }
    }

    func refreshIfStale() {
        guard let session, session.progress != .loading else { return }
        if let response = session.response, abs(time.now().timeIntervalSince(response.at)) < Self.freshness { return }
        ask()
    }

    private func ask() {
        guard let asked = session?.credential else { return }
        session?.progress = .loading
        render()
        asking?.cancel()
        asking = Task { [weak self, account] in
            let response: Result<Account, CatalogFailure>
            do throws(CatalogFailure) {
                response = .success(try await account.identify(with: asked))
            } catch {
                response = .failure(error)
            }
            guard let self, !Task.isCancelled, let session, session.credential == asked else { return }
            switch response {
            case .success(let account): take(account)
            case .failure(.unauthorized): return refused(asked)
            case .failure(let failure): self.session?.progress = .failed(content(failure, query: session.login))
            }
            render()
        }
    }

    private func startRefreshTimer() {
        refreshTimer?.cancel()
        refreshTimer = Task { [weak self, time] in
            while true {
                do { try await time.sleep(.seconds(1)) } catch { return }
                guard let self, !Task.isCancelled else { return }
                render()
            }
        }
    }
}

/// Retries after keyring failures: a keyring that did not respond may be available again.
extension AccountViewModel {
    public func retryKeyring() {
        guard case .signedOut(let content) = phase, case .keyringFailed = content.notice else { return }
        phase = .starting
        lookUp()
    }

    public func retrySavingToken() {
        guard let session, case .sessionOnly = session.tokenStorage, tokenSaving == nil else { return }
        tokenSaving = Task { [weak self, store, host] in
            var tokenStorage = TokenStorage.saved
            do throws(TokenStoreFailure) {
                try await store.store(session.credential.secret, account: session.login, for: host)
            } catch {
                tokenStorage = .sessionOnly(error)
            }
            guard let self else { return }
            tokenSaving = nil
            guard self.session?.credential == session.credential else { return }
            self.session?.tokenStorage = tokenStorage
            render()
        }
    }
}

public struct AccountDependencies {
    let account: any GitHubAccount
    let store: any TokenStore
    /// Yields credentials in use that the server has just rejected.
    let refusals: @Sendable () -> AsyncStream<Credential>
    let tokenPages: TokenPageURLs

    public init(
        account: any GitHubAccount, store: any TokenStore, tokenPages: TokenPageURLs,
        refusals: @escaping @Sendable () -> AsyncStream<Credential>
    ) {
        self.account = account
        self.store = store
        self.tokenPages = tokenPages
        self.refusals = refusals
    }
}

/// The pages where the two kinds of tokens are created.
public struct TokenPageURLs: Sendable, Hashable {
    public let fineGrained: URL?
    public let classic: URL?

    public init(fineGrained: URL?, classic: URL?) {
        self.fineGrained = fineGrained
        self.classic = classic
    }
}
