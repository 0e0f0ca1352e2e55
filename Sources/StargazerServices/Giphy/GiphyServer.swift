public import Foundation
public import StargazerCore

/// The addresses of GIPHY's API.
public enum GiphyServer {
    /// GIPHY's own server, `https://api.giphy.com`.
    public static let own = APIServer(scheme: "https", host: "api.giphy.com")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "giphy.sample.invalid")
    /// The page where users create API keys.
    public static let keyPage = URL(string: "https://developers.giphy.com/dashboard/")

    /// The keyring entry of the API key.
    public static let keyringService = KeyringService(name: "giphy")
    /// The service's display name.
    static let name = "GIPHY"

    /// - Parameter secret: the initial key.
    public static func key(for server: APIServer, secret: Secret? = nil) -> ServiceAPIKey {
        ServiceAPIKey(host: server.host, page: keyPage, secret: secret)
    }
}
