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
    private var errand = Errand(.awaited)
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
    var isUnderWay: Bool { !tasks.isEmpty }

    /// Nobody waits for the answer to what was asked last, nor would be told.
    var isQuiet: Bool { errand.urgency.isOptional }

    /// Somebody waits from now on for the answer to what is on its way.
    func hasten() {
        guard isUnderWay, errand.urgency < .awaited else { return }
        let wasQuiet = isQuiet
        errand.hasten()
        if wasQuiet { waitPatiently() }
    }

    /// Whatever is under way is over.
    func end() {
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
    func ask<Answer: Sendable>(
        at urgency: Urgency = .awaited, glanced: ((Answer) -> Void)? = nil, slow: (() -> Void)? = nil,
        _ question: @escaping @Sendable () async -> Result<Answer, CatalogFailure>,
        answered: @escaping (Result<Answer, CatalogFailure>) -> Void
    ) {
        end()
        let errand = Errand(urgency)
        (self.errand, self.slow) = (errand, slow)
        if !isQuiet { waitPatiently() }
        tasks.append(
            Task { [weak self, ticket] in
                if let glanced {
                    let kept = await Errand.$current.withValue(Errand(.kept)) { await question() }
                    guard !Task.isCancelled, ticket == self?.ticket else { return }
                    if case .success(let kept) = kept { glanced(kept) }
                }
                var answer = await Errand.$current.withValue(errand) { await question() }
                // It was decided not to send the request before anyone waited for it. Now someone does.
                if urgency.isOptional, !errand.urgency.isOptional, case .failure(.cancelled) = answer,
                    !Task.isCancelled, ticket == self?.ticket
                {
                    answer = await Errand.$current.withValue(errand) { await question() }
                }
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                // Nobody waits any more; what the answer begins is its own.
                let waiting = tasks
                tasks = []
                for task in waiting { task.cancel() }
                answered(answer)
            })
    }

    private func waitPatiently() {
        guard let slow else { return }
        tasks.append(
            Task { [weak self, time, ticket] in
                do { try await time.sleep(Self.patience) } catch { return }
                guard let self, !Task.isCancelled, ticket == self.ticket else { return }
                slow()
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
