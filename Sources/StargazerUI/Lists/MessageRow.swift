import CStargazer
import GtkBridge

/// A sentence above a list, with a button, and perhaps a dim line below the sentence.
@MainActor final class MessageRow {
    let root = Handle(adw_clamp_new())
    private let label = Handle(gtk_label_new(nil))
    private let note = Handle(gtk_label_new(nil))
    private let button: Handle

    /// The width of the rows below.
    private static let maximumSize: Int32 = 832

    /// - Parameter action: the label of the button; empty for a row without one.
    init(label action: String = "", activate: @escaping @MainActor () -> Void = {}) {
        // The button is below a sentence that has no room next to it.
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_wrap_layout_apply(line.raw, 6)
        button = Handle(gtk_button_new_with_label(action))
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_hexpand(texts.widget, 1)
        for part in [texts, button] {
            gtk_widget_set_valign(part.widget, GTK_ALIGN_CENTER)
            part.setClass("caption", true)
            line.append(part)
        }
        for part in [label, note] {
            gtk_label_set_xalign(part.opaque, 0)
            gtk_label_set_wrap(part.opaque, 1)
            gtk_label_set_wrap_mode(part.opaque, PANGO_WRAP_WORD_CHAR)
            texts.append(part)
        }
        note.setClass("dim-label", true)
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
    func show(_ sentence: PangoMarkup?, hasButton: Bool) {
        show(sentence.map { _ in "" }, hasButton: hasButton)
        sentence?.show(in: label)
    }

    /// - Parameter sentence: nil hides the row.
    func show(_ sentence: String?, note text: String? = nil, hasButton: Bool = false) {
        button.setVisible(hasButton)
        if let sentence { label.setLabel(sentence) }
        note.setLabel(text ?? "")
        note.setVisible(text != nil)
        root.setVisible(sentence != nil)
    }
}
