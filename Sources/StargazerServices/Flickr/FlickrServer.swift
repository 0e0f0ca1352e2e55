public import Foundation
public import StargazerCore

public enum FlickrServer {
    public static let own = APIServer(scheme: "https", host: "api.flickr.com")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "flickr.sample.invalid")
    public static let keyPage = URL(string: "https://www.flickr.com/services/apps/create/apply/")

    public static let keyringService = KeyringService(name: "flickr")
    static let name = "Flickr"

    /// - Parameter secret: the initial key.
    public static func key(for server: APIServer, secret: Secret? = nil) -> ServiceAPIKey {
        ServiceAPIKey(host: server.host, page: keyPage, secret: secret)
    }
}
