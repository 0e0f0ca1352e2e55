public import Foundation

/// A server's web pages where users create tokens.
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
