import CStargazer
import GtkBridge
import StargazerLibrary

/// The button that names the order of a list, with the menu of keys and directions.
@MainActor final class SortMenu {
    private let button: Handle
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private let key: Handle
    private let direction: Handle
    private var shown: (sort: ItemOrder, keys: [SortKey])?
    private var choices: [(value: String, label: String)] = []
    private var menu: GObjectRef?
    private let current = CurrentOrder()

    /// Holds the order for the actions, which are created before this object.
    @MainActor private final class CurrentOrder { var value = ItemOrder.bestMatch }

    private static var directions: [(value: String, label: String)] {
        [
            (SortDirection.descending.rawValue, SearchText.descending),
            (SortDirection.ascending.rawValue, SearchText.ascending),
        ]
    }

    /// - Parameter button: a GtkMenuButton.
    init(button: Handle, chosen: @escaping @MainActor (ItemOrder) -> Void) {
        self.button = button
        button.setTooltip(SearchText.changeOrder)
        key = Actions.addChoice("key", to: group.handle, value: "") { chosen(ItemOrder(SortKey(rawValue: $0))) }
        direction = Actions.addChoice("direction", to: group.handle, value: "") { [current] in
            chosen(ItemOrder(current.value.key, SortDirection(rawValue: $0)))
        }
        gtk_widget_insert_action_group(button.widget, "sort", group.opaque)
        MenuOnDemand.fill(button) { [weak self] in self?.fill() }
    }

    /// - Parameter keys: the keys to choose from. The button is hidden if there is no choice.
    func show(
        _ sort: ItemOrder, of keys: [SortKey], _ name: (SortKey) -> String,
        _ order: (ItemOrder) -> String
    ) {
        button.setVisible(keys.count > 1)
        if let shown, shown == (sort, keys) { return }
        if shown?.keys != keys {
            choices = keys.map { ($0.rawValue, name($0)) }
            menu = nil
        }
        shown = (sort, keys)
        current.value = sort
        let words = order(sort)
        gtk_menu_button_set_label(button.opaque, words)
        // Large words are cut in a narrow window.
        if let label = FilterDropDown.find("GtkLabel", in: button) {
            gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        }
        button.setAccessibleName(words)
        Actions.setChoice(key, sort.key.rawValue)
        Actions.setChoice(direction, sort.direction.rawValue)
        Actions.setEnabled(direction, sort.key.hasDirection)
    }

    /// Creates the menu when it is first opened, which is rare.
    private func fill() {
        guard menu == nil else { return }
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (action, choices) in [("sort.key", choices), ("sort.direction", Self.directions)] {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for choice in choices { g_menu_append(section.opaque, choice.label, "\(action)::\(choice.value)") }
            g_menu_append_section(menu.opaque, nil, section.cast())
        }
        self.menu = menu
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    }
}
