import GtkBridge
import StargazerCore

/// The texts of the comparison.
enum ComparisonText {
    static var title: String { trc("the name of a page", "Compare") }
    static var compareWith: String { tr("Compare With…") }
    static var compare: String { trc("a button", "Compare") }
    static var chooseAnother: String { tr("Choose Another") }
    static var counting: String { tr("Counting…") }
    static var name: String { tr("Name") }
    static var favorites: String { tr("Favorites") }
    static var noFavorites: String { tr("People in your favorites appear here.") }
    static var none: String { tr("None in common.") }

    static func choose(_ one: String) -> String { tr("Compare %1$s With…").filled(one) }
    static func you(_ login: String) -> String { tr("Compare With You (%1$s)").filled(login) }
    static func both(_ one: String, _ other: String) -> String { tr("%1$s and %2$s").filled(one, other) }

    static func ready(requests: NumberContent?) -> String {
        JoinText.sentences(
            [tr("Comparing loads the complete lists of both accounts.")] + NavigationText.cost(requests))
    }

    static func refused(_ name: ComparisonNameProblem, presentation: any CatalogPresentation) -> String {
        switch name {
        case .invalid(let problem): presentation.wording(of: problem)?.sentence ?? tr("This is not a valid username.")
        case .notAName: tr("Usernames use letters, digits and hyphens.")
        // Translators: %1$s is a user name.
        case .unknown(let name): tr("No account named “%1$s”.").filled(CleanText.line(name))
        case .itself: tr("Choose a different account to compare.")
        case .nothingToCompare: tr("This account cannot be compared.")
        }
    }
}
