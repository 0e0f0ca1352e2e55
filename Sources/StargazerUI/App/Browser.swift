import CStargazer
import Foundation
import GtkBridge

/// Opens addresses outside the application; where nothing on this machine does, they are copied.
@MainActor enum Browser {
    /// Anything but http and https is refused: an address may come from a stranger.
    /// - Parameter failed: runs when the address was copied instead.
    static func open(_ address: String, from widget: Handle, failed: @escaping @MainActor () -> Void) {
        guard let scheme = URL(string: address)?.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return
        }
        ShowURI.open(address, from: widget) { isShown in
            guard !isShown else { return }
            // What asked may be gone by now.
            gdk_clipboard_set_text(gdk_display_get_clipboard(gdk_display_get_default()), address)
            failed()
        }
    }
}
