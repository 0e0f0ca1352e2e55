import CStargazer
import GtkBridge

/// The button at the end of the count line that saves the search, and shows that it is saved.
@MainActor final class SaveSearchButton {
    private let button: Handle

    /// - Parameter button: a GtkButton, which is hidden.
    init(_ button: Handle) {
        self.button = button
        button.setAccessibleName(SavedSearchText.saveHeading)
    }

    /// - Parameter saved: the name that the search is saved under; nil while it is not saved.
    func show(saved: String?, canSave: Bool) {
        button.setVisible(saved != nil || canSave)
        gtk_button_set_icon_name(button.cast(), saved == nil ? "bookmark-new-symbolic" : "user-bookmarks-symbolic")
        button.setTooltip(saved.map(SavedSearchText.alreadySaved) ?? SavedSearchText.saveTooltip)
        sgz_accessible_set_pressed(button.raw, saved == nil ? 0 : 1)
    }
}
