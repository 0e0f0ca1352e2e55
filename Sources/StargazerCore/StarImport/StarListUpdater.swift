import Foundation
public import Observation

/// Keeps one star list in step: once a day it looks for new stars, once a week it reads the complete list and asks the
/// server about what the list lacks. Nothing that is missing is removed. A public list is that of an account's number: it is
/// not read while another account has the name.
@MainActor @Observable public final class StarListUpdater {
    public enum Phase: Equatable, Sendable {
        case idle
        case checking
        /// At a rate limit; the time of day when it goes on.
        case waiting(until: String)
    }

    public private(set) var phase = Phase.idle
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
    public private(set) var fraction: Double?
    /// Why the last attempt ended early; nil after one that did not.
    public private(set) var failure: FailureContent?

    /// The time between two looks for new stars, in seconds.
    static let newInterval: TimeInterval = 24 * 3_600
    /// The time between two readings of the complete list, in seconds.
    static let completeInterval: TimeInterval = 7 * 24 * 3_600
    /// The earliest request after the start of the program, in seconds.
    static let firstDelay: TimeInterval = 60
    /// The pause after a failure, and on a metered connection, in seconds.
    static let retryInterval: TimeInterval = 3_600
    /// The most pages that a look for new stars reads. A longer list is read completely.
    private static let maxNewPages = 10
    /// The most items that are asked for after one reading.
    private static let maxMissing = 100

    /// Whether stars are being read, or soon will be. Without an account, READMEs then leave the few requests to them.
    public var needsRequests: Bool { isSoonDue || isRunning || stars.isRunning }

    private var kept: KeptStarList?
    /// Whether the list is due before the next look at the clock. True until that is known.
    private var isSoonDue = true
    @ObservationIgnored private let stars: StarImportViewModel
    @ObservationIgnored private let lists: any StarLists
    @ObservationIgnored private let account: (any GitHubAccount)?
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let network: any NetworkStatus
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    /// The update that is running, begun by the schedule or by Refresh.
    @ObservationIgnored private var running: Task<Void, Never>?
    /// Distinguishes the update that is running from canceled ones.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var schedule: Task<Void, Never>?
    /// Learns of the list that was just brought.
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameters:
    ///   - account: asked for its own list while it is signed in; nil for public lists only.
    ///   - stars: nothing is updated while it brings stars.
    package init(
        _ lists: any StarLists, account: (any GitHubAccount)? = nil, stars: StarImportViewModel, writer: LibraryWriter,
        network: any NetworkStatus,
        formats: Formats, time: TimeSource
    ) {
        self.lists = lists
        self.account = account
        self.stars = stars
        self.writer = writer
        self.network = network
        self.formats = formats
        self.time = time
    }

    isolated deinit {
        for task in [running, schedule, watching] { task?.cancel() }
    }

    public var isRunning: Bool { phase != .idle }

    /// Updates in the background from now on.
    package func start() {
        guard schedule == nil else { return }
        let isBringing = Observations { [stars] in stars.isRunning }
        watching = Task { [weak self] in
            for await isBringing in isBringing.dropFirst() where !isBringing { await self?.reload() }
        }
        schedule = Task { [weak self, time] in
            await self?.reload()
            self?.lookAhead()
            var delay = Self.firstDelay
            while true {
                do { try await time.sleep(.seconds(delay)) } catch { return }
                guard let next = await self?.updateIfDue() else { return }
                self?.lookAhead()
                delay = next
            }
        }
    }

    /// Looks for new stars and compares the complete list now.
    public func refresh() {
        guard running == nil else { return }
        begin { updater in
            await updater.reload()
            await updater.update(isNewDue: true, isCompleteDue: true)
        }
    }

    /// Begins an update, which `stopUpdating` can cancel.
    @discardableResult private func begin(
        _ update: @escaping @MainActor (StarListUpdater) async -> Void
    ) -> Task<Void, Never> {
        ticket += 1
        let task = Task { [weak self, ticket] in
            guard let self, ticket == self.ticket else { return }
            await update(self)
            if ticket == self.ticket { running = nil }
        }
        running = task
        return task
    }

    /// Ends the update that is running. It goes on by itself in a week.
    public func cancel() {
        guard isRunning else { return end() }
        end()
        guard let kept else { return }
        writer.add { library throws(LibraryFailure) in
            try await library.cancelUpdate(of: kept.list)
        } done: { [weak self] _ in
            Task { await self?.reload() }
        }
    }

