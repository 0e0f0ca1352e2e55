import CAdwaita
import CStargazer
import GtkBridge
package import StargazerCore

/// The list and the details: next to each other, or one at a time while the window is folded.
extension MainWindow {
    var showsDetailsAlone: Bool {
        model.isFolded && adw_leaflet_get_visible_child(leaflet.opaque) == detailsPane.root.parent?.widget
    }

    /// Opens the details of an item. Shows their pane if only one pane is visible.
    package func open(_ id: ItemID) {
        list.select(id)
        guard model.open(id) else { return }
        detailsPane.syncPages()
        showPane()
    }

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

    /// Shows the current pane when the window is folded. When both panes are visible, it does nothing, and the focus
    /// stays in the list.
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

    /// Cells take the room of the list and the details; details open over them. So do a picture on the whole screen, and
    /// a document on a page of its own.
    func updateUnfolding() {
        let isFolded = list.layout.shape == .cells || model.pictureView.isFullScreen || model.showsDocumentPage
        adw_leaflet_set_can_unfold(leaflet.opaque, isFolded ? 0 : 1)
    }
}
