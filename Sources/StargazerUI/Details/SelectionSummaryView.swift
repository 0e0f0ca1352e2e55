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
    private let groups = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 24))
    private var shown: [SelectionText.Group] = []
    private let buttons: [(action: SelectionAction, widget: Handle)]
    private let actions = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))

    private static let maxWidth: Int32 = 460

    init(run: @escaping @MainActor (ItemActions.ListAction) -> Void) {
        buttons = SelectionAction.all.map { action in
            let widget = action.makeButton()
            Signals.connect(widget, "clicked") { run(action.action) }
            return (action, widget)
        }
        count.setClass("title-1", true)
        gtk_label_set_wrap(count.opaque, 1)
        gtk_label_set_justify(count.opaque, GTK_JUSTIFY_CENTER)
        adw_bin_set_child(heading.cast(), count.widget)
        heading.setClass("focus-heading", true)
        heading.makeReadable()
        gtk_widget_set_halign(heading.widget, GTK_ALIGN_CENTER)
        sgz_accessible_set_role(heading.raw, GTK_ACCESSIBLE_ROLE_HEADING)
        sgz_wrap_layout_apply(actions.raw, 6)
        buttons.forEach { actions.append($0.widget) }
        let body = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 24))
        [heading, groups, actions].forEach { body.append($0) }
        body.setClass("summary", true)
        gtk_widget_set_valign(body.widget, GTK_ALIGN_CENTER)
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
        show(selection.summary.map { SelectionText.groups($0, of: selection.count) } ?? [])
        for button in buttons { button.widget.setVisible(button.action.isOffered(selection)) }
    }

    private func show(_ groups: [SelectionText.Group]) {
        guard groups != shown else { return }
        shown = groups
        self.groups.removeChildren()
        for group in groups {
            let list = Handle(adw_preferences_group_new())
            if let title = group.title { adw_preferences_group_set_title(list.cast(), Markup.escape(title)) }
            for fact in group.facts { adw_preferences_group_add(list.cast(), row(fact, hasDot: group.hasDots).widget) }
            self.groups.append(list)
        }
    }

    private func row(_ fact: SelectionText.Fact, hasDot: Bool) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(fact.name))
        row.setAccessibleName(JoinText.list([fact.name, fact.value]))
        if hasDot {
            let dot = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            for name in ["share-dot", LanguageColors.color(of: fact.name).styleClass] { dot.setClass(name, true) }
            gtk_widget_set_valign(dot.widget, GTK_ALIGN_CENTER)
            adw_action_row_add_prefix(row.cast(), dot.widget)
        }
        let value = Handle(gtk_label_new(fact.value))
        for name in ["dim-label", "numeric"] { value.setClass(name, true) }
        adw_action_row_add_suffix(row.cast(), value.widget)
        return row
    }
}
