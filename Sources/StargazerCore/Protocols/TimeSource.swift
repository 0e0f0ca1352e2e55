public import Foundation

/// The clock and the waiting, injected so that tests own both.
public struct TimeSource: Sendable {
    public let now: @Sendable () -> Date
    /// Returns when the time has passed, or throws `CancellationError`.
    public let sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Date, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// The machine's own.
    public static let system = TimeSource(now: { Date() }, sleep: { try await Task.sleep(for: $0) })
}
