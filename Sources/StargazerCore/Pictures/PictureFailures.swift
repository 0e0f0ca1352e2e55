public import Foundation
public import StargazerLibrary

/// Pictures that failed to load for a reason that does not pass by itself. Scrolling back to such a picture does not
/// request it again for a minute, and one that is too large or cannot be drawn never; Refresh does at once.
@MainActor public final class PictureFailures {
    /// In seconds. A later request may succeed.
    static let lifetime: TimeInterval = 60

    private struct Waiting {
        weak var owner: AnyObject?
        let retry: @MainActor () -> Void
    }

    private let time: TimeSource
    private var failedAt: [URL: Date] = [:]
    /// Those that fail again however long one waits: too large, or not to be drawn.
    private var lasting: [URL: CatalogFailure] = [:]
    private var waiting: [ObjectIdentifier: Waiting] = [:]

    public init(time: TimeSource) { self.time = time }

    /// A failure that passes by itself, such as a lost connection, is not recorded: the next request may succeed.
    public func record(_ failure: CatalogFailure, of address: URL) {
        if failure == .pictureTooLarge || failure == .undrawablePicture {
            lasting[address] = failure
        } else if !failure.isTransient, failure != .cancelled {
            record(address)
        }
    }

    /// The server answered, but not with a picture that can be shown.
    public func record(_ address: URL) { failedAt[address] = time.now() }

    /// Whether the picture failed less than a minute ago, or cannot be drawn. A clock that was set back ends the minute.
    public func contains(_ address: URL) -> Bool {
        if lasting[address] != nil { return true }
        guard let date = failedAt[address] else { return false }
        if (0..<Self.lifetime).contains(time.now().timeIntervalSince(date)) { return true }
        failedAt[address] = nil
        return false
    }

    /// Whether the picture has more bytes or pixels than are shown.
    public func isTooLarge(_ address: URL) -> Bool { lasting[address] == .pictureTooLarge }

    /// The user asked for this picture again.
    public func remove(_ address: URL) {
        failedAt[address] = nil
        lasting[address] = nil
    }

    /// Calls `retry` at the next ``retryAll()``, unless `owner` is gone by then. An owner waits for one picture.
    public func waitForRetry(_ owner: AnyObject, _ retry: @escaping @MainActor () -> Void) {
        waiting[ObjectIdentifier(owner)] = Waiting(owner: owner, retry: retry)
    }

    /// The owner shows another picture, or its picture arrived.
    public func stopWaiting(_ owner: AnyObject) { waiting[ObjectIdentifier(owner)] = nil }

    /// Refresh: all pictures may be requested again, and those on the screen are.
    public func retryAll() {
        (failedAt, lasting) = ([:], [:])
        let all = waiting.values
        waiting = [:]
        for one in all where one.owner != nil { one.retry() }
    }
}

extension CatalogFailure {
    /// A picture has more bytes or pixels than are shown.
    public static let pictureTooLarge = CatalogFailure.unreadable(code: "too-large")
    /// A picture is too complex to draw, damaged, or fully transparent.
    public static let undrawablePicture = CatalogFailure.unreadable(code: "svg")
}
