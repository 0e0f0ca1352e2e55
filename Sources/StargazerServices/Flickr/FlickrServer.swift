public import Foundation
public import StargazerCore

/// The addresses of Flickr's API.
public enum FlickrServer {
    /// Flickr's own server, `https://api.flickr.com`.
    public static let own = APIServer(scheme: "https", host: "api.flickr.com")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "flickr.sample.invalid")
    /// The page where users create API keys.
    public static let keyPage = URL(string: "https://www.flickr.com/services/apps/create/apply/")

    /// The keyring entry of the API key.
    public static let keyringService = KeyringService(name: "flickr")
    /// The service's display name.
    static let name = "Flickr"

    /// - Parameter secret: the initial key.
    public static func key(for server: APIServer, secret: Secret? = nil) -> ServiceAPIKey {
        ServiceAPIKey(host: server.host, page: keyPage, secret: secret)
    }
}
