public import Foundation
public import StargazerLibrary

/// A repository as search results and favorites show it.
public struct Repository: Sendable, Hashable {
    public var owner: String
    public var name: String
    public var ownerAvatarURL: URL?
    /// The server's description, unmodified; nil when there is none.
    public var summary: String?
    public var stars: Int
    public var forks: Int
    /// Open issues and pull requests together, as GitHub counts them.
    public var openIssues: Int
    public var language: String?
    public var topics: [String]
    /// The license's SPDX identifier, or ``otherLicense``; nil when there is none.
    public var license: String?
    public var homepage: URL?
    public var webURL: URL?
    public var cloneURL: URL?
    public var createdAt: Date?
    public var pushedAt: Date?
    public var isArchived: Bool
    public var isFork: Bool
    public var isTemplate: Bool
    public var isMirror: Bool
    public var isPrivate: Bool

    public var fullName: String { "\(owner)/\(name)" }

    /// The names for an address; nil for names that lead elsewhere, as a favorites file or a library can have them.
    public var path: RepositoryPath? { RepositoryPath(owner: owner, name: name) }

    /// The name of a license that GitHub could not identify. Its key in searches is the same word in lower case.
    public static let otherLicense = "Other"

    /// Returns a license as ``license`` has it.
    /// - Parameter spdx: GitHub's SPDX identifier, which is `NOASSERTION` for one that it could not identify.
    public static func license(spdx: String?) -> String? {
        guard let spdx, !spdx.isEmpty else { return nil }
        return spdx.uppercased() == "NOASSERTION" ? otherLicense : spdx
    }

    public init(
        owner: String, name: String, ownerAvatarURL: URL? = nil, summary: String? = nil, stars: Int = 0,
        forks: Int = 0, openIssues: Int = 0, language: String? = nil, topics: [String] = [],
        license: String? = nil, homepage: URL? = nil, webURL: URL? = nil, cloneURL: URL? = nil,
        createdAt: Date? = nil, pushedAt: Date? = nil, isArchived: Bool = false, isFork: Bool = false,
        isTemplate: Bool = false, isMirror: Bool = false, isPrivate: Bool = false
    ) {
        self.owner = owner
        self.name = name
        self.ownerAvatarURL = ownerAvatarURL
        self.summary = summary
        self.stars = stars
        self.forks = forks
        self.openIssues = openIssues
        self.language = language
        self.topics = topics
        self.license = license
        self.homepage = homepage
        self.webURL = webURL
        self.cloneURL = cloneURL
        self.createdAt = createdAt
        self.pushedAt = pushedAt
        self.isArchived = isArchived
        self.isFork = isFork
        self.isTemplate = isTemplate
        self.isMirror = isMirror
        self.isPrivate = isPrivate
    }
}

/// Everything except owner and name is optional. Missing texts and addresses are unknown, missing numbers zero,
/// missing flags false. Addresses other than http and https are dropped; dates are `ISO8601Date`s.
extension Repository: Codable {
    private enum CodingKeys: String, CodingKey {
        case owner, name, stars, forks, language, topics, license, homepage
        case ownerAvatarURL = "avatar_url"
        case summary = "description"
        case openIssues = "open_issues"
        case webURL = "url"
        case cloneURL = "clone_url"
        case createdAt = "created_at"
        case pushedAt = "pushed_at"
        case isArchived = "archived"
        case isFork = "fork"
        case isTemplate = "template"
        case isMirror = "mirror"
        case isPrivate = "private"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            owner: try fields.decode(String.self, forKey: .owner), name: try fields.decode(String.self, forKey: .name))
        summary = try fields.decodeIfPresent(.summary)
        webURL = try fields.decodeWebURL(.webURL)
        stars = try fields.decodeIfPresent(.stars) ?? 0
        forks = try fields.decodeIfPresent(.forks) ?? 0
        openIssues = try fields.decodeIfPresent(.openIssues) ?? 0
        language = try fields.decodeIfPresent(.language)
        topics = try fields.decodeIfPresent(.topics) ?? []
        license = try fields.decodeIfPresent(.license)
        homepage = try fields.decodeWebURL(.homepage)
        cloneURL = try fields.decodeWebURL(.cloneURL)
        ownerAvatarURL = try fields.decodeWebURL(.ownerAvatarURL)
        createdAt = try fields.decodeDate(.createdAt)
        pushedAt = try fields.decodeDate(.pushedAt)
        isArchived = try fields.decodeIfPresent(.isArchived) ?? false
        isFork = try fields.decodeIfPresent(.isFork) ?? false
        isTemplate = try fields.decodeIfPresent(.isTemplate) ?? false
        isMirror = try fields.decodeIfPresent(.isMirror) ?? false
        isPrivate = try fields.decodeIfPresent(.isPrivate) ?? false
    }
}

