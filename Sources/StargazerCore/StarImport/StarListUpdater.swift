import Foundation
public import Observation
package import StargazerLibrary

/// Keeps one star list in step: once a day it looks for new stars, once a week it reads the complete list and asks the
/// server about what the list lacks. Nothing that is missing is removed. A public list is that of an account's number: it is
/// not read while another account has the name.
@MainActor @Observable public final class StarListUpdater: BackgroundQueue {
    public enum Phase: Equatable, Sendable {
        case idle
        case checking
        /// It goes on by itself.
        case waiting(BackgroundWait)
    }

    /// The user whose list is kept in step; nil for none.
    public var login: String? { kept?.list.login }
    /// The day as of which the updates are true; nil when the list was never compared.
    public var checkedOn: String? { kept?.checkedAt.map(formats.day) }
    /// The day when the complete list was last read; nil for never.
    public var completedOn: String? { kept?.completedAt.map(formats.day) }
    /// What is wrong with the list as it was last read; nil for nothing.
    public var problem: StarListProblemContent? {
        kept?.problem.map { StarListProblemContent($0, formats: formats) }
    }
    /// How much of the complete list has been read; nil while it is not being read.
    public var fraction: Double? {
        guard let update, case .batch = update.next, let stars = update.stars, stars > 0 else { return nil }
        return min(1, Double(update.came) / Double(stars))
    }
    /// Why the last update ended early; nil after one that did not.
    public private(set) var failure: FailureContent?

    /// The time between two looks for new stars, in seconds.
    static let newInterval: TimeInterval = 24 * 3_600
    /// The time between two readings of the complete list, in seconds.
    static let completeInterval: TimeInterval = 7 * 24 * 3_600
    /// The rest after a cancel, in seconds.
    private static let cancelInterval: TimeInterval = completeInterval + retryInterval
    /// The earliest request after the start of the program, in seconds.
    static let firstDelay: TimeInterval = 60
    /// The time between two looks at the clock, and after a failure, in seconds.
    static let retryInterval: TimeInterval = 3_600
    /// The most pages that a look for new stars reads. A longer list is read completely.
    private static let maxNewPages = 10
    /// The most items that are asked for after one reading.
    private static let maxMissing = 100

    nonisolated static let batchSize = 1
    nonisolated static let priority = RequestPriority.prefetch

    let job: BackgroundJob<StarListUpdater>
    private var kept: KeptStarList?
    /// Whether the list is due before the next look at the clock. True until that is known.
    private var isSoonDue = true
    private var update: Update?
    @ObservationIgnored private let stars: StarImportViewModel
    @ObservationIgnored private let lists: any StarLists
    @ObservationIgnored private let account: (any GitHubAccount)?
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let network: any NetworkStatus
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    /// Whether the user has asked for an update.
    @ObservationIgnored private var isAsked = false
    /// When the schedule may begin an update; nil before the start.
    @ObservationIgnored private var earliest: Date?
    /// Distinguishes the update that is running from canceled ones.
    @ObservationIgnored private var ticket = 0
    /// Learns of the list that was just brought.
    @ObservationIgnored private var watching: Task<Void, Never>?

    private struct Update {
        let source: StarListSource
        var isNewDue: Bool
        var isCompleteDue: Bool
        var next: StarListRequest
        var owner: StarListOwner
        /// The newest stars so far, which are saved together, and their pages.
        var newest: [StarredItem] = []
        var newPages = 0
        var cursors = StarListCursors(nil)
        /// Whether the next batch is the first one after an interruption.
        var isResumed = false
        var came = 0
        var stars: Int?
        /// The items that may still be asked for.
        var missingLeft: Int
    }

    /// - Parameters:
    ///   - account: asked for its own list while it is signed in; nil for public lists only.
    ///   - stars: nothing is updated while it brings stars.
    package init(
        _ lists: any StarLists, account: (any GitHubAccount)? = nil, stars: StarImportViewModel, writer: LibraryWriter,
        network: any NetworkStatus, formats: Formats, time: TimeSource
    ) {
        self.lists = lists
        self.account = account
        self.stars = stars
        self.writer = writer
        self.network = network
        self.formats = formats
        self.time = time
        job = BackgroundJob(network: network, time: time, formats: formats)
        job.queue = self
    }

