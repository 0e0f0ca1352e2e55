public import Foundation
public import StargazerLibrary

/// The account that a token belongs to, and what the server says about the token.
public struct Account: Sendable, Hashable {
    public var login: String
    /// The server's number of the account, which a new name does not change; nil when it does not say.
    public var number: Int64?
    /// The display name; nil when there is none.
    public var name: String?
    public var avatarURL: URL?
    /// The scopes of a classic token, as GitHub names them; empty when it may only read public data.
    /// Nil for a fine-grained token: GitHub does not report its permissions.
    public var scopes: [String]?
    /// The permission that the token lacks for starring; nil when it lacks none or this is unknown.
    public var missingPermission: TokenPermission?
    /// When the token expires; nil when it does not, or the server does not say.
    public var expiresAt: Date?
    /// The rate limits by bucket; empty when the server has none or does not report them.
    public var limits: [RateLimit]

    public init(
        login: String, number: Int64? = nil, name: String? = nil, avatarURL: URL? = nil, scopes: [String]? = nil,
        missingPermission: TokenPermission? = nil,
        expiresAt: Date? = nil, limits: [RateLimit] = []
    ) {
        self.login = login
        self.number = number
        self.name = name
        self.avatarURL = avatarURL
        self.scopes = scopes
        self.missingPermission = missingPermission
        self.expiresAt = expiresAt
        self.limits = limits
    }
}
