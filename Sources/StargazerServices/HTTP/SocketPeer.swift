import CSoup

/// Checks the peer of a connection that is being made.
enum SocketPeer {
    /// Whether the peer is a public address or a proxy, which resolves the host itself. An unknown peer is neither.
    static func isPublicOrProxy(_ connection: UnsafeMutablePointer<GSocketConnection>) -> Bool {
        guard let address = g_socket_connection_get_remote_address(connection, nil) else { return false }
        defer { g_object_unref(address) }
        if isA(address, g_proxy_address_get_type()) { return true }
        guard isA(address, g_inet_socket_address_get_type()) else { return false }
        return address.withMemoryRebound(to: GInetSocketAddress.self, capacity: 1) {
            // Borrowed from the socket's address.
            g_inet_socket_address_get_address($0).map { IPAddress($0).isPublic } ?? false
        }
    }

    private static func isA(_ address: UnsafeMutablePointer<GSocketAddress>, _ type: GType) -> Bool {
        address.withMemoryRebound(to: GTypeInstance.self, capacity: 1) { g_type_check_instance_is_a($0, type) != 0 }
    }
}