    isolated deinit {
        watching?.cancel()
        job.cancel()
    }

    public var isRunning: Bool { update != nil }

    public var phase: Phase {
        guard isRunning else { return .idle }
        if case .waiting(let reason, _) = job.phase { return .waiting(reason) }
        return .checking
    }

    /// Whether stars are being read, or soon will be. Without an account, READMEs then leave the few requests to them.
    public var needsRequests: Bool {
        switch phase {
        case .idle: isSoonDue || stars.isRunning
        case .checking, .waiting(.rateLimit), .waiting(.throttled), .waiting(.reserved): true
        case .waiting(.offline), .waiting(.server), .waiting(.storage): stars.isRunning
        }
    }

    // MARK: Intents

    /// Updates in the background from now on.
    package func start() {
        guard earliest == nil else { return }
        earliest = time.now().addingTimeInterval(Self.firstDelay)
        let isBringing = Observations { [stars] in stars.isRunning }
        watching = Task { [weak self] in
            for await isBringing in isBringing.dropFirst() where !isBringing { await self?.reload() }
        }
        job.signedIn(as: nil)
        job.restart()
    }

    /// Looks for new stars and compares the complete list now.
    public func refresh() {
        guard !isRunning else { return }
        isAsked = true
        job.signedIn(as: nil)
        job.resume()
    }

    /// Ends the update that is running. It goes on by itself in a week.
    public func cancel() {
        guard isRunning, let kept else { return end() }
        self.kept?.canceledAt = time.now()
        writer.add { library throws(LibraryFailure) in try await library.cancelUpdate(of: kept.list) }
        end()
    }

    /// Reads again which list is kept in step, after the library's file has been replaced.
    package func libraryReplaced() {
        failure = nil
        end()
    }

    /// Ends keeping the list in step. Removes no favorite.
    public func stopUpdating() {
        kept = nil
        let host = lists.host
        writer.add { library throws(LibraryFailure) in try await library.stopKeepingStarLists(on: host) }
        end()
    }

    private func end() {
        ticket += 1
        (update, isAsked) = (nil, false)
        job.restart()
    }

    /// Reads which list is kept in step, also after stars were brought.
    package func reload() async {
        let found = await writer.library()?.keptStarList(on: lists.host)
        if found != kept { kept = found }
    }

    // MARK: When

    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<StarListRequest> {
        // The same list would be read twice at once.
        if update != nil, stars.isRunning { await finish() }
        if update == nil { await begin() }
        guard let update else { return .nothing(for: pause) }
        guard case .missing = update.next else { return .items([update.next], done: 0, total: 1) }
        // One more tells whether others can be done before one that fails.
        let (ticket, list, count) = (ticket, update.source.list, min(limit + 1, update.missingLeft))
        let missing = try await writer.perform { library throws(LibraryFailure) in
            count > 0 ? try await library.missingStars(of: list, limit: count) : []
        }
        guard ticket == self.ticket else { return .nothing(for: 0) }
        guard !missing.isEmpty else {
            await finish()
            return .nothing(for: pause)
        }
        return .items(missing.map(StarListRequest.missing), done: 0, total: missing.count)
    }

    /// Seconds until the next look at the clock.
    private var pause: TimeInterval {
        let left = earliest?.timeIntervalSince(time.now()) ?? 0
        return left > 0 && left <= Self.retryInterval ? left : Self.retryInterval
    }

    /// Begins an update, if one is due.
    private func begin() async {
        let ticket = ticket
        await reload()
        guard ticket == self.ticket, update == nil else { return }
        let isAsked = isAsked
        defer { lookAhead() }
        guard let kept, kept.reading != .brought, !stars.isRunning, isAsked || mayUpdate else { return }
        let isNewDue = isAsked || isNewDue(ahead: 0)
        let isCompleteDue = isAsked || isCompleteDue(ahead: 0)
        if !isNewDue, !isCompleteDue {
            // What an update was asking for when the process ended, or did not get to.
            guard isDue(kept.canceledAt, Self.cancelInterval),
                let missing = try? await writer.library()?.missingStars(of: kept.list, limit: 1), !missing.isEmpty,
                ticket == self.ticket
            else { return }
        }
        self.isAsked = false
        let isOwn = stars.login?.lowercased() == kept.list.login.lowercased()
        update = Update(
            source: StarListSource(
                list: kept.list, lists: lists, account: isOwn ? account?.inCurrentSession() : nil),
            isNewDue: isNewDue, isCompleteDue: isCompleteDue, next: .owner(hasSize: isCompleteDue),
            owner: StarListOwner(login: kept.list.login, stars: nil, requests: 0), missingLeft: Self.maxMissing)
    }

