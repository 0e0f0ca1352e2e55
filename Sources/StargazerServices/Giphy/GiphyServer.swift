public import Foundation
public import StargazerCore

public enum GiphyServer {
    public static let own = APIServer(scheme: "https", host: "api.giphy.com")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "giphy.sample.invalid")
    public static let keyPage = URL(string: "https://developers.giphy.com/dashboard/")

    public static let keyringService = KeyringService(name: "giphy")
    static let name = "GIPHY"

    /// - Parameter secret: the initial key.
    public static func key(for server: APIServer, secret: Secret? = nil) -> ServiceAPIKey {
        ServiceAPIKey(host: server.host, page: keyPage, secret: secret)
    }
}
