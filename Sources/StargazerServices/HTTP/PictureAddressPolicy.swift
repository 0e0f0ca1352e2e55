import Foundation

/// The URLs that pictures may be loaded from.
///
/// Picture URLs come from servers and their users. They may lead to public hosts over https only, or to a server that
/// the user has configured.
public struct PictureAddressPolicy: Sendable {
    private let trustedOrigins: Set<String>

    /// - Parameter servers: those that the user has configured.
    public init(trusting servers: [APIServer] = []) {
        trustedOrigins = Set(
            servers.compactMap { server in
                server.baseURL.flatMap { WebAddress($0.absoluteString) }?.origin
            })
    }

    /// Whether the URL has the scheme, host and port of a configured server.
    func trusts(_ address: WebAddress) -> Bool { trustedOrigins.contains(address.origin) }

    /// Whether a picture may have this URL. The address that the host name resolves to is checked when connecting.
    func allows(_ address: WebAddress) -> Bool { trusts(address) || (address.isSecure && !address.isLocal) }
}
