import Foundation
public import Observation
public import StargazerLibrary

/// Brings the stars of a user batch by batch, the newest first: the signed-in account's own, or anybody's public ones.
/// Each batch is saved immediately, so it can be canceled at any time, also by quitting, and resumes there later.
@MainActor @Observable public final class StarImportViewModel: BackgroundQueue {
    /// The offer for the signed-in account; nil while stars are brought, and once its own have been brought completely.
    public var offer: StarImportOffer? { isRunning ? nil : known }
    /// The user whose public stars are brought, or were last; nil for the account's own. Before that a suggestion, if any.
    public private(set) var publicLogin: String?
    /// The signed-in login, whose own list is brought instead of the public one; nil while signed out.
    public private(set) var login: String?
    /// What the last list lacked, once it has ended.
    public private(set) var gaps = StarListGaps()

    nonisolated static let batchSize = 1
    nonisolated static let priority = RequestPriority.prefetch

    private var known: StarImportOffer?
    private var reading: Reading? { didSet { if reading == nil { updateOffer() } } }
    /// How the last reading ended.
    private var end = StarImportPhase.idle
    let job: BackgroundJob<StarImportViewModel>
    @ObservationIgnored package let lists: any StarLists
    @ObservationIgnored private let account: (any GitHubAccount)?
    @ObservationIgnored package let formats: Formats
    @ObservationIgnored private let writer: LibraryWriter
    /// What was brought last.
    @ObservationIgnored private var last: (owner: StarListOwner, first: StarListRequest)?
    /// Distinguishes the current reading from canceled ones.
    @ObservationIgnored private var ticket = 0
    /// Whether an interrupted reading is to continue.
    @ObservationIgnored private var resumes = false

    private struct Reading {
        let source: StarListSource
        let owner: StarListOwner
        var next: StarListRequest
        var cursors = StarListCursors(nil)
        var count = StarImportCount()
        /// The length of the list.
        var stars: Int?
        var hasBegun = false
        /// Whether the next batch is the first one after an interruption.
        var isResumed = false
    }

    /// - Parameter account: asked for its own list while it is signed in; nil for public lists only.
    package init(
        _ lists: any StarLists, account: (any GitHubAccount)? = nil, writer: LibraryWriter,
        network: any NetworkStatus, formats: Formats, time: TimeSource = .system
    ) {
        self.lists = lists
        self.account = account
        self.writer = writer
        self.formats = formats
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
        job.signedIn(as: nil)
    }

    isolated deinit { job.cancel() }

    public var phase: StarImportPhase {
        guard let reading else { return end }
        let loaded = number(reading.count.total)
        let stars = reading.stars.flatMap { $0 > 0 ? number(max($0, loaded.number)) : nil }
        if case .waiting(let reason, _) = job.phase { return .waiting(loaded: loaded, of: stars, reason) }
        return .running(
            loaded: loaded, of: stars, fraction: stars.map { Double(loaded.number) / Double($0.number) })
    }

    public var isRunning: Bool { reading != nil }

    public var host: String { lists.host }

    /// Whether signing in would also bring private stars. The sample data has no account.
    package var lacksSignIn: Bool { account != nil && login == nil }

    /// Returns the number of the signed-in account's stars; nil when the server does not say.
    package func countOwnStars() async throws(CatalogFailure) -> Int? { try await account?.starCount() }

    // MARK: Intents

    package func suggest(_ login: String) { publicLogin = login }

    /// Brings a user's stars, or resumes where the last attempt stopped. Does nothing while stars are brought.
    public func bring(_ owner: StarListOwner) { bring(owner, .batch(nil)) }

    public func tryAgain() { if let last { bring(last.owner, last.first) } }

    /// Cancels it. Favorites that were added stay.
    public func cancel() {
        guard let reading else { return }
        pause(reading)
        stop(.cancelled(loaded: number(reading.count.total)))
    }

    public func dismiss() { end = .idle }

