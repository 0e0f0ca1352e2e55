import CStargazer
import Foundation
import GtkBridge

/// Opens addresses outside the application.
@MainActor enum Browser {
    /// Anything but http and https is refused: an address may come from a stranger.
    static func open(_ address: String, from widget: Handle) {
        guard let scheme = URL(string: address)?.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return
        }
        let window = gtk_widget_get_root(widget.widget).map { Handle($0) }
        gtk_show_uri(window?.cast(), address, guint32(GDK_CURRENT_TIME))
    }
}
