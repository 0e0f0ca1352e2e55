public import Observation
public import StargazerLibrary

/// A page of the navigation stack: an item's details, a document, a related list, list changes or a comparison.
@MainActor public protocol NavigationPage: AnyObject {
    /// The item that keyboard shortcuts act on while the page is shown.
    var item: Item? { get }
    var content: NavigationPageContent { get }
    func refresh()
}

public enum NavigationPageContent {
    case item(DetailsViewModel)
    case document(DocumentViewModel)
    case list(RelationViewModel)
    case changes(ListChangesViewModel)
    case comparison(ComparisonViewModel)
}

extension DetailsViewModel: NavigationPage {
    public var content: NavigationPageContent { .item(self) }
}

extension DocumentViewModel: NavigationPage {
    public var content: NavigationPageContent { .document(self) }
}

extension RelationViewModel: NavigationPage {
    public var content: NavigationPageContent { .list(self) }
}

extension ListChangesViewModel: NavigationPage {
    public var item: Item? { nil }
    public var content: NavigationPageContent { .changes(self) }
    public func refresh() { load() }
}

extension ComparisonViewModel: NavigationPage {
    public var item: Item? { nil }
    public var content: NavigationPageContent { .comparison(self) }
    public func refresh() {
        if case .shown = phase { compare() }
    }
}

/// The pages of the content pane: the selected item and those opened from there. Going back restores a page's state.
@MainActor @Observable public final class NavigationStack {
    /// Never empty. The first page follows the selection.
    public private(set) var pages: [any NavigationPage]
    public let first: DetailsViewModel
    /// The most pages to keep. Beyond that, the oldest page after the first is dropped.
    static let maxPages = 50

    @ObservationIgnored private let details: @MainActor () -> DetailsViewModel
    @ObservationIgnored private let document: @MainActor (DocumentKind) -> DocumentViewModel
    @ObservationIgnored private let relation: @MainActor (RelationKind, Item) -> RelationViewModel
    @ObservationIgnored private let changes: @MainActor (RelationKind, Item) -> ListChangesViewModel
    @ObservationIgnored private let comparison: @MainActor (Item) -> ComparisonViewModel

    /// - Parameter relation: creates the page and starts loading its list.
    init(
        details: @escaping @MainActor () -> DetailsViewModel,
        document: @escaping @MainActor (DocumentKind) -> DocumentViewModel,
        relation: @escaping @MainActor (RelationKind, Item) -> RelationViewModel,
        changes: @escaping @MainActor (RelationKind, Item) -> ListChangesViewModel,
        comparison: @escaping @MainActor (Item) -> ComparisonViewModel
    ) {
        self.details = details
        self.document = document
        self.relation = relation
        self.changes = changes
        self.comparison = comparison
        first = details()
        pages = [first]
    }

    /// The visible page.
    public var top: any NavigationPage { pages[pages.count - 1] }
    public var canGoBack: Bool { pages.count > 1 }

    /// Shows the facts of an item's row on the first page. Does nothing when the stack already begins with the item.
    /// - Parameter prefetches: whether a selection that lasts loads the details.
    func preview(_ item: Item, prefetches: Bool = false) {
        guard item.id != first.item?.id else { return }
        goBack(to: 0)
        first.preview(item, prefetches: prefetches)
    }

    /// Goes back to the first page, shows the item there and loads its details.
    func open(_ item: Item) {
        goBack(to: 0)
        first.open(item)
    }

    /// Goes back to the first page and resolves an item that is known only by its name.
    func open(_ reference: ItemReference) {
        goBack(to: 0)
        first.open(reference)
    }

    /// Removes all items.
    func clear() {
        goBack(to: 0)
        first.close()
    }

    /// Pushes an item's page. No `go` method pushes the page that is already visible.
    func go(to item: Item) {
        if case .item(let top) = top.content, top.item?.id == item.id { return }
        let page = details()
        page.open(item)
        push(page)
    }

    func go(to kind: RelationKind, of item: Item) {
        if case .list(let top) = top.content, top.kind == kind, top.origin.id == item.id { return }
        push(relation(kind, item))
    }

    func go(toChangesIn kind: RelationKind, of item: Item) {
        if case .changes(let top) = top.content, top.kind == kind, top.origin.id == item.id { return }
        push(changes(kind, item))
    }

    func go(toComparisonOf item: Item) {
        if case .comparison(let top) = top.content, top.origin.id == item.id { return }
        push(comparison(item))
    }

    func go(to kind: DocumentKind, of item: Item) {
        if case .document(let top) = top.content, top.kind == kind, top.item?.id == item.id { return }
        let page = document(kind)
        page.open(item)
        push(page)
    }

    /// - Returns: false on the first page.
    func goBack() -> Bool {
        guard canGoBack else { return false }
        pages.removeLast()
        return true
    }

    /// Goes back to the page at this depth. Does nothing when there is no page above it.
    func goBack(to depth: Int) {
        if depth >= 0, depth + 1 < pages.count { pages.removeSubrange((depth + 1)...) }
    }

    /// What the stack shows, to show it again.
    struct Snapshot {
        let item: Item?
        fileprivate let pages: [any NavigationPage]
    }

    func snapshot() -> Snapshot { Snapshot(item: first.item, pages: Array(pages.dropFirst())) }

    func restore(_ snapshot: Snapshot) {
        goBack(to: 0)
        if let item = snapshot.item { first.open(item) } else { first.close() }
        pages += snapshot.pages
    }

    private func push(_ page: any NavigationPage) {
        if pages.count == Self.maxPages { pages.remove(at: 1) }
        pages.append(page)
    }
}
