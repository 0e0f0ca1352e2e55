public import Foundation

/// An account: a person, an organization or a bot.
/// Searches and lists return only the identity; the other properties are nil until the account itself is loaded.
public struct Person: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable {
        case person
        case organization
        case bot
    }

    public var login: String
    /// The display name; nil when there is none.
    public var name: String?
    public var kind: Kind
    public var bio: String?
    public var company: String?
    public var location: String?
    public var website: URL?
    public var email: String?
    /// Public repositories only.
    public var repositories: Int?
    /// Public gists only.
    public var gists: Int?
    public var followers: Int?
    public var following: Int?
    public var createdAt: Date?
    public var avatarURL: URL?
    public var webURL: URL?

    public init(
        login: String, name: String? = nil, kind: Kind = .person, bio: String? = nil, company: String? = nil,
        location: String? = nil, website: URL? = nil, email: String? = nil, repositories: Int? = nil,
        gists: Int? = nil, followers: Int? = nil, following: Int? = nil, createdAt: Date? = nil,
        avatarURL: URL? = nil, webURL: URL? = nil
    ) {
        self.login = login
        self.name = name
        self.kind = kind
        self.bio = bio
        self.company = company
        self.location = location
        self.website = website
        self.email = email
        self.repositories = repositories
        self.gists = gists
        self.followers = followers
        self.following = following
        self.createdAt = createdAt
        self.avatarURL = avatarURL
        self.webURL = webURL
    }
}

/// Empty: the item itself holds everything that the details request returns.
public struct PersonDetails: DetailFacts {
    public init() {}
}
