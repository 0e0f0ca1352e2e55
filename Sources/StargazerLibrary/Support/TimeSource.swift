public import Foundation

/// A clock and a way to wait, injected so that tests control both.
public struct TimeSource: Sendable {
    public let now: @Sendable () -> Date
    /// Returns after the duration, or throws `CancellationError`.
    public let sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// - Returns: false when the task is canceled meanwhile.
    package func slept(_ duration: Duration) async -> Bool {
        do { try await sleep(duration) } catch { return false }
        return !Task.isCancelled
    }

    public static let system = TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
