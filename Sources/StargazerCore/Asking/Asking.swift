import Foundation

/// One question at a time, as every screen asks it: a newer question ends the older, whose answer is then late and counts
/// for nothing; waiting that takes long is told; a failure that ends at a known moment is counted down and the
/// question asked once more.
@MainActor final class Asking {
    /// Waiting that deserves a sign of life.
    static let patience = Duration.milliseconds(500)

    private let time: TimeSource
    private let countdown: RetryCountdown
    private var ticket = 0
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

    /// Whatever is under way is over.
    func end() {
        ticket += 1
        for task in tasks { task.cancel() }
        tasks = []
        countdown.cancel()
    }

    /// Ends what is under way and asks.
    /// - Parameters:
    ///   - slow: called when the answer takes long; nil when nobody would be told.
    ///   - question: runs in a task of its own, which is cancelled when the question is ended.
    ///   - answered: called with the answer, unless the question has been ended by then.
    func ask<Answer: Sendable>(
        slow: (() -> Void)? = nil, _ question: @escaping @Sendable () async -> Result<Answer, CatalogFailure>,
        answered: @escaping (Result<Answer, CatalogFailure>) -> Void
    ) {
        end()
        let ticket = ticket
        if let slow {
            tasks.append(
                Task { [weak self, time] in
                    do { try await time.sleep(Self.patience) } catch { return }
                    guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                    slow()
                })
        }
        tasks.append(
            Task { [weak self] in
                let answer = await question()
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                // Nobody waits any more; what the answer begins is its own.
                let waiting = tasks
                tasks = []
                for task in waiting { task.cancel() }
                answered(answer)
            })
    }

    /// Tells a failure, again each second while a countdown runs.
    /// - Parameter retry: asks once more when the countdown is over; nil when that has been done already.
    func tell(
        _ failure: CatalogFailure, about query: String, of service: String, keptAt: Date? = nil, retry: (() -> Void)?,
        show: @escaping (FailureContent) -> Void
    ) {
        countdown.tell(failure, query: query, service: service, keptAt: keptAt, retry: retry, show: show)
    }

    func stopCountdown() { countdown.cancel() }
}

/// What an asynchronous question answered, as a value.
func answer<Answer: Sendable>(
    _ question: () async throws(CatalogFailure) -> Answer
) async -> Result<Answer, CatalogFailure> {
    do throws(CatalogFailure) {
        return .success(try await question())
    } catch {
        return .failure(error)
    }
}
