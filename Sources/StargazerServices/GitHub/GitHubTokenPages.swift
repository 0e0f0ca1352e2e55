public import Foundation

/// Where a person makes a token on a server's own pages. Its API may be on a host of its own (`api.github.com`,
/// `api.TENANT.ghe.com`) or below a path of the same one (`https://HOST/api/v3`).
public struct GitHubTokenPages: Sendable, Hashable {
    public let fineGrained: URL?
    /// With the one scope that is needed already chosen.
    public let classic: URL?

    public init(_ server: GitHubServer) {
        let settings = "\(server.scheme)://\(Self.site(of: server.host))/settings"
        fineGrained = URL(string: "\(settings)/personal-access-tokens/new")
        classic = URL(string: "\(settings)/tokens/new?scopes=public_repo&description=Stargazer")
    }

    private static func site(of host: String) -> String {
        let isApart = host == "api.github.com" || (host.hasPrefix("api.") && host.hasSuffix(".ghe.com"))
        return isApart ? String(host.dropFirst("api.".count)) : host
    }
}
