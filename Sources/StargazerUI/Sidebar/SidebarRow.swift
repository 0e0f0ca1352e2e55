import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The row of a source: icon, name and count.
@MainActor final class SidebarRow {
    /// Where the text begins, in pixels: after an icon and a gap.
    static let textStart: Int32 = 25
    /// How many characters of a name that the user gave have room in any case.
    private static let requestedCharacters: Int32 = 12
    /// The most characters of another name that have room in any case.
    private static let maxCharacters: Int32 = 16

    let root = Handle(gtk_list_box_row_new())
    private(set) var name = ""
    private(set) var content: SourceList.Row
    private let label = Handle(gtk_label_new(nil))
    private let count = Handle(gtk_label_new(nil))
    private let failure = Handle(gtk_image_new_from_icon_name("dialog-warning-symbolic"))
    private let dot: Handle?
    private let key = Handle(gtk_image_new_from_icon_name("dialog-password-symbolic"))

    init(_ content: SourceList.Row) {
        self.content = content
        let icon = ListDefinition.of(content.source).icon
        dot = icon == nil ? TagDot.make(content.tag?.color, isHollow: content.source == .favorites(.untagged)) : nil
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_hexpand(label.widget, 1)
        if isNamedByUser { gtk_label_set_max_width_chars(label.opaque, Self.requestedCharacters) }
        // The number of new results stands out; other numbers do not.
        let isNew = content.savedSearch != nil
        for name in isNew ? ["numeric", "caption-heading"] : ["dim-label", "numeric", "caption"] {
            count.setClass(name, true)
        }
        for image in [key, failure] { image.setClass("dim-label", true) }
        let picture = dot ?? Handle(gtk_image_new_from_icon_name(icon))
        for part in [picture, label, count, failure, key] { line.append(part) }
        gtk_list_box_row_set_child(root.cast(), line.widget)
        label.setTooltip { [weak self] in self.flatMap { $0.label.isLabelCut ? $0.name : nil } }
        show(content)
    }

    private var isNamedByUser: Bool { content.tag != nil || content.savedSearch != nil }

    func show(_ content: SourceList.Row) {
        self.content = content
        name = content.savedSearch?.name ?? ListDefinition.of(content.source).name
        label.setLabel(name)
        // The sidebar is as wide as the names that everybody has. An AdwFlap gives it its minimum width only.
        if !isNamedByUser {
            let columns = name.unicodeScalars.reduce(0) { $0 + (g_unichar_iswide($1.value) != 0 ? 2 : 1) }
            gtk_label_set_width_chars(label.opaque, min(Int32(columns), Self.maxCharacters))
        }
        failure.setVisible(content.savedSearch?.failure != nil)
        count.setLabel(content.count?.text ?? "")
        count.setVisible(content.count != nil)
        if let dot { TagDot.show(content.tag?.color, on: dot) }
        key.setVisible(content.needsKey)
        root.setAccessibleName(SidebarText.accessibleName(of: content))
        root.setTooltip(
            content.needsKey ? SidebarText.needsKey : content.savedSearch.flatMap(SavedSearchText.tooltip))
    }
}

/// Clicks, touches and drops on the row of a tag.
@MainActor enum SidebarRowGestures {
    /// - Parameters:
    ///   - showMenu: called for a right click or a long touch.
    ///   - dropped: called for a drop of rows. Returns whether it was accepted.
    static func watch(
        _ row: Handle, showMenu: @escaping @MainActor () -> Void, dropped: @escaping @MainActor () -> Bool
    ) {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, guint(GDK_BUTTON_SECONDARY))
        Signals.connect(click, "released") { (_: Int32) in showMenu() }
        gtk_widget_add_controller(row.widget, click.opaque)
        let hold = Handle(gtk_gesture_long_press_new())
        gtk_gesture_single_set_touch_only(hold.opaque, 1)
        Signals.connect(hold, "pressed") { [hold] (_: Double, _: Double) in
            // Claim the touch, so that lifting the finger does not show the source.
            gtk_gesture_set_state(hold.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
            showMenu()
        }
        gtk_widget_add_controller(row.widget, hold.opaque)
        let target = Handle(gtk_drop_target_new(GType(16 << 2), GDK_ACTION_COPY))
        Signals.connect(target, "drop") { (_: Handle?, _: Double, _: Double) -> Bool in dropped() }
        gtk_widget_add_controller(row.widget, target.opaque)
    }
}

/// A row below the tags that acts on all of them. It keeps its widget while it is not in the list.
@MainActor final class TagActionRow {
    let root = Handle(gtk_list_box_row_new())
    private let reference: GObjectRef
    private let label = Handle(gtk_label_new(nil))

    init() {
        reference = GObjectRef(retaining: root)
        gtk_list_box_row_set_selectable(root.cast(), 0)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_margin_start(label.widget, SidebarRow.textStart)
        label.setClass("dim-label", true)
        gtk_list_box_row_set_child(root.cast(), label.widget)
    }

    func show(_ name: String) {
        label.setLabel(name)
        root.setAccessibleName(name)
    }
}

/// The last row of the saved searches, which asks for new results, and shows how far that is.
@MainActor final class RefreshRow {
    let root = Handle(gtk_list_box_row_new())
    /// Keeps the row while it is not in the list.
    private let reference: GObjectRef
    private let model: SavedSearchRefresher
    private let icon = Handle(gtk_image_new())
    private let label = Handle(gtk_label_new(nil))

    init(_ model: SavedSearchRefresher) {
        self.model = model
        reference = GObjectRef(retaining: root)
        gtk_list_box_row_set_selectable(root.cast(), 0)
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_hexpand(label.widget, 1)
        // Like the other actions among the sources: the text below their names, and no icon before it.
        gtk_widget_set_margin_start(label.widget, SidebarRow.textStart)
        for part in [label, icon] {
            part.setClass("dim-label", true)
            line.append(part)
        }
        gtk_list_box_row_set_child(root.cast(), line.widget)
    }

    /// Shows the phase. Call it while observing.
    func paint() {
        let phase = model.phase
        gtk_image_set_from_icon_name(
            icon.opaque, phase == .idle ? "view-refresh-symbolic" : "process-stop-symbolic")
        let text = SavedSearchText.refresh(phase)
        label.setLabel(text)
        root.setAccessibleName(phase == .idle ? SavedSearchText.refreshAll : SavedSearchText.stopRefreshing)
        root.setAccessibleDescription(phase == .idle ? "" : text)
        root.setTooltip(SavedSearchText.refreshTooltip(phase))
    }

    /// Starts or stops.
    func activate() {
        if model.isRunning { model.stop() } else { model.refresh() }
    }
}
