import CStargazer
package import GtkBridge
import StargazerCore

/// The search pages, one for each catalog, created when they are first shown.
@MainActor package final class SearchPageStack {
    package let root = Handle(gtk_stack_new())
    private let make: @MainActor (SearchViewModel) -> SearchPage
    private var pages: [CatalogKind: SearchPage] = [:]
    package private(set) var page: SearchPage

    init(first: SearchViewModel, make: @escaping @MainActor (SearchViewModel) -> SearchPage) {
        self.make = make
        page = make(first)
        add(page, first)
    }

    /// - Returns: whether the visible page changed.
    func show(_ model: SearchViewModel) -> Bool {
        let before = page
        if let known = pages[model.profile.kind] {
            page = known
        } else {
            page = make(model)
            add(page, model)
        }
        guard page !== before else { return false }
        // Screen readers find the children of a stack even if they are not its visible child.
        page.root.setVisible(true)
        gtk_stack_set_visible_child(root.opaque, page.root.widget)
        before.root.setVisible(false)
        return true
    }

    private func add(_ page: SearchPage, _ model: SearchViewModel) {
        pages[model.profile.kind] = page
        _ = gtk_stack_add_child(root.opaque, page.root.widget)
    }
}
