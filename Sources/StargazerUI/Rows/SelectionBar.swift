import CStargazer
import GtkBridge
import StargazerCore

/// The bar below a list while several rows are selected: their number, and the actions on all of them.
@MainActor final class SelectionBar {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    private let model: SelectionViewModel
    private let count = Handle(gtk_label_new(nil))
    private let star = SelectionBar.button("send-to-symbolic", StarText.starOnGitHub, .starSelection)
    private var observation: Observe?

    init(_ model: SelectionViewModel) {
        self.model = model
        root.setClass("selection-bar", true)
        sgz_accessible_set_role(root.raw, GTK_ACCESSIBLE_ROLE_GROUP)
        root.setAccessibleName(SelectionText.name)
        for style in ["heading", "numeric"] { count.setClass(style, true) }
        gtk_widget_set_hexpand(count.widget, 1)
        gtk_label_set_xalign(count.opaque, 0)
        gtk_label_set_ellipsize(count.opaque, PANGO_ELLIPSIZE_END)
        let change =
            model.isFavorites
            ? Self.button("user-trash-symbolic", SelectionText.remove, .toggleSelection)
            : Self.button("starred-symbolic", SelectionText.add, .toggleSelection)
        let others = [
            Self.button("document-save-symbolic", SelectionText.export, .exportSelection),
            Self.button("edit-copy-symbolic", SelectionText.copyLinks, .copySelectedLinks), change,
            Self.button("window-close-symbolic", SelectionText.cancel, .endSelection),
        ]
        ([count, star] + others).forEach { root.append($0) }
        root.setVisible(false)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        if model.isActive {
            count.setLabel(SelectionText.count(model.count))
            star.setVisible(model.offersStars)
        }
        root.setVisible(model.isActive)
    }

    private static func button(_ icon: String, _ label: String, _ action: ItemActions.ListAction) -> Handle {
        let button = Handle(gtk_button_new_from_icon_name(icon))
        button.setClass("flat", true)
        button.setTooltip(label)
        button.setAccessibleName(label)
        Signals.connect(button, "clicked") { ItemActions.run(action, from: button) }
        return button
    }
}
