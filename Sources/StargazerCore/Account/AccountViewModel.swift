import Foundation
public import Observation

/// What became of signing out, to be said once.
public struct SignOutResult: Equatable, Sendable {
    /// Differs from one to the next.
    public let serial: Int
    /// Why the token is still in the key store; nil when it is not.
    public let failure: TokenStoreFailure?
}

/// Signing in and out. A token that was kept is used without asking anybody; one that is typed is tried out first. It
/// is never kept anywhere but in the key store, and when that refuses, for the session only.
@MainActor @Observable public final class AccountViewModel {
    public internal(set) var phase = AccountPhase.starting
    public private(set) var signOutResult: SignOutResult?
    /// Runs whenever somebody who was signed in is no longer.
    @ObservationIgnored public var onSignedOut: () -> Void = {}
    public var host: String { account.host }

    @ObservationIgnored let account: any GitHubAccount
    @ObservationIgnored let store: any TokenStore
    @ObservationIgnored let stars: GitHubStars
    @ObservationIgnored private let follows: GitHubFollows?
    @ObservationIgnored let time: TimeSource
    @ObservationIgnored let formats: Formats

    struct Session {
        var credential: Credential
        var login: String
        var tokenStorage: TokenStorage
        var progress = AccountProgress.notLoaded
        var answer: (account: Account, at: Date)?
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

    /// - Parameter refusals: credentials in use that the server has just refused.
    public init(
        account: any GitHubAccount, store: any TokenStore, refusals: AsyncStream<Credential>, stars: GitHubStars,
        follows: GitHubFollows? = nil, time: TimeSource, formats: Formats
    ) {
        self.account = account
        self.store = store
        self.stars = stars
        self.follows = follows
        self.time = time
        self.formats = formats
        listening = Task { [weak self] in
            for await credential in refusals { self?.refused(credential) }
        }
    }

    isolated deinit {
        for task in [working, asking, refreshTimer, listening] { task?.cancel() }
    }

    // MARK: Coming

    /// Looks for a token of before; for after the first paint. Asks neither the person nor the server.
    public func start() {
        guard phase == .starting else { return }
        lookUp()
    }

    /// Has the person asked to unlock the key store, and looks again.
    public func unlock() {
        guard phase == .locked else { return }
        phase = .starting
        lookUp(unlocking: true)
    }

    /// Leaves the locked token where it is and lets another be typed.
    public func useAnotherToken() {
        if phase == .locked { showSignedOut() }
    }

    /// Tries the token out, keeps it when the server accepts it, and signs in.
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
            let answer: Result<Account, CatalogFailure>
            do throws(CatalogFailure) {
                answer = .success(try await account.identify(with: credential))
            } catch {
                answer = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            switch answer {
            case .success(let account): await saveToken(credential, of: account, answeredAt: time.now())
            case .failure(let failure): showSignedOut(.rejected(content(failure, query: "")))
            }
        }
    }

    /// Breaks off trying a token out.
    public func cancelSignIn() {
        guard phase == .checking else { return }
        working?.cancel()
        // It may be on the way into the key store, and is taken out again.
        removing = Task { [removing, working] in
            await removing?.value
            await working?.value
        }
        showSignedOut()
    }

    /// What is typed has changed: what was said of it is no longer true.
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

    private func saveToken(_ credential: Credential, of account: Account, answeredAt: Date) async {
        // Else it might take away what is kept now.
        await removing?.value
        var tokenStorage = TokenStorage.saved
        do throws(TokenStoreFailure) {
            try await store.store(credential.secret, account: account.login, for: host)
        } catch {
            tokenStorage = .sessionOnly(error)
        }
        guard !Task.isCancelled else {
            // Broken off too late not to be kept.
            try? await store.remove(for: host)
            return
        }
        begin(
            Session(
                credential: credential, login: account.login, tokenStorage: tokenStorage, progress: .loaded,
                answer: (account, answeredAt)))
    }

    private func begin(_ session: Session) {
        do throws(CatalogFailure) {
            try account.use(session.credential)
        } catch {
            return showSignedOut(.rejected(content(error, query: session.login)))
        }
        self.session = session
        notice = nil
        stars.signedIn(as: session.login)
        follows?.signedIn(as: session.login)
        render()
        if isPageOpen { refreshIfStale() }
    }

    // MARK: Going

    /// Signs out at once and then takes the token out of the key store.
    public func signOut() {
        var couldSave = true
        if case .sessionOnly(let failure)? = session?.tokenStorage {
            couldSave = failure != .noBus && failure != .noService
        }
        working?.cancel()
        end(nil)
        // It goes on when the window closes: what is to be forgotten is forgotten.
        removing = Task { [weak self, store, host, tokenSaving] in
            await tokenSaving?.value
            var failure: TokenStoreFailure?
            do throws(TokenStoreFailure) { try await store.remove(for: host) } catch { failure = error }
            self?.removed(couldSave ? failure : nil)
        }
    }

    /// Returns when a token that is to be taken out of the key store is, or cannot be.
    public func settled() async { await removing?.value }

    private func removed(_ failure: TokenStoreFailure?) {
        signOutResult = SignOutResult(serial: (signOutResult?.serial ?? 0) + 1, failure: failure)
        guard let failure, session == nil else { return }
        notice = .notRemoved(failure)
        if case .signedOut(let content) = phase { showSignedOut(content.entry) }
    }

    /// The token stays in the key store: another may take its place, or signing out removes it.
    func refused(_ credential: Credential) {
        guard let session, session.credential == credential else { return }
        end(.tokenRefused(login: session.login))
    }

    private func end(_ notice: SignedOutNotice?) {
        let wasSignedIn = session != nil
        session = nil
        asking?.cancel()
        refreshTimer?.cancel()
        // Nobody's credential is never another server's.
        try? account.use(nil)
        self.notice = notice
        showSignedOut()
        guard wasSignedIn else { return }
        stars.signedOut(isRefused: notice != nil)
        follows?.signedOut(isRefused: notice != nil)
        onSignedOut()
    }

    // MARK: Showing

    func render() {
        guard let session else { return }
        phase = .signedIn(
            AccountContent(
                login: session.login, tokenStorage: session.tokenStorage, progress: session.progress,
                facts: session.answer.map { AccountFacts($0.account, formats: formats, now: time.now()) }))
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
