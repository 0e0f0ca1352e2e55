import Foundation
import Observation
import StargazerLibrary

/// What a ``BackgroundJob`` does. Only what is stored says what is due, so that a job survives the end of the process.
@MainActor protocol BackgroundQueue: AnyObject {
    /// What the server is asked about.
    associatedtype Work: Hashable & Sendable
    associatedtype Response: Sendable

    /// The most items of a request.
    static var batchSize: Int { get }
    static var priority: RequestPriority { get }
    /// Whether it waits for a network that is not metered.
    static var avoidsMeteredNetwork: Bool { get }
    /// Whether a rejected token stops the job, which the user then resumes.
    static var needsToken: Bool { get }
    /// Seconds from a request that failed to the next one.
    static var failurePause: TimeInterval { get }

    /// Returns what is due, in order.
    func due(_ limit: Int) async throws(LibraryFailure) -> BackgroundDue<Work>
    /// Returns the request for these items, which may answer the first of them only; nil when they need none after all.
    func request(_ items: [Work]) async throws(LibraryFailure) -> BackgroundRequest<Response>?
    /// - Returns: nil when it cannot be saved.
    func save(_ response: Response, of items: [Work]) async -> BackgroundResult?
    /// Whether the failure of an item is no reason to try it again soon.
    func isFinal(_ failure: CatalogFailure, of item: Work) -> Bool
    /// Whether others can be done before this one.
    func canSkip(_ item: Work) -> Bool
    /// Records that an item is given up, so that it is no longer due.
    /// - Returns: false when that cannot be saved.
    func giveUp(_ item: Work, _ failure: CatalogFailure) async -> Bool
}

extension BackgroundQueue {
    static var avoidsMeteredNetwork: Bool { false }
    static var needsToken: Bool { false }
    static var failurePause: TimeInterval { 1 }
    func isFinal(_ failure: CatalogFailure, of item: Work) -> Bool { false }
    func canSkip(_ item: Work) -> Bool { true }
}

typealias BackgroundRequest<Response> = @Sendable () async throws(CatalogFailure) -> Response

enum BackgroundDue<Work: Sendable>: Sendable {
    /// At least one item. The numbers are those of the progress.
    case items([Work], done: Int, total: Int)
    /// Nothing is due for these seconds; nil: until the job is woken.
    case nothing(for: TimeInterval?)
    /// It is known after these seconds.
    case unknown(for: TimeInterval)
    case off
}

struct BackgroundResult: Sendable {
    /// The number of items that were answered.
    var done: Int
    /// Seconds until the next request.
    var pause: TimeInterval = 0
}

/// Works through a queue in the background, one request at a time.
///
/// It waits at limits and without a connection, and longer after each failure in a row. An item that fails comes last
/// from then on, and is given up at its second failure; the others go on. While nothing else succeeds either, the server
/// counts as unavailable, and no item is given up before the longest wait.
@MainActor @Observable final class BackgroundJob<Queue: BackgroundQueue> {
    private(set) var phase = BackgroundPhase.idle

    @ObservationIgnored weak var queue: Queue?
    /// The login that requests are sent with; nil while signed out.
    var login: String? { account?.login }
    @ObservationIgnored private let network: any NetworkStatus
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    /// Nil until it is known.
    @ObservationIgnored private var account: (login: String?, isRefused: Bool)?
    @ObservationIgnored private var isPaused = false
    @ObservationIgnored private var isRefused = false
    @ObservationIgnored private var isCanceled = false
    @ObservationIgnored private var ladder = BackgroundLadder()
    @ObservationIgnored private var pace = BackgroundPace()
    /// The items whose last request failed, and whether that is their own fault: the server is available to others.
    @ObservationIgnored private var failing: [Queue.Work: (failures: Int, isItsOwn: Bool)] = [:]
    /// Failures since the last success or wait.
    @ObservationIgnored private var failuresInRow = 0
    /// Whether a request has succeeded since the server last counted as unavailable.
    @ObservationIgnored private var isAvailable = false
    /// The end of the pause after the last request.
    @ObservationIgnored private var pausedUntil = Date.distantPast
    /// Whether the task does more than wait.
    @ObservationIgnored private var isBusy = false
    /// Whether it was woken while it was busy.
    @ObservationIgnored private var isOutdated = false
    @ObservationIgnored private var task: Task<Void, Never>?
    /// Distinguishes the current task from canceled ones.
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// Failures of an item after which it is given up, if others succeed.
    private static var maxFailures: Int { 2 }
    /// Failing items that are passed over before the server counts as unavailable.
    private static var maxFailuresInRow: Int { 5 }
    /// Seconds until the limit is looked at again whose rest is for others.
    private static var reservedPause: TimeInterval { 15 }
    /// A pause that is longer comes from a clock that was set back.
    private static var maxPause: TimeInterval { 86_400 }