    private var mayUpdate: Bool {
        kept.map { $0.reading != .brought && $0.problem != .otherOwner } == true && !network.isMetered
            && earliest.map { $0 <= time.now() || $0.timeIntervalSince(time.now()) > Self.retryInterval } != false
    }

    private func isCompleteDue(ahead seconds: TimeInterval) -> Bool {
        guard let kept else { return false }
        let interval = Self.completeInterval - seconds
        return isDue(kept.canceledAt, Self.cancelInterval - seconds)
            && (kept.reading == .compared || isDue(kept.completedAt, interval))
    }

    private func isNewDue(ahead seconds: TimeInterval) -> Bool {
        isDue(kept?.canceledAt, Self.cancelInterval - seconds) && isDue(kept?.checkedAt, Self.newInterval - seconds)
    }

    private func isDue(_ last: Date?, _ interval: TimeInterval) -> Bool {
        last.map { abs(time.now().timeIntervalSince($0)) >= interval } ?? true
    }

    /// Finds out whether the list is due at the next look at the clock. One that cannot be read keeps nothing waiting.
    private func lookAhead() {
        let seconds = Self.retryInterval
        let mayUpdate = kept.map { $0.reading != .brought && $0.problem != .otherOwner } == true && !network.isMetered
        isSoonDue =
            failure == nil && mayUpdate && (isNewDue(ahead: seconds) || isCompleteDue(ahead: seconds))
    }

    /// - Parameter failure: why the update ends early.
    private func finish(_ failure: FailureContent? = nil) async {
        ticket += 1
        let ticket = ticket
        await reload()
        guard ticket == self.ticket else { return }
        self.failure = failure
        if failure != nil { earliest = time.now().addingTimeInterval(Self.retryInterval) }
        update = nil
        lookAhead()
    }

    // MARK: Steps

    func request(_ requests: [StarListRequest]) -> BackgroundRequest<StarListResponse>? {
        update.map { requests[0].send(to: $0.source) }
    }

    func save(_ response: StarListResponse, of requests: [StarListRequest]) async -> BackgroundResult? {
        guard let update, !stars.isRunning else { return BackgroundResult(done: 1) }
        do throws(LibraryFailure) {
            switch response {
            case .owner(let owner): try await verify(owner, update)
            case .batch(let batch):
                if case .newest = requests[0] {
                    try await look(at: batch, update)
                } else {
                    try await compare(batch, update)
                }
            case .missing(let state):
                if case .missing(let id) = requests[0] { try await record(state, of: id) }
            }
            return BackgroundResult(done: 1)
        } catch {
            guard error == .cancelled else { return nil }
            // The library has another list, or another reading of it.
            await finish()
            return BackgroundResult(done: 1)
        }
    }

    /// Ends the update when another account than before has the name of a public list.
    private func verify(_ owner: StarListOwner, _ update: Update) async throws(LibraryFailure) {
        let (ticket, list, number) = (ticket, update.source.list, owner.number)
        var isOwner = true
        if !update.source.isOwn {
            isOwner = try await write { library throws(LibraryFailure) in
                try await library.verifyOwner(number, of: list)
            }
        }
        guard ticket == self.ticket else { return }
        guard isOwner else { return await finish() }
        self.update?.owner = owner
        if update.isNewDue {
            self.update?.next = .newest(nil)
        } else if update.isCompleteDue {
            try await beginComparing(isAnew: false)
        } else {
            self.update?.next = Self.missing
        }
    }

