import CStargazer
import Foundation
import GtkBridge

/// Opens addresses outside the application. If no application can open one, it is copied to the clipboard.
@MainActor enum Browser {
    /// Opens an address. Schemes other than http and https are ignored: an address may come from a stranger.
    /// - Parameter failed: runs when the address was copied instead.
    static func open(_ address: String, from widget: Handle, failed: @escaping @MainActor () -> Void) {
        open([address], from: widget, failed: failed)
    }

    /// Opens addresses one after the other, until the widget is gone.
    /// - Parameter failed: runs when an address could not be opened. It and the rest were copied instead.
    static func open(_ addresses: [String], from widget: Handle, failed: @escaping @MainActor () -> Void) {
        show(addresses.filter(isWebAddress), from: widget, failed: failed)
    }

    /// Begins a message in the mail program.
    /// - Parameters:
    ///   - address: as in `LinkTarget.mail`.
    ///   - failed: runs when the address was copied instead.
    static func write(to address: String, from widget: Handle, failed: @escaping @MainActor () -> Void) {
        show(["mailto:" + address], from: widget, failed: failed)
    }

    private static func show(_ addresses: [String], from widget: Handle, failed: @escaping @MainActor () -> Void) {
        guard let first = addresses.first else { return }
        ShowURI.open(first, from: widget) { [life = WeakGObject(widget)] isShown in
            if isShown {
                if life.isAlive { show(Array(addresses.dropFirst()), from: widget, failed: failed) }
                return
            }
            // The widget may be gone by now; use the display's clipboard.
            let clipboard = gdk_display_get_clipboard(gdk_display_get_default())
            gdk_clipboard_set_text(clipboard, addresses.joined(separator: "\n"))
            failed()
        }
    }

    private static func isWebAddress(_ address: String) -> Bool {
        let scheme = URL(string: address)?.scheme?.lowercased()
        return scheme == "https" || scheme == "http"
    }
}
