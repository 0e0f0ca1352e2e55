import Foundation
import StargazerLibrary

/// Runs one request at a time. A newer request cancels the older one and discards its result.
/// It reports slow requests, counts down failures that end at a known time, and then retries once.
@MainActor final class LatestRequest {
    /// The time after which a request counts as slow.
    static let slowThreshold = Duration.milliseconds(500)

    private let time: TimeSource
    private let countdown: RetryCountdown
    private var ticket = 0
    private var context = RequestContext(.userInitiated)
    private var slow: (() -> Void)?
    private var tasks: [Task<Void, Never>] = []

    /// - Parameter network: tells whether the service is at fault when it cannot be reached; nil when nothing tells.
    init(time: TimeSource, formats: Formats, network: (any NetworkStatus)? = nil) {
        self.time = time
        countdown = RetryCountdown(time: time, formats: formats, network: network)
    }

    isolated deinit {
        for task in tasks { task.cancel() }
    }

    var isCountingDown: Bool { countdown.isRunning }

    var isRunning: Bool { !tasks.isEmpty }

    /// Whether the last request is optional: no user waits for it, and its failure is not shown.
    var isBackground: Bool { context.priority.isOptional }

    /// Raises the running request to `.userInitiated`.
    func prioritize() {
        guard isRunning, context.priority < .userInitiated else { return }
        let wasBackground = isBackground
        context.prioritize()
        if wasBackground { startSlowTimer() }
    }

    /// Cancels the request and the countdown.
    func cancel() {
        ticket += 1
        for task in tasks { task.cancel() }
        (tasks, slow) = ([], nil)
        countdown.cancel()
    }

    /// Cancels the current request and starts a new one.
    /// - Parameters:
    ///   - showCached: called with a cached response before the server is asked; nil to skip the cache lookup.
    ///   - slow: called when the request is slow; nil when nothing would show it.
    ///   - operation: runs in its own task, which is cancelled with the request.
    ///   - completion: called with the result, unless the request was cancelled before.
    func start<Response: Sendable>(
        at priority: RequestPriority = .userInitiated, showCached: ((Response) -> Void)? = nil,
        slow: (() -> Void)? = nil,
        _ operation: @escaping @Sendable () async -> Result<Response, CatalogFailure>,
        completion: @escaping (Result<Response, CatalogFailure>) -> Void
    ) {
        cancel()
        let context = RequestContext(priority)
        (self.context, self.slow) = (context, slow)
        if !isBackground { startSlowTimer() }
        tasks.append(
            Task { [weak self, ticket] in
                if let showCached {
                    let cacheOnly = RequestContext(cachePolicy: .cacheOnly)
                    let cached = await RequestContext.$current.withValue(cacheOnly) { await operation() }
                    guard !Task.isCancelled, ticket == self?.ticket else { return }
                    if case .success(let cached) = cached { showCached(cached) }
                }
                var response = await RequestContext.$current.withValue(context) { await operation() }
                // The optional request was not sent, and became user-initiated meanwhile: send it now.
                if priority.isOptional, !context.priority.isOptional, case .failure(.notSent) = response,
                    !Task.isCancelled, ticket == self?.ticket
                {
                    response = await RequestContext.$current.withValue(context) { await operation() }
                }
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                // The request is over; `completion` may start a new one.
                let waiting = tasks
                tasks = []
                for task in waiting { task.cancel() }
                completion(response)
            })
    }

    private func startSlowTimer() {
        guard let slow else { return }
        tasks.append(
            Task { [weak self, time, ticket] in
                do { try await time.sleep(Self.slowThreshold) } catch { return }
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                slow()
            })
    }

    /// Reports a failure, and again each second while a countdown runs.
    /// - Parameter retry: repeats the request after the countdown; nil when it has been repeated already.
    func report(
        _ failure: CatalogFailure, about query: String, of service: String, cachedAt: Date? = nil, retry: (() -> Void)?,
        show: @escaping (FailureContent) -> Void
    ) {
        countdown.report(failure, query: query, service: service, cachedAt: cachedAt, retry: retry, show: show)
    }

    func stopCountdown() { countdown.cancel() }
}

/// Returns the result of an asynchronous function as a value.
func asyncResult<Response: Sendable>(
    _ operation: () async throws(CatalogFailure) -> Response
) async -> Result<Response, CatalogFailure> {
    do throws(CatalogFailure) {
        return .success(try await operation())
    } catch {
        return .failure(error)
    }
}

/// Shows a failure and counts down the time until it ends, one failure at a time, by the clock, so that it is right
/// after a suspend. At the end the request can be retried once. Failures without a known end are shown once.
@MainActor final class RetryCountdown {
    private let time: TimeSource
    private let formats: Formats
    private let network: (any NetworkStatus)?
    private var task: Task<Void, Never>?

    var isRunning: Bool { task != nil }

    init(time: TimeSource, formats: Formats, network: (any NetworkStatus)? = nil) {
        self.time = time
        self.formats = formats
        self.network = network
    }

    isolated deinit { task?.cancel() }

    func cancel() {
        task?.cancel()
        task = nil
    }

    /// - Parameters:
    ///   - cachedAt: when the server sent the content shown instead.
    ///   - retry: called at the end; nil when the request has been repeated already.
    ///   - show: called immediately, then each second.
    func report(
        _ failure: CatalogFailure, query: String, service: String, cachedAt: Date? = nil, retry: (() -> Void)?,
        show: @escaping (FailureContent) -> Void
    ) {
        cancel()
        let age = { [formats, time] in cachedAt.map { formats.relative($0, now: time.now()) } }
        guard let retryDate = failure.retryDate else {
            let isServiceDown = failure == .offline && network?.isAvailable == true
            return show(
                FailureContent(
                    failure: failure, query: query, service: service, cacheAge: age(), isServiceDown: isServiceDown))
        }
        // With a wrong clock the limit may already be over. It must not cause an immediate retry.
        let end = max(retryDate, time.now().addingTimeInterval(1))
        let content = { [formats] (left: TimeInterval) in
            FailureContent(
                failure: failure, query: query, service: service, countdown: left > 0 ? formats.countdown(left) : nil,
                until: formats.timeOfDay(end), willRetry: left > 0 && retry != nil, cacheAge: age())
        }
        show(content(end.timeIntervalSince(time.now())))
        task = Task { [weak self, time] in
            while true {
                let left = end.timeIntervalSince(time.now())
                guard left > 0 else { break }
                show(content(left))
                do { try await time.sleep(.seconds(left - (left.rounded(.up) - 1))) } catch { return }
                guard !Task.isCancelled else { return }
            }
            self?.task = nil
            if let retry { retry() } else { show(content(0)) }
        }
    }
}
