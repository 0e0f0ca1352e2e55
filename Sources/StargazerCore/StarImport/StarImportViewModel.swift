import Foundation
public import Observation

/// Imports stars batch by batch: those of the signed-in account, or the public ones of any user.
/// Each batch is saved immediately. The import can therefore be cancelled at any time, also by quitting, and resumes
/// there the next time. At a rate limit it waits and goes on by itself.
@MainActor @Observable public final class StarImportViewModel {
    public private(set) var phase = StarImportPhase.idle { didSet { if !isRunning { updateOffer() } } }
    /// The offer for the signed-in account while its stars have not been imported completely.
    /// Nil otherwise, and during an import.
    public var offer: StarImportOffer? { isRunning ? nil : known }
    /// The user whose public stars are imported, or were last; nil for the account's own.
    public private(set) var publicLogin: String?
    /// The signed-in login, whose own list is imported instead of the public one; nil while signed out.
    public private(set) var login: String?
    /// What the last import lacked, once it has ended.
    public private(set) var gaps = StarListGaps()
    /// Whether the public stars of any user can be imported.
    public var bringsPublicStars: Bool { lists != nil }

    private var known: StarImportOffer?
    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored package let lists: (any StarLists)?
    @ObservationIgnored package let time: TimeSource
    @ObservationIgnored package let formats: Formats
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private var importTask: Task<Void, Never>?
    /// Distinguishes the current import from cancelled ones.
    @ObservationIgnored private var ticket = 0
    /// What the last import was of.
    @ObservationIgnored private var source: Source?
    @ObservationIgnored private var tally = StarImportCount()
    /// Whether the server left something out of a batch of this import.
    @ObservationIgnored private var isPartial = false

    /// - Parameter lists: the public lists; nil for the account's own list only.
    package init(
        account: any GitHubAccount, lists: (any StarLists)? = nil, writer: LibraryWriter, formats: Formats,
        time: TimeSource = .system
    ) {
        self.account = account
        self.lists = lists
        self.writer = writer
        self.formats = formats
        self.time = time
    }

    isolated deinit { importTask?.cancel() }

    public var isRunning: Bool {
        switch phase {
        case .running, .waiting: true
        case .idle, .cancelled, .failed, .finished: false
        }
    }

    /// The account's server.
    public var host: String { account.host }

    /// Starts the import of the account's stars, or resumes the last one of the same login. Does nothing while one is
    /// running.
    /// - Parameter login: the login of the credential in use.
    public func start(login: String) { start(.account(login: login)) }

    /// Returns the number of the signed-in account's stars; nil when the server does not say.
    package func countOwnStars() async throws(CatalogFailure) -> Int? { try await account.starCount() }

    /// Starts the import of a user's public stars, or resumes it. Does nothing while an import is running.
    public func bring(_ owner: StarListOwner) { start(.user(owner)) }

    /// Starts the last import again, after a failure.
    public func tryAgain() { source.map(start) }

    /// Resumes the import that the end of the process interrupted.
    package func resume() async {
        guard let lists, !isRunning, let library = await writer.library(),
            let reading = await library.interruptedStarList(on: lists.host)
        else { return }
        var owner = StarListOwner(
            login: reading.list.login, number: reading.owner, stars: reading.stars, requests: 0)
        if reading.next == nil {
            // The first page is found by the name, which another account may have taken.
            let login = owner.login
            let request: @Sendable () async throws(CatalogFailure) -> Int64? = {
                () async throws(CatalogFailure) in try await lists.number(of: login)
            }
            let answer = await RequestContext.$current.withValue(RequestContext(.prefetch)) {
                await asyncResult(request)
            }
            guard case .success(let number) = answer, !isRunning, number == nil || owner.number ?? number == number
            else { return }
            owner.number = number
        }
        start(.user(owner))
    }

