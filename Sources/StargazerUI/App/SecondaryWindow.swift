import CStargazer
import GtkBridge

/// A window over the main window: no larger than that one, with the application's accelerators, and closed by Escape.
@MainActor enum SecondaryWindow {
    static func prepare(_ secondary: Handle, over window: Handle) {
        gtk_window_set_transient_for(secondary.cast(), window.cast())
        var (width, height): (Int32, Int32) = (0, 0)
        gtk_window_get_default_size(secondary.cast(), &width, &height)
        gtk_window_set_default_size(
            secondary.cast(), min(width, gtk_widget_get_width(window.widget)),
            min(height, gtk_widget_get_height(window.widget)))
        // Without the application, Ctrl+W and Ctrl+Q would do nothing here.
        gtk_window_set_application(secondary.cast(), gtk_window_get_application(window.cast()))
        Keys.watch(secondary, beforeChildren: false) { [secondary] press in
            guard press.isKey(GDK_KEY_Escape) else { return false }
            gtk_window_close(secondary.cast())
            return true
        }
    }
}
