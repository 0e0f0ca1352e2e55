public import Foundation

/// Whom a token belongs to, and what the server says of the token.
public struct Account: Sendable, Hashable {
    public var login: String
    /// The name that people see; nil when the person gave none.
    public var name: String?
    public var avatarURL: URL?
    /// What a classic token may do, in GitHub's words; empty when it may only read what is public. Nil for a
    /// fine-grained token, of which GitHub does not tell.
    public var scopes: [String]?
    /// What the token lacks to star; nil when it lacks nothing, or nobody can tell.
    public var missingPermission: TokenPermission?
    /// When the token ends; nil when it does not, or the server does not say.
    public var expiresAt: Date?
    /// What is left of the limits, by bucket; empty when the server has none or did not say.
    public var limits: [RateLimit]

    public init(
        login: String, name: String? = nil, avatarURL: URL? = nil, scopes: [String]? = nil,
        missingPermission: TokenPermission? = nil,
        expiresAt: Date? = nil, limits: [RateLimit] = []
    ) {
        self.login = login
        self.name = name
        self.avatarURL = avatarURL
        self.scopes = scopes
        self.missingPermission = missingPermission
        self.expiresAt = expiresAt
        self.limits = limits
    }
}

/// An item that the account has starred on its server.
public struct StarredItem: Sendable, Hashable {
    public var item: Item
    /// Nil when the server does not say.
    public var starredAt: Date?

    public init(item: Item, starredAt: Date?) {
        self.item = item
        self.starredAt = starredAt
    }
}

/// One part of the list of an account's stars, the oldest first. The same item may come again in a later one.
public struct StarredBatch: Sendable, Hashable {
    public var items: [StarredItem]
    public var end: BatchEnd
    /// How much of the list has come with this batch, from 0 to 1; nil when the server does not say.
    public var progress: Double?

    public init(items: [StarredItem], end: BatchEnd, progress: Double? = nil) {
        self.items = items
        self.end = end
        self.progress = progress
    }
}
