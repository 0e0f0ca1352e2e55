import GtkBridge
import StargazerCore
import StargazerLibrary

enum PersonText {
    static var people: String { tr("People") }
    static var placeholder: String { tr("Search people") }
    static var searchActionLabel: String { tr("Search People") }
    static var noResultsText: String { tr("No People Found") }
    static var selectionPrompt: String { tr("Select a person to see their profile here") }
    static var readme: String { tr("README") }
    static var goneHeading: String { tr("This Account Is No Longer Available") }
    static var goneStatement: String { tr("This account is no longer available.") }
    static var goneSentence: String { trc("an account", "It may have been deleted or hidden.") }
    static var blockedHeading: String { tr("This Account Is Blocked") }
    static var exactMatch: String { tr("Exact match") }

    static func name(ofExample text: String) -> String? {
        switch text {
        case "followers:>1000": tr("Popular accounts")
        case "location:berlin language:swift": tr("Swift developers in Berlin")
        case "type:org repos:>50": tr("Large organizations")
        default: nil
        }
    }

    static func results(_ shown: NumberContent, of total: NumberContent?) -> String {
        guard let total else { return trn("%1$s person", "%1$s people", shown.number).filled(shown.text) }
        return trn("%1$s of %2$s person", "%1$s of %2$s people", total.number).filled(shown.text, total.text)
    }

    static func name(of key: SortKey) -> String? {
        switch key {
        case .followers: tr("Followers")
        case .repositoryCount: tr("Number of Repositories")
        case .joined: tr("Date Joined")
        default: nil
        }
    }

    static func order(_ sort: ItemOrder) -> String? {
        switch (sort.key, sort.direction) {
        case (.followers, .descending): tr("Most Followers")
        case (.followers, .ascending): tr("Fewest Followers")
        case (.repositoryCount, .descending): tr("Most Repositories")
        case (.repositoryCount, .ascending): tr("Fewest Repositories")
        case (.joined, .descending): tr("Joined: Newest First")
        case (.joined, .ascending): tr("Joined: Oldest First")
        default: nil
        }
    }

    static func name(of relation: RelationKind) -> String? {
        switch relation {
        case .followers: tr("Followers")
        case .following: tr("Following")
        case .ownRepositories: tr("Repositories")
        case .starred: tr("Stars")
        default: nil
        }
    }

    static func commonListName(of relation: RelationKind) -> String? {
        switch relation {
        case .followers: tr("Followers in Common")
        case .starred: tr("Starred Repositories in Common")
        default: nil
        }
    }

    static var mutual: String { trc("people who follow each other", "Mutual") }
    static var mutualInFull: String { tr("Show only people in both lists") }

    static func noResultsText(in relation: RelationKind) -> (heading: String, sentence: String)? {
        switch relation {
        case .followers: (tr("No Followers Yet"), tr("People who follow this account appear here."))
        case .following: (tr("Not Following Anyone"), tr("People this account follows appear here."))
        case .ownRepositories: (tr("No Repositories Yet"), tr("This account has no public repositories."))
        case .starred: (tr("No Stars Yet"), tr("Repositories this account stars appear here."))
        default: nil
        }
    }

    static func wording(of problem: QueryProblem) -> (heading: String, sentence: String)? {
        let sentence: String
        switch problem {
        case .nameTooLong: sentence = tr("A username can have at most 39 characters.")
        case .nameHyphens:
            sentence = tr("Usernames have single hyphens between letters or digits, except in old accounts.")
        case .nameUnderscores:
            sentence = tr("A username can have at most one underscore, before the enterprise short code.")
        default: return nil
        }
        return (tr("Invalid Username"), sentence)
    }

    static func name(of kind: Person.Kind) -> String {
        switch kind {
        case .person: trc("kind of account", "Person")
        case .organization: trc("kind of account", "Organization")
        case .bot: trc("kind of account", "Bot")
        }
    }

    static func followers(_ count: CompactNumberContent, inFull: Bool = false) -> String {
        trn("%1$s follower", "%1$s followers", count.number).filled(inFull ? count.full : count.text)
    }

    static func repositories(_ count: CompactNumberContent, inFull: Bool = false) -> String {
        trn("%1$s repository", "%1$s repositories", count.number).filled(inFull ? count.full : count.text)
    }

    static func followers(_ count: Int) -> String { trn("Follower", "Followers", count) }
    static var following: String { tr("Following") }
    // Translators: leads to the favorites that are repositories of a person; their number follows.
    static var ownFavorites: String { tr("In Your Favorites") }
    static func repositories(_ count: Int) -> String { trn("Repository", "Repositories", count) }
    static func gists(_ count: Int) -> String { trn("Gist", "Gists", count) }

    static var company: String { tr("Company") }
    static var location: String { trc("of a person", "Location") }
    static var website: String { tr("Website") }
    static var email: String { tr("Email") }
    static var memberSince: String { tr("Member Since") }
}

extension PersonText {
    static func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .type:
            QualifierDescription(
                tr("Type"), tr("Only people or only organizations"),
                values: ["user": tr("People"), "org": tr("Organizations")])
        case .location:
            QualifierDescription(trc("of a person", "Location"), tr("People in this location"), phrase: tr("From %1$s"))
        case .followers:
            QualifierDescription(
                tr("Followers"), tr("By number of followers"),
                phrase: trc("chip; a number or a range follows", "Followers: %1$s"))
        case .repos:
            QualifierDescription(
                tr("Repositories"), tr("By number of repositories"),
                phrase: trc("chip; a number or a range follows", "Repositories: %1$s"))
        case .language:
            QualifierDescription(
                tr("Language"), tr("People with repositories in this language"), phrase: tr("Language: %1$s"))
        case .created:
            QualifierDescription(
                tr("Joined"), tr("By date joined"),
                phrase: trc("chip; a date or a range of dates follows", "Joined: %1$s"))
        case .searchedIn:
            QualifierDescription(
                tr("Search In"), tr("Fields to search"), phrase: tr("In %1$s"),
                values: [
                    "login": trc("searched in", "usernames"), "name": trc("searched in", "full names"),
                    "email": trc("searched in", "email addresses"),
                ])
        case .fullName: QualifierDescription(tr("Full Name"), tr("With this full name"), phrase: tr("Named %1$s"))
        case .user: QualifierDescription(tr("Username"), tr("With this username"))
        case .org: QualifierDescription(tr("Organization"), tr("Organization with this name"))
        case .state:
            QualifierDescription(
                tr("Sponsors"), tr("People you can sponsor"), values: ["sponsorable": trc("people", "Open to sponsors")]
            )
        default: nil
        }
    }
}
