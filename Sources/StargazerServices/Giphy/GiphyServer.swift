public import Foundation
public import StargazerCore

/// Where GIPHY's API answers.
public enum GiphyServer {
    /// GIPHY's own, `https://api.giphy.com`.
    public static let own = APIServer(scheme: "https", host: "api.giphy.com")
    /// The built-in sample data's. No such host exists, nor ever will (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "giphy.sample.invalid")
    /// Where GIPHY hands out keys.
    public static let keyPage = URL(string: "https://developers.giphy.com/dashboard/")

    /// Whose the key is in the key store.
    public static let keyringService = KeyringService.key("giphy", account: name)
    /// What people call the service.
    static let name = "GIPHY"

    /// - Parameter secret: what is in use from the start.
    public static func key(for server: APIServer, secret: Secret? = nil) -> APIKey {
        APIKey(host: server.host, page: keyPage, secret: secret)
    }
}
