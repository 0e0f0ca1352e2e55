import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

/// What the details show while several rows are selected: their number and what they are. The bar below the list has
/// the actions on all of them; where the list is not visible, the summary has them.
@MainActor final class SelectionSummaryView {
    let root = Handle(gtk_scrolled_window_new())
    /// The widget that has the focus while the user reads.
    let heading = Handle(adw_bin_new())
    private let count = Handle(gtk_label_new(nil))
    private let facts: FactList
    private let buttons: [(action: SelectionAction, widget: Handle)]
    private let actions = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    /// As wide as the details.
    private static let maxWidth: Int32 = 796

    /// - Parameter run: runs an action on the selected rows.
    init(run: @escaping @MainActor (ItemActions.ListAction) -> Void) {
        facts = FactList { _, _ in }
        buttons = SelectionAction.all.map { action in
            let widget = action.makeButton()
            Signals.connect(widget, "clicked") { run(action.action) }
            return (action, widget)
        }
        count.setClass("title-2", true)
        gtk_label_set_wrap(count.opaque, 1)
        gtk_label_set_xalign(count.opaque, 0)
        adw_bin_set_child(heading.cast(), count.widget)
        heading.setClass("focus-heading", true)
        heading.makeReadable()
        gtk_widget_set_halign(heading.widget, GTK_ALIGN_START)
        sgz_accessible_set_role(heading.raw, GTK_ACCESSIBLE_ROLE_HEADING)
        sgz_wrap_layout_apply(actions.raw, 6)
        buttons.forEach { actions.append($0.widget) }
        let body = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 18))
        [heading, facts.root, actions].forEach { body.append($0) }
        body.setClass("summary", true)
        let clamp = Handle(adw_clamp_new())
        adw_clamp_set_maximum_size(clamp.opaque, Self.maxWidth)
        adw_clamp_set_tightening_threshold(clamp.opaque, Self.maxWidth)
        adw_clamp_set_child(clamp.opaque, body.widget)
        gtk_scrolled_window_set_child(root.opaque, clamp.widget)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        root.setAccessibleName(DetailsText.name)
    }

    func setActionsVisible(_ isVisible: Bool) { actions.setVisible(isVisible) }

    func show(_ selection: SelectionViewModel) {
        let text = SelectionText.heading(selection.count, areFavorites: selection.isFavorites)
        count.setLabel(text)
        heading.setAccessibleName(text)
        facts.show(selection.summary.map(SelectionText.facts) ?? [])
        for button in buttons { button.widget.setVisible(button.action.isOffered(selection)) }
    }
}
