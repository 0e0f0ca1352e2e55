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

    func show(isFavorite: Bool) {
        gtk_button_set_icon_name(button.cast(), isFavorite ? "starred-symbolic" : "non-starred-symbolic")
        button.setClass("favorite", isFavorite)
        button.setTooltip(RowText.starTooltip(isFavorite: isFavorite))
        button.setAccessibleDescription(RowText.starTooltip(isFavorite: isFavorite))
        sgz_accessible_set_pressed(button.raw, isFavorite ? 1 : 0)
    }
}
