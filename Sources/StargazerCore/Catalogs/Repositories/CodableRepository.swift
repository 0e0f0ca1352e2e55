import Foundation

/// The encoded form of a repository. Everything except owner and name is optional.
/// Missing texts and addresses are unknown, missing numbers zero, missing flags false.
/// Addresses other than http and https are dropped; dates use the format of `ISO8601Date`.
struct CodableRepository: Codable {
    var owner: String
    var name: String
    var description: String?
    var url: String?
    var stars: Int?
    var forks: Int?
    var openIssues: Int?
    var language: String?
    var topics: [String]?
    /// The SPDX identifier.
    var license: String?
    var homepage: String?
    var cloneURL: String?
    var avatarURL: String?
    var createdAt: ISO8601Date?
    var pushedAt: ISO8601Date?
    var archived: Bool?
    var fork: Bool?
    var template: Bool?
    var mirror: Bool?
    var `private`: Bool?

    private enum CodingKeys: String, CodingKey {
        case owner, name, description, url, stars, forks, language, topics, license, homepage, archived, fork, template
        case mirror, `private`
        case openIssues = "open_issues"
        case cloneURL = "clone_url"
        case avatarURL = "avatar_url"
        case createdAt = "created_at"
        case pushedAt = "pushed_at"
    }

    init(_ repository: Repository) {
        owner = repository.owner
        name = repository.name
        description = repository.summary
        url = repository.webURL?.absoluteString
        stars = repository.stars
        forks = repository.forks
        openIssues = repository.openIssues
        language = repository.language
        topics = repository.topics
        license = repository.license
        homepage = repository.homepage?.absoluteString
        cloneURL = repository.cloneURL?.absoluteString
        avatarURL = repository.ownerAvatarURL?.absoluteString
        createdAt = repository.createdAt.map(ISO8601Date.init)
        pushedAt = repository.pushedAt.map(ISO8601Date.init)
        archived = repository.isArchived
        fork = repository.isFork
        template = repository.isTemplate
        mirror = repository.isMirror
        `private` = repository.isPrivate
    }

    /// - Parameter webURL: the address stored next to the object, as in files of the first versions.
    func repository(webURL: String?) -> Repository {
        Repository(
            owner: owner, name: name, ownerAvatarURL: URL(web: avatarURL), summary: description,
            stars: stars ?? 0, forks: forks ?? 0, openIssues: openIssues ?? 0, language: language,
            topics: topics ?? [], license: license, homepage: URL(web: homepage),
            webURL: URL(web: webURL ?? url), cloneURL: URL(web: cloneURL), createdAt: createdAt?.date,
            pushedAt: pushedAt?.date, isArchived: archived ?? false, isFork: fork ?? false,
            isTemplate: template ?? false, isMirror: mirror ?? false, isPrivate: `private` ?? false)
    }
}
