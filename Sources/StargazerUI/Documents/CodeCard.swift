import CStargazer
import GtkBridge
import StargazerCore

/// Lines of code on a card, which scrolls sideways, with a button that copies them.
@MainActor final class CodeCard {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let label = Handle(gtk_label_new(nil))
    private let code: DocumentCode
    private var found = FoundParts()

    init(_ code: DocumentCode, copy: @escaping @MainActor (String) -> Void) {
        self.code = code
        label.setLabel(code.text)
        for name in ["monospace", "code-text"] { label.setClass(name, true) }
        gtk_label_set_selectable(label.opaque, 1)
        TextFocus.set(label, false)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_yalign(label.opaque, 0)
        // Code begins at the left in every language.
        gtk_widget_set_direction(label.widget, GTK_TEXT_DIR_LTR)
        let scroll = SidewaysScroll.make(label)
        gtk_widget_set_hexpand(scroll.widget, 1)
        root.append(scroll)
        for name in ["card", "code-card"] { root.setClass(name, true) }
        root.setClass("goes-on", !code.isLast)
        root.setClass("went-on", !code.isFirst)
        guard code.isFirst else { return }
        let button = Handle(gtk_button_new_from_icon_name("edit-copy-symbolic"))
        for name in ["flat", "copy-code"] { button.setClass(name, true) }
        button.setAccessibleName(DocumentText.copyCode)
        button.setTooltip(DocumentText.copyCode)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        Signals.connect(button, "clicked") { copy(code.whole) }
        root.append(button)
    }

    func show(_ found: FoundParts) {
        guard found != self.found else { return }
        self.found = found
        var markup = ProseMarkup()
        let span = Span(code.text)
        markup.add(span, found: found.parts(from: 0, to: code.text.unicodeScalars.count))
        markup.show(in: label)
    }
}

/// A frame that scrolls sideways and leaves all other scrolling to what it stands in.
@MainActor enum SidewaysScroll {
    static func make(_ child: Handle) -> Handle {
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        box.append(child)
        sgz_scroll_sideways(box.raw)
        box.setClass("sideways", true)
        return box
    }
}
