import CStargazer
import GtkBridge
import StargazerCore

/// The list pages of a window, one for each search and one for the favorites, created when they are first shown.
@MainActor package final class ListPageStack {
    let root: Handle
    private let make: @MainActor (ListSource) -> ListPage
    private var pages: [CatalogKind?: ListPage] = [:]
    package private(set) var page: ListPage

    /// - Parameters:
    ///   - root: a GtkStack.
    ///   - make: creates the page of a source.
    init(_ root: Handle, first: ListSource, make: @escaping @MainActor (ListSource) -> ListPage) {
        self.root = root
        self.make = make
        page = make(first)
        add(page, first)
    }

    /// All parts of the favorites have one page.
    private static func key(_ source: ListSource) -> CatalogKind? {
        if case .search(let kind) = source { kind } else { nil }
    }

    /// - Returns: whether another page shows now.
    func show(_ source: ListSource) -> Bool {
        let before = page
        if let known = pages[Self.key(source)] {
            page = known
        } else {
            page = make(source)
            add(page, source)
        }
        guard page !== before else { return false }
        // Screen readers find the children of a stack even if they are not its visible child.
        page.root.setVisible(true)
        gtk_stack_set_visible_child(root.opaque, page.root.widget)
        before.root.setVisible(false)
        return true
    }

    private func add(_ page: ListPage, _ source: ListSource) {
        pages[Self.key(source)] = page
        _ = gtk_stack_add_child(root.opaque, page.root.widget)
    }
}