    /// Pages are read from the newest until one brings nothing new, and saved together.
    private func look(at batch: StarredBatch, _ update: Update) async throws(LibraryFailure) {
        let (ticket, list, isOwn) = (ticket, update.source.list, update.source.isOwn)
        let new = try await write { library throws(LibraryFailure) in
            try await library.newStars(batch.items, in: list)
        }
        guard ticket == self.ticket else { return }
        let items = update.newest + batch.items
        if new > 0, case .more(let next) = batch.end {
            self.update?.newest = items
            self.update?.newPages += 1
            guard update.newPages + 1 == Self.maxNewPages else {
                self.update?.next = .newest(next)
                return
            }
            // There are too many.
            self.update?.isNewDue = false
            self.update?.isCompleteDue = true
            if update.isCompleteDue { return try await beginComparing(isAnew: false) }
            self.update?.next = .owner(hasSize: true)
            return
        }
        try await write { library throws(LibraryFailure) in
            try await library.addNewStars(items, of: list, isOwn: isOwn)
        }
        guard ticket == self.ticket else { return }
        if update.isCompleteDue {
            try await beginComparing(isAnew: false)
        } else {
            self.update?.next = Self.missing
        }
    }

    /// Any item: those that are missing are read from the library.
    private static let missing = StarListRequest.missing(ItemID(catalog: CatalogKind.starred, host: "", id: ""))

    /// - Parameter isAnew: whether a reading that was interrupted begins again.
    private func beginComparing(isAnew: Bool) async throws(LibraryFailure) {
        guard let update else { return }
        let (ticket, owner, host) = (ticket, update.owner, lists.host)
        let wish = StarListWish(isOwn: update.source.isOwn, isCompared: true, isAnew: isAnew)
        let reading = try await write { library throws(LibraryFailure) in
            try await library.beginStarList(owner, on: host, wish)
        }
        guard ticket == self.ticket else { return }
        go(to: reading.next, StarListCursors(reading.next))
        self.update?.isResumed = reading.next != nil
        self.update?.came = reading.count.total
        self.update?.stars = reading.stars
    }

    /// Reads the complete list, or the rest of it.
    private func compare(_ batch: StarredBatch, _ update: Update) async throws(LibraryFailure) {
        let (ticket, list) = (ticket, update.source.list)
        var cursors = update.cursors
        let checked = cursors.checked(batch)
        let progress = try await write { library throws(LibraryFailure) in
            try await library.bringStars(checked, of: list)
        }
        guard ticket == self.ticket else { return }
        self.update?.came = progress.count.total
        switch progress.step {
        case .next(let next): go(to: next, cursors)
        case .again: go(to: nil, StarListCursors(nil))
        case .complete: self.update?.next = Self.missing
        }
    }

    private func go(to next: BatchCursor?, _ cursors: StarListCursors) {
        update?.next = .batch(next)
        update?.cursors = cursors
        update?.isResumed = false
    }

    private func record(_ state: MissingStarState, of id: ItemID) async throws(LibraryFailure) {
        guard let list = update?.source.list else { return }
        update?.missingLeft -= 1
        try await write { library throws(LibraryFailure) in
            try await library.recordMissing(state, of: id, list: list)
        }
    }

    private func write<Value: Sendable>(
        _ change: @escaping LibraryWriter.Change<Value, LibraryFailure>
    ) async throws(LibraryFailure) -> Value { try await writer.perform(change) }

    // MARK: Failures

    func canSkip(_ request: StarListRequest) -> Bool { if case .missing = request { true } else { false } }

    func isFinal(_ failure: CatalogFailure, of request: StarListRequest) -> Bool {
        // Another item may be answered.
        if case .missing = request { return failure == .unauthorized }
        return !failure.isTransient
    }

    func giveUp(_ request: StarListRequest, _ failure: CatalogFailure) async -> Bool {
        do throws(LibraryFailure) {
            if case .missing(let id) = request, failure != .unauthorized {
                try await record(.unknown, of: id)
            } else if update?.isResumed == true, request.isLost(by: failure) {
                try await beginComparing(isAnew: true)
            } else {
                await finish(FailureContent(failure: failure, query: kept?.list.login ?? "", service: lists.service))
            }
            return true
        } catch {
            return false
        }
    }
}
