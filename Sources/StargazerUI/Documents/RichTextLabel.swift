import CStargazer
import GtkBridge
import StargazerCore

/// Creates labels for text in the style of a role.
@MainActor enum RichTextLabel {
    enum Role: Equatable {
        case text
        case heading(Int)
        case cell(isHeader: Bool)
    }

    static func make(_ role: Role, _ prose: RichText, _ context: DocumentRenderContext) -> Handle {
        let label = Handle(gtk_label_new(nil))
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(label.opaque, 1)
        gtk_widget_set_hexpand(label.widget, 1)
        limitMinimumWidth(of: label, prose)
        if prose.spans.contains(where: { $0.target != nil || $0.picture != nil }) {
            Signals.connect(label, "activate-link") { [context, prose] (address: String) -> Bool in
                let target = prose.spans.lazy.compactMap(\.target).first { PangoMarkup.address(of: $0) == address }
                // Without a target in the text, it is the address of a picture that is too large.
                context.follow(target ?? .web(address), label)
                return true
            }
        }
        switch role {
        case .text: label.setClass("prose", true)
        case .heading(let level):
            sgz_accessible_set_role(label.raw, GTK_ACCESSIBLE_ROLE_HEADING)
            sgz_accessible_set_level(label.raw, Int32(level))
            label.setClass("prose-heading", true)
            label.setClass(["title-2", "title-3", "title-4", "heading"][min(level + context.headingStep, 4) - 1], true)
        case .cell(let isHeader):
            gtk_label_set_max_width_chars(label.opaque, maximumWidthChars)
            // About as wide as the longest word: the table measures it, and GTK's least width takes fewer lines.
            gtk_label_set_width_chars(label.opaque, min(longestWord(in: prose), maximumWidthChars))
            if isHeader { label.setClass("heading", true) }
        }
        return label
    }

    /// Returns a line of text that can have marks behind it and pictures in it.
    static func line(with label: Handle) -> Handle {
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        box.append(label)
        sgz_inline_layout_apply(box.raw)
        return box
    }

    /// Sets a minimum width if the text has a long line. GTK measures a label at its minimum width. Without a limit
    /// that would be one letter per line, which takes far longer than all other work. Short lines do not get the limit.
    static func limitMinimumWidth(of label: Handle, _ prose: RichText) {
        if hasLongLine(prose) { gtk_label_set_width_chars(label.opaque, minimumWidthChars) }
    }

    private static let minimumWidthChars: Int32 = 8
    /// About the width of the page.
    private static let maximumWidthChars: Int32 = 110
    private static let longLine: Int32 = 45

    /// Returns the length of the longest part of the text in which a line does not break.
    private static func longestWord(in prose: RichText) -> Int32 {
        var (longest, length): (Int32, Int32) = (1, 0)
        for span in prose.spans where span.picture == nil {
            for scalar in span.text.unicodeScalars {
                // A line may break at white space, after hyphens, and after any character of Chinese and Japanese.
                let breaks = scalar.properties.isWhitespace || scalar == "-" || scalar.value >= 0x2E80
                length = breaks ? 0 : length + 1
                longest = max(longest, length)
            }
        }
        return longest
    }

    private static func hasLongLine(_ prose: RichText) -> Bool {
        var length = 0
        for span in prose.spans {
            for scalar in span.text.unicodeScalars {
                length = scalar == "\n" ? 0 : length + 1
                if length > longLine { return true }
            }
        }
        return false
    }

    /// Aligns the label like the text. GTK's left and right change sides in right-to-left text.
    static func align(_ label: Handle, as prose: RichText) {
        TextDirection(prose.text)?.set(on: label)
        let isMirrored = gtk_widget_get_direction(label.widget) == GTK_TEXT_DIR_RTL
        let (place, justification): (Float, GtkJustification) =
            switch prose.alignment {
            case .start: (0, GTK_JUSTIFY_LEFT)
            case .center: (0.5, GTK_JUSTIFY_CENTER)
            case .left: isMirrored ? (1, GTK_JUSTIFY_RIGHT) : (0, GTK_JUSTIFY_LEFT)
            case .right: isMirrored ? (0, GTK_JUSTIFY_LEFT) : (1, GTK_JUSTIFY_RIGHT)
            }
        gtk_label_set_xalign(label.opaque, place)
        gtk_label_set_justify(label.opaque, justification)
    }
}

/// Sets whether Tab stops at a selectable label.
@MainActor enum SelectableLabelFocus {
    /// Makes the label focusable or not. GTK 4.8 considers a selectable label focused as soon as it tries to take the
    /// focus, even if the focus stayed where it was. Tab would then stop working, so the label must not even try.
    static func set(_ label: Handle, _ haveFocus: Bool) {
        gtk_widget_set_focusable(label.widget, haveFocus ? 1 : 0)
        gtk_widget_set_can_focus(label.widget, haveFocus ? 1 : 0)
    }
}

/// The text direction of a text, from its first letter.
struct TextDirection {
    private let direction: GtkTextDirection

    /// Nil for a text without letters.
    init?(_ text: String) {
        guard let letter = text.unicodeScalars.first(where: \.properties.isAlphabetic) else { return nil }
        direction =
            switch letter.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
                GTK_TEXT_DIR_RTL
            default: GTK_TEXT_DIR_LTR
            }
    }

    @MainActor func set(on widget: Handle) { gtk_widget_set_direction(widget.widget, direction) }
}
