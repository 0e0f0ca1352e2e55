import CSoup
import Foundation

/// A numeric IPv4 or IPv6 address.
struct IPAddress: Sendable {
    /// 4 or 16 bytes in network order.
    private let bytes: [UInt8]

    /// Parses an address; nil for a host name.
    init?(_ text: String) {
        guard let address = g_inet_address_new_from_string(text) else { return nil }
        defer { g_object_unref(address) }
        self.init(address)
    }

    /// - Parameter address: remains owned by the caller.
    init(_ address: UnsafeMutablePointer<GInetAddress>) {
        bytes = Array(UnsafeBufferPointer(start: g_inet_address_to_bytes(address), count: address.size))
    }

    /// Whether the address is public, and not of this machine, a private network or a special purpose.
    ///
    /// The blocks are those of IANA's special-purpose registries (RFC 6890). Of the IPv4 addresses written as IPv6,
    /// only NAT64 can be public: no host is published in the other forms.
    var isPublic: Bool {
        if bytes.count == 4 { return !Self.isSpecial(bytes) }
        if Self.nat64.contains(bytes) { return !Self.isSpecial(bytes.suffix(4)) }
        return Self.globalUnicast.contains(bytes) && !Self.special6.contains { $0.contains(bytes) }
    }

    private static func isSpecial(_ bytes: some Collection<UInt8>) -> Bool { special4.contains { $0.contains(bytes) } }

    private struct Block {
        let prefix: [UInt8]
        let length: Int

        init(_ prefix: UInt8..., length: Int) {
            self.prefix = prefix
            self.length = length
        }

        func contains(_ bytes: some Collection<UInt8>) -> Bool {
            for (place, (own, other)) in zip(prefix, bytes).enumerated() {
                let bits = min(8, length - 8 * place)
                guard own >> (8 - bits) == other >> (8 - bits) else { return false }
            }
            return true
        }
    }

    private static let special4 = [
        // This network, private, carrier-grade NAT, loopback, link-local.
        Block(0, length: 8), Block(10, length: 8), Block(100, 64, length: 10), Block(127, length: 8),
        Block(169, 254, length: 16), Block(172, 16, length: 12), Block(192, 168, length: 16),
        // Protocol assignments, documentation, benchmarks.
        Block(192, 0, 0, length: 24), Block(192, 0, 2, length: 24), Block(192, 88, 99, length: 24),
        Block(198, 18, length: 15), Block(198, 51, 100, length: 24), Block(203, 0, 113, length: 24),
        // Multicast, reserved, broadcast.
        Block(224, length: 4), Block(240, length: 4),
    ]
    private static let globalUnicast = Block(0x20, length: 3)
    private static let nat64 = Block(0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0, length: 96)
    private static let special6 = [
        // Protocol assignments such as Teredo, documentation, 6to4.
        Block(0x20, 0x01, 0, length: 23), Block(0x20, 0x01, 0x0D, 0xB8, length: 32), Block(0x20, 0x02, length: 16),
        Block(0x3F, 0xFF, 0, length: 20),
    ]
}

extension UnsafeMutablePointer<GInetAddress> {
    fileprivate var size: Int { Int(g_inet_address_get_native_size(self)) }
}

/// The peer of a connection that is being made. An unknown peer is neither public nor a proxy.
struct SocketPeer {
    /// A proxy resolves the host itself.
    private(set) var isProxy = false
    /// The proxy as `HOST:PORT`, if its address is known.
    private(set) var proxy: String?
    private(set) var isPublic = false

    init(_ connection: UnsafeMutablePointer<GSocketConnection>) {
        guard let address = g_socket_connection_get_remote_address(connection, nil) else { return }
        defer { g_object_unref(address) }
        isProxy = Self.isA(address, g_proxy_address_get_type())
        if isProxy {
            proxy = address.withMemoryRebound(to: GProxyAddress.self, capacity: 1) {
                g_proxy_address_get_uri($0).flatMap { Self.hostAndPort(String(cString: $0)) }
            }
        }
        guard Self.isA(address, g_inet_socket_address_get_type()) else { return }
        isPublic = address.withMemoryRebound(to: GInetSocketAddress.self, capacity: 1) {
            // Borrowed from the socket's address.
            g_inet_socket_address_get_address($0).map { IPAddress($0).isPublic } ?? false
        }
    }

    /// Leaves out the user name and the password that the address of a proxy can have.
    private static func hostAndPort(_ address: String) -> String? {
        guard let parts = URLComponents(string: address), let host = parts.host, !host.isEmpty else { return nil }
        return parts.port.map { "\(host):\($0)" } ?? host
    }

    private static func isA(_ address: UnsafeMutablePointer<GSocketAddress>, _ type: GType) -> Bool {
        address.withMemoryRebound(to: GTypeInstance.self, capacity: 1) { g_type_check_instance_is_a($0, type) != 0 }
    }
}