    /// Reads again which list is kept in step, after the library's file has been replaced.
    package func libraryReplaced() {
        end()
        failure = nil
        Task { [weak self] in
            await self?.reload()
            self?.lookAhead()
        }
    }

    private func end() {
        ticket += 1
        running?.cancel()
        running = nil
        phase = .idle
    }

    /// Ends keeping the list in step. Removes no favorite.
    public func stopUpdating() {
        end()
        kept = nil
        let host = lists.host
        writer.add { library throws(LibraryFailure) in try await library.stopKeepingStarLists(on: host) }
    }

    /// Reads which list is kept in step, also after stars were brought.
    package func reload() async {
        let found = await writer.library()?.keptStarList(on: lists.host)
        if found != kept { kept = found }
    }

    // MARK: When

    /// - Returns: the seconds until the next look.
    private func updateIfDue() async -> TimeInterval {
        await reload()
        guard running == nil, !stars.isRunning, mayUpdate else { return Self.retryInterval }
        let (isNewDue, isCompleteDue) = (isNewDue(ahead: 0), isCompleteDue)
        await begin { await $0.update(isNewDue: isNewDue, isCompleteDue: isCompleteDue) }.value
        return Self.retryInterval
    }

    private var mayUpdate: Bool {
        kept.map { $0.reading != .brought && $0.problem != .otherOwner } == true && !network.isMetered
    }

    private var isCompleteDue: Bool { isCompleteDue(ahead: 0) }

    /// - Parameter seconds: how far to look ahead.
    private func isCompleteDue(ahead seconds: TimeInterval) -> Bool {
        guard let kept else { return false }
        let interval = Self.completeInterval - seconds
        return isDue(kept.canceledAt, interval) && (kept.reading == .compared || isDue(kept.completedAt, interval))
    }

    /// - Parameter seconds: how far to look ahead.
    private func isNewDue(ahead seconds: TimeInterval) -> Bool {
        let interval = Self.newInterval - seconds
        return isDue(kept?.canceledAt, interval) && isDue(kept?.checkedAt, interval)
    }

    /// Finds out whether the list is due at the next look at the clock. One that cannot be read keeps nothing waiting.
    private func lookAhead() {
        let seconds = Self.retryInterval
        isSoonDue =
            failure == nil && mayUpdate
            && (isNewDue(ahead: seconds) || isCompleteDue(ahead: seconds))
    }

    private func isDue(_ last: Date?, _ interval: TimeInterval) -> Bool {
        last.map { abs(time.now().timeIntervalSince($0)) >= interval } ?? true
    }

    private func update(isNewDue: Bool, isCompleteDue: Bool) async {
        guard let kept, kept.reading != .brought, phase == .idle, !stars.isRunning else { return }
        guard isNewDue || isCompleteDue else { return }
        let isOwn = stars.login?.lowercased() == kept.list.login.lowercased()
        let source = Source(list: kept.list, account: isOwn ? account?.inCurrentSession() : nil)
        let ticket = ticket
        defer { if ticket == self.ticket { phase = .idle } }
        do throws(Stop) {
            phase = .checking
            if var owner = try await owner(of: source, hasSize: isCompleteDue) {
                var isComplete = isCompleteDue
                if isNewDue, try await !addNewStars(of: source), !isComplete {
                    isComplete = true
                    owner = try await self.owner(of: source, hasSize: true) ?? owner
                }
                if isComplete { try await compare(source, owner) }
                try await askForMissing(of: source)
            }
            failure = nil
        } catch {
            if case .failed(let reason) = error, reason != .cancelled {
                failure = FailureContent(failure: reason, query: kept.list.login, service: lists.service)
            }
        }
        await reload()
    }

    /// The list that is read, and the account whose own list it is; nil for a public list.
    private struct Source {
        var list: StarListID
        var account: (any GitHubAccount)?

        var isOwn: Bool { account != nil }
    }

    private enum Stop: Error {
        case failed(CatalogFailure)
        case library(LibraryFailure)
    }

    // MARK: What

    /// Returns the owner of the list; nil when another account than before has the name of a public list.
    private func owner(of source: Source, hasSize: Bool) async throws(Stop) -> StarListOwner? {
        let list = source.list
        var owner = StarListOwner(login: list.login, stars: nil, requests: 0)
        // The public size is not that of the account's own list.
        guard !source.isOwn else { return owner }
        if hasSize {
            owner = try await ask { [lists] () async throws(CatalogFailure) in
                try await lists.owner(named: list.login)
            }
        } else {
            owner.number = try await ask { [lists] () async throws(CatalogFailure) in
                try await lists.number(of: list.login)
            }
        }
        let number = owner.number
        let isOwner = try await write { library throws(LibraryFailure) in
            try await library.verifyOwner(number, of: list)
        }
        return isOwner ? owner : nil
    }

