public import Foundation
public import StargazerLibrary
import Synchronization

/// Pictures that failed to load for a reason that does not pass by itself. Scrolling back to such a picture does not
/// request it again for a minute, and one that is too large or cannot be drawn never; Refresh does at once.
@MainActor public final class PictureFailures {
    /// In seconds. A later request may succeed.
    static let lifetime: TimeInterval = 60

    private struct Waiting {
        weak var owner: AnyObject?
        let retry: @MainActor () -> Void
    }

    private struct LastingFailure {
        let failure: CatalogFailure
        let isInDocument: Bool
    }

    private let time: TimeSource
    private var failedAt: [URL: Date] = [:]
    /// Those that fail again however long one waits: too large, or not to be drawn.
    private var lasting: [URL: LastingFailure] = [:]
    private var waiting: [ObjectIdentifier: Waiting] = [:]

    public init(time: TimeSource) { self.time = time }

    /// A failure that passes by itself, such as a lost connection, is not recorded: the next request may succeed.
    /// - Parameter isInDocument: whether it was allowed to be larger, as those of documents are.
    public func record(_ failure: CatalogFailure, of address: URL, isInDocument: Bool = false) {
        if failure == .pictureTooLarge || failure == .undrawablePicture {
            lasting[address] = LastingFailure(failure: failure, isInDocument: isInDocument)
        } else if !failure.isTransient, failure != .cancelled {
            record(address)
        }
    }

    /// The server answered, but not with a picture that can be shown.
    public func record(_ address: URL) { failedAt[address] = time.now() }

    /// Whether the picture failed less than a minute ago, or cannot be drawn. A clock that was set back ends the minute.
    public func contains(_ address: URL, isInDocument: Bool = false) -> Bool {
        if lastingFailure(of: address, isInDocument) != nil { return true }
        guard let date = failedAt[address] else { return false }
        if (0..<Self.lifetime).contains(time.now().timeIntervalSince(date)) { return true }
        failedAt[address] = nil
        return false
    }

    /// Whether the picture has more bytes or pixels than are shown.
    public func isTooLarge(_ address: URL, isInDocument: Bool = false) -> Bool {
        lastingFailure(of: address, isInDocument) == .pictureTooLarge
    }

    /// What is too large elsewhere may not be too large for a document.
    private func lastingFailure(of address: URL, _ isInDocument: Bool) -> CatalogFailure? {
        guard let one = lasting[address] else { return nil }
        return one.failure == .pictureTooLarge && isInDocument && !one.isInDocument ? nil : one.failure
    }

    /// The color scheme has changed: what cannot be drawn for one, such as white on nothing, may be drawn for the other.
    public func removeUndrawable() { lasting = lasting.filter { $0.value.failure != .undrawablePicture } }

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
    /// A picture could not be drawn this time, for a reason that is not its own.
    public static let undrawnPicture = CatalogFailure.unexpected(code: "svg")
}

/// The color scheme of the windows, for pictures that have colors for each. Any thread may read it.
public final class ColorScheme: Sendable {
    private let state: Mutex<Bool>

    public init(isDark: Bool = false) { state = Mutex(isDark) }

    public var isDark: Bool {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
