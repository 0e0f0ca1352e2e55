import Foundation

/// One question at a time, as every screen asks it: a newer question ends the older, whose answer is then late and counts
/// for nothing; waiting that takes long is told; a failure that ends at a known moment is counted down and the
/// question asked once more.
@MainActor final class LatestRequest {
    /// Waiting that deserves a sign of life.
    static let slowThreshold = Duration.milliseconds(500)

    private let time: TimeSource
    private let countdown: RetryCountdown
    private var ticket = 0
    private var context = RequestContext(.userInitiated)
    private var slow: (() -> Void)?
    private var tasks: [Task<Void, Never>] = []

    init(time: TimeSource, formats: Formats) {
        self.time = time
        countdown = RetryCountdown(time: time, formats: formats)
    }

    isolated deinit {
        for task in tasks { task.cancel() }
    }

    /// A failure is being counted down.
    var isCountingDown: Bool { countdown.isRunning }

    /// A question is on its way.
    var isRunning: Bool { !tasks.isEmpty }

    /// Nobody waits for the answer to what was asked last, nor would be told.
    var isBackground: Bool { context.priority.isOptional }

    /// Somebody waits from now on for the answer to what is on its way.
    func prioritize() {
        guard isRunning, context.priority < .userInitiated else { return }
        let wasBackground = isBackground
        context.prioritize()
        if wasBackground { startSlowTimer() }
    }

    /// Whatever is under way is over.
    func cancel() {
        ticket += 1
        for task in tasks { task.cancel() }
        (tasks, slow) = ([], nil)
        countdown.cancel()
    }

    /// Ends what is under way and asks.
    /// - Parameters:
    ///   - urgency: how much somebody waits for the answer.
    ///   - glanced: called with what is kept of an earlier answer, before the server is asked; nil when nobody would look.
    ///   - slow: called when the answer takes long; nil when nobody would be told.
    ///   - question: runs in a task of its own, which is cancelled when the question is ended.
    ///   - answered: called with the answer, unless the question has been ended by then.
    func start<Answer: Sendable>(
        at priority: RequestPriority = .userInitiated, showCached: ((Answer) -> Void)? = nil, slow: (() -> Void)? = nil,
        _ question: @escaping @Sendable () async -> Result<Answer, CatalogFailure>,
        answered: @escaping (Result<Answer, CatalogFailure>) -> Void
    ) {
        cancel()
        let context = RequestContext(priority)
        (self.context, self.slow) = (context, slow)
        if !isBackground { startSlowTimer() }
        tasks.append(
            Task { [weak self, ticket] in
                if let showCached {
                    let cached = await RequestContext.$current.withValue(RequestContext(.cacheOnly)) {
                        await question()
                    }
                    guard !Task.isCancelled, ticket == self?.ticket else { return }
                    if case .success(let cached) = cached { showCached(cached) }
                }
                var answer = await RequestContext.$current.withValue(context) { await question() }
                // It was decided not to send the request before anyone waited for it. Now someone does.
                if priority.isOptional, !context.priority.isOptional, case .failure(.cancelled) = answer,
                    !Task.isCancelled, ticket == self?.ticket
                {
                    answer = await RequestContext.$current.withValue(context) { await question() }
                }
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                // Nobody waits any more; what the answer begins is its own.
                let waiting = tasks
                tasks = []
                for task in waiting { task.cancel() }
                answered(answer)
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

    /// Tells a failure, again each second while a countdown runs.
    /// - Parameter retry: asks once more when the countdown is over; nil when that has been done already.
    func report(
        _ failure: CatalogFailure, about query: String, of service: String, cachedAt: Date? = nil, retry: (() -> Void)?,
        show: @escaping (FailureContent) -> Void
    ) {
        countdown.report(failure, query: query, service: service, cachedAt: cachedAt, retry: retry, show: show)
    }

    func stopCountdown() { countdown.cancel() }
}

/// What an asynchronous question answered, as a value.
func asyncResult<Answer: Sendable>(
    _ question: () async throws(CatalogFailure) -> Answer
) async -> Result<Answer, CatalogFailure> {
    do throws(CatalogFailure) {
        return .success(try await question())
    } catch {
        return .failure(error)
    }
}
