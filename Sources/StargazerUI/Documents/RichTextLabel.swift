import CStargazer
import GtkBridge
import StargazerCore

/// Creates labels for text in the style of a role.
@MainActor enum RichTextLabel {
    enum Role: Equatable {
        case text
        case heading(Int)
        /// A table cell, which has a maximum width in characters.
        case cell(isHeader: Bool)
    }

    static func make(_ role: Role, _ prose: RichText, _ context: DocumentRenderContext) -> Handle {
        let label = Handle(gtk_label_new(nil))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(label.opaque, 1)
        gtk_widget_set_hexpand(label.widget, 1)
        limitMinimumWidth(of: label, prose)
        if prose.spans.contains(where: { $0.target != nil }) {
            Signals.connect(label, "activate-link") { [context, prose] (address: String) -> Bool in
                let target = prose.spans.lazy.compactMap(\.target).first { PangoMarkup.address(of: $0) == address }
                if let target { context.follow(target, label) }
                return true
            }
        }
        switch role {
        case .text: label.setClass("prose", true)
        case .heading(let level):
            sgz_accessible_set_role(label.raw, GTK_ACCESSIBLE_ROLE_HEADING)
            sgz_accessible_set_level(label.raw, Int32(level))
            label.setClass("prose-heading", true)
            label.setClass(["title-2", "title-3", "title-4", "heading"][min(level, 4) - 1], true)
        case .cell(let isHeader):
            gtk_label_set_max_width_chars(label.opaque, maximumWidthChars)
            if isHeader { label.setClass("heading", true) }
        }
        return label
    }

    /// Sets a minimum width if the text has a long line. GTK measures a label at its minimum width. Without a limit
    /// that would be one letter per line, which takes far longer than all other work. Only lines longer than the
    /// maximum width in characters get the limit, and these do not need less.
    static func limitMinimumWidth(of label: Handle, _ prose: RichText) {
        if hasLongLine(prose) { gtk_label_set_width_chars(label.opaque, minimumWidthChars) }
    }

    private static let minimumWidthChars: Int32 = 8
    private static let maximumWidthChars: Int32 = 45

    private static func hasLongLine(_ prose: RichText) -> Bool {
        var length = 0
        for span in prose.spans {
            for scalar in span.text.unicodeScalars {
                length = scalar == "\n" ? 0 : length + 1
                if length > maximumWidthChars { return true }
            }
        }
        return false
    }

    /// Aligns the label like the text, in the text's own direction.
    static func align(_ label: Handle, as prose: RichText) {
        let (place, justification): (Float, GtkJustification) =
            switch prose.alignment {
            case .start: (0, GTK_JUSTIFY_LEFT)
            case .center: (0.5, GTK_JUSTIFY_CENTER)
            case .end: (1, GTK_JUSTIFY_RIGHT)
            }
        TextDirection(prose.text)?.set(on: label)
        gtk_label_set_xalign(label.opaque, place)
        gtk_label_set_justify(label.opaque, justification)
    }
}