/// Favorites files have used format 2 from the start; format 1 was that of the first libraries.
public struct RepositoryCodec: ItemCodec {
    public let kind = CatalogKind.repositories
    public let member = "repository"
    public let format = 2
    public let sortKeys: [SortKey] = [.stars, .pushed]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let repository = facts as? Repository else { throw UnknownItemFormat(0) }
        return try written(repository)
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        guard format == self.format else { throw UnknownItemFormat(format) }
        var repository = try Repository(from: decoder)
        if let webURL { repository.webURL = URL(web: webURL) }
        return repository
    }

    public func facts(titled title: String) -> any ItemFacts {
        let parts = title.split(separator: "/", maxSplits: 1)
        guard let owner = parts.first, let name = parts.last, parts.count == 2 else {
            return Repository(owner: "", name: title)
        }
        return Repository(owner: String(owner), name: String(name))
    }

    public let importFormats: [any ImportFormat] = [
        StarsManagerFormat(), StarTagsFormat(), AstralFormat(), StarflareFormat(), GitHubStarsFormat(),
    ]

    public func importTarget(ofLink link: String) -> ImportEntry.Target? { GitHubImport.target(ofLink: link) }
    public func importTarget(named name: String) -> ImportEntry.Target? { GitHubImport.target(named: name) }

    public let columns: [ItemColumn] = [
        column("description", \.summary),
        column("stars") { "\($0.stars)" },
        column("forks") { "\($0.forks)" },
        column("open_issues") { "\($0.openIssues)" },
        column("language", \.language),
        column("topics") { $0.topics.joined(separator: " ") },
        column("license", \.license),
        column("homepage") { $0.homepage?.absoluteString },
        column("clone_url") { $0.cloneURL?.absoluteString },
        column("avatar_url") { $0.ownerAvatarURL?.absoluteString },
        column("created_at") { $0.createdAt.map { ISO8601Date($0).text } },
        column("pushed_at") { $0.pushedAt.map { ISO8601Date($0).text } },
        column("archived") { "\($0.isArchived)" },
        column("fork") { "\($0.isFork)" },
        column("template") { "\($0.isTemplate)" },
        column("mirror") { "\($0.isMirror)" },
        column("private") { "\($0.isPrivate)" },
    ]

    private static func column(_ name: String, _ cell: @escaping @Sendable (Repository) -> String?) -> ItemColumn {
        ItemColumn(name) { ($0 as? Repository).flatMap(cell) }
    }
}

/// What only the details request returns.
public struct RepositoryDetails: DetailFacts {
    /// People who are notified of the repository (GitHub's `subscribers_count`; its `watchers_count` is the stars).
    public var watchers: Int
    /// `owner/name` of the repository this one was forked from.
    public var parentName: String?
    /// That repository; nil when the server returns only its name.
    public var parent: Item?
    public var defaultBranch: String?
    /// The owner as an item; nil when the server returns too little.
    public var owner: Item?
    /// The requested `owner/name`, when the repository has been renamed since.
    public var movedFrom: String?
    /// The SSH clone address: `git@github.com:owner/name.git`.
    public var sshAddress: String?
    /// Nil if unknown.
    public var kilobytes: Int?

    public init(
        watchers: Int, parentName: String? = nil, parent: Item? = nil, defaultBranch: String? = nil, owner: Item? = nil,
        movedFrom: String? = nil, sshAddress: String? = nil, kilobytes: Int? = nil
    ) {
        self.watchers = watchers
        self.parentName = parentName
        self.parent = parent
        self.defaultBranch = defaultBranch
        self.owner = owner
        self.movedFrom = movedFrom
        self.sshAddress = sshAddress
        self.kilobytes = kilobytes
    }
}
