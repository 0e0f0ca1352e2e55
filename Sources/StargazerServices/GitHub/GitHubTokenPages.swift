public import Foundation

/// Where a person makes a token on a server's own pages.
public struct GitHubTokenPages: Sendable, Hashable {
    public let fineGrained: URL?
    /// With the one scope that is needed already chosen.
    public let classic: URL?

    public init(_ server: GitHubServer) {
        let settings = "\(server.scheme)://\(server.webHost)/settings"
        fineGrained = URL(string: "\(settings)/personal-access-tokens/new")
        classic = URL(string: "\(settings)/tokens/new?scopes=public_repo&description=Stargazer")
    }
}
