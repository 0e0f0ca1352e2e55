import Foundation
import Synchronization

/// Sends values to any number of streams, which buffer only the newest one, and end when this is deinitialized.
package final class StreamBroadcaster<Element: Sendable>: Sendable {
    private let continuations = Mutex<[UUID: AsyncStream<Element>.Continuation]>([:])

    package init() {}

    deinit {
        // Outside the lock: finishing runs the termination handlers.
        for continuation in continuations.withLock({ $0 }).values { continuation.finish() }
    }

    package func open() -> AsyncStream<Element> {
        let (stream, continuation) = AsyncStream.makeStream(of: Element.self, bufferingPolicy: .bufferingNewest(1))
        let key = UUID()
        continuations.withLock { $0[key] = continuation }
        continuation.onTermination = { [weak self] _ in
            _ = self?.continuations.withLock { $0.removeValue(forKey: key) }
        }
        return stream
    }

    package func notify(_ element: Element) {
        for continuation in continuations.withLock({ $0 }).values { continuation.yield(element) }
    }
}
