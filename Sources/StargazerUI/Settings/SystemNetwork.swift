import CStargazer
import GtkBridge
import StargazerCore

/// The network connection, as GNetworkMonitor knows it: from NetworkManager or the network portal.
@MainActor final class SystemNetwork: NetworkStatus {
    private let monitor: Handle
    private var connections: [UInt] = []
    private var listeners: [AsyncStream<Void>.Continuation] = []
    private var following: Task<Void, Never>?
    /// Whether a server has answered since the last change, whatever the system says.
    private var hasResponse = false

    /// - Parameter recoveries: yields when a server can be reached again; the system does not notice.
    init?(recoveries: AsyncStream<Void>?) {
        // The monitor is borrowed; GIO owns it.
        guard let monitor = g_network_monitor_get_default() else { return nil }
        self.monitor = Handle(monitor)
        connections = [
            Signals.connect(self.monitor, "notify::network-metered") { [weak self] in self?.changed() },
            Signals.connect(self.monitor, "network-changed") { [weak self] in self?.changed() },
        ]
        guard let recoveries else { return }
        following = Task { [weak self] in
            for await _ in recoveries { self?.changed(hasResponse: true) }
        }
    }

    isolated deinit {
        following?.cancel()
        for connection in connections where connection > 0 { Signals.disconnect(monitor, connection) }
    }

    var isAvailable: Bool { hasResponse || g_network_monitor_get_network_available(monitor.opaque) != 0 }
    var isMetered: Bool { g_network_monitor_get_network_metered(monitor.opaque) != 0 }

    func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    private func changed(hasResponse: Bool = false) {
        self.hasResponse = hasResponse
        for listener in listeners { listener.yield() }
    }
}
