import CStargazer
import GtkBridge
import StargazerCore

/// The bar below a list while several rows are selected, with actions on all of them. The header bar has their number.
@MainActor final class SelectionBar {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
    private let model: SelectionViewModel
    private let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let copy = Handle(gtk_menu_button_new())
    /// The menu of the least used actions, and of those that have no room.
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
        buttons = SelectionAction.all.filter { [.line, .end].contains($0.place) }.map { action in
            let widget = action.makeButton()
            Signals.connect(widget, "clicked") { ItemActions.run(action.action, from: widget) }
            return (action, widget)
        }
        gtk_menu_button_set_label(copy.opaque, SelectionText.copy)
        copy.setAccessibleName(SelectionText.copy)
        MenuOnDemand.fill(copy) { [weak self] in
            guard let self else { return }
            Self.setMenu(of: self.copy, self.offered.filter { $0.place == .copy })
        }
        gtk_menu_button_set_icon_name(more.opaque, "view-more-symbolic")
        more.setAccessibleName(DetailsText.more)
        more.setTooltip(DetailsText.more)
        MenuOnDemand.fill(more) { [weak self] in
            guard let self else { return }
            Self.setMenu(of: self.more, self.offered.filter(self.isInMenu))
        }
        sgz_overflow_layout_apply(line.raw, 6, 1)
        gtk_widget_set_hexpand(line.widget, 1)
        for button in buttons where button.action.place == .line { line.append(button.widget) }
        for part in [copy, more] { line.append(part) }
        root.append(line)
        for button in buttons where button.action.place == .end {
            root.append(button.widget)
            // Large words are cut in a narrow window.
            if let label = gtk_button_get_child(button.widget.cast()).map({ Handle($0) }) {
                gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
            }
        }
        root.setVisible(false)
        ToastPresenter.leaveSelectionFree(root)
        observation = Observe { [weak self] in self?.paint() }
    }

    private var offered: [SelectionAction] { SelectionAction.all.filter { $0.isOffered(model) } }

    private func isInMenu(_ action: SelectionAction) -> Bool {
        switch action.place {
        case .menu: true
        case .copy: sgz_overflow_layout_hides(copy.raw) != 0
        case .line, .end:
            buttons.contains { $0.action.name == action.name && sgz_overflow_layout_hides($0.widget.raw) != 0 }
        }
    }

    private func paint() {
        if model.isActive {
            root.setAccessibleDescription(SelectionText.count(model.count))
            for (action, button) in buttons { button.setVisible(action.isOffered(model)) }
        }
        guard model.isActive != (gtk_widget_get_visible(root.widget) != 0) else { return }
        willResizeList()
        root.setVisible(model.isActive)
    }

    private static func setMenu(of button: Handle, _ actions: [SelectionAction]) {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for action in actions {
            g_menu_append(menu.opaque, action.name, "\(ItemActions.name).\(action.action.rawValue)")
        }
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    }
}

/// An action on several selected rows, as the bar and the summary offer it.
@MainActor struct SelectionAction {
    let name: String
    /// Shown in place of the name.
    let label: String
    let action: ItemActions.ListAction
    let place: Place
    let isOffered: @MainActor (SelectionViewModel) -> Bool

    enum Place { case line, copy, menu, end }

    /// All actions. Of those in the line, the least used ones are last: these go into the menu first.
    static var all: [SelectionAction] {
        [
            SelectionAction(TagsText.tagSelection, .tagSelection),
            SelectionAction(StarText.starOnGitHub, .starSelection) { $0.offersStars },
            SelectionAction(SelectionText.saveAll, .saveSelection) { $0.offersPictures },
            SelectionAction(SelectionText.copyLinks, .copySelectedLinks, .copy),
            SelectionAction(SelectionText.copyTable, .copySelectedTable, .copy),
            SelectionAction(RowText.openInBrowser, .openSelection, .menu),
            SelectionAction(SelectionText.export, .exportSelection, .menu),
            SelectionAction(SelectionText.add, .toggleSelection, .end) { !$0.areAllFavorites },
            SelectionAction(SelectionText.remove, .toggleSelection, .end, label: SelectionText.shortRemove) {
                $0.areAllFavorites
            },
        ]
    }

    private init(
        _ name: String, _ action: ItemActions.ListAction, _ place: Place = .line, label: String? = nil,
        isOffered: @escaping @MainActor (SelectionViewModel) -> Bool = { _ in true }
    ) {
        (self.name, self.label, self.action, self.place) = (name, label ?? name, action, place)
        self.isOffered = isOffered
    }

    func makeButton() -> Handle {
        let button = Handle(gtk_button_new_with_label(label))
        button.setAccessibleName(name)
        return button
    }
}
