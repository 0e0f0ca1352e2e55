import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

/// The list and the details: next to each other, or one at a time while the window is folded.
extension MainWindow {
    var showsDetailsAlone: Bool {
        model.isFolded && adw_leaflet_get_visible_child(leaflet.opaque) == detailsPane.root.parent?.widget
    }

    /// Whether the list and the details fit next to each other, also while something else takes their room.
    var hasRoomForBothPanes: Bool {
        let widths = [left.parent?.parent, detailsPane.root.parent].compactMap(\.self).map { pane in
            var width: Int32 = 0
            gtk_widget_measure(pane.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
            return width
        }
        return gtk_widget_get_width(leaflet.widget) >= widths.reduce(0, +)
    }

    /// Whether actions apply to the details pane: it alone is visible, or it (or a menu over it) has the focus.
    var isInDetailsPane: Bool { showsDetailsAlone || hasFocusInNavigationPane }

    var hasFocusInNavigationPane: Bool { detailsPane.root.parent?.hasFocusInside == true }

    /// Returns to the list if it is hidden. The navigation stack stays as it is.
    func returnFromDetails() {
        model.isShowingContent = false
        guard showsDetailsAlone else { return }
        showPane()
        focusList()
    }

    /// Follows the leaflet: it handles swipes, Alt+Left and a mouse's back button on the first page itself.
    func paneChanged() {
        toasts.leaveActionsFree(showsDetailsAlone)
        guard model.isFolded, model.isShowingContent != showsDetailsAlone else { return }
        model.isShowingContent = showsDetailsAlone
        if !model.isShowingContent { list.focusSelectedRow() }
    }

    /// Shows the current pane when the window is folded. Otherwise it does nothing, and the focus stays in the list.
    func showPane(movesFocus: Bool = true) {
        guard model.isFolded else { return }
        let shown = model.isShowingContent ? detailsPane.root.parent : left.parent?.parent
        adw_leaflet_set_visible_child(leaflet.opaque, shown?.widget)
        if model.isShowingContent, movesFocus { detailsPane.focusHeading() }
    }

    /// Moves the focus to the list, or to the page that shows alone.
    func focusCurrentPane() {
        if showsDetailsAlone { detailsPane.focusHeading() } else { focusList() }
    }

    func foldedChanged() {
        model.isFolded = adw_leaflet_get_folded(leaflet.opaque) != 0
        detailsPane.isOnlyPane = model.isFolded
        divider?.isShown = !model.isFolded
        // Keep the focus of a reader or of a search in the text; do not move it to the heading of the page.
        showPane(movesFocus: !hasFocusInNavigationPane)
        toasts.leaveActionsFree(showsDetailsAlone)
    }

    /// Cells take the room of the list and the details; details open over them. So do a picture on the whole screen, a
    /// document on a page of its own, and what stands in place of a list, while there are no details.
    func updateUnfolding() {
        let isAlone = model.showsNothing && page.showsMessage
        if isAlone, model.isShowingContent { model.isShowingContent = false }
        let isFolded =
            isAlone || list.layout.shape == .cells || model.pictureView.isFullScreen || model.showsDocumentPage
        adw_leaflet_set_can_unfold(leaflet.opaque, isFolded ? 0 : 1)
    }
}
