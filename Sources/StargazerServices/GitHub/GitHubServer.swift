import Foundation
import StargazerCore

/// Where a GitHub API answers: github.com's, an Enterprise Server's (`https://HOST/api/v3`), or one on this machine.
public typealias GitHubServer = APIServer

extension APIServer {
    /// GitHub's own API, `https://api.github.com`.
    public static let gitHub = APIServer(scheme: "https", host: "api.github.com")
    /// The built-in sample data's. No such host exists, nor ever will (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "sample.invalid")

    /// Whose the tokens are in the key store.
    /// - Parameter others: services that take a key and answer at the same address.
    public static func gitHubKeyring(excluding others: [KeyringService] = []) -> KeyringService {
        .signIn("github", excluding: others)
    }

    /// The host of the pages that people see. The API may be on a host of its own (`api.github.com`,
    /// `api.TENANT.ghe.com`) or below a path of the same one (`https://HOST/api/v3`).
    var webHost: String {
        let isSeparateHost = host == "api.github.com" || (host.hasPrefix("api.") && host.hasSuffix(".ghe.com"))
        return isSeparateHost ? String(host.dropFirst("api.".count)) : host
    }

    /// What tells the server who asks; nil when this address or this server may not know.
    func authorization(_ credential: Credential, at url: URL) -> String? {
        credential.host == host && owns(url) ? "Bearer \(credential.secret.revealed)" : nil
    }
}