    init(network: any NetworkStatus, time: TimeSource, formats: Formats) {
        self.network = network
        self.time = time
        self.formats = formats
        watching = Task { [weak self, changes = network.changes()] in
            for await _ in changes { self?.networkChanged() }
        }
    }

    isolated deinit {
        task?.cancel()
        watching?.cancel()
    }

    // MARK: Conditions

    /// Starts when the account is known, and again with another one.
    /// - Parameter isRefused: whether the server rejected the token, which is no reason to go on without one.
    func signedIn(as login: String?, isRefused: Bool = false) {
        if let account, account == (login, isRefused) { return }
        if Queue.needsToken, login != nil || isRefused { self.isRefused = isRefused }
        account = (login, isRefused)
        forgetFailures()
        restart()
    }

    private func networkChanged() {
        let isOffline = ladder.wait?.reason == .offline
        let wasMetered = if case .paused(.meteredNetwork, _) = phase { true } else { false }
        if isOffline { ladder = BackgroundLadder() }
        if isOffline || wasMetered || Queue.avoidsMeteredNetwork && network.isMetered { restart() }
    }

    /// Pauses until `resume`, at most until the process ends.
    func pause() {
        isPaused = true
        restart()
    }

    /// Goes on at once, also after a failure or a cancel.
    func resume() {
        (isPaused, isRefused, isCanceled) = (false, false, false)
        forgetFailures()
        restart()
    }

    /// Ends it until `resume`. The response to the request that runs is dropped.
    func cancel() {
        isCanceled = true
        end()
        set(.idle)
    }

    /// Ends it for the moment, and returns when no request is under way.
    func stop() async {
        let task = task
        end()
        await task?.value
    }

    private func end() {
        ticket += 1
        task?.cancel()
        (task, isBusy) = (nil, false)
    }

    private func forgetFailures() { (ladder, failing, failuresInRow) = (BackgroundLadder(), [:], 0) }

    /// Looks at the queue, which has changed; after the request that is under way, if there is one.
    func wake() { if isBusy { isOutdated = true } else { restart() } }

    /// Looks at the queue without the request that is under way: it is of another account or library.
    func restart() {
        guard account != nil, !isCanceled else { return }
        end()
        // Between steps, the task does not keep this object alive.
        task = Task { [weak self, time, ticket] in
            while let pause = await self?.step(ticket) {
                if pause > 0, await !time.slept(.seconds(pause)) { return }
            }
        }
    }

    /// Works until nothing is due, or it would wait.
    func run() async {
        account = (nil, false)
        end()
        while let pause = await step(ticket), case .working = phase {
            if pause > 0, await !time.slept(.seconds(pause)) { return }
        }
    }

    // MARK: Steps

    /// Returns the seconds until the next step; nil when nothing is to do until the job is woken.
    private func step(_ ticket: Int) async -> TimeInterval? {
        guard ticket == self.ticket else { return nil }
        (isBusy, isOutdated) = (true, false)
        let pause: TimeInterval?
        // Another process may hold the file.
        do throws(LibraryFailure) { pause = try await look(ticket) } catch { pause = 60 }
        guard ticket == self.ticket else { return nil }
        isBusy = false
        return isOutdated ? 0 : pause
    }

    private func look(_ ticket: Int) async throws(LibraryFailure) -> TimeInterval? {
        // While a request is under way, nothing keeps the queue alive.
        guard let due = try await queue?.due(Queue.batchSize + failing.count), ticket == self.ticket else { return nil }
        switch due {
        case .off: return end(in: .off)
        case .unknown(let seconds): return seconds
        case .nothing(let seconds):
            failing = [:]
            set(.idle)
            return seconds
        case .items(let items, let done, let total):
            let progress = progress(done, total)
            if isRefused { return end(in: .unauthorized(progress)) }
            if isPaused { return end(in: .paused(.byUser, progress)) }
            if Queue.avoidsMeteredNetwork, network.isMetered { return end(in: .paused(.meteredNetwork, progress)) }
            if let wait = ladder.current(now: time.now()) {
                set(.waiting(wait.reason, progress))
                return wait.left
            }
            set(.working(progress))
            // The pause between two requests may take minutes, so it comes after what is shown.
            let pause = pausedUntil.timeIntervalSince(time.now())
            if pause > 0, pause <= Self.maxPause { return pause }
            try await send(items, ticket)
            return 0
        }
    }

    private func end(in phase: BackgroundPhase) -> TimeInterval? {
        set(phase)
        return nil
    }

