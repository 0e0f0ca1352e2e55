import Foundation

/// The encoded form of a person. Everything except the login is optional: a missing value is unknown.
/// Addresses other than http and https are dropped; dates use the format of `ISO8601Date`.
struct CodablePerson: Codable {
    var login: String
    var name: String?
    /// `person` when missing or unknown to this version.
    var kind: String?
    var bio: String?
    var company: String?
    var location: String?
    var website: String?
    var email: String?
    var repositories: Int?
    var gists: Int?
    var followers: Int?
    var following: Int?
    var createdAt: ISO8601Date?
    var avatarURL: String?
    var url: String?

    private enum CodingKeys: String, CodingKey {
        case login, name, kind, bio, company, location, website, email, repositories, gists, followers, following, url
        case createdAt = "created_at"
        case avatarURL = "avatar_url"
    }

    init(_ person: Person) {
        login = person.login
        name = person.name
        kind = person.kind.rawValue
        bio = person.bio
        company = person.company
        location = person.location
        website = person.website?.absoluteString
        email = person.email
        repositories = person.repositories
        gists = person.gists
        followers = person.followers
        following = person.following
        createdAt = person.createdAt.map(ISO8601Date.init)
        avatarURL = person.avatarURL?.absoluteString
        url = person.webURL?.absoluteString
    }

    /// - Parameter webURL: the address stored next to the object, as in files.
    func person(webURL: String?) -> Person {
        Person(
            login: login, name: name, kind: kind.flatMap(Person.Kind.init) ?? .person, bio: bio, company: company,
            location: location, website: URL(web: website), email: email, repositories: repositories,
            gists: gists, followers: followers, following: following, createdAt: createdAt?.date,
            avatarURL: URL(web: avatarURL), webURL: URL(web: webURL ?? url))
    }
}
