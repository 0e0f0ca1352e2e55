import CStargazer
import GtkBridge
import StargazerLibrary

/// Lists of items in a scrolled page, each under its heading.
@MainActor final class ItemSections {
    let root = Handle(gtk_scrolled_window_new())
    private let head = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let body = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
    private let pictures: PictureStore
    private let chosen: @MainActor (ItemID) -> Void
    private var avatarViews: [PictureView] = []
    private var firstList: Handle?

    /// - Parameter name: the accessible name of the scrolled page.
    init(name: String, pictures: PictureStore, chosen: @escaping @MainActor (ItemID) -> Void) {
        self.pictures = pictures
        self.chosen = chosen
        root.setAccessibleName(name)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        let content = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 12))
        for set in [
            gtk_widget_set_margin_start, gtk_widget_set_margin_end, gtk_widget_set_margin_top,
            gtk_widget_set_margin_bottom,
        ] { set(content.widget, 18) }
        for part in [head, body] { content.append(part) }
        head.setVisible(false)
        let clamp = Handle(adw_clamp_new())
        adw_clamp_set_child(clamp.opaque, content.widget)
        gtk_scrolled_window_set_child(root.opaque, clamp.widget)
    }

    var firstRow: Handle? { firstList?.children.first }

    /// Adds a widget above the lists, which `clear` keeps.
    func addHeader(_ part: Handle) {
        head.append(part)
        head.setVisible(true)
    }

    func clear() {
        body.removeChildren()
        avatarViews = []
        firstList = nil
    }

    func addText(_ text: String, _ styles: [String] = ["dim-label", "caption"]) {
        body.append(Self.label(text, styles))
    }

    /// - Parameters:
    ///   - name: the heading, and the accessible name of the list.
    ///   - count: the total number of items, if it may be larger than the number shown.
    func add(_ name: String, of count: NumberContent? = nil, _ items: [ItemContent], none: String) {
        let heading = Self.label(count.map { NavigationText.heading(name, $0) } ?? name, ["heading"])
        gtk_widget_set_margin_top(heading.widget, 6)
        body.append(heading)
        guard !items.isEmpty else { return body.append(Self.label(none, ["dim-label"])) }
        let list = Handle(gtk_list_box_new())
        list.setClass("boxed-list", true)
        list.setAccessibleName(name)
        gtk_list_box_set_selection_mode(list.opaque, GTK_SELECTION_NONE)
        for item in items { gtk_list_box_append(list.opaque, row(of: item).widget) }
        Signals.connect(list, "row-activated") { [chosen] (row: Handle?) in
            guard let row else { return }
            let index = Int(gtk_list_box_row_get_index(row.cast()))
            if items.indices.contains(index) { chosen(items[index].id) }
        }
        body.append(list)
        firstList = firstList ?? list
        if let count, count.number > items.count { addText(NavigationText.more(count.number - items.count)) }
    }

    private func row(of item: ItemContent) -> Handle {
        let row = Handle(adw_action_row_new())
        // The row interprets markup.
        adw_preferences_row_set_title(row.cast(), Markup.escape(item.name))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(item.aside.isEmpty ? item.context : item.aside))
        adw_action_row_set_title_lines(row.cast(), 1)
        row.setAccessibleName(item.title)
        gtk_list_box_row_set_activatable(row.cast(), 1)
        let avatar = Handle(adw_avatar_new(32, nil, 1))
        adw_action_row_add_prefix(row.cast(), avatar.widget)
        let avatarView = PictureView(avatar, pictures: pictures)
        avatarView.show(item.picture)
        avatarViews.append(avatarView)
        return row
    }

    static func label(_ text: String, _ styles: [String]) -> Handle {
        let label = Handle(gtk_label_new(text))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        for style in styles { label.setClass(style, true) }
        return label
    }
}