    private func start(_ source: Source) {
        guard !isRunning else { return }
        ticket += 1
        (tally, isPartial, gaps) = (StarImportCount(), false, StarListGaps())
        self.source = source
        publicLogin = source.publicLogin
        phase = .running(loaded: number(0), about: nil, fraction: nil)
        importTask = Task { [weak self, account, lists, time, ticket] in
            var request = await self?.firstRequest(source, ticket)
            while let next = request {
                let answer = await next.send(to: account, lists)
                if case .failure(let failure) = answer, let end = failure.retryDate {
                    guard self?.wait(until: end, ticket) == true else { return }
                    let pause = max(end.timeIntervalSince(time.now()), 0) + Self.pauseAfterLimit
                    guard await time.slept(.seconds(pause)) else { return }
                    self?.goOn(ticket)
                } else {
                    request = await self?.handle(answer, next, ticket)
                }
            }
        }
    }

    /// Seconds after the end of a limit, whose time is in whole seconds.
    private static let pauseAfterLimit: TimeInterval = 1

    /// - Returns: false for an import that was cancelled.
    private func wait(until end: Date, _ ticket: Int) -> Bool {
        guard ticket == self.ticket, case .running(let loaded, let about, _) = phase else { return false }
        phase = .waiting(loaded: loaded, about: about, until: formats.timeOfDay(end))
        return true
    }

    private func goOn(_ ticket: Int) {
        guard ticket == self.ticket, case .waiting(let loaded, let about, _) = phase else { return }
        phase = .running(loaded: loaded, about: about, fraction: about.flatMap { fraction($0.number) })
    }

    /// Cancels the import. Imported stars stay.
    public func cancel() {
        guard isRunning else { return }
        cancelTask()
        phase = .cancelled(loaded: number(tally.total))
        pause()
    }

    /// Lets the import of a public list no longer continue by itself.
    private func pause() {
        guard case .user(let owner)? = source, let lists else { return }
        let list = StarListID(host: lists.host, login: owner.login)
        writer.add { library throws(LibraryFailure) in try await library.pauseStarList(list) }
    }

    /// Dismisses the result of the last import.
    public func dismiss() {
        if !isRunning { phase = .idle }
    }

    /// Updates the signed-in login. Signing out, or in as another user, cancels the import of the account's stars.
    public func setLogin(_ login: String?) {
        guard login != self.login else { return }
        if self.login != nil { signedOut() }
        self.login = login
        updateOffer()
    }

    /// Reads how much has been imported, also again after the library's file has been replaced.
    package func updateOffer() {
        guard let login else { return known = nil }
        writer.add { [host] library throws(LibraryFailure) in
            await library.starImportState(of: login, host: host)
        } done: { [weak self] answer in
            guard let self, login == self.login else { return }
            // No import is offered while it is not known what is missing.
            switch (try? answer.get()) ?? .all {
            case .nothing: known = StarImportOffer(loaded: nil)
            case .some(let count): known = StarImportOffer(loaded: number(count))
            case .all: known = nil
            }
        }
    }

    private func signedOut() {
        if isRunning, publicLogin != nil { return }
        cancelTask()
        phase = .idle
    }

    private func cancelTask() {
        ticket += 1
        importTask?.cancel()
        importTask = nil
    }

    /// What is imported.
    private enum Source: Sendable {
        case account(login: String)
        case user(StarListOwner)

        var publicLogin: String? { if case .user(let owner) = self { owner.login } else { nil } }
    }

    /// The next request.
    private struct PageRequest: Sendable {
        var source: Source
        var step: StarImportStep
        var cursor: BatchCursor?
        /// The cursors so far: a list that returns to an earlier one would never end.
        var seen: Set<BatchCursor> = []

