import CStargazer
import GtkBridge
import StargazerCore

/// The copies of the library, each with a button that restores it.
@MainActor final class LibraryCopiesGroup {
    let root = Handle(adw_preferences_group_new())
    private let model: LibraryCopiesViewModel
    private let toasts: ToastPresenter
    private var rows: [Handle] = []
    private var buttons: [Handle] = []
    private var shown: [LibraryCopyContent]?
    private var lastOutcome = 0
    private var observation: Observe?

    init(model: LibraryCopiesViewModel, toasts: ToastPresenter) {
        self.model = model
        self.toasts = toasts
        adw_preferences_group_set_title(root.cast(), LibraryCopiesText.title)
        adw_preferences_group_set_description(root.cast(), LibraryCopiesText.note)
        observation = Observe { [weak self] in self?.paint() }
        Task { await model.reload() }
    }

    private func paint() {
        guard let copies = model.copies else { return }
        if copies != shown { show(copies) }
        for button in buttons { button.setSensitive(!model.isRestoring) }
        if let outcome = model.outcome, outcome.serial != lastOutcome {
            lastOutcome = outcome.serial
            show(outcome)
        }
    }

    private func show(_ copies: [LibraryCopyContent]) {
        shown = copies
        // A removed row must not take the focus with it.
        let hadFocus = gtk_widget_get_focus_child(root.widget) != nil
        for row in rows { adw_preferences_group_remove(root.cast(), row.widget) }
        (rows, buttons) = ([], [])
        for copy in copies { add(copy) }
        if copies.isEmpty { add(row(LibraryCopiesText.empty, LibraryCopiesText.emptyNote)) }
        if hadFocus { buttons.first?.grabFocus() }
    }

    private func add(_ copy: LibraryCopyContent) {
        let row = row(LibraryCopiesText.title(copy), LibraryCopiesText.subtitle(copy))
        if copy.favorites != nil {
            let button = Handle(gtk_button_new_with_label(LibraryCopiesText.restore))
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            // Not the activatable widget of the row, whose title would replace this name.
            button.setAccessibleName(LibraryCopiesText.restore(copy.date))
            Signals.connect(button, "clicked") { [weak self] in self?.ask(copy) }
            adw_action_row_add_suffix(row.cast(), button.widget)
            buttons.append(button)
        } else {
            adw_action_row_set_icon_name(row.cast(), "dialog-warning-symbolic")
        }
        add(row)
    }

    private func add(_ row: Handle) {
        adw_preferences_group_add(root.cast(), row.widget)
        rows.append(row)
    }

    private func row(_ title: String, _ subtitle: String) -> Handle {
        let row = Handle(adw_action_row_new())
        adw_preferences_row_set_title(row.cast(), Markup.escape(title))
        adw_action_row_set_subtitle(row.cast(), Markup.escape(subtitle))
        return row
    }

    private var window: Handle? { gtk_widget_get_root(root.widget).map { Handle($0) } }

    private func ask(_ copy: LibraryCopyContent) {
        guard let window else { return }
        MessageDialog.present(
            over: window, LibraryCopiesText.question(copy), LibraryCopiesText.explanation,
            cancel: LibraryCopiesText.cancel, accept: LibraryCopiesText.accept
        ) { [model] isAccepted in
            if isAccepted { Task { await model.restore(copy.id) } }
        }
    }

    private func show(_ outcome: LibraryCopyOutcome) {
        guard let failure = outcome.failure else {
            toasts.show(LibraryCopiesText.restored(outcome.copy))
            return
        }
        guard let window else { return }
        MessageDialog.present(
            over: window, LibraryCopiesText.failedHeading, LibraryCopiesText.reason(failure),
            close: LibraryCopiesText.close)
    }
}
