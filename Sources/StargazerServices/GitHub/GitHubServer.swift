public import Foundation
import StargazerCore

/// The base URL of a GitHub API: github.com, an Enterprise Server (`https://HOST/api/v3`), or this machine.
public typealias GitHubServer = APIServer

extension APIServer {
    public static let gitHub = APIServer(scheme: "https", host: "api.github.com")
    /// The host of the built-in sample data, which can never exist (RFC 2606).
    public static let sample = APIServer(scheme: "https", host: "sample.invalid")

    public static let gitHubKeyring = KeyringService(name: "github")

    /// The host of the web pages: the API's, without `api.` for `api.github.com` and `api.TENANT.ghe.com`.
    var webHost: String {
        let isSeparateHost = host == "api.github.com" || (host.hasPrefix("api.") && host.hasSuffix(".ghe.com"))
        return isSeparateHost ? String(host.dropFirst("api.".count)) : host
    }

    /// Whether a page on this host shows what this server has. Sample data, and servers on this machine that stand in
    /// for GitHub, answer with addresses of github.com.
    func hasPages(on host: String) -> Bool {
        host == webHost || host == Self.gitHub.webHost && Self.isGitHub(self.host)
    }

    /// Whether the server on a host is GitHub itself, or stands in for it.
    static func isGitHub(_ host: String) -> Bool {
        host == gitHub.host || host == sample.host || isLoopback(URL(string: "https://\(host)")?.host() ?? "")
    }

    /// The root of the web pages. Sample data, and servers on this machine that stand in for GitHub, use its pages.
    var pages: URL? {
        URL(string: "https://\(Self.isGitHub(host) ? Self.gitHub.webHost : webHost)/")
    }

    /// What the addresses of files begin with, before OWNER/NAME/BRANCH/PATH.
    var rawFiles: URL? {
        if self == .gitHub { return URL(string: "https://raw.githubusercontent.com/") }
        guard let base = baseURL?.absoluteString else { return nil }
        return URL(string: base.hasSuffix("/api/v3") ? "\(base.dropLast(6))raw/" : "\(base)/raw/")
    }

    /// Returns the address of a file whose contents are in Git LFS, from that of the pointer to it. A query, which can
    /// hold a token for the pointer, is left out. Nil if the server of large files is not known.
    static func largeFile(at url: URL) -> URL? {
        guard url.host() == "raw.githubusercontent.com" else { return nil }
        return URL(string: "https://media.githubusercontent.com/media\(url.path(percentEncoded: true))")
    }

    /// The address of GraphQL queries. An Enterprise Server has it next to `/api/v3`.
    var graphQLURL: URL? {
        guard let base = baseURL?.absoluteString else { return nil }
        return URL(string: base.hasSuffix("/api/v3") ? "\(base.dropLast(2))graphql" : "\(base)/graphql")
    }

    /// Returns the `Authorization` field, or nil if the credential or the URL belongs to another server.
    func authorization(_ credential: Credential, at url: URL) -> String? {
        credential.host == host && (owns(url) || url == graphQLURL) ? "Bearer \(credential.secret.revealed)" : nil
    }
}

public struct GitHubTokenPages: Sendable, Hashable {
    public let fineGrained: URL?
    /// With the required scope preselected.
    public let classic: URL?

    public init(_ server: GitHubServer) {
        let settings = "\(server.scheme)://\(server.webHost)/settings"
        fineGrained = URL(string: "\(settings)/personal-access-tokens/new")
        classic = URL(string: "\(settings)/tokens/new?scopes=public_repo&description=Stargazer")
    }
}