        func send(
            to account: any GitHubAccount, _ lists: (any StarLists)?
        ) async -> Result<StarredBatch, CatalogFailure> {
            switch source {
            case .account:
                return await asyncResult { () async throws(CatalogFailure) in try await account.starred(after: cursor) }
            case .user(let owner):
                guard let lists else { return .failure(.unexpected(code: "star-lists")) }
                // What the user opens meanwhile comes first.
                return await RequestContext.$current.withValue(RequestContext(.prefetch)) {
                    await asyncResult { () async throws(CatalogFailure) in
                        try await lists.stars(of: owner.login, after: cursor)
                    }
                }
            }
        }
    }

    private func firstRequest(_ source: Source, _ ticket: Int) async -> PageRequest? {
        // Canceled before it began: it must not begin after its pause.
        guard ticket == self.ticket else { return nil }
        do throws(LibraryFailure) {
            switch source {
            case .account(let login):
                let host = account.host
                let place = try await writer.perform { library throws(LibraryFailure) in
                    try await library.beginStarImport(of: login, host: host)
                }
                guard ticket == self.ticket else { return nil }
                guard let place else { return PageRequest(source: source, step: .beginning) }
                tally = place.count
                phase = .running(loaded: number(tally.total), about: nil, fraction: nil)
                return PageRequest(source: source, step: .resumed, cursor: place.next)
            case .user(let owner):
                let host = lists?.host ?? account.host
                // While signed in, another list adds favorites once.
                let keepsInStep = login == nil
                let reading = try await writer.perform { library throws(LibraryFailure) in
                    try await library.beginStarList(owner, on: host, keepsInStep: keepsInStep)
                }
                guard ticket == self.ticket else { return nil }
                tally = reading.count
                showProgress(of: reading.stars)
                return PageRequest(
                    source: source, step: reading.next == nil ? .beginning : .resumed, cursor: reading.next)
            }
        } catch {
            if ticket == self.ticket { stop(.library(error)) }
            return nil
        }
    }

    private func handle(
        _ answer: Result<StarredBatch, CatalogFailure>, _ asked: PageRequest, _ ticket: Int
    ) async -> PageRequest? {
        guard ticket == self.ticket else { return nil }
        switch answer {
        case .success(let batch): return await save(batch, asked, ticket)
        case .failure(let failure) where asked.step == .resumed && failure.invalidatesCursor:
            (tally, isPartial) = (StarImportCount(), false)
            return PageRequest(source: asked.source, step: .beginning)
        case .failure(.cancelled):
            cancelTask()
            phase = .cancelled(loaded: number(tally.total))
            return nil
        case .failure(let failure):
            stop(.account(content(failure)))
            return nil
        }
    }

    private func save(_ batch: StarredBatch, _ asked: PageRequest, _ ticket: Int) async -> PageRequest? {
        if case .more(let cursor) = batch.end, asked.seen.contains(cursor) {
            stop(.account(content(.unreadable(code: "starred-loop"))))
            return nil
        }
        let progress: StarListProgress
        do throws(LibraryFailure) {
            progress = try await write(batch, asked)
        } catch {
            if ticket == self.ticket { stop(.library(error)) }
            return nil
        }
        guard ticket == self.ticket else {
            // The write was under way when the import was canceled: what it saved counts.
            if case .cancelled = phase, ticket + 1 == self.ticket {
                phase = .cancelled(loaded: number(progress.count.total))
            }
            return nil
        }
        tally = progress.count
        switch progress.step {
        case .complete:
            gaps = StarListGaps(
                unreadable: tally.unreadable > 0 ? number(tally.unreadable) : nil,
                problem: progress.problem.map { StarListProblemContent($0, formats: formats) })
            phase = .finished(new: number(tally.new), existing: number(tally.total - tally.new))
            return nil
        case .again: return PageRequest(source: asked.source, step: .beginning)
        case .next(let next):
            showProgress(batch, of: asked.source)
            return PageRequest(
                source: asked.source, step: .continuing, cursor: next, seen: asked.seen.union([next]))
        }
    }

