import CStargazer
import GtkBridge
import StargazerCore

/// The row of a source: icon, name and count.
@MainActor final class SidebarRow {
    /// Where the text begins, in pixels: after an icon and a gap.
    static let textStart: Int32 = 25

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
        let icon = SidebarText.icon(of: content.source)
        dot = icon == nil ? TagDot.make(content.tag?.color, isHollow: content.source == .favorites(.untagged)) : nil
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 9))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_hexpand(label.widget, 1)
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

    func show(_ content: SourceList.Row) {
        self.content = content
        name = content.savedSearch?.name ?? SidebarText.name(of: content.source)
        label.setLabel(name)
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
