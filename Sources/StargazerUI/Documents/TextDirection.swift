import CStargazer
import GtkBridge

/// Which way a text is read, as its first letter has it.
struct TextDirection {
    private let direction: GtkTextDirection

    /// Nil for a text without letters.
    init?(_ text: String) {
        switch pango_find_base_dir(text, -1) {
        case PANGO_DIRECTION_RTL: direction = GTK_TEXT_DIR_RTL
        case PANGO_DIRECTION_LTR: direction = GTK_TEXT_DIR_LTR
        default: return nil
        }
    }

    @MainActor func set(on widget: Handle) { gtk_widget_set_direction(widget.widget, direction) }
}