    private func write(
        _ batch: StarredBatch, _ asked: PageRequest
    ) async throws(LibraryFailure) -> StarListProgress {
        switch asked.source {
        case .account(let login):
            var batch = await account.counted(batch)
            isPartial = isPartial || batch.isPartial
            (batch.isPartial, batch.unreadable) = (isPartial, batch.unreadable + tally.unreadable)
            let host = account.host
            return try await writer.perform { [batch] library throws(LibraryFailure) in
                try await library.importStars(batch, of: login, host: host, as: asked.step)
            }
        case .user(let owner):
            let list = StarListID(host: lists?.host ?? account.host, login: owner.login)
            return try await writer.perform { library throws(LibraryFailure) in
                try await library.bringStars(batch, of: list, isOwn: false)
            }
        }
    }

    private func showProgress(_ batch: StarredBatch, of source: Source) {
        if case .user(let owner) = source { return showProgress(of: owner.stars) }
        let fraction = batch.progress.flatMap { $0 > 0 ? $0 : nil }
        let about = fraction.map { number(max(tally.total, Int(clamping: Double(tally.total) / $0))) }
        phase = .running(loaded: number(tally.total), about: about, fraction: fraction)
    }

    /// Shows the progress in a list of a known length.
    private func showProgress(of stars: Int?) {
        let stars = stars ?? 0
        let about = stars > 0 ? number(max(stars, tally.total)) : nil
        phase = .running(
            loaded: number(tally.total), about: about, fraction: about.flatMap { fraction($0.number) })
    }

    private func fraction(_ total: Int) -> Double? { total > 0 ? Double(tally.total) / Double(total) : nil }

    private func stop(_ failure: StarImportFailure) {
        phase = .failed(failure, loaded: number(tally.total))
        // What may pass is tried again at the next start.
        if case .account(let content) = failure, !content.failure.isTransient { pause() }
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }

    private func content(_ failure: CatalogFailure) -> FailureContent {
        FailureContent(
            failure: failure, query: "", service: account.service, until: failure.retryDate.map(formats.timeOfDay))
    }
}

extension CatalogFailure {
    /// Whether the server no longer knows the resume point, so that the import has to start over.
    fileprivate var invalidatesCursor: Bool {
        switch self {
        case .gone, .invalidQuery, .badQuery, .unreadable, .unexpected: true
        default: false
        }
    }
}

/// What the list of an import lacked.
public struct StarListGaps: Equatable, Sendable {
    /// The number of entries that could not be read; nil for none.
    public var unreadable: NumberContent?
    public var problem: StarListProblemContent?
}

/// What is wrong with a star list, as shown.
public enum StarListProblemContent: Equatable, Sendable {
    case empty
    case short(came: NumberContent, stars: NumberContent)
    case partial
    case otherOwner

    init(_ problem: StarListProblem, formats: Formats) {
        self =
            switch problem {
            case .empty: .empty
            case .partial: .partial
            case .otherOwner: .otherOwner
            case .short(let came, let stars):
                .short(came: NumberContent(came, formats: formats), stars: NumberContent(stars, formats: formats))
            }
    }
}

/// Why importing stars stopped.
public enum StarImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
}

/// The offer to import an account's stars.
public struct StarImportOffer: Equatable, Sendable {
    /// The number imported before the import stopped; nil when there was none.
    public let loaded: NumberContent?

    public init(loaded: NumberContent?) { self.loaded = loaded }
}

/// The state of importing an account's stars. Imported stars are kept in every state.
public enum StarImportPhase: Equatable, Sendable {
    case idle
    /// `about` and `fraction` are nil while the total is unknown.
    case running(loaded: NumberContent, about: NumberContent?, fraction: Double?)
    /// At a rate limit. It goes on by itself at this time of day.
    case waiting(loaded: NumberContent, about: NumberContent?, until: String)
    case cancelled(loaded: NumberContent)
    case failed(StarImportFailure, loaded: NumberContent)
    /// `existing` is the number of items that were favorites before.
    case finished(new: NumberContent, existing: NumberContent)
}