    /// Updates the signed-in login. Signing out, or in as another user, ends the reading of the account's own stars, which
    /// goes on when that account is back.
    public func setLogin(_ login: String?) {
        guard login != self.login else { return }
        if self.login != nil, reading?.source.isOwn ?? (end != .idle && publicLogin == nil) { stop(.idle) }
        self.login = login
        updateOffer()
        job.signedIn(as: login)
        if resumes, login != nil { Task { await resume() } }
    }

    /// Resumes the reading that the end of the process interrupted.
    package func resume() async {
        resumes = true
        guard !isRunning, let interrupted = await writer.library()?.interruptedStarList(on: host), !isRunning
        else { return }
        let owner = StarListOwner(
            login: interrupted.list.login, number: interrupted.owner, stars: interrupted.stars, requests: 0)
        guard interrupted.isOwn == isOwn(owner) else { return }
        // The first page is found by the name, which another account may have taken.
        let isKnown = interrupted.next != nil || interrupted.isOwn
        bring(owner, isKnown ? .batch(nil) : .owner(hasSize: false))
    }

    /// Goes on with what the library has, after its file has been replaced.
    package func libraryReplaced() {
        if isRunning { stop(.idle) }
        updateOffer()
        if resumes { Task { await resume() } }
    }

    private func isOwn(_ owner: StarListOwner) -> Bool { owner.login.lowercased() == login?.lowercased() }

    private func bring(_ owner: StarListOwner, _ first: StarListRequest) {
        guard !isRunning else { return }
        let isOwn = isOwn(owner)
        ticket += 1
        (gaps, last, publicLogin) = (StarListGaps(), (owner, first), isOwn ? nil : owner.login)
        reading = Reading(
            source: StarListSource(
                list: StarListID(host: host, login: owner.login), lists: lists,
                account: isOwn ? account?.inCurrentSession() : nil),
            owner: owner, next: first, stars: owner.stars)
        job.resume()
    }

    private func stop(_ phase: StarImportPhase) {
        ticket += 1
        end = phase
        reading = nil
        // A request that is under way is of no use.
        job.restart()
    }

    /// Lets the reading no longer continue by itself.
    private func pause(_ reading: Reading) {
        let list = reading.source.list
        writer.add { library throws(LibraryFailure) in try await library.pauseStarList(list) }
    }

    // MARK: Steps

    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<StarListRequest> {
        if let reading, !reading.hasBegun, case .batch = reading.next { await begin(isAnew: false) }
        guard let reading else { return .nothing(for: nil) }
        return .items(
            [reading.next], done: reading.count.total, total: max(reading.stars ?? 0, reading.count.total))
    }

    /// - Parameter isAnew: whether a reading that was interrupted begins again.
    private func begin(isAnew: Bool) async {
        guard let reading else { return }
        let (ticket, owner, host) = (ticket, reading.owner, host)
        // While signed in, another list adds favorites once.
        let wish = StarListWish(
            isOwn: reading.source.isOwn, keepsInStep: reading.source.isOwn || login == nil, isAnew: isAnew)
        let begun = await writer.result { library throws(LibraryFailure) in
            try await library.beginStarList(owner, on: host, wish)
        }
        guard ticket == self.ticket else { return }
        switch begun {
        case .failure(let failure): fail(.library(failure))
        case .success(let begun):
            self.reading?.hasBegun = true
            self.reading?.count = begun.count
            self.reading?.stars = begun.stars
            self.reading?.next = .batch(begun.next)
            self.reading?.cursors = StarListCursors(begun.next)
            self.reading?.isResumed = begun.next != nil
        }
    }

    func request(_ requests: [StarListRequest]) -> BackgroundRequest<StarListResponse>? {
        reading.map { requests[0].send(to: $0.source) }
    }

    func save(_ response: StarListResponse, of requests: [StarListRequest]) async -> BackgroundResult? {
        guard let reading else { return BackgroundResult(done: 1) }
        switch response {
        case .owner(let owner):
            if let known = reading.owner.number, let number = owner.number, number != known {
                fail(.otherOwner)
            } else {
                self.reading?.next = .batch(nil)
            }
        case .batch(let batch): await save(batch, reading)
        case .missing: break
        }
        return BackgroundResult(done: 1)
    }

