import GtkBridge
import StargazerCore

/// The words of what narrows a search for people.
extension PersonText {
    static func words(of qualifier: QualifierName) -> QualifierWords? {
        switch qualifier {
        case .type:
            QualifierWords(
                tr("Kind"), tr("People or organizations alone"),
                values: ["user": tr("People"), "org": tr("Organizations")])
        case .location:
            QualifierWords(trc("of a person", "Location"), tr("Who name this place"), phrase: tr("From %1$s"))
        case .followers:
            QualifierWords(
                tr("Followers"), tr("By number of followers"),
                phrase: trc("chip; a number or a range follows", "Followers: %1$s"))
        case .repos:
            QualifierWords(
                tr("Repositories"), tr("By number of repositories"),
                phrase: trc("chip; a number or a range follows", "Repositories: %1$s"))
        case .language: QualifierWords(tr("Language"), tr("Who write in this language"), phrase: tr("Writes %1$s"))
        case .created:
            QualifierWords(
                tr("Joined"), tr("By date of joining"),
                phrase: trc("chip; a date or a range of dates follows", "Joined: %1$s"))
        case .searchedIn:
            QualifierWords(
                tr("Searched In"), tr("Where the words are looked for"), phrase: tr("In %1$s"),
                values: [
                    "login": trc("searched in", "user names"), "name": trc("searched in", "full names"),
                    "email": trc("searched in", "email addresses"),
                ])
        case .fullName: QualifierWords(tr("Full Name"), tr("Of this full name"), phrase: tr("Named %1$s"))
        case .user: QualifierWords(tr("User Name"), tr("Of this user name"))
        case .org: QualifierWords(tr("Organization"), tr("The organization of this name"))
        case .state:
            QualifierWords(
                tr("Sponsors"), tr("Who can be sponsored"), values: ["sponsorable": trc("people", "Open to sponsors")])
        default: nil
        }
    }
}
