import CAdwaita
import CStargazer
import GtkBridge

/// A dialog that asks for a name. Enter accepts it; a name that cannot be used is explained while it is typed.
@MainActor final class NameDialog {
    private var dialog: Handle?
    private let content = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    private let entry = Handle(gtk_entry_new())
    private let explanation = Handle(gtk_label_new(nil))
    private let accept: @MainActor (String) -> String
    private let problem: @MainActor (String) -> String?

    /// - Parameters:
    ///   - accept: returns the label of the button that accepts a name.
    ///   - problem: returns why a name cannot be used; nil when it can.
    static func present(
        over window: Handle, _ heading: String, field: String, name: String, cancel: String,
        accept: @escaping @MainActor (String) -> String, problem: @escaping @MainActor (String) -> String?,
        done: @escaping @MainActor (String) -> Void
    ) {
        let controller = NameDialog(field: field, name: name, accept: accept, problem: problem)
        let dialog = MessageDialog.propose(
            over: window, heading, content: controller.content, cancel: cancel, accept: accept(name)
        ) { [weak controller] in
            if $0, let name = controller?.name { done(name) }
        }
        WidgetController.attach(controller, to: dialog)
        controller.dialog = dialog
        controller.nameChanged()
        controller.entry.grabFocus()
    }

    private init(
        field: String, name: String, accept: @escaping @MainActor (String) -> String,
        problem: @escaping @MainActor (String) -> String?
    ) {
        self.accept = accept
        self.problem = problem
        gtk_editable_set_text(entry.opaque, name)
        gtk_entry_set_activates_default(entry.cast(), 1)
        entry.setAccessibleName(field)
        gtk_label_set_wrap(explanation.opaque, 1)
        gtk_label_set_xalign(explanation.opaque, 0)
        for style in ["caption", "error"] { explanation.setClass(style, true) }
        [entry, explanation].forEach { content.append($0) }
        Signals.connect(entry, "changed") { [weak self] in self?.nameChanged() }
    }

    private var name: String { String(cString: gtk_editable_get_text(entry.opaque)) }

    private func nameChanged() {
        let problem = problem(name)
        if let dialog { MessageDialog.setAccept(accept(name), isEnabled: problem == nil, of: dialog) }
        // An empty field explains itself.
        let isShown = problem != nil && !name.isEmpty
        explanation.setLabel(isShown ? problem ?? "" : "")
        explanation.setVisible(isShown)
        entry.setClass("error", isShown)
        entry.setAccessibleDescription(isShown ? problem ?? "" : "")
    }
}