    private func set(_ phase: BackgroundPhase) {
        if phase != self.phase { self.phase = phase }
    }

    private func progress(_ done: Int, _ total: Int) -> BackgroundProgress {
        BackgroundProgress(
            done: NumberContent(done, formats: formats), total: NumberContent(total, formats: formats),
            estimate: pace.seconds(for: total - done).map { BackgroundEstimate(seconds: $0, formats: formats) })
    }

    private func send(_ due: [Queue.Work], _ ticket: Int) async throws(LibraryFailure) {
        let others = due.filter { failing[$0] == nil }
        // Those that failed come last, one at a time.
        let last = due.min { (failing[$0]?.failures ?? 0) < (failing[$1]?.failures ?? 0) }
        let items = others.isEmpty ? last.map { [$0] } ?? [] : Array(others.prefix(Queue.batchSize))
        guard !items.isEmpty, let request = try await queue?.request(items), ticket == self.ticket else { return }
        let began = time.now()
        let answer = await response(to: request, at: Queue.priority)
        guard ticket == self.ticket, let queue else { return }
        switch answer {
        case .failure(let failure): await failed(failure, items[0], of: due, queue)
        case .success(let response):
            let result = await queue.save(response, of: items)
            guard ticket == self.ticket else { return }
            guard let result else { return wait { _ in .storage } }
            let now = time.now()
            let pause = max(result.pause, result.done == 0 ? Queue.failurePause : 0)
            pausedUntil = now.addingTimeInterval(pause)
            pace.record(result.done, seconds: now.timeIntervalSince(began) + pause)
            if result.done > 0 { succeeded(items) }
        }
    }

    private func succeeded(_ items: [Queue.Work]) {
        (failuresInRow, isAvailable) = (0, true)
        ladder.requestSucceeded()
        for item in items { failing[item] = nil }
        for item in failing.keys { failing[item]?.isItsOwn = true }
    }

    // MARK: Failures

    private func failed(_ failure: CatalogFailure, _ item: Queue.Work, of due: [Queue.Work], _ queue: Queue) async {
        switch failure {
        case .rateLimited(let limit): wait(until: limit.resetsAt) { .rateLimit(until: $0) }
        case .throttled(let date): wait(until: date) { .throttled(until: $0) }
        case .notSent:
            wait(until: time.now().addingTimeInterval(max(Self.reservedPause, Queue.failurePause))) { _ in .reserved }
        case .cancelled: pausedUntil = time.now().addingTimeInterval(Queue.failurePause)
        case _ where queue.isFinal(failure, of: item): await giveUp(item, failure, queue)
        case .unauthorized where Queue.needsToken: isRefused = true
        case .offline, .proxyRefused: wait { _ in .offline }
        case .unauthorized, .insecure: wait { .server(until: $0) }
        default: await itemFailed(failure, item, of: due, queue)
        }
    }

    private func itemFailed(
        _ failure: CatalogFailure, _ item: Queue.Work, of due: [Queue.Work], _ queue: Queue
    ) async {
        pausedUntil = time.now().addingTimeInterval(Queue.failurePause)
        var state = failing[item] ?? (failures: 0, isItsOwn: false)
        state.failures += 1
        // What does not pass is a response of a server that is available.
        if !failure.isTransient || isAvailable && due.count == 1 && queue.canSkip(item) { state.isItsOwn = true }
        failing[item] = state
        if failure.isTransient { failuresInRow += 1 }
        let isGivenUp =
            state.failures >= Self.maxFailures && state.isItsOwn || state.failures > BackgroundLadder.length
        if isGivenUp { await giveUp(item, failure, queue) }
        let goesOn = isGivenUp || state.isItsOwn || due.contains { failing[$0] == nil }
        if goesOn, failuresInRow < Self.maxFailuresInRow { return }
        (failuresInRow, isAvailable) = (0, false)
        wait { .server(until: $0) }
    }

    private func giveUp(_ item: Queue.Work, _ failure: CatalogFailure, _ queue: Queue) async {
        failing[item] = nil
        if await !queue.giveUp(item, failure) { wait { _ in .storage } }
    }

    /// - Parameter reason: returns the reason, from the time of day when the wait ends.
    private func wait(until date: Date? = nil, _ reason: (String) -> BackgroundWait) {
        ladder.start(until: date, now: time.now()) { reason(formats.timeOfDay($0)) }
    }
}

@concurrent func response<Response: Sendable>(
    to request: BackgroundRequest<Response>, at priority: RequestPriority = .background
) async -> Result<Response, CatalogFailure> {
    await RequestContext.$current.withValue(RequestContext(priority)) { await asyncResult(request) }
}
