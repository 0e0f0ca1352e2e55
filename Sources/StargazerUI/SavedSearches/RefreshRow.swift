import CStargazer
import GtkBridge
import StargazerCore

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

    /// Takes the row out of its list.
    func leave() {
        if let list = root.parent { gtk_list_box_remove(list.opaque, root.widget) }
    }

    /// Starts or stops.
    func activate() {
        if model.isRunning { model.stop() } else { model.refresh() }
    }
}
