import CStargazer
import GtkBridge
import StargazerCore

/// The bar below a list while several rows are selected: their number, and the actions on all of them.
@MainActor final class SelectionBar {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 3))
    private let model: SelectionViewModel
    private let count = Handle(gtk_label_new(nil))
    private let actions = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    /// The menu of the least used action, and of those that have no room.
    private let more = Handle(gtk_menu_button_new())
    private let buttons: [(action: SelectionAction, widget: Handle)]
    private var observation: Observe?
    /// Called before the bar appears or disappears, and the list gets another height.
    var willResizeList: @MainActor () -> Void = {}

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
        buttons = SelectionAction.all.map { action in
            let widget = action.makeButton()
            Signals.connect(widget, "clicked") { ItemActions.run(action.action, from: widget) }
            return (action, widget)
        }
        gtk_menu_button_set_icon_name(more.opaque, "view-more-symbolic")
        more.setAccessibleName(DetailsText.more)
        more.setTooltip(DetailsText.more)
        MenuOnDemand.fill(more) { [weak self] in self?.fillMenu() }
        sgz_overflow_layout_apply(actions.raw, 6, 1)
        for part in buttons.map(\.widget) + [more] { actions.append(part) }
        [top, actions].forEach { root.append($0) }
        root.setVisible(false)
        ToastPresenter.leaveSelectionFree(root)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        if model.isActive {
            count.setLabel(SelectionText.count(model.count))
            for (action, button) in buttons { button.setVisible(!action.isInMenu && action.isOffered(model)) }
        }
        guard model.isActive != (gtk_widget_get_visible(root.widget) != 0) else { return }
        willResizeList()
        root.setVisible(model.isActive)
    }

    private func fillMenu() {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (action, button) in buttons where action.isInMenu || sgz_overflow_layout_hides(button.raw) != 0 {
            g_menu_append(menu.opaque, action.name, "\(ItemActions.name).\(action.action.rawValue)")
        }
        gtk_menu_button_set_menu_model(more.opaque, menu.cast())
    }
}

/// An action on several selected rows, as the bar and the summary offer it.
@MainActor struct SelectionAction {
    let name: String
    /// Shown in place of the name.
    let label: String
    let action: ItemActions.ListAction
    /// Whether the bar has it in its menu only.
    let isInMenu: Bool
    /// Whether the selection offers it.
    let isOffered: @MainActor (SelectionViewModel) -> Bool

    /// All actions. The least used ones are last: these go into the bar's menu first.
    static var all: [SelectionAction] {
        [
            SelectionAction(SelectionText.add, .toggleSelection) { !$0.areAllFavorites },
            SelectionAction(TagsText.tagSelection, .tagSelection),
            SelectionAction(SelectionText.remove, .toggleSelection, label: SelectionText.shortRemove) {
                $0.areAllFavorites
            },
            SelectionAction(StarText.starOnGitHub, .starSelection) { $0.offersStars },
            SelectionAction(SelectionText.saveAll, .saveSelection) { $0.offersPictures },
            SelectionAction(SelectionText.copyLinks, .copySelectedLinks),
            SelectionAction(RowText.openInBrowser, .openSelection),
            SelectionAction(SelectionText.export, .exportSelection, isInMenu: true),
        ]
    }

    private init(
        _ name: String, _ action: ItemActions.ListAction, label: String? = nil, isInMenu: Bool = false,
        isOffered: @escaping @MainActor (SelectionViewModel) -> Bool = { _ in true }
    ) {
        (self.name, self.label, self.action, self.isInMenu) = (name, label ?? name, action, isInMenu)
        self.isOffered = isOffered
    }

    func makeButton() -> Handle {
        let button = Handle(gtk_button_new_with_label(label))
        button.setAccessibleName(name)
        return button
    }
}
