import CStargazer
import Foundation
import GtkBridge

/// Opens addresses outside the application. If no application can open one, it is copied to the clipboard.
@MainActor enum Browser {
    /// Opens an address. Schemes other than http and https are ignored: an address may come from a stranger.
    /// - Parameter failed: runs when the address was copied instead.
    static func open(_ address: String, from widget: Handle, failed: @escaping @MainActor () -> Void) {
        guard let scheme = URL(string: address)?.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return
        }
        ShowURI.open(address, from: widget) { isShown in
            guard !isShown else { return }
            // The widget may be gone by now; use the display's clipboard.
            gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), address)
            failed()
        }
    }
}
