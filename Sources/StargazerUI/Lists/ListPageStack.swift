import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The list pages of a window, one for each search and one for the favorites, created when they are first shown.
@MainActor package final class ListPageStack {
    let root: Handle
    private let make: @MainActor (ListSource) -> ListPage
    private let shape: @MainActor (ListSource) -> CatalogProfile.Shape
    private let list: @MainActor () -> any ListModel
    private var pages: [ObjectIdentifier: ListPage] = [:]
    package private(set) var page: ListPage

    /// - Parameters:
    ///   - root: a GtkStack.
    ///   - list: returns the list of the source that is to show. Each list has one page at a time.
    init(
        _ root: Handle, first: ListSource, list: @escaping @MainActor () -> any ListModel,
        shape: @escaping @MainActor (ListSource) -> CatalogProfile.Shape,
        make: @escaping @MainActor (ListSource) -> ListPage
    ) {
        self.root = root
        self.make = make
        self.list = list
        self.shape = shape
        page = make(first)
        add(page)
    }

    /// The page of the list; a part of the favorites with another shape replaces it.
    private var existing: ListPage? { pages[ObjectIdentifier(list())] }

    /// Returns whether a page shows that can show this source.
    func fits(_ source: ListSource) -> Bool {
        existing === page && page.list.layout.shape == shape(source)
    }

    /// - Returns: whether another page shows now.
    func show(_ source: ListSource) -> Bool {
        let before = page
        let existing = existing
        if let existing, existing.list.layout.shape == shape(source) {
            page = existing
        } else {
            // The model of the favorites knows from its page whether it is visible: the old one goes first.
            if let existing { gtk_stack_remove(root.opaque, existing.root.widget) }
            page = make(source)
            add(page)
        }
        guard page !== before else { return false }
        // Screen readers find the children of a stack even if they are not its visible child.
        page.root.setVisible(true)
        gtk_stack_set_visible_child(root.opaque, page.root.widget)
        if existing !== before { before.root.setVisible(false) }
        return true
    }

    private func add(_ page: ListPage) {
        pages[ObjectIdentifier(page.model)] = page
        _ = gtk_stack_add_child(root.opaque, page.root.widget)
    }
}