    /// Reads pages from the newest until one brings nothing new, and saves all of them together.
    /// - Returns: false when there are too many.
    private func addNewStars(of source: Source) async throws(Stop) -> Bool {
        let (list, account, isOwn) = (source.list, source.account, source.isOwn)
        var items: [StarredItem] = []
        var cursor: BatchCursor?
        for _ in 0..<Self.maxNewPages {
            let batch = try await ask { [lists, cursor] () async throws(CatalogFailure) in
                if let account { return try await account.newestStars(after: cursor) }
                return try await lists.newestStars(of: list.login, after: cursor)
            }
            let new = try await write { library throws(LibraryFailure) in
                try await library.newStars(batch.items, in: list)
            }
            items += batch.items
            if new > 0, case .more(let next) = batch.end {
                cursor = next
                continue
            }
            try await write { [items] library throws(LibraryFailure) in
                try await library.addNewStars(items, of: list, isOwn: isOwn)
            }
            return true
        }
        return false
    }

    /// Reads the complete list, or the rest of it.
    private func compare(_ source: Source, _ owner: StarListOwner) async throws(Stop) {
        let (list, account, isOwn) = (source.list, source.account, source.isOwn)
        let reading = try await write { library throws(LibraryFailure) in
            try await library.beginComparing(list, owner)
        }
        var cursor = reading.next
        var cursors = StarListCursors(cursor)
        defer { fraction = nil }
        while true {
            let read = try await ask { [lists, cursor] () async throws(CatalogFailure) in
                if let account { return try await account.counted(account.starred(after: cursor)) }
                return try await lists.stars(of: list.login, after: cursor)
            }
            let batch = cursors.checked(read)
            let progress = try await write { library throws(LibraryFailure) in
                try await library.bringStars(batch, of: list, isOwn: isOwn)
            }
            fraction = batch.progress
            switch progress.step {
            case .next(let next): cursor = next
            case .again: (cursor, cursors) = (nil, StarListCursors(nil))
            case .complete: return
            }
        }
    }

    private func askForMissing(of source: Source) async throws(Stop) {
        let (list, account) = (source.list, source.account)
        let missing = try await write { library throws(LibraryFailure) in
            try await library.missingStars(of: list, limit: Self.maxMissing)
        }
        for id in missing {
            let state: MissingStarState
            do throws(Stop) {
                let item = try await ask { [lists] () async throws(CatalogFailure) in try await lists.item(id) }
                let isStarred = try await ask { () async throws(CatalogFailure) in
                    try await account?.isStarred(item)
                }
                state = isStarred == false ? .unstarred(item) : .present(item)
            } catch {
                switch error {
                case .failed(.gone): state = .gone
                case .failed(.blocked): state = .blocked
                case .failed(let failure) where failure.isOfOneItem: state = .unknown
                default: throw error
                }
            }
            try await write { library throws(LibraryFailure) in
                try await library.recordMissing(state, of: id, list: list)
            }
        }
    }

    /// Asks the server, and waits at a limit.
    private func ask<Response: Sendable>(
        _ request: @Sendable () async throws(CatalogFailure) -> Response
    ) async throws(Stop) -> Response {
        while true {
            let answer = await RequestContext.$current.withValue(RequestContext(.prefetch)) {
                await asyncResult(request)
            }
            if Task.isCancelled { throw .failed(.cancelled) }
            switch answer {
            case .success(let response): return response
            case .failure(let failure):
                guard let end = failure.retryDate else { throw .failed(failure) }
                phase = .waiting(until: formats.timeOfDay(end))
                let pause = max(end.timeIntervalSince(time.now()), 0) + 1
                do { try await time.sleep(.seconds(pause)) } catch { throw .failed(.cancelled) }
                phase = .checking
            }
        }
    }

    private func write<Value: Sendable>(
        _ change: @escaping LibraryWriter.Change<Value, LibraryFailure>
    ) async throws(Stop) -> Value {
        do throws(LibraryFailure) { return try await writer.perform(change) } catch { throw .library(error) }
    }
}

extension CatalogFailure {
    /// Whether another item may be answered.
    fileprivate var isOfOneItem: Bool {
        switch self {
        case .notAllowed, .tokenRefused, .server, .unreadable, .unexpected, .invalidQuery, .otherServer: true
        default: false
        }
    }
}
