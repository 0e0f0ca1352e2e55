import Foundation
import GtkBridge

/// Opens addresses outside the application.
@MainActor enum Browser {
    /// Anything but http and https is refused: an address may come from a stranger.
    /// - Parameter failed: runs when nothing on this machine opens such addresses.
    static func open(_ address: String, from widget: Handle, failed: @escaping @MainActor () -> Void) {
        guard let scheme = URL(string: address)?.scheme?.lowercased(), scheme == "https" || scheme == "http" else {
            return
        }
        ShowURI.open(address, from: widget) { isShown in
            if !isShown { failed() }
        }
    }
}
