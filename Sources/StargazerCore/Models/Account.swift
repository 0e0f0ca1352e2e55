public import Foundation

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

public struct StarredItem: Sendable, Hashable {
    public var item: Item
    /// Nil when the server does not say.
    public var starredAt: Date?

    public init(item: Item, starredAt: Date?) {
        self.item = item
        self.starredAt = starredAt
    }
}

/// One batch of an account's stars, the newest first. A later batch may repeat an item.
public struct StarredBatch: Sendable, Hashable {
    public var items: [StarredItem]
    public var end: BatchEnd
    /// The number of items in the list up to the end of this batch, as the server counts; nil when it does not say.
    public var position: Int?
    public var unreadable: Int
    /// Whether the server left something out, so that what is missing may still be starred.
    public var isPartial: Bool

    public init(
        items: [StarredItem], end: BatchEnd, position: Int? = nil, unreadable: Int = 0, isPartial: Bool = false
    ) {
        self.items = items
        self.end = end
        self.position = position
        self.unreadable = unreadable
        self.isPartial = isPartial
    }

    /// The cursor of the next batch; nil after the last one.
    package var next: BatchCursor? { if case .more(let next) = end { next } else { nil } }
}

/// An account that has signed in.
public struct KnownAccount: Sendable, Hashable, Codable {
    /// The API's host.
    public var host: String
    /// The server's number of it, which a new name does not change.
    public var number: Int64
    public var login: String
    public var avatarURL: URL?

    public init(host: String, number: Int64, login: String, avatarURL: URL? = nil) {
        self.host = host
        self.number = number
        self.login = login
        self.avatarURL = avatarURL
    }
}
