import CStargazer
import GtkBridge
import StargazerCore

/// The network connection, as GNetworkMonitor knows it: from NetworkManager or the network portal.
@MainActor final class SystemNetwork: NetworkStatus {
    private let monitor: Handle
    private var connections: [UInt] = []
    private var listeners: [AsyncStream<Void>.Continuation] = []

    init?() {
        // The monitor is borrowed; GIO owns it.
        guard let monitor = g_network_monitor_get_default() else { return nil }
        self.monitor = Handle(monitor)
        connections = [
            Signals.connect(self.monitor, "notify::network-metered") { [weak self] in self?.changed() },
            Signals.connect(self.monitor, "network-changed") { [weak self] in self?.changed() },
        ]
    }

    isolated deinit {
        for connection in connections where connection > 0 { Signals.disconnect(monitor, connection) }
    }

    var isAvailable: Bool { g_network_monitor_get_network_available(monitor.opaque) != 0 }
    var isMetered: Bool { g_network_monitor_get_network_metered(monitor.opaque) != 0 }

    func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(listener)
        return stream
    }

    private func changed() {
        for listener in listeners { listener.yield() }
    }
}
