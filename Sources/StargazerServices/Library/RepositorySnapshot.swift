import Foundation
import StargazerCore

/// How a repository is written into the library: its own keys, apart from the model, all but the names optional, so
/// that a model that grows or is renamed still reads what an earlier version stored.
struct RepositorySnapshot: Codable {
    static let format = 1

    var owner: String
    var name: String
    var avatar: URL?
    var summary: String?
    var stars: Int?
    var forks: Int?
    var openIssues: Int?
    var language: String?
    var topics: [String]?
    var license: String?
    var homepage: URL?
    var web: URL?
    var clone: URL?
    var created: Date?
    var pushed: Date?
    var archived: Bool?
    var fork: Bool?
    var template: Bool?
    var mirror: Bool?
    var `private`: Bool?

    init(_ repository: Repository) {
        owner = repository.owner
        name = repository.name
        avatar = repository.ownerAvatarURL
        summary = repository.summary
        stars = repository.stars
        forks = repository.forks
        openIssues = repository.openIssues
        language = repository.language
        topics = repository.topics
        license = repository.license
        homepage = repository.homepage
        web = repository.webURL
        clone = repository.cloneURL
        created = repository.createdAt
        pushed = repository.pushedAt
        archived = repository.isArchived
        fork = repository.isFork
        template = repository.isTemplate
        mirror = repository.isMirror
        `private` = repository.isPrivate
    }

    var repository: Repository {
        Repository(
            owner: owner, name: name, ownerAvatarURL: avatar, summary: summary, stars: stars ?? 0, forks: forks ?? 0,
            openIssues: openIssues ?? 0, language: language, topics: topics ?? [], license: license,
            homepage: homepage, webURL: web, cloneURL: clone, createdAt: created, pushedAt: pushed,
            isArchived: archived ?? false, isFork: fork ?? false, isTemplate: template ?? false,
            isMirror: mirror ?? false, isPrivate: `private` ?? false)
    }
}
