import CStargazer
import GtkBridge
import StargazerCore

/// The menu for the sort key and the direction. Two buttons open it: the sort button, and a button labeled with the
/// order.
@MainActor final class SortMenu {
    struct Choice: Equatable {
        var value: String
        var label: String
    }

    private let button: Handle
    private let words: Handle
    private var shown: String?
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private let key: Handle
    private let direction: Handle
    private var keys: [Choice] = []
    /// Created when it is first opened, which is rare.
    private var menu: GObjectRef?

    private static var directions: [Choice] {
        [
            Choice(value: SortDirection.descending.rawValue, label: SearchText.descending),
            Choice(value: SortDirection.ascending.rawValue, label: SearchText.ascending),
        ]
    }

    /// - Parameters:
    ///   - words: a GtkMenuButton, which is labeled with the order.
    ///   - chosen: receives the value that changed; the other value is nil.
    init(
        button: Handle, words: Handle,
        chosen: @escaping @MainActor (_ key: String?, _ direction: String?) -> Void
    ) {
        self.button = button
        self.words = words
        button.setAccessibleName(SearchText.sort)
        key = Actions.addChoice("key", to: group.handle, value: "") { chosen($0, nil) }
        direction = Actions.addChoice("direction", to: group.handle, value: "") { chosen(nil, $0) }
        for opener in [button, words] {
            gtk_widget_insert_action_group(opener.widget, "sort", group.opaque)
            MenuButton.onOpen(opener) { [weak self] in self?.fill(opener) }
        }
        words.setTooltip(SearchText.changeOrder)
    }

    /// Sets the available sort keys.
    func offer(_ keys: [Choice]) {
        guard keys != self.keys else { return }
        self.keys = keys
        menu = nil
    }

    /// Sets the menu of the button that is about to open it.
    private func fill(_ opener: Handle) {
        let menu = menu ?? makeMenu()
        self.menu = menu
        if gtk_menu_button_get_menu_model(opener.opaque) != menu.handle.cast() {
            gtk_menu_button_set_menu_model(opener.opaque, menu.cast())
        }
    }

    private func makeMenu() -> GObjectRef {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (action, choices) in [("sort.key", keys), ("sort.direction", Self.directions)] {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for choice in choices {
                g_menu_append(section.opaque, choice.label, "\(action)::\(choice.value)")
            }
            g_menu_append_section(menu.opaque, nil, section.cast())
        }
        return menu
    }

    /// - Parameter order: the name of the order.
    func show(_ order: String, key: String, direction: String, hasDirection: Bool) {
        if shown != order {
            shown = order
            gtk_menu_button_set_label(words.opaque, order)
            words.setAccessibleName(order)
            button.setAccessibleDescription(order)
        }
        Actions.setChoice(self.key, key)
        Actions.setChoice(self.direction, direction)
        Actions.setEnabled(self.direction, hasDirection)
    }
}
