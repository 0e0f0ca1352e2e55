/// The network connection, as the system reports it.
@MainActor public protocol NetworkStatus: AnyObject {
    /// Whether other machines can be reached, as far as the system knows.
    var isAvailable: Bool { get }
    /// Whether the connection costs by the byte.
    var isMetered: Bool { get }
    /// Yields after each change of the network. The stream ends only with this instance.
    func changes() -> AsyncStream<Void>
}

/// A network that is always available, never metered and never changes, for sample data.
@MainActor public final class UnmeteredNetwork: NetworkStatus {
    public let isAvailable = true
    public let isMetered = false

    public init() {}

    public func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
}
