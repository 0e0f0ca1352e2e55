/// A repository on the wire: strict about who it is, lenient about what servers and years leave out.
/// The decoder turns snake case into camel case.
struct RepositoryPayload: Decodable {
    let id: Int64
    let name: String
    let fullName: String
    let owner: OwnerPayload
    let description: String?
    let stargazersCount: Int?
    let watchersCount: Int?
    let forksCount: Int?
    let openIssuesCount: Int?
    let language: String?
    let topics: [String]?
    let license: LicensePayload?
    let homepage: String?
    let htmlUrl: String?
    let cloneUrl: String?
    let createdAt: String?
    let pushedAt: String?
    let archived: Bool?
    let fork: Bool?
    let isTemplate: Bool?
    let mirrorUrl: String?
    let `private`: Bool?
}

struct LicensePayload: Decodable {
    let spdxId: String?
}

/// An account that owns something. GitHub's schema allows null in its place, but not that it be absent.
struct OwnerPayload: Decodable {
    let login: String?
    let avatarUrl: String?

    private enum Key: CodingKey {
        case login, avatarUrl
    }

    init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decodeNil() {
            login = nil
            avatarUrl = nil
            return
        }
        let fields = try decoder.container(keyedBy: Key.self)
        login = try fields.decode(String.self, forKey: .login)
        avatarUrl = try fields.decodeIfPresent(String.self, forKey: .avatarUrl)
    }
}

/// The full object, which only a repository's own address answers.
struct FullRepositoryPayload: Decodable {
    struct Parent: Decodable {
        let fullName: String
    }

    let repository: RepositoryPayload
    let subscribersCount: Int
    let parent: Parent?
    let defaultBranch: String?

    private enum Key: CodingKey {
        case subscribersCount, parent, defaultBranch
    }

    init(from decoder: any Decoder) throws {
        repository = try RepositoryPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        subscribersCount = try fields.decode(Int.self, forKey: .subscribersCount)
        parent = try fields.decodeIfPresent(Parent.self, forKey: .parent)
        defaultBranch = try fields.decodeIfPresent(String.self, forKey: .defaultBranch)
    }
}

struct RepositorySearchPayload: Decodable {
    let totalCount: Int
    /// Absent before 2014.
    let incompleteResults: Bool?
    let items: [RepositoryPayload]
}
