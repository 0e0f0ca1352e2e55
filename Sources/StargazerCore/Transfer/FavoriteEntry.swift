import Foundation

/// One favorite in a file; `FavoritesFile` documents it.
struct FavoriteEntry: Codable {
    var catalog: String
    var host: String
    var id: String
    var title: String
    var url: String?
    var addedAt: Date
    var starredOnGithub: Bool?
    var repository: RepositoryEntry?

    init(_ favorite: Favorite) {
        catalog = favorite.id.catalog.rawValue
        host = favorite.id.host
        id = favorite.id.id
        title = favorite.item.title
        url = favorite.item.webURL?.absoluteString
        addedAt = favorite.addedAt
        starredOnGithub = favorite.isStarredOnServer
        repository = favorite.item.repository.map { RepositoryEntry($0) }
    }

    /// - Parameter number: which one it is in the file, from 1, to say where something is wrong.
    func favorite(number: Int) throws(FavoritesFileFailure) -> Favorite {
        guard catalog == CatalogKind.repositories.rawValue else {
            throw .unknownCatalog(number: number, name: catalog)
        }
        guard let repository else { throw .badEntry(number: number, field: "repository") }
        for (field, text) in [("host", host), ("id", id)] where text.isEmpty {
            throw .badEntry(number: number, field: field)
        }
        return Favorite(
            item: Item(
                id: ItemID(catalog: .repositories, host: host, id: id),
                payload: .repository(repository.repository(webURL: url))),
            addedAt: addedAt, isStarredOnServer: starredOnGithub)
    }
}

/// A repository in a file. All but owner and name may be missing: texts and addresses are then unknown, numbers zero,
/// marks false. Addresses other than http and https are passed over.
struct RepositoryEntry: Codable {
    var owner: String
    var name: String
    var description: String?
    var stars: Int?
    var forks: Int?
    var openIssues: Int?
    var language: String?
    var topics: [String]?
    /// SPDX.
    var license: String?
    var homepage: String?
    var cloneUrl: String?
    var avatarUrl: String?
    var createdAt: Date?
    var pushedAt: Date?
    var archived: Bool?
    var fork: Bool?
    var template: Bool?
    var mirror: Bool?
    var `private`: Bool?

    init(_ repository: Repository) {
        owner = repository.owner
        name = repository.name
        description = repository.summary
        stars = repository.stars
        forks = repository.forks
        openIssues = repository.openIssues
        language = repository.language
        topics = repository.topics
        license = repository.license
        homepage = repository.homepage?.absoluteString
        cloneUrl = repository.cloneURL?.absoluteString
        avatarUrl = repository.ownerAvatarURL?.absoluteString
        createdAt = repository.createdAt
        pushedAt = repository.pushedAt
        archived = repository.isArchived
        fork = repository.isFork
        template = repository.isTemplate
        mirror = repository.isMirror
        `private` = repository.isPrivate
    }

    func repository(webURL: String?) -> Repository {
        Repository(
            owner: owner, name: name, ownerAvatarURL: Self.address(avatarUrl), summary: description,
            stars: stars ?? 0, forks: forks ?? 0, openIssues: openIssues ?? 0, language: language,
            topics: topics ?? [], license: license, homepage: Self.address(homepage), webURL: Self.address(webURL),
            cloneURL: Self.address(cloneUrl), createdAt: createdAt, pushedAt: pushedAt, isArchived: archived ?? false,
            isFork: fork ?? false, isTemplate: template ?? false, isMirror: mirror ?? false,
            isPrivate: `private` ?? false)
    }

    private static func address(_ text: String?) -> URL? {
        guard let url = text.flatMap({ URL(string: $0) }), let scheme = url.scheme?.lowercased() else { return nil }
        return scheme == "https" || scheme == "http" ? url : nil
    }
}
