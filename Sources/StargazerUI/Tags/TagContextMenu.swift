import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The context menu of a tag in the sidebar.
@MainActor final class TagContextMenu {
    /// Called when the menu has closed, with or without a choice.
    var closed: () -> Void = {}
    private let tags: TagsModel
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private var mergeAction: Handle?
    private var popover: Handle?
    private var weakObject: WeakGObject?
    /// The tag that the menu is of, or was of last.
    private(set) var tag: Tag?
    private var swatches: [(color: TagColor?, button: Handle)] = []

    init(_ tags: TagsModel) {
        self.tags = tags
        Actions.add("rename", to: group.handle) { [weak self] in self?.run(TagDialogs.rename) }
        mergeAction = Actions.add("merge", to: group.handle) { [weak self] in self?.run(TagDialogs.merge) }
        Actions.add("delete", to: group.handle) { [weak self] in
            if let self, let tag = self.tag { self.tags.delete(tag.id) }
        }
    }

    /// Removes the popover, which its box would otherwise keep.
    isolated deinit {
        if let popover, weakObject?.isAlive == true { gtk_widget_unparent(popover.widget) }
    }

    func popUp(over row: Handle, for tag: Tag) {
        // A box positions its popovers; a list does not.
        guard let box = gtk_widget_get_ancestor(row.widget, gtk_box_get_type()).map({ Handle($0) }) else { return }
        let popover = popover ?? make(in: box)
        self.popover = popover
        self.tag = tag
        if let mergeAction { Actions.setEnabled(mergeAction, tags.all.count > 1) }
        for (color, button) in swatches { sgz_accessible_set_pressed(button.raw, color == tag.color ? 1 : 0) }
        for (color, button) in swatches { button.setClass("chosen", color == tag.color) }
        popover.popUp(at: row, in: box)
    }

    func popDown() {
        if let popover { gtk_popover_popdown(popover.cast()) }
    }

    private func run(_ dialog: @MainActor (Tag, TagsModel, Handle) -> Void) {
        guard let tag, let popover, let window = gtk_widget_get_root(popover.widget) else { return }
        dialog(tag, tags, Handle(window))
    }

    private func make(in box: Handle) -> Handle {
        let menu = Self.menu()
        let popover = Handle(gtk_popover_menu_new_from_model(menu.cast()))
        gtk_widget_set_parent(popover.widget, box.widget)
        gtk_widget_insert_action_group(popover.widget, "tag", group.opaque)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        _ = gtk_popover_menu_add_child(popover.opaque, makeSwatches().widget, "colors")
        weakObject = WeakGObject(popover)
        Signals.connect(popover, "closed") { [weak self] in
            // The chosen action still has to run.
            Task { self?.ended() }
        }
        return popover
    }

    private func ended() {
        closed()
        guard let popover, weakObject?.isAlive == true, popover.removeClosedPopover() else { return }
        (self.popover, swatches) = (nil, [])
    }

    private static func menu() -> GObjectRef {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        let sections = [
            [(TagsText.rename, "tag.rename")], [],
            [(TagsText.mergeInto, "tag.merge"), (TagsText.delete, "tag.delete")],
        ]
        for entries in sections {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for (label, action) in entries { g_menu_append(section.opaque, label, action) }
            if entries.isEmpty {
                let colors = GObjectRef(adopting: Handle(g_menu_item_new(nil, nil)))
                g_menu_item_set_attribute_value(colors.opaque, "custom", g_variant_new_string("colors"))
                g_menu_append_item(section.opaque, colors.opaque)
            }
            g_menu_append_section(menu.opaque, entries.isEmpty ? TagsText.color : nil, section.cast())
        }
        return menu
    }

    private func makeSwatches() -> Handle {
        let grid = Handle(gtk_grid_new())
        grid.setClass("tag-colors", true)
        let colors: [TagColor?] = [nil] + TagColor.allCases
        for (index, color) in colors.enumerated() {
            let button = Handle(gtk_button_new())
            let name = color.map(TagsText.color) ?? TagsText.noColor
            gtk_button_set_child(button.cast(), TagDot.make(color, isHollow: color == nil).widget)
            for style in ["flat", "circular"] { button.setClass(style, true) }
            button.setAccessibleName(name)
            button.setTooltip(name)
            Signals.connect(button, "clicked") { [weak self] in
                guard let self, let tag = self.tag else { return }
                self.tags.setColor(color, of: tag.id)
                self.popDown()
            }
            gtk_grid_attach(grid.cast(), button.widget, gint(index % 5), gint(index / 5), 1, 1)
            swatches.append((color, button))
        }
        return grid
    }
}
