import CStargazer
package import GtkBridge
import StargazerCore

/// The pane that reads: the page on top of the trail, and below it the others as they were left.
@MainActor package final class TrailPane {
    package let root = Handle(gtk_stack_new())
    /// Whether this is all that the window shows; the list is then one more page back.
    var isAlone = false {
        didSet {
            for (depth, entry) in entries.enumerated() { entry.view.place(isAlone: isAlone, depth: depth) }
        }
    }
    /// Where the focus was given back to; it may stay there.
    private var returned: Handle?
    private let trail: Trail
    private let make: @MainActor (any TrailPage) -> any TrailView
    private var entries: [Entry] = []
    private var observation: Observe?

    private struct Entry {
        let page: any TrailPage
        let view: any TrailView
        /// What had the focus when another page was gone on to.
        var focus: (widget: Handle, life: WeakGObject)?
        /// It was a row of the list, which may get another widget meanwhile.
        var wasInList = false
    }

    /// - Parameter make: makes the view of a page.
    init(trail: Trail, make: @escaping @MainActor (any TrailPage) -> any TrailView) {
        self.trail = trail
        self.make = make
        gtk_stack_set_hhomogeneous(root.opaque, 0)
        gtk_stack_set_vhomogeneous(root.opaque, 0)
        follow()
        observation = Observe { [weak self] in self?.follow() }
    }

    package var top: any TrailView { entries[entries.count - 1].view }
    /// The list of the page on top; nil where it has none.
    var list: ItemCollection? { top.list }

    func focusHeading() { top.focusHeading() }
    func isHome(_ focus: Handle) -> Bool { top.isHome(focus) || focus == returned }

    /// Shows the trail as it is. Where the page that had the focus is no longer on top, the one that is gets it.
    /// - Parameter takesFocus: whether it gets it wherever the focus was.
    func follow(takesFocus: Bool = false) {
        let pages = trail.pages
        let left = entries.filter { entry in !pages.contains { $0 === entry.page } }
        let new = pages.filter { page in !entries.contains { $0.page === page } }
        guard !left.isEmpty || !new.isEmpty else { return }
        let hadFocus = root.hasFocusInside
        if !new.isEmpty { rememberFocus() }
        entries.removeAll { entry in left.contains { $0.page === entry.page } }
        for page in new {
            let view = make(page)
            view.place(isAlone: isAlone, depth: entries.count)
            _ = gtk_stack_add_child(root.opaque, view.root.widget)
            entries.append(Entry(page: page, view: view))
        }
        // Screen readers would find what is in a stack whether or not it shows.
        top.root.setVisible(true)
        gtk_stack_set_visible_child(root.opaque, top.root.widget)
        for entry in entries.dropLast() { entry.view.root.setVisible(false) }
        if hadFocus || takesFocus { giveFocus() }
        for entry in left { gtk_stack_remove(root.opaque, entry.view.root.widget) }
    }

    private func rememberFocus() {
        guard !entries.isEmpty, root.hasFocusInside, let window = gtk_widget_get_root(root.widget),
            let focus = gtk_root_get_focus(window)
        else { return }
        let last = entries.count - 1
        entries[last].focus = (Handle(focus), WeakGObject(Handle(focus)))
        entries[last].wasInList = entries[last].view.list?.hasFocus == true
    }

    private func giveFocus() {
        let entry = entries[entries.count - 1]
        if entry.wasInList, let list = entry.view.list, list.selectedID != nil {
            list.focusSelectedRow()
            return
        }
        if let focus = entry.focus, focus.life.isAlive {
            returned = focus.widget
            if focus.widget.grabFocus() { return }
        }
        focusHeading()
    }
}
