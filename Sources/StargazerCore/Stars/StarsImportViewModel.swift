public import Observation

/// Brings an account's stars in, batch by batch. What has come is kept at once, so that it can be broken off at any
/// moment, also by the end of the program, and goes on from there the next time.
@MainActor @Observable public final class StarsImportViewModel {
    public private(set) var phase = StarsImportPhase.idle { didSet { if !isRunning { lookForMore() } } }
    /// Who is signed in has stars that were never brought in to their end. Nil where there are none, and while they come.
    public var offer: StarsOffer? { isRunning ? nil : known }

    private var known: StarsOffer?
    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let writes = LibraryWrites()
    @ObservationIgnored private var walking: Task<Void, Never>?
    /// Tells the walk that shows from those that were given up.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var login: String?
    @ObservationIgnored private var tally = StarsTally()

    public init(account: any GitHubAccount, formats: Formats) {
        self.account = account
        self.formats = formats
    }

    isolated deinit { walking?.cancel() }

    public var isRunning: Bool {
        if case .running = phase { return true }
        return false
    }

    public func attach(library: any Library) {
        writes.attach(library)
        lookForMore()
    }

    /// Whose stars they are.
    public var host: String { account.host }

    /// There will be no library: whoever asks is told so.
    public func refuse(_ failure: LibraryFailure) { writes.refuse(failure) }

    /// Begins, or goes on where the same login's stars were broken off. Does nothing while it runs.
    /// - Parameter login: whose credential the account is using.
    public func start(login: String) {
        guard !isRunning else { return }
        ticket += 1
        tally = StarsTally()
        phase = .running(came: number(0), about: nil, fraction: nil)
        walking = Task { [weak self, account, ticket] in
            var stretch = await self?.firstStretch(login, ticket)
            while let next = stretch {
                let answer: Result<StarredBatch, CatalogFailure>
                do throws(CatalogFailure) {
                    answer = .success(try await account.starred(after: next.cursor))
                } catch {
                    answer = .failure(error)
                }
                stretch = await self?.took(answer, next, ticket)
            }
        }
    }

    /// Stops; what has come stays.
    public func cancel() {
        guard isRunning else { return }
        giveUp()
        phase = .cancelled(came: number(tally.total))
    }

    /// What the person was told has been read.
    public func dismiss() {
        if !isRunning { phase = .idle }
    }

    /// Who is signed in; when it is nobody, or somebody else, nothing more is brought in.
    public func accountIs(_ login: String?) {
        guard login != self.login else { return }
        if self.login != nil { signedOut() }
        self.login = login
        lookForMore()
    }

    private func lookForMore() {
        guard let login else { return known = nil }
        writes.add { [host] library throws(LibraryFailure) in
            await library.starsBroughtIn(of: login, host: host)
        } done: { [weak self] answer in
            guard let self, login == self.login else { return }
            switch (try? answer.get()) ?? .all {
            case .nothing: known = StarsOffer(came: nil)
            case .some(let count): known = StarsOffer(came: number(count))
            case .all: known = nil
            }
        }
    }

    private func signedOut() {
        giveUp()
        phase = .idle
    }

    private func giveUp() {
        ticket += 1
        walking?.cancel()
        walking = nil
    }

    /// What is to be asked next.
    private struct Stretch {
        var login: String
        var step: StarsStep
        var cursor: BatchCursor?
        /// A list that leads back to where it was would have no end.
        var seen: Set<BatchCursor> = []
    }

    private func firstStretch(_ login: String, _ ticket: Int) async -> Stretch? {
        let host = account.host
        let place = await writes.kept { library throws(LibraryFailure) in
            await library.placeToResume(of: login, host: host)
        }
        guard ticket == self.ticket else { return nil }
        switch place {
        case .failure(let failure):
            stop(.library(failure))
            return nil
        case .success(nil): return Stretch(login: login, step: .beginning)
        case .success(let place?):
            tally = place.tally
            phase = .running(came: number(tally.total), about: nil, fraction: nil)
            return Stretch(login: login, step: .resumed, cursor: place.next)
        }
    }

    private func took(
        _ answer: Result<StarredBatch, CatalogFailure>, _ asked: Stretch, _ ticket: Int
    ) async -> Stretch? {
        guard ticket == self.ticket else { return nil }
        switch answer {
        case .success(let batch): return await keep(batch, asked, ticket)
        case .failure(let failure) where asked.step == .resumed && failure.deniesPlace:
            tally = StarsTally()
            return Stretch(login: asked.login, step: .beginning)
        case .failure(.cancelled):
            cancel()
            return nil
        case .failure(let failure):
            stop(.account(content(failure)))
            return nil
        }
    }

    private func keep(_ batch: StarredBatch, _ asked: Stretch, _ ticket: Int) async -> Stretch? {
        var next: BatchCursor?
        if case .more(let cursor) = batch.end { next = cursor }
        if let next, asked.seen.contains(next) {
            stop(.account(content(.unreadable(code: "starred-loop"))))
            return nil
        }
        let host = account.host
        let written = await writes.kept { [next] library throws(LibraryFailure) in
            try await library.bringIn(batch.items, of: asked.login, host: host, as: asked.step, next: next)
        }
        guard ticket == self.ticket else {
            // The write was under way when the import was canceled: what it saved counts.
            if case .cancelled = phase, ticket + 1 == self.ticket, case .success(let tally) = written {
                phase = .cancelled(came: number(tally.total))
            }
            return nil
        }
        switch written {
        case .failure(let failure):
            stop(.library(failure))
            return nil
        case .success(let tally):
            self.tally = tally
            guard let next else {
                phase = .finished(new: number(tally.new), known: number(tally.total - tally.new))
                return nil
            }
            let fraction = batch.progress.flatMap { $0 > 0 ? $0 : nil }
            let about = fraction.map { number(max(tally.total, Int(clamping: Double(tally.total) / $0))) }
            phase = .running(came: number(tally.total), about: about, fraction: fraction)
            return Stretch(login: asked.login, step: .goingOn, cursor: next, seen: asked.seen.union([next]))
        }
    }

    private func stop(_ failure: StarsImportFailure) {
        phase = .failed(failure, came: number(tally.total))
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }

    private func content(_ failure: CatalogFailure) -> FailureContent {
        FailureContent(
            failure: failure, query: "", service: account.service, until: failure.retryDate.map(formats.timeOfDay))
    }
}

extension CatalogFailure {
    /// The server does not know the place that a walk was to be resumed at, which says nothing against beginning anew.
    fileprivate var deniesPlace: Bool {
        switch self {
        case .gone, .invalidQuery, .badQuery, .unreadable, .unexpected: true
        default: false
        }
    }
}
