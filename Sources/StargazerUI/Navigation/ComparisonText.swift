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
    static var noFavorites: String { tr("Who is a favorite can be chosen here.") }
    static var none: String { tr("None in common.") }

    static func choose(_ one: String) -> String { tr("Compare %1$s with whom?").filled(one) }
    static func you(_ login: String) -> String { tr("Compare With You, %1$s").filled(login) }
    static func both(_ one: String, _ other: String) -> String { tr("%1$s and %2$s").filled(one, other) }

    static func ready(requests: NumberContent?) -> String {
        JoinText.sentences(
            [tr("What they have in common is found in their whole lists.")] + NavigationText.cost(requests))
    }

    static func refused(_ name: ComparisonNameProblem, presentation: any CatalogPresentation) -> String {
        switch name {
        case .invalid(let problem): presentation.wording(of: problem)?.sentence ?? tr("Nobody has a name like this.")
        case .notAName: tr("This is no name: it has blanks or other signs that names have not.")
        // Translators: %1$s is a user name.
        case .unknown(let name): tr("No account named “%1$s”.").filled(CleanText.line(name))
        case .itself: tr("Choose somebody else: this is the one that is compared.")
        case .nothingToCompare: tr("Nothing of this one can be compared.")
        }
    }
}
