import CStargazer
import GtkBridge

/// A sentence above a list, with a button.
@MainActor final class MessageRow {
    let root = Handle(adw_clamp_new())
    private let label = Handle(gtk_label_new(nil))
    private let button: Handle

    /// The width of the rows below.
    private static let maximumSize: Int32 = 832

    /// - Parameters:
    ///   - action: the label of the button.
    ///   - activate: called when it is pressed.
    init(label action: String, activate: @escaping @MainActor () -> Void) {
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        button = Handle(gtk_button_new_with_label(action))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_widget_set_hexpand(label.widget, 1)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        for part in [label, button] {
            part.setClass("caption", true)
            line.append(part)
        }
        button.setClass("flat", true)
        Signals.connect(button, "clicked", activate)
        adw_clamp_set_child(root.opaque, line.widget)
        adw_clamp_set_maximum_size(root.opaque, Self.maximumSize)
        adw_clamp_set_tightening_threshold(root.opaque, Self.maximumSize)
        gtk_widget_set_margin_start(root.widget, 14)
        gtk_widget_set_margin_end(root.widget, 12)
        gtk_widget_set_margin_bottom(root.widget, 6)
        root.setVisible(false)
    }

    /// - Parameter sentence: nil hides the row.
    func show(_ sentence: String?, hasButton: Bool = true) {
        button.setVisible(hasButton)
        if let sentence { label.setLabel(sentence) }
        root.setVisible(sentence != nil)
    }
}
