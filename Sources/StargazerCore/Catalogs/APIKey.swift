public import Foundation
import Synchronization

/// The key that the person has for a service, and sends with every question to it. One service's catalog and whatever
/// else asks it share one.
public final class APIKey: Sendable {
    private struct State {
        var secret: Secret?
        var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    /// Where it is filed in the key store: the host of the service's items.
    public let host: String
    /// Where the service hands keys out; only http and https.
    public let page: URL?
    private let state: Mutex<State>

    /// - Parameter secret: what is in use from the start, as with sample data.
    public init(host: String, page: URL?, secret: Secret? = nil) {
        self.host = host
        self.page = page?.asWebURL
        state = Mutex(State(secret: secret))
    }

    /// What is sent; nil while there is none that the service takes.
    public var value: Secret? { state.withLock(\.secret) }

    public func use(_ secret: Secret?) { state.withLock { $0.secret = secret } }

    /// The service does not take this one: it is not sent any more, unless another came into use meanwhile.
    public func refuse(_ secret: Secret) {
        let listeners = state.withLock { state in
            guard state.secret == secret else { return [AsyncStream<Void>.Continuation]() }
            state.secret = nil
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    /// Tells of each refusal from now on.
    public func refusals() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let key = UUID()
        state.withLock { $0.listeners[key] = continuation }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: key) }
        }
        return stream
    }
}
