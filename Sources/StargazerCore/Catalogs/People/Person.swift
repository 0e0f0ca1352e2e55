public import Foundation
public import StargazerLibrary

/// An account: a person, an organization or a bot.
/// Searches and lists return only the identity; the other properties are nil until the account itself is loaded.
public struct Person: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, Encodable {
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

/// Everything except the login is optional: a missing value is unknown.
/// Addresses other than http and https are dropped; dates use the format of `ISO8601Date`.
extension Person: Codable {
    private enum CodingKeys: String, CodingKey {
        case login, name, kind, bio, company, location, website, email, repositories, gists, followers, following
        case createdAt = "created_at"
        case avatarURL = "avatar_url"
        case webURL = "url"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(login: try fields.decode(String.self, forKey: .login))
        name = try fields.decodeIfPresent(.name)
        // A person when missing or unknown to this version.
        kind = try fields.decodeIfPresent(String.self, forKey: .kind).flatMap(Kind.init) ?? .person
        bio = try fields.decodeIfPresent(.bio)
        company = try fields.decodeIfPresent(.company)
        location = try fields.decodeIfPresent(.location)
        website = try fields.decodeWebURL(.website)
        email = try fields.decodeIfPresent(.email)
        repositories = try fields.decodeIfPresent(.repositories)
        gists = try fields.decodeIfPresent(.gists)
        followers = try fields.decodeIfPresent(.followers)
        following = try fields.decodeIfPresent(.following)
        createdAt = try fields.decodeDate(.createdAt)
        avatarURL = try fields.decodeWebURL(.avatarURL)
        webURL = try fields.decodeWebURL(.webURL)
    }
}

public struct PersonCodec: ItemCodec {
    public let kind = CatalogKind.people
    public let member = "person"
    public let format = 1
    public let sortKeys: [SortKey] = [.followers]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let person = facts as? Person else { throw UnknownItemFormat(0) }
        return try written(person)
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        var person = try Person(from: decoder)
        if let webURL { person.webURL = URL(web: webURL) }
        return person
    }

    public func facts(titled title: String) -> any ItemFacts { Person(login: title) }

    public let columns: [ItemColumn] = [
        column("login", \.login),
        column("name", \.name),
        column("kind") { $0.kind.rawValue },
        column("bio", \.bio),
        column("company", \.company),
        column("location", \.location),
        column("website") { $0.website?.absoluteString },
        column("email", \.email),
        column("repositories") { $0.repositories.map(String.init) },
        column("gists") { $0.gists.map(String.init) },
        column("followers") { $0.followers.map(String.init) },
        column("following") { $0.following.map(String.init) },
        column("avatar_url") { $0.avatarURL?.absoluteString },
        column("created_at") { $0.createdAt.map { ISO8601Date($0).text } },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Person) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Person).flatMap(cell) }
    }
}

/// GitHub's qualifiers of a user search: https://docs.github.com/en/search-github/searching-on-github/searching-users
public enum PersonQualifier {
    public static let rules = QueryRules(
        qualifiers: [
            Qualifier(.type, .choice(["user", "org"]), isFilter: true),
            Qualifier(.location, .words([]), isFilter: true),
            Qualifier(.followers, .numbers([">10", ">100", ">1000"]), isFilter: true),
            Qualifier(.repos, .numbers([">1", ">10", ">100"]), isFilter: true),
            Qualifier(.language, .words(KnownSpellings.languages), isFilter: true),
            Qualifier(.created, .days, isFilter: true),
            Qualifier(.searchedIn, .choices(["login", "name", "email"])),
            Qualifier(.fullName, .words([])),
            Qualifier(.user, .words([])),
            Qualifier(.org, .words([])),
            Qualifier(.state, .choice(["sponsorable"])),
        ], aliases: [QualifierAlias(.lang, means: .language)], maxOperators: 5, maxWordsLength: 256,
        examples: [
            "followers:>1000", "location:berlin language:swift", "type:org repos:>50", "ada in:login", "is:sponsorable",
        ])
}

extension QualifierName {
    public static let type = QualifierName(rawValue: "type")
    public static let location = QualifierName(rawValue: "location")
    public static let repos = QualifierName(rawValue: "repos")
    public static let fullName = QualifierName(rawValue: "fullname")
}
