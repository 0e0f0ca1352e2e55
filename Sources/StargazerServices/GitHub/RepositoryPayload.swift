import Foundation
import StargazerCore
import StargazerLibrary

/// A repository, as JSON. Its identity is required; fields that older servers omit are optional.
struct RepositoryPayload: Decodable {
    let id: Int64
    let name: RepositoryName
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

    private enum CodingKeys: String, CodingKey {
        case id, name, owner, description, language, topics, license, homepage, archived, fork, `private`
        case fullName = "full_name"
        case stargazersCount = "stargazers_count"
        case watchersCount = "watchers_count"
        case forksCount = "forks_count"
        case openIssuesCount = "open_issues_count"
        case htmlUrl = "html_url"
        case cloneUrl = "clone_url"
        case createdAt = "created_at"
        case pushedAt = "pushed_at"
        case isTemplate = "is_template"
        case mirrorUrl = "mirror_url"
    }
}

struct LicensePayload: Decodable {
    let spdxId: String?

    private enum CodingKeys: String, CodingKey {
        case spdxId = "spdx_id"
    }
}

/// The owner of a repository. GitHub's schema allows it to be null, but not to be missing.
struct OwnerPayload: Decodable {
    let login: Login?
    let avatarUrl: String?
    /// The full account; nil if fields are missing.
    let account: AccountSummaryPayload?

    private enum Key: String, CodingKey {
        case login
        case avatarUrl = "avatar_url"
    }

    init(from decoder: any Decoder) throws {
        if try decoder.singleValueContainer().decodeNil() {
            login = nil
            avatarUrl = nil
            account = nil
            return
        }
        let fields = try decoder.container(keyedBy: Key.self)
        login = try fields.decode(Login.self, forKey: .login)
        avatarUrl = try fields.decodeIfPresent(String.self, forKey: .avatarUrl)
        account = try? AccountSummaryPayload(from: decoder)
    }
}

/// The full repository, from its own URL only.
struct FullRepositoryPayload: Decodable {
    /// The repository that this is a fork of. Only its name is required.
    struct Parent: Decodable {
        let fullName: String
        let repository: RepositoryPayload?

        private enum Key: String, CodingKey {
            case fullName = "full_name"
        }

        init(from decoder: any Decoder) throws {
            fullName = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .fullName)
            repository = try? RepositoryPayload(from: decoder)
        }
    }

    let repository: RepositoryPayload
    let subscribersCount: Int
    let parent: Parent?
    let defaultBranch: String?
    let sshUrl: String?
    /// In kilobytes.
    let size: Int?

    private enum Key: String, CodingKey {
        case parent, size
        case sshUrl = "ssh_url"
        case subscribersCount = "subscribers_count"
        case defaultBranch = "default_branch"
    }

    init(from decoder: any Decoder) throws {
        repository = try RepositoryPayload(from: decoder)
        let fields = try decoder.container(keyedBy: Key.self)
        subscribersCount = try fields.decode(Int.self, forKey: .subscribersCount)
        parent = try fields.decodeIfPresent(Parent.self, forKey: .parent)
        defaultBranch = try fields.decodeIfPresent(String.self, forKey: .defaultBranch)
        sshUrl = try fields.decodeIfPresent(String.self, forKey: .sshUrl)
        size = try fields.decodeIfPresent(Int.self, forKey: .size)
    }
}

struct RepositorySearchPayload: Decodable {
    let totalCount: Int
    /// Missing before 2014.
    let incompleteResults: Bool?
    let items: ReadableEntries<RepositoryPayload>

    private enum CodingKeys: String, CodingKey {
        case items
        case totalCount = "total_count"
        case incompleteResults = "incomplete_results"
    }
}

extension Item {
    init(_ payload: RepositoryPayload, host: String) {
        self.init(
            id: ItemID(catalog: .repositories, host: host, id: String(payload.id)), facts: Repository(payload))
    }
}

extension StarredItem {
    init(_ payload: StarredPayload, host: String) {
        self.init(item: Item(payload.repository, host: host), starredAt: date(payload.starredAt))
    }
}

extension ItemDetails {
    init(_ payload: FullRepositoryPayload, movedFrom: String? = nil, host: String) {
        self.init(
            item: Item(payload.repository, host: host),
            facts: RepositoryDetails(
                watchers: payload.subscribersCount, parentName: payload.parent?.fullName,
                parent: payload.parent?.repository.map { Item($0, host: host) }, defaultBranch: payload.defaultBranch,
                owner: payload.repository.owner.account.map { Item($0, host: host) }, movedFrom: movedFrom,
                sshAddress: payload.sshUrl, kilobytes: payload.size))
    }
}

extension Repository {
    init(_ payload: RepositoryPayload) {
        self.init(
            owner: payload.owner.login?.text ?? String(payload.fullName.prefix { $0 != "/" }), name: payload.name.text,
            ownerAvatarURL: WebLink.url(payload.owner.avatarUrl), summary: payload.description,
            // Older responses have the stars only in `watchers_count`, which still has the same value today.
            stars: payload.stargazersCount ?? payload.watchersCount ?? 0, forks: payload.forksCount ?? 0,
            openIssues: payload.openIssuesCount ?? 0, language: payload.language, topics: payload.topics ?? [],
            license: payload.license.flatMap { Repository.license(spdx: $0.spdxId) ?? Repository.otherLicense },
            homepage: WebLink.homepage(payload.homepage), webURL: WebLink.url(payload.htmlUrl),
            cloneURL: WebLink.url(payload.cloneUrl), createdAt: date(payload.createdAt),
            pushedAt: date(payload.pushedAt), isArchived: payload.archived ?? false, isFork: payload.fork ?? false,
            isTemplate: payload.isTemplate ?? false, isMirror: !(payload.mirrorUrl ?? "").isEmpty,
            isPrivate: payload.private ?? false)
    }
}

extension RepositoryRelease {
    init(_ payload: ReleasePayload) {
        self.init(
            tag: payload.tagName, name: payload.name ?? "", publishedAt: date(payload.publishedAt ?? payload.createdAt),
            hasNotes: payload.body?.contains { !$0.isWhitespace } ?? false, webURL: WebLink.url(payload.htmlUrl))
    }
}

/// Parses a date; an invalid date does not invalidate the repository.
private func date(_ text: String?) -> Date? {
    text.flatMap { try? Date($0, strategy: .iso8601) }
}
