import Foundation

/// An account of the sample data.
struct SamplePerson: Sendable {
    /// Identifies a generated or written person even after a rename; -1 for an owner known only from repositories.
    var index: Int
    var id: Int
    var login: String
    /// The login under which searches still list a renamed account.
    var formerLogin: String?
    var name: String?
    var isOrganization = false
    /// Whether the account is deleted: only searches still list it.
    var isGone = false
    var company: String?
    var location: String?
    var blog = ""
    var email: String?
    var bio: String?
    var repositories = 0
    var gists = 0
    var followers = 0
    var following = 0
    /// Seconds since 1970.
    var created: Int

    /// The login under which searches list the account.
    var listedLogin: String { formerLogin ?? login }
    /// The start of this account's lists of other people; never negative.
    var ordinal: Int { index >= 0 ? index : id }
}

/// A record is a line of facts, then an indented line with the bio, if there is one:
/// `login|name|company|location|blog|email|repositories|gists|followers|following|created|marks`. `created` is a month,
/// `-` stands for null, and marks are `organization`, `gone`, `former=LOGIN`.
enum PeopleTable {
    static func people(_ table: String) -> [SamplePerson] {
        var people: [SamplePerson] = []
        for line in table.split(separator: "\n") {
            if line.hasPrefix("    ") {
                if !people.isEmpty { people[people.count - 1].bio = String(line.dropFirst(4)) }
                continue
            }
            let facts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            guard facts.count == 12 else { continue }
            var person = SamplePerson(
                index: people.count, id: SampleOwner.id(of: facts[0]), login: facts[0], name: text(facts[1]),
                company: text(facts[2]), location: text(facts[3]), blog: facts[4], email: text(facts[5]),
                repositories: Int(facts[6]) ?? 0, gists: Int(facts[7]) ?? 0, followers: Int(facts[8]) ?? 0,
                following: Int(facts[9]) ?? 0, created: SampleTable.month(facts[10]))
            for mark in facts[11].split(separator: ",") {
                let halves = mark.split(separator: "=", maxSplits: 1).map(String.init)
                switch halves[0] {
                case "organization": person.isOrganization = true
                case "gone": person.isGone = true
                case "former":
                    person.formerLogin = halves.last
                    // The ID stays the same after a rename.
                    person.id = SampleOwner.id(of: halves.last ?? person.login)
                default: break
                }
            }
            people.append(person)
        }
        return people
    }

    private static func text(_ field: String) -> String? { field == "-" ? nil : field }
}
