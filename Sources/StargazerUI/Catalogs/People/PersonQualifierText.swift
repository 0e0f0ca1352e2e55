import GtkBridge
import StargazerCore

/// The texts of the qualifiers for people.
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
                tr("Language"), tr("People with repositories in this language"), phrase: tr("Writes %1$s"))
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
