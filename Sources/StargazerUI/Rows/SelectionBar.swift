import CStargazer
import GtkBridge
import StargazerCore

/// The bar below a list while several rows are selected: their number, and the actions on all of them.
@MainActor final class SelectionBar {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
    private let model: SelectionViewModel
    private let count = Handle(gtk_label_new(nil))
    private let star = SelectionBar.button(StarText.starOnGitHub, .starSelection)
    private let saveAll = SelectionBar.button(SelectionText.saveAll, .saveSelection)
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
        let top = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let clear = Handle(gtk_button_new_from_icon_name("window-close-symbolic"))
        for style in ["flat", "circular"] { clear.setClass(style, true) }
        clear.setAccessibleName(SelectionText.clear)
        clear.setTooltip(SelectionText.clear)
        Signals.connect(clear, "clicked") { ItemActions.run(.endSelection, from: clear) }
        [count, clear].forEach { top.append($0) }
        let change =
            model.isFavorites
            ? Self.button(SelectionText.shortRemove, .toggleSelection, name: SelectionText.remove)
            : Self.button(SelectionText.add, .toggleSelection)
        let actions = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_wrap_layout_apply(actions.raw, 6)
        let others = [
            saveAll,
            Self.button(SelectionText.export, .exportSelection),
            Self.button(SelectionText.copyLinks, .copySelectedLinks),
        ]
        let tag = Self.button(TagsText.tagSelection, .tagSelection)
        ([tag, star] + (model.isFavorites ? others + [change] : [change] + others)).forEach { actions.append($0) }
        [top, actions].forEach { root.append($0) }
        root.setVisible(false)
        ToastPresenter.leaveSelectionFree(root)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        if model.isActive {
            count.setLabel(SelectionText.count(model.count))
            star.setVisible(model.offersStars)
            saveAll.setVisible(model.offersPictures)
        }
        root.setVisible(model.isActive)
    }

    private static func button(_ label: String, _ action: ItemActions.ListAction, name: String? = nil) -> Handle {
        let button = Handle(gtk_button_new_with_label(label))
        button.setAccessibleName(name ?? label)
        Signals.connect(button, "clicked") { ItemActions.run(action, from: button) }
        return button
    }
}
