import Foundation

/// Where pictures may be loaded from. Servers and strangers write their addresses, so they lead to public hosts over
/// https only, and to the servers that the user has named, wherever those are.
public struct PictureAddressPolicy: Sendable {
    private let trustedOrigins: Set<String>

    /// - Parameter servers: those that the user has named.
    public init(trusting servers: [APIServer] = []) {
        trustedOrigins = Set(
            servers.compactMap { server in
                server.baseURL.flatMap { WebAddress($0.absoluteString) }?.origin
            })
    }

    /// Whether the address has scheme, host and port of a server that the user has named.
    func trusts(_ address: WebAddress) -> Bool { trustedOrigins.contains(address.origin) }

    /// Whether a picture may have this address. What the name of a host resolves to is checked when it is connected to.
    func allows(_ address: WebAddress) -> Bool { trusts(address) || (address.isSecure && !address.isLocal) }
}
