public import Foundation
public import StargazerCore

/// Where Flickr's API answers.
public enum FlickrServer {
    /// Flickr's own, `https://api.flickr.com`.
    public static let own = APIServer(scheme: "https", host: "api.flickr.com")
    /// The built-in sample data's. No such host exists, nor ever will (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "flickr.sample.invalid")
    /// Where Flickr hands out keys.
    public static let keyPage = URL(string: "https://www.flickr.com/services/apps/create/apply/")

    /// Whose the key is in the key store.
    public static let keyringService = KeyringService.key("flickr", account: name)
    /// What people call the service.
    static let name = "Flickr"

    /// - Parameter secret: what is in use from the start.
    public static func key(for server: APIServer, secret: Secret? = nil) -> APIKey {
        APIKey(host: server.host, page: keyPage, secret: secret)
    }
}
