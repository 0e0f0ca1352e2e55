import CStargazer
import GtkBridge

/// A star, wherever it stands. It shows what is committed: pressing it asks, and it changes when the answer is on disk.
@MainActor struct StarButton {
    let button: Handle

    init(_ button: Handle, pressed: @escaping @MainActor () -> Void) {
        self.button = button
        button.setAccessibleName(RowText.star)
        Signals.connect(button, "clicked", pressed)
    }

    /// - Parameter isSignedIn: pressing it also stars on the account's server.
    func show(isFavorite: Bool, isSignedIn: Bool) {
        gtk_button_set_icon_name(button.cast(), isFavorite ? "starred-symbolic" : "non-starred-symbolic")
        button.setClass("favorite", isFavorite)
        let tooltip = RowText.starTooltip(isFavorite: isFavorite, isSignedIn: isSignedIn)
        button.setTooltip(tooltip)
        button.setAccessibleDescription(tooltip)
        sgz_accessible_set_pressed(button.raw, isFavorite ? 1 : 0)
    }
}
