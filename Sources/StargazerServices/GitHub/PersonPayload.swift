import Foundation
import StargazerCore
import StargazerLibrary

/// An account in lists and search results, which contain only its identity. Only `id` and `login` are required.
struct AccountSummaryPayload: Decodable {
    let id: Int64
    let login: Login
    let type: String?
    let avatarUrl: String?
    let htmlUrl: String?

    private enum CodingKeys: String, CodingKey {
        case id, login, type
        case avatarUrl = "avatar_url"
        case htmlUrl = "html_url"
    }
}

/// The full account, from its own URL only.
struct PersonPayload: Decodable {
    let account: AccountSummaryPayload
    let name: String?
    let company: String?
    /// The website: often `""`, or without a scheme.
    let blog: String?
    let location: String?
    let email: String?
    let bio: String?
    let publicRepos: Int
    let publicGists: Int
    let followers: Int
    let following: Int
    let createdAt: String?

    private enum Key: String, CodingKey {
        case name, company, blog, location, email, bio, followers, following
        case publicRepos = "public_repos"
        case publicGists = "public_gists"
        case createdAt = "created_at"
    }

    init(from decoder: any Decoder) throws {
        account = try AccountSummaryPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        let text = { (key: Key) in try fields.decodeIfPresent(String.self, forKey: key) }
        name = try text(.name)
        company = try text(.company)
        blog = try text(.blog)
        location = try text(.location)
        email = try text(.email)
        bio = try text(.bio)
        publicRepos = try fields.decode(Int.self, forKey: .publicRepos)
        publicGists = try fields.decode(Int.self, forKey: .publicGists)
        followers = try fields.decode(Int.self, forKey: .followers)
        following = try fields.decode(Int.self, forKey: .following)
        createdAt = try text(.createdAt)
    }
}

struct UserSearchPayload: Decodable {
    let totalCount: Int
    /// Missing before 2014.
    let incompleteResults: Bool?
    let items: ReadableEntries<AccountSummaryPayload>

    private enum CodingKeys: String, CodingKey {
        case items
        case totalCount = "total_count"
        case incompleteResults = "incomplete_results"
    }
}

extension Item {
    init(_ payload: AccountSummaryPayload, host: String) {
        self.init(payload, host: host, Person(payload))
    }

    init(_ payload: PersonPayload, host: String) {
        self.init(payload.account, host: host, Person(payload))
    }

    private init(_ payload: AccountSummaryPayload, host: String, _ person: Person) {
        self.init(id: ItemID(catalog: .people, host: host, id: String(payload.id)), facts: person)
    }
}

extension Person {
    init(_ payload: AccountSummaryPayload) {
        self.init(
            login: payload.login.text, kind: Kind(type: payload.type), avatarURL: WebLink.url(payload.avatarUrl),
            webURL: WebLink.url(payload.htmlUrl))
    }

    init(_ payload: PersonPayload) {
        self.init(payload.account)
        name = Self.nonBlank(payload.name)
        bio = Self.nonBlank(payload.bio)
        company = Self.nonBlank(payload.company)
        location = Self.nonBlank(payload.location)
        website = WebLink.homepage(payload.blog)
        email = Self.nonBlank(payload.email)
        repositories = payload.publicRepos
        gists = payload.publicGists
        followers = payload.followers
        following = payload.following
        createdAt = payload.createdAt.flatMap { try? Date($0, strategy: .iso8601) }
    }

    private static func nonBlank(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}

extension Person.Kind {
    /// Unknown account types count as people.
    init(type: String?) {
        switch type {
        case "Organization": self = .organization
        case "Bot": self = .bot
        default: self = .person
        }
    }
}
