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

    /// - Parameter secret: what is in use from the start.
    public static func key(for server: APIServer, secret: Secret? = nil) -> CatalogKey {
        CatalogKey(host: server.host, page: keyPage, secret: secret)
    }
}
