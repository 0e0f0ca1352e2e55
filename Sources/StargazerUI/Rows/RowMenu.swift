import CStargazer
import GtkBridge

/// The menu of a row, made when it is asked for. Its entries are the window's actions on the selected item.
@MainActor final class RowMenu {
    func popUp(over row: Handle, isFavorite: Bool) {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (label, action) in [
            (RowText.showDetails, "win.show-details"),
            (RowText.starTooltip(isFavorite: isFavorite), "win.toggle-favorite"),
            (RowText.openInBrowser, "win.open-in-browser"),
            (RowText.copyLink, "win.copy-link"),
            (RowText.copyCloneAddress, "win.copy-clone-address"),
        ] {
            g_menu_append(menu.opaque, label, action)
        }
        let popover = Handle(gtk_popover_menu_new_from_model(menu.cast()))
        gtk_widget_set_parent(popover.widget, row.widget)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        Signals.connect(popover, "closed") {
            // Its chosen action still has to run before it goes.
            Task { gtk_widget_unparent(popover.widget) }
        }
        gtk_popover_popup(popover.cast())
    }
}
