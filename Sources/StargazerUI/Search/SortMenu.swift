import CStargazer
import GtkBridge
import StargazerCore

/// The popover of a sort button: what to order by, and which way.
@MainActor final class SortMenu {
    struct Choice {
        var value: String
        var label: String
    }

    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private let key: Handle
    private let direction: Handle

    private static var directions: [Choice] {
        [
            Choice(value: SortDirection.descending.rawValue, label: SearchText.descending),
            Choice(value: SortDirection.ascending.rawValue, label: SearchText.ascending),
        ]
    }

    /// - Parameter chosen: gets the value of the choice that changed; the other is nil.
    init(
        button: Handle, keys: [Choice],
        chosen: @escaping @MainActor (_ key: String?, _ direction: String?) -> Void
    ) {
        button.setAccessibleName(SearchText.sort)
        let directions = Self.directions
        key = Actions.addChoice("key", to: group.handle, value: keys.first?.value ?? "") { chosen($0, nil) }
        direction = Actions.addChoice("direction", to: group.handle, value: directions.first?.value ?? "") {
            chosen(nil, $0)
        }
        gtk_widget_insert_action_group(button.widget, "sort", group.opaque)

        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (action, choices) in [("sort.key", keys), ("sort.direction", directions)] {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for choice in choices {
                g_menu_append(section.opaque, choice.label, "\(action)::\(choice.value)")
            }
            g_menu_append_section(menu.opaque, nil, section.cast())
        }
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    }

    func show(key: String, direction: String, hasDirection: Bool) {
        Actions.setChoice(self.key, key)
        Actions.setChoice(self.direction, direction)
        Actions.setEnabled(self.direction, hasDirection)
    }
}
