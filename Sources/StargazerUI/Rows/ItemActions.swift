import CStargazer
package import GtkBridge
package import StargazerLibrary

/// The actions of the items in one list, in the action group `items`. Rows, the footer and keys activate them; the page
/// of the list implements them.
@MainActor package final class ItemActions {
    package enum ItemAction: String {
        case open
        case openInBrowser = "open-in-browser"
        case showMenu = "show-menu"
        case toggleFavorite = "toggle-favorite"
        case starAgain = "star-again"
    }

    package enum ListAction: String {
        case loadMore = "load-more"
        case tryAgain = "try-again"
        case loadBeyondLimit = "go-beyond"
        /// Removes the selected favorites, or adds the selected items to the favorites.
        case toggleSelection = "toggle-selection"
        case starSelection = "star-selection"
        case tagSelection = "tag-selection"
        case exportSelection = "export-selection"
        case openSelection = "open-selection-in-browser"
        case copySelectedLinks = "copy-selected-links"
        case copySelectedTable = "copy-selected-table"
        case saveSelection = "save-selection"
        case endSelection = "end-selection"
    }

    static let name = "items"
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private var names: Set<String> = []

    /// - Parameter root: the list widget that gets the action group.
    init(of root: Handle) { insert(into: root) }

    /// GTK may keep the group longer than the list; the handlers go with the list.
    isolated deinit {
        for name in names { g_action_map_remove_action(group.handle.opaque, name) }
    }

    /// Lets a widget outside the list run the actions.
    func insert(into widget: Handle) { gtk_widget_insert_action_group(widget.widget, Self.name, group.opaque) }

    /// Sets the handler of an action, in place of an earlier one.
    package func on(_ action: ItemAction, _ run: @escaping @MainActor (ItemID) -> Void) {
        names.insert(action.rawValue)
        Actions.addCommand(action.rawValue, to: group.handle) { text in
            if let id = ItemID(text: text) { run(id) }
        }
    }

    package func on(_ action: ListAction, _ run: @escaping @MainActor () -> Void) {
        names.insert(action.rawValue)
        Actions.add(action.rawValue, to: group.handle, run)
    }

    /// - Parameter widget: the list, or a widget inside it.
    package static func run(_ action: ItemAction, _ id: ItemID, from widget: Handle) {
        _ = gtk_widget_activate_action_variant(
            widget.widget, "\(name).\(action.rawValue)", g_variant_new_string(id.text))
    }

    static func run(_ action: ListAction, from widget: Handle) {
        _ = gtk_widget_activate_action_variant(widget.widget, "\(name).\(action.rawValue)", nil)
    }
}
