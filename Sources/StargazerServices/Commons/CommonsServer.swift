import StargazerCore

/// The addresses of Wikimedia Commons.
public enum CommonsServer {
    /// The wiki itself, `https://commons.wikimedia.org`.
    public static let own = APIServer(scheme: "https", host: "commons.wikimedia.org")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "commons.sample.invalid")
    /// The service's display name.
    static let name = "Wikimedia Commons"

    /// Returns the host in the IDs of a server's files. Another server may have items of the same kind from another
    /// service too, so its name is extended.
    static func itemHost(of server: APIServer) -> String {
        server.host.hasPrefix("commons.") ? server.host : "commons.\(server.host)"
    }
}
