public import Foundation

/// Encodes and decodes repositories.
/// `CodableRepository` documents format 2, which favorites files have used from the start; format 1
/// is that of the first libraries.
public struct RepositoryCodec: ItemCodec {
    public let kind = CatalogKind.repositories
    public let member = "repository"
    public let format = 2
    public let sortKeys: [SortKey] = [.stars, .pushed]

    public init() {}

    public func encode(_ facts: any ItemFacts) throws -> Data {
        guard let repository = facts as? Repository else { throw UnknownItemFormat(0) }
        return try written(CodableRepository(repository))
    }

    public func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        switch format {
        case 1: try LegacyCodableRepository(from: decoder).repository
        case 2: try CodableRepository(from: decoder).repository(webURL: webURL)
        default: throw UnknownItemFormat(format)
        }
    }

    public func facts(titled title: String) -> any ItemFacts {
        let parts = title.split(separator: "/", maxSplits: 1)
        guard let owner = parts.first, let name = parts.last, parts.count == 2 else {
            return Repository(owner: "", name: title)
        }
        return Repository(owner: String(owner), name: String(name))
    }

    public let importFormats: [any ImportFormat] = [
        StarsManagerFormat(), StarTagsFormat(), AstralFormat(), StarflareFormat(),
    ]

    public func importTarget(ofLink link: String) -> ImportEntry.Target? { GitHubImport.target(ofLink: link) }

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