    private func save(_ batch: StarredBatch, _ reading: Reading) async {
        let ticket = ticket
        let list = reading.source.list
        var cursors = reading.cursors
        let checked = cursors.checked(batch)
        let saved = await writer.result { library throws(LibraryFailure) in
            try await library.bringStars(checked, of: list)
        }
        guard ticket == self.ticket else {
            // The write was under way when it was canceled: what it saved counts.
            if case .cancelled = end, ticket + 1 == self.ticket, case .success(let progress) = saved {
                end = .cancelled(loaded: number(progress.count.total))
            }
            return
        }
        switch saved {
        case .failure(let failure): fail(.library(failure))
        case .success(let progress):
            self.reading?.count = progress.count
            switch progress.step {
            case .complete:
                let count = progress.count
                gaps = StarListGaps(
                    unreadable: count.unreadable > 0 ? number(count.unreadable) : nil,
                    problem: progress.problem.map { StarListProblemContent($0, formats: formats) })
                stop(.finished(new: number(count.new), existing: number(count.total - count.new)))
            case .again: go(to: nil, StarListCursors(nil))
            case .next(let next): go(to: next, cursors)
            }
        }
    }

    private func go(to next: BatchCursor?, _ cursors: StarListCursors) {
        reading?.next = .batch(next)
        reading?.cursors = cursors
        reading?.isResumed = false
    }

    // MARK: Failures

    func canSkip(_ request: StarListRequest) -> Bool { false }

    func isFinal(_ failure: CatalogFailure, of request: StarListRequest) -> Bool { !failure.isTransient }

    func giveUp(_ request: StarListRequest, _ failure: CatalogFailure) async -> Bool {
        if reading?.isResumed == true, request.isLost(by: failure) {
            await begin(isAnew: true)
        } else {
            let content = FailureContent(
                failure: failure, query: reading?.source.list.login ?? "", service: lists.service)
            // What may pass is tried again at the next start.
            fail(.account(content), pauses: !failure.isTransient && failure != .unauthorized)
        }
        return true
    }

    private func fail(_ failure: StarImportFailure, pauses: Bool = true) {
        guard let reading else { return }
        if pauses { pause(reading) }
        stop(.failed(failure, loaded: number(reading.count.total)))
    }

    // MARK: The offer

    /// Reads how much has been brought, also again after the library's file has been replaced.
    package func updateOffer() {
        guard let login else { return known = nil }
        let account = StarListID(host: host, login: login)
        writer.add { library throws(LibraryFailure) in
            await library.starListState(of: account)
        } done: { [weak self] answer in
            guard let self, login == self.login else { return }
            // Nothing is offered while it is not known what is missing.
            switch (try? answer.get()) ?? .all {
            case .nothing: known = StarImportOffer(loaded: nil)
            case .some(let count): known = StarImportOffer(loaded: number(count))
            case .all: known = nil
            }
        }
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: formats) }
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

public enum StarImportFailure: Equatable, Sendable {
    case account(FailureContent)
    case library(LibraryFailure)
    /// Another account has the user name now.
    case otherOwner
}

public struct StarImportOffer: Equatable, Sendable {
    /// The number brought before it stopped; nil when there was none.
    public let loaded: NumberContent?

    public init(loaded: NumberContent?) { self.loaded = loaded }
}

/// The state of bringing stars. Favorites that were added stay in every state.
public enum StarImportPhase: Equatable, Sendable {
    case idle
    /// `of` and `fraction` are nil while the length of the list is unknown.
    case running(loaded: NumberContent, of: NumberContent?, fraction: Double?)
    /// It goes on by itself.
    case waiting(loaded: NumberContent, of: NumberContent?, BackgroundWait)
    case cancelled(loaded: NumberContent)
    case failed(StarImportFailure, loaded: NumberContent)
    /// `existing` is the number of items that were favorites before.
    case finished(new: NumberContent, existing: NumberContent)
}
