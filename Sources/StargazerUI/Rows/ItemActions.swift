import CStargazer
package import GtkBridge
package import StargazerCore

/// What can be asked of the items of one list: the actions of its group `items`, which rows, what stands after the last
/// one, and keys name. What they do is up to the page that the list is on.
@MainActor package final class ItemActions {
    /// Of one item.
    package enum ItemAction: String {
        case open
        case openInBrowser = "open-in-browser"
        case showMenu = "show-menu"
        case toggleFavorite = "toggle-favorite"
    }

    /// Of the list.
    package enum ListAction: String {
        case loadMore = "load-more"
        case tryAgain = "try-again"
        case loadBeyondLimit = "go-beyond"
    }

    private static let name = "items"
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))

    /// - Parameter root: the list, in which the actions have their names.
    init(of root: Handle) { gtk_widget_insert_action_group(root.widget, Self.name, group.opaque) }

    /// Takes the place of what the action did before.
    package func on(_ action: ItemAction, _ run: @escaping @MainActor (ItemID) -> Void) {
        Actions.addCommand(action.rawValue, to: group.handle) { text in
            if let id = ItemID(text: text) { run(id) }
        }
    }

    package func on(_ action: ListAction, _ run: @escaping @MainActor () -> Void) {
        Actions.add(action.rawValue, to: group.handle, run)
    }

    /// - Parameter widget: the list, or something in it.
    package static func run(_ action: ItemAction, _ id: ItemID, from widget: Handle) {
        _ = gtk_widget_activate_action_variant(
            widget.widget, "\(name).\(action.rawValue)", g_variant_new_string(id.text))
    }

    static func run(_ action: ListAction, from widget: Handle) {
        _ = gtk_widget_activate_action_variant(widget.widget, "\(name).\(action.rawValue)", nil)
    }
}
