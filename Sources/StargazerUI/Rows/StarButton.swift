import CStargazer
import GtkBridge

/// A star button. It shows the stored state: pressing it requests a change, and the button changes when that is on
/// disk.
@MainActor final class StarButton {
    let button: Handle
    /// The visible state. A row that is reused mostly shows the same state again, and each change is sent to screen
    /// readers.
    private var shown: (isFavorite: Bool, isSignedIn: Bool)?

    init(_ button: Handle, pressed: @escaping @MainActor () -> Void) {
        self.button = button
        button.setAccessibleName(RowText.star)
        Signals.connect(button, "clicked", pressed)
    }

    /// - Parameter isSignedIn: whether pressing it also stars on the account's server.
    func show(isFavorite: Bool, isSignedIn: Bool) {
        if let shown, shown == (isFavorite, isSignedIn) { return }
        shown = (isFavorite, isSignedIn)
        gtk_button_set_icon_name(button.cast(), isFavorite ? "starred-symbolic" : "non-starred-symbolic")
        button.setClass("favorite", isFavorite)
        let tooltip = RowText.starTooltip(isFavorite: isFavorite, isSignedIn: isSignedIn)
        button.setTooltip(tooltip)
        button.setAccessibleDescription(tooltip)
        sgz_accessible_set_pressed(button.raw, isFavorite ? 1 : 0)
    }
}
