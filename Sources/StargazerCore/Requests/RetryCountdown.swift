import Foundation

/// Shows a failure and counts down the time until it ends.
/// A failure with a known end is counted down each second. The time is read from the clock each time, so it is right
/// after a suspend. At the end the request can be retried once. Other failures are shown once. One
/// countdown runs at a time.
@MainActor final class RetryCountdown {
    private let time: TimeSource
    private let formats: Formats
    private var task: Task<Void, Never>?

    var isRunning: Bool { task != nil }

    init(time: TimeSource, formats: Formats) {
        self.time = time
        self.formats = formats
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
            return show(FailureContent(failure: failure, query: query, service: service, cacheAge: age()))
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
