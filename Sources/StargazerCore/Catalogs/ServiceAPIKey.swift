public import Foundation
import StargazerLibrary
import Synchronization

/// The user's API key for a service, sent with every request to it; one instance for all clients of the service.
public final class ServiceAPIKey: Sendable {
    private struct State {
        var secret: Secret?
        var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]
    }

    /// The host of the service's items; the keyring files the key under it.
    public let host: String
    /// The page where the service issues keys; only http and https.
    public let page: URL?
    private let state: Mutex<State>

    /// - Parameter secret: the key in use from the start, as with sample data.
    public init(host: String, page: URL?, secret: Secret? = nil) {
        self.host = host
        self.page = page?.asWebURL
        state = Mutex(State(secret: secret))
    }

    /// The key to send; nil while there is none that the service accepts.
    public var value: Secret? { state.withLock(\.secret) }

    public func use(_ secret: Secret?) { state.withLock { $0.secret = secret } }

    /// Stops using a key that the service rejected, unless another key has replaced it meanwhile.
    public func refuse(_ secret: Secret) {
        let listeners = state.withLock { state in
            guard state.secret == secret else { return [AsyncStream<Void>.Continuation]() }
            state.secret = nil
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield() }
    }

    /// Yields after each rejection from now on.
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
