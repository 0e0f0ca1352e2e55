import Foundation
public import Observation

/// What became of signing out, to be said once.
public struct Farewell: Equatable, Sendable {
    /// Differs from one to the next.
    public let serial: Int
    /// Why the token is still in the key store; nil when it is not.
    public let failure: TokenStoreFailure?
}

/// Signing in and out. A token that was kept is used without asking anybody; one that is typed is tried out first. It
/// is never kept anywhere but in the key store, and when that refuses, for the session only.
@MainActor @Observable public final class AccountViewModel {
    public internal(set) var phase = AccountPhase.starting
    public private(set) var farewell: Farewell?
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
        var keeping: TokenKeeping
        var progress = AccountProgress.notAsked
        var answer: (account: Account, at: Date)?
    }

    @ObservationIgnored var session: Session?
    @ObservationIgnored private var notice: SignedOutNotice?
    @ObservationIgnored var isLookedAt = false
    @ObservationIgnored private var working: Task<Void, Never>?
    @ObservationIgnored private var removing: Task<Void, Never>?
    @ObservationIgnored var keepingAgain: Task<Void, Never>?
    @ObservationIgnored var asking: Task<Void, Never>?
    @ObservationIgnored var ticking: Task<Void, Never>?
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
        for task in [working, asking, ticking, listening] { task?.cancel() }
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
        do throws(TokenFailure) {
            credential = Credential(secret: try Secret.token(from: typed), host: host)
        } catch {
            return showSignedOut(.impossible(error))
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
            case .success(let account): await keep(credential, of: account, answeredAt: time.now())
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
            let found: Result<KeptToken?, TokenStoreFailure>
            do throws(TokenStoreFailure) {
                if unlocking { try await store.unlock(for: host) }
                found = .success(try await store.token(for: host))
            } catch {
                found = .failure(error)
            }
            guard let self, !Task.isCancelled else { return }
            switch found {
            case .success(let kept?):
                begin(
                    Session(credential: Credential(secret: kept.secret, host: host), login: kept.login, keeping: .kept))
            case .success(nil): showSignedOut()
            case .failure(.locked): phase = .locked
            case .failure(let failure):
                notice = .keyStoreFailed(failure)
                showSignedOut()
            }
        }
    }

    private func keep(_ credential: Credential, of account: Account, answeredAt: Date) async {
        // Else it might take away what is kept now.
        await removing?.value
        var keeping = TokenKeeping.kept
        do throws(TokenStoreFailure) {
            try await store.store(credential.secret, account: account.login, for: host)
        } catch {
            keeping = .sessionOnly(error)
        }
        guard !Task.isCancelled else {
            // Broken off too late not to be kept.
            try? await store.remove(for: host)
            return
        }
        begin(
            Session(
                credential: credential, login: account.login, keeping: keeping, progress: .answered,
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
        if isLookedAt { askIfStale() }
    }

    // MARK: Going

    /// Signs out at once and then takes the token out of the key store.
    public func signOut() {
        var couldKeep = true
        if case .sessionOnly(let failure)? = session?.keeping { couldKeep = failure != .noBus && failure != .noService }
        working?.cancel()
        end(nil)
        // It goes on when the window closes: what is to be forgotten is forgotten.
        removing = Task { [weak self, store, host, keepingAgain] in
            await keepingAgain?.value
            var failure: TokenStoreFailure?
            do throws(TokenStoreFailure) { try await store.remove(for: host) } catch { failure = error }
            self?.removed(couldKeep ? failure : nil)
        }
    }

    /// Returns when a token that is to be taken out of the key store is, or cannot be.
    public func settled() async { await removing?.value }

    private func removed(_ failure: TokenStoreFailure?) {
        farewell = Farewell(serial: (farewell?.serial ?? 0) + 1, failure: failure)
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
        ticking?.cancel()
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
                login: session.login, keeping: session.keeping, progress: session.progress,
                facts: session.answer.map { AccountFacts($0.account, formats: formats, now: time.now()) }))
    }

    private func showSignedOut(_ entry: EntryProblem? = nil) {
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
