import CStargazer
import GtkBridge
import StargazerCore

/// What to order by, and which way: the menu of a sort button, and of another one that says the order in words.
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
    /// Made when it is first opened, which for most is never.
    private var menu: GObjectRef?

    private static var directions: [Choice] {
        [
            Choice(value: SortDirection.descending.rawValue, label: SearchText.descending),
            Choice(value: SortDirection.ascending.rawValue, label: SearchText.ascending),
        ]
    }

    /// - Parameters:
    ///   - words: a GtkMenuButton, which is labeled with the order.
    ///   - chosen: gets the value of the choice that changed; the other is nil.
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

    /// What there is to choose from now.
    func offer(_ keys: [Choice]) {
        guard keys != self.keys else { return }
        self.keys = keys
        menu = nil
    }

    /// One of both openers is about to show the menu.
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

    /// - Parameter order: the order in words.
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
