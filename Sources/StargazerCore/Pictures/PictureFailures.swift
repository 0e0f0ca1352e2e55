public import Foundation

/// Pictures that failed to load for a reason that does not pass by itself. Scrolling back to such a picture does not
/// request it again for a minute; Refresh does at once.
@MainActor public final class PictureFailures {
    /// In seconds. A later request may succeed.
    static let lifetime: TimeInterval = 60

    private struct Waiting {
        weak var owner: AnyObject?
        let retry: @MainActor () -> Void
    }

    private let time: TimeSource
    private var failedAt: [URL: Date] = [:]
    /// Drawing these again would take as long and fail again.
    private var undrawable: Set<URL> = []
    private var waiting: [ObjectIdentifier: Waiting] = [:]

    public init(time: TimeSource) { self.time = time }

    /// A failure that passes by itself, such as a lost connection, is not recorded: the next request may succeed.
    public func record(_ failure: CatalogFailure, of address: URL) {
        if failure == .unreadable(code: CatalogFailure.undrawablePicture) {
            undrawable.insert(address)
        } else if !failure.isTransient, failure != .cancelled {
            record(address)
        }
    }

    /// The server answered, but not with a picture that can be shown.
    public func record(_ address: URL) { failedAt[address] = time.now() }

    /// Whether the picture failed less than a minute ago, or cannot be drawn. A clock that was set back ends the minute.
    public func contains(_ address: URL) -> Bool {
        if undrawable.contains(address) { return true }
        guard let date = failedAt[address] else { return false }
        if (0..<Self.lifetime).contains(time.now().timeIntervalSince(date)) { return true }
        failedAt[address] = nil
        return false
    }

    /// The user asked for this picture again.
    public func remove(_ address: URL) {
        failedAt[address] = nil
        undrawable.remove(address)
    }

    /// Calls `retry` at the next ``retryAll()``, unless `owner` is gone by then. An owner waits for one picture.
    public func waitForRetry(_ owner: AnyObject, _ retry: @escaping @MainActor () -> Void) {
        waiting[ObjectIdentifier(owner)] = Waiting(owner: owner, retry: retry)
    }

    /// The owner shows another picture, or its picture arrived.
    public func stopWaiting(_ owner: AnyObject) { waiting[ObjectIdentifier(owner)] = nil }

    /// Refresh: all pictures may be requested again, and those on the screen are.
    public func retryAll() {
        failedAt = [:]
        undrawable = []
        let all = waiting.values
        waiting = [:]
        for one in all where one.owner != nil { one.retry() }
    }
}

extension CatalogFailure {
    /// The code of a picture that is too complex to draw, damaged, or fully transparent.
    public static let undrawablePicture = "svg"
}
