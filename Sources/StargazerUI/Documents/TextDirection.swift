import CStargazer
import GtkBridge

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
