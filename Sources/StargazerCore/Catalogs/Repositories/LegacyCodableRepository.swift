import Foundation

/// Format 1: the encoded form of a repository in the first libraries. It is only decoded.
struct LegacyCodableRepository: Decodable {
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
    /// Seconds since 1970.
    var created: Double?
    var pushed: Double?
    var archived: Bool?
    var fork: Bool?
    var template: Bool?
    var mirror: Bool?
    var `private`: Bool?

    var repository: Repository {
        Repository(
            owner: owner, name: name, ownerAvatarURL: avatar, summary: summary, stars: stars ?? 0, forks: forks ?? 0,
            openIssues: openIssues ?? 0, language: language, topics: topics ?? [], license: license,
            homepage: homepage, webURL: web, cloneURL: clone,
            createdAt: created.map { Date(timeIntervalSince1970: $0) },
            pushedAt: pushed.map { Date(timeIntervalSince1970: $0) },
            isArchived: archived ?? false, isFork: fork ?? false, isTemplate: template ?? false,
            isMirror: mirror ?? false, isPrivate: `private` ?? false)
    }
}
