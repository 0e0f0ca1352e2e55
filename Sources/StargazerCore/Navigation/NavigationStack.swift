public import Observation

/// One page of the trail: an item, what is written about it at length, or a list that an item leads to.
@MainActor public protocol NavigationPage: AnyObject {
    /// What keys act on while it shows.
    var item: Item? { get }
    /// Which of the two it is.
    var content: NavigationPageContent { get }
    /// Asks again for what it shows.
    func refresh()
}

/// What a page of the trail can be.
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

/// The pages of the pane that reads: the selected item, and what was gone on to from there, one after the other. Back
/// walks it; each page stays as it was left.
@MainActor @Observable public final class NavigationStack {
    /// Never empty. The first follows the selection, whatever it is.
    public private(set) var pages: [any NavigationPage]
    public let first: DetailsViewModel
    /// Pages held at the most; the oldest but the first are forgotten.
    static let longest = 50

    @ObservationIgnored private let details: @MainActor () -> DetailsViewModel
    @ObservationIgnored private let document: @MainActor (DocumentKind) -> DocumentViewModel
    @ObservationIgnored private let relation: @MainActor (RelationKind, Item) -> RelationViewModel
    @ObservationIgnored private let changes: @MainActor (RelationKind, Item) -> ListChangesViewModel
    @ObservationIgnored private let comparison: @MainActor (Item) -> ComparisonViewModel

    /// - Parameters:
    ///   - details: makes the page of an item.
    ///   - document: makes the page of what is written about an item.
    ///   - relation: makes the page of a list that an item leads to, and asks for it.
    ///   - changes: makes the page of what became of such a list.
    ///   - comparison: makes the page of what an item has in common with another.
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

    /// The page that shows.
    public var top: any NavigationPage { pages[pages.count - 1] }
    public var canGoBack: Bool { pages.count > 1 }

    /// Shows what the row of an item knows. Where the trail begins with it, it is left as it is.
    /// - Parameter rests: whether a rest on it asks for more.
    func preview(_ item: Item, prefetches: Bool = false) {
        guard item.id != first.item?.id else { return }
        goBack(to: 0)
        first.preview(item, prefetches: prefetches)
    }

    /// Begins with an item, or returns to it, and asks for what its row does not know.
    func open(_ item: Item) {
        goBack(to: 0)
        first.open(item)
    }

    /// Begins with what is known by its name alone.
    func open(_ reference: ItemReference) {
        goBack(to: 0)
        first.open(reference)
    }

    /// One page further. The page that shows is not repeated.
    func go(to item: Item) {
        if case .item(let top) = top.content, top.item?.id == item.id { return }
        let page = details()
        page.open(item)
        push(page)
    }

    /// One page further, to a list that an item leads to. The page that shows is not repeated.
    func go(to kind: RelationKind, of item: Item) {
        if case .list(let top) = top.content, top.kind == kind, top.origin.id == item.id { return }
        push(relation(kind, item))
    }

    /// One page further, to what became of a list. The page that shows is not repeated.
    func go(toChangesIn kind: RelationKind, of item: Item) {
        if case .changes(let top) = top.content, top.kind == kind, top.origin.id == item.id { return }
        push(changes(kind, item))
    }

    /// One page further, to what an item has in common with another. The page that shows is not repeated.
    func go(toComparisonOf item: Item) {
        if case .comparison(let top) = top.content, top.origin.id == item.id { return }
        push(comparison(item))
    }

    /// One page further, to what is written about an item at length. The page that shows is not repeated.
    func go(to kind: DocumentKind, of item: Item) {
        if case .document(let top) = top.content, top.kind == kind, top.item?.id == item.id { return }
        let page = document(kind)
        page.open(item)
        push(page)
    }

    /// One page back.
    /// - Returns: false on the first.
    func goBack() -> Bool {
        guard canGoBack else { return false }
        pages.removeLast()
        return true
    }

    /// Back to the page that has this many below it; nothing where there is none further on.
    func goBack(to depth: Int) {
        if depth >= 0, depth + 1 < pages.count { pages.removeSubrange((depth + 1)...) }
    }

    private func push(_ page: any NavigationPage) {
        if pages.count == Self.longest { pages.remove(at: 1) }
        pages.append(page)
    }
}
