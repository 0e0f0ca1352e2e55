import CAdwaita
import CStargazer
import GtkBridge

/// A dialog that asks for a name. Enter accepts it; a name that cannot be used is explained while it is typed.
@MainActor final class NameDialog {
    private let dialog: Handle
    private let entry = Handle(gtk_entry_new())
    private let explanation = Handle(gtk_label_new(nil))
    private let accept: @MainActor (String) -> String
    private let problem: @MainActor (String) -> String?

    /// - Parameters:
    ///   - accept: returns the label of the button that accepts a name.
    ///   - problem: returns why a name cannot be used; nil when it can.
    ///   - done: called with the name when the user accepts it.
    static func present(
        over window: Handle, _ heading: String, field: String, name: String, cancel: String,
        accept: @escaping @MainActor (String) -> String, problem: @escaping @MainActor (String) -> String?,
        done: @escaping @MainActor (String) -> Void
    ) {
        let dialog = Handle(adw_message_dialog_new(window.cast(), nil, nil))
        adw_message_dialog_set_heading(dialog.cast(), heading)
        adw_message_dialog_add_response(dialog.cast(), "cancel", cancel)
        adw_message_dialog_add_response(dialog.cast(), "accept", accept(name))
        adw_message_dialog_set_response_appearance(dialog.cast(), "accept", ADW_RESPONSE_SUGGESTED)
        adw_message_dialog_set_default_response(dialog.cast(), "accept")
        adw_message_dialog_set_close_response(dialog.cast(), "cancel")
        let controller = NameDialog(dialog, field: field, name: name, accept: accept, problem: problem)
        WidgetController.attach(controller, to: dialog)
        Signals.connect(dialog, "response") { [weak controller] (response: String) in
            if response == "accept", let name = controller?.name { done(name) }
        }
        gtk_window_present(dialog.cast())
        controller.entry.grabFocus()
    }

    private init(
        _ dialog: Handle, field: String, name: String, accept: @escaping @MainActor (String) -> String,
        problem: @escaping @MainActor (String) -> String?
    ) {
        self.dialog = dialog
        self.accept = accept
        self.problem = problem
        gtk_editable_set_text(entry.opaque, name)
        gtk_entry_set_activates_default(entry.cast(), 1)
        entry.setAccessibleName(field)
        gtk_label_set_wrap(explanation.opaque, 1)
        gtk_label_set_xalign(explanation.opaque, 0)
        for style in ["caption", "error"] { explanation.setClass(style, true) }
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
        [entry, explanation].forEach { box.append($0) }
        adw_message_dialog_set_extra_child(dialog.cast(), box.widget)
        Signals.connect(entry, "changed") { [weak self] in self?.nameChanged() }
        nameChanged()
    }

    private var name: String { String(cString: gtk_editable_get_text(entry.opaque)) }

    private func nameChanged() {
        let problem = problem(name)
        adw_message_dialog_set_response_label(dialog.cast(), "accept", accept(name))
        adw_message_dialog_set_response_enabled(dialog.cast(), "accept", problem == nil ? 1 : 0)
        // An empty field explains itself.
        let isShown = problem != nil && !name.isEmpty
        explanation.setLabel(isShown ? problem ?? "" : "")
        explanation.setVisible(isShown)
        entry.setClass("error", isShown)
        entry.setAccessibleDescription(isShown ? problem ?? "" : "")
    }
}
