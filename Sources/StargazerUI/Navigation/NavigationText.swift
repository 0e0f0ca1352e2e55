import GtkBridge
import StargazerCore

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
            ?? (noneHeading, tr("“%1$s” of %2$s is empty.").filled(name(of: list), list.origin.cleanTitle))
    }

    /// The progress of loading the opposite list, for the filter of mutual items.
    static func comparing(loaded: NumberContent, about: NumberContent?) -> String {
        guard let about else { return tr("Comparing with the other list…") }
        return tr("Comparing with the other list: %1$s of %2$s").filled(loaded.text, about.text)
    }

    static var noMutualItemsHeading: String { tr("No Matches") }

    static func noMutualItems(mayHaveMore: Bool) -> String {
        mayHaveMore
            ? tr("No matches among loaded people. Load more to continue.")
            : tr("No people are in both lists.")
    }

    static var showAll: String { trc("people of a list", "Show All") }

    /// The number of requests that whole lists take; empty while it is unknown.
    static func cost(_ requests: NumberContent?) -> [String] {
        requests.map { [requestsNeeded($0)] } ?? []
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
        trn("And %1$s more", "And %1$s more", count).filled(NumberText.whole(count))
    }
}
