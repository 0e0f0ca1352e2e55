import CStargazer
package import GtkBridge
import StargazerCore

/// The details pane: the top page of the stack, and the pages below it in the state they were left in.
@MainActor package final class DetailsPane {
    package let root = Handle(gtk_stack_new())
    /// Whether the window shows only this pane; going back from the first page then leads to the list.
    var isOnlyPane = false {
        didSet {
            for (depth, entry) in entries.enumerated() { entry.view.setPosition(isOnlyPane: isOnlyPane, depth: depth) }
        }
    }
    /// The widget whose focus was restored; the focus may stay there.
    private var restoredFocus: Handle?
    private let stack: NavigationStack
    private let make: @MainActor (any NavigationPage) -> any NavigationPageView
    private var entries: [Entry] = []
    private var observation: Observe?

    private struct Entry {
        let page: any NavigationPage
        let view: any NavigationPageView
        /// The focused widget when the next page was pushed.
        var focus: (widget: Handle, weakObject: WeakGObject)?
        /// Whether it was a row of the list, whose widget may change.
        var wasInList = false
    }

    init(stack: NavigationStack, make: @escaping @MainActor (any NavigationPage) -> any NavigationPageView) {
        self.stack = stack
        self.make = make
        root.setClass("view", true)
        gtk_stack_set_hhomogeneous(root.opaque, 0)
        gtk_stack_set_vhomogeneous(root.opaque, 0)
        syncPages()
        observation = Observe { [weak self] in self?.syncPages() }
    }

    package var top: any NavigationPageView { entries[entries.count - 1].view }
    var list: ItemCollection? { top.list }

    func focusHeading() { top.focusHeading() }
    func isValidFocus(_ focus: Handle) -> Bool { top.isValidFocus(focus) || focus == restoredFocus }

    /// Updates the views to the navigation stack. If the previous top page had the focus, the new one takes it.
    /// - Parameter takesFocus: takes the focus in any case.
    func syncPages(takesFocus: Bool = false) {
        let pages = stack.pages
        let left = entries.filter { entry in !pages.contains { $0 === entry.page } }
        let new = pages.filter { page in !entries.contains { $0.page === page } }
        guard !left.isEmpty || !new.isEmpty else { return }
        let hadFocus = root.hasFocusInside
        if !new.isEmpty { saveFocus() }
        entries.removeAll { entry in left.contains { $0.page === entry.page } }
        for page in new {
            let view = make(page)
            view.setPosition(isOnlyPane: isOnlyPane, depth: entries.count)
            _ = gtk_stack_add_child(root.opaque, view.root.widget)
            entries.append(Entry(page: page, view: view))
        }
        // Screen readers find the children of a stack even if they are not its visible child.
        top.root.setVisible(true)
        gtk_stack_set_visible_child(root.opaque, top.root.widget)
        for entry in entries.dropLast() { entry.view.root.setVisible(false) }
        if hadFocus || takesFocus { restoreFocus() }
        for entry in left { gtk_stack_remove(root.opaque, entry.view.root.widget) }
    }

    private func saveFocus() {
        guard !entries.isEmpty, root.hasFocusInside, let window = gtk_widget_get_root(root.widget),
            let focused = gtk_root_get_focus(window)
        else { return }
        let last = entries.count - 1
        // A menu closes: its button gets the focus back.
        let popover = gtk_widget_get_ancestor(focused, gtk_popover_get_type())
        let focus = Handle(popover.flatMap { gtk_widget_get_parent($0) } ?? focused)
        entries[last].focus = (focus, WeakGObject(focus))
        entries[last].wasInList = entries[last].view.list?.hasFocus == true
    }

    private func restoreFocus() {
        let entry = entries[entries.count - 1]
        if entry.wasInList, let list = entry.view.list, list.selectedID != nil {
            list.focusSelectedRow()
            return
        }
        if let focus = entry.focus, focus.weakObject.isAlive {
            restoredFocus = focus.widget
            if focus.widget.grabFocus() { return }
        }
        focusHeading()
    }
}
