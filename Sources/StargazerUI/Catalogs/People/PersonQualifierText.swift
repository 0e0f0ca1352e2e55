import GtkBridge
import StargazerCore

/// The texts of the qualifiers for people.
extension PersonText {
    static func description(of qualifier: QualifierName) -> QualifierDescription? {
        switch qualifier {
        case .type:
            QualifierDescription(
                tr("Kind"), tr("People or organizations alone"),
                values: ["user": tr("People"), "org": tr("Organizations")])
        case .location:
            QualifierDescription(trc("of a person", "Location"), tr("Who name this place"), phrase: tr("From %1$s"))
        case .followers:
            QualifierDescription(
                tr("Followers"), tr("By number of followers"),
                phrase: trc("chip; a number or a range follows", "Followers: %1$s"))
        case .repos:
            QualifierDescription(
                tr("Repositories"), tr("By number of repositories"),
                phrase: trc("chip; a number or a range follows", "Repositories: %1$s"))
        case .language:
            QualifierDescription(tr("Language"), tr("Who write in this language"), phrase: tr("Writes %1$s"))
        case .created:
            QualifierDescription(
                tr("Joined"), tr("By date of joining"),
                phrase: trc("chip; a date or a range of dates follows", "Joined: %1$s"))
        case .searchedIn:
            QualifierDescription(
                tr("Searched In"), tr("Where the words are looked for"), phrase: tr("In %1$s"),
                values: [
                    "login": trc("searched in", "user names"), "name": trc("searched in", "full names"),
                    "email": trc("searched in", "email addresses"),
                ])
        case .fullName: QualifierDescription(tr("Full Name"), tr("Of this full name"), phrase: tr("Named %1$s"))
        case .user: QualifierDescription(tr("User Name"), tr("Of this user name"))
        case .org: QualifierDescription(tr("Organization"), tr("The organization of this name"))
        case .state:
            QualifierDescription(
                tr("Sponsors"), tr("Who can be sponsored"), values: ["sponsorable": trc("people", "Open to sponsors")])
        default: nil
        }
    }
}
