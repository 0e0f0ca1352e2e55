import GtkBridge
import StargazerCore

/// The words of the trail and of the lists in it.
enum TrailText {
    static var earlierPages: String { tr("Earlier Pages") }
    static func back(to page: String) -> String { tr("Back to %1$s").filled(page) }
    static var filterName: String { tr("Filter Results") }
    static var loadMore: String { RowText.loadMore }
    static var noMatchHeading: String { tr("Nothing Found Here") }
    static var noneHeading: String { tr("Nothing Here Yet") }

    @MainActor static func title(of page: any TrailPage) -> String {
        switch page.view {
        case .item: page.item?.cleanTitle ?? ""
        case .document: page.item.map { CatalogFaces.every[$0.id.catalog].document } ?? ""
        case .list(let list): name(of: list)
        case .changes: ListChangesText.title
        }
    }

    @MainActor static func name(of list: RelationViewModel) -> String {
        CatalogFaces.every[list.origin.id.catalog].name(of: list.kind) ?? list.kind.rawValue
    }

    /// What screen readers call the page: "Followers, octocat".
    @MainActor static func fullName(of list: RelationViewModel) -> String {
        "\(name(of: list)), \(list.origin.cleanTitle)"
    }

    @MainActor static func fullName(of document: DocumentViewModel) -> String {
        [title(of: document), document.item?.cleanTitle ?? ""].joined(separator: ", ")
    }

    @MainActor static func none(in list: RelationViewModel) -> (heading: String, sentence: String) {
        CatalogFaces.every[list.origin.id.catalog].noneFound(in: list.kind)
            ?? (noneHeading, tr("“%1$s” of %2$s is empty.").filled(name(of: list), list.origin.cleanTitle))
    }

    /// While the other list is on its way, of whose members those show who are in both.
    static func comparing(came: NumberContent, about: NumberContent?) -> String {
        guard let about else { return tr("Comparing with the other list…") }
        return tr("Comparing with the other list: %1$s of %2$s").filled(came.text, about.text)
    }

    static var noneInBothHeading: String { tr("Nobody in Both Lists") }

    static func noneInBoth(mayBeMore: Bool) -> String {
        mayBeMore
            ? tr("Nobody who has been loaded is in both lists. There is more to load.")
            : tr("Nobody here is in both lists.")
    }

    static var showAll: String { tr("Show All") }

    /// A list that cannot be had as a whole now.
    static func tooLong(needed: NumberContent, left: NumberContent) -> String {
        tr("This takes %1$s requests, and %2$s are left for now.").filled(needed.text, left.text)
    }

    /// How many of those that have been loaded match.
    static func matches(_ count: CountContent) -> String {
        tr("%1$s of %2$s loaded").filled(count.shownText, count.totalText ?? "")
    }

    static func noMatch(_ filter: String, mayBeMore: Bool) -> String {
        let words = CleanText.line(filter)
        return mayBeMore
            ? tr("Nothing that has been loaded matches “%1$s”. There is more to load.").filled(words)
            : tr("Nothing here matches “%1$s”.").filled(words)
    }
}
