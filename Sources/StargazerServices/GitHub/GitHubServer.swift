import Foundation
import StargazerCore

/// Where a GitHub API answers: github.com's, an Enterprise Server's (`https://HOST/api/v3`), or one on this machine.
public typealias GitHubServer = APIServer

extension APIServer {
    /// GitHub's own API, `https://api.github.com`.
    public static let gitHub = APIServer(scheme: "https", host: "api.github.com")
    /// The built-in sample data's. No such host exists, nor ever will (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "sample.invalid")

    /// What tells the server who asks; nil when this address or this server may not know.
    func authorization(_ credential: Credential, at url: URL) -> String? {
        credential.host == host && owns(url) ? "Bearer \(credential.secret.revealed)" : nil
    }
}
