import CStargazer
import GtkBridge

/// A banner at the top of a pane. `AdwBanner` exists since libadwaita 1.3, but has only one button.
@MainActor final class Banner {
    let root = Handle(gtk_revealer_new())
    private let label = Handle(gtk_label_new(nil))
    private let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private var buttons: [(label: String, button: Handle)] = []
    private var actions: [StatusView.Action] = []

    /// - Parameter isInstant: whether it takes its room at once, so that a list below can keep its place.
    init(isWarning: Bool = false, isInstant: Bool = false) {
        if isInstant { gtk_revealer_set_transition_type(root.opaque, GTK_REVEALER_TRANSITION_TYPE_NONE) }
        sgz_wrap_layout_apply(box.raw, 12)
        box.setClass("banner", true)
        box.setClass("attention", isWarning)
        Self.wrap(label)
        box.append(label)
        gtk_revealer_set_child(root.opaque, box.widget)
        root.setVisible(false)
    }

    /// Makes a label wrap in the space next to a button. If that is too narrow, the button wraps below the label.
    static func wrap(_ label: Handle) {
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_max_width_chars(label.opaque, 20)
        gtk_widget_set_hexpand(label.widget, 1)
    }

    /// Shows a text and actions; nil hides the banner.
    func show(_ text: String?, actions: [StatusView.Action] = []) {
        root.setVisible(text != nil)
        gtk_revealer_set_reveal_child(root.opaque, text == nil ? 0 : 1)
        guard let text else { return }
        label.setLabel(text)
        self.actions = actions
        // Keep the same buttons, and the focus, while a countdown changes the text.
        guard buttons.map(\.label) != actions.map(\.label) else { return }
        for (_, button) in buttons { gtk_box_remove(box.cast(), button.widget) }
        buttons = actions.indices.map { index in
            let button = Handle(gtk_button_new_with_label(actions[index].label))
            gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
            Signals.connect(button, "clicked") { [weak self] in self?.actions[index].run() }
            box.append(button)
            return (actions[index].label, button)
        }
    }
}
