import GtkBridge
import StargazerCore
import StargazerLibrary

/// The texts of the details pane and its lists.
enum NavigationText {
    static var earlierPages: String { tr("Earlier Pages") }
    static func back(to page: String) -> String { tr("Back to %1$s").filled(page) }
    static var loadMore: String { RowText.loadMore }
    static var noneHeading: String { tr("Nothing Here Yet") }

    @MainActor static func title(of page: any NavigationPage) -> String {
        switch page.content {
        case .item: page.item?.cleanTitle ?? ""
        case .document(let document):
            page.item.map { CatalogPresentations.registered[$0.id.catalog].labels(of: document.kind).heading } ?? ""
        case .list(let list): name(of: list)
        case .changes: ListChangesText.title
        case .comparison: ComparisonText.title
        }
    }

    @MainActor static func name(of list: RelationViewModel) -> String {
        CatalogPresentations.registered[list.origin.id.catalog].name(of: list.kind) ?? list.kind.rawValue
    }

    /// Returns the accessible name of a list page: "Followers, octocat".
    @MainActor static func fullName(of list: RelationViewModel) -> String {
        JoinText.list([name(of: list), list.origin.cleanTitle])
    }

    @MainActor static func fullName(of document: DocumentViewModel) -> String {
        JoinText.list([title(of: document), document.item?.cleanTitle ?? ""])
    }

    @MainActor static func none(in list: RelationViewModel) -> (heading: String, sentence: String) {
        CatalogPresentations.registered[list.origin.id.catalog].noResultsText(in: list.kind)
            ?? (noneHeading, tr("%2$s has nothing in “%1$s”.").filled(name(of: list), list.origin.cleanTitle))
    }

    /// The progress of loading the opposite list, for the filter of mutual items.
    static func comparing(loaded: NumberContent, about: NumberContent?) -> String {
        guard let about else { return tr("Comparing with the other list…") }
        return tr("Comparing with the other list: %1$s of %2$s").filled(loaded.text, about.text)
    }

    static var noMutualItemsHeading: String { tr("No Matches") }

    static func noMutualItems(mayHaveMore: Bool) -> String {
        mayHaveMore
            ? tr("None of the loaded people are in both lists. Load more to continue.")
            : tr("No people are in both lists.")
    }

    static var showAll: String { trc("people of a list", "Show All") }

    /// The number of requests that whole lists take; empty while it is unknown, and for a single one.
    static func cost(_ requests: NumberContent?) -> [String] {
        requests.map { $0.number > 1 ? [requestsNeeded($0)] : [] } ?? []
    }

    /// The text about lists that take more requests than are left.
    static func tooManyRequests(needed: NumberContent, left: NumberContent) -> String {
        JoinText.sentences([
            requestsNeeded(needed), tr("Requests left: %1$s.").filled(left.text),
        ])
    }

    static var tooManyRequestsHeading: String { tr("Not Enough Requests Left") }
    static var checking: String { tr("Checking…") }
    static var cancel: String { tr("Cancel") }

    static func progress(loaded: NumberContent, about: NumberContent?) -> String {
        guard let about else { return loaded.text }
        // Translators: the number that is loaded, and the approximate total.
        return trc("progress", "%1$s of %2$s").filled(loaded.text, about.text)
    }

    private static func requestsNeeded(_ count: NumberContent) -> String {
        tr("Requests needed: %1$s.").filled(count.text)
    }

    /// The heading of a list; without a number when the list says that it is empty.
    static func heading(_ name: String, _ content: NumberContent) -> String {
        content.number == 0 ? name : count(name, content)
    }

    static func count(_ name: String, _ count: NumberContent) -> String { tr("%1$s: %2$s").filled(name, count.text) }

    static func more(_ count: Int) -> String {
        // Translators: below a list of people or of repositories.
        trn("And %1$s more", "And %1$s more", count).filled(NumberText.full(count))
    }
}

enum ComparisonText {
    static var title: String { trc("the name of a page", "Compare") }
    static var compareWith: String { tr("Compare With…") }
    static var compare: String { trc("a button", "Compare") }
    static var chooseAnother: String { tr("Choose Another Account") }
    static var counting: String { tr("Counting…") }
    static var name: String { tr("Name") }
    static var favorites: String { tr("Favorites") }
    static var noFavorites: String { tr("People in your favorites appear here.") }
    static var none: String { tr("Nothing in common.") }

    static func choose(_ one: String) -> String { tr("Compare %1$s With…").filled(one) }
    static func you(_ login: String) -> String { tr("Compare With Yourself (%1$s)").filled(login) }
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

enum ListChangesText {
    static var title: String { tr("Follower Changes") }
    static var check: String { tr("Check Now") }
    static var new: String { trc("in a list", "New followers") }
    static var left: String { trc("no longer in a list", "No longer following") }
    static var nobodyNew: String { tr("No new followers.") }
    static var nobodyLeft: String { tr("Nobody stopped following.") }
    static var listSaved: String { tr("List Saved") }
    static func listSavedText(_ total: NumberContent) -> String {
        JoinText.sentences([
            // Translators: the number of people in the list.
            trn("This account has %1$s follower.", "This account has %1$s followers.", total.number).filled(total.text),
            tr("Check again later to see new and lost followers."),
        ])
    }

    static func ready(last: ListSnapshotSummary?, requests: NumberContent?) -> String {
        let before =
            last.map { last in
                trn(
                    "%1$s follower when you last checked, on %2$s.", "%1$s followers when you last checked, on %2$s.",
                    last.count.number
                ).filled(last.count.text, last.day)
            } ?? tr("Check now to save the list. Later checks show new and lost followers.")
        return JoinText.sentences([before] + NavigationText.cost(requests))
    }

    static func summary(_ changes: ListChangesContent, last: ListSnapshotSummary) -> String {
        tr("%1$s now, %2$s on %3$s").filled(changes.total.text, last.count.text, last.day)
    }
}
