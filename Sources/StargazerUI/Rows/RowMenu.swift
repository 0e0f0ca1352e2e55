import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore

/// The context menu of the rows in one list. Its entries are the window's actions on the selected item.
@MainActor final class RowMenu {
    /// Called when the menu has closed, with or without a choice.
    var closed: () -> Void = {}
    private var popover: Handle?
    private var weakObject: WeakGObject?

    private let actions: ItemActions?

    /// - Parameter actions: those of the list; nil where only one row can be selected.
    init(actions: ItemActions? = nil) { self.actions = actions }

    /// Removes the popover, which its pane would otherwise keep.
    isolated deinit {
        if let popover, weakObject?.isAlive == true { gtk_widget_unparent(popover.widget) }
    }

    /// - Parameters:
    ///   - row: a widget inside a pane. The pane owns the popover.
    ///   - several: the selected rows, if the row is one of several; nil for the item alone.
    func popUp(over row: Handle, for item: ItemContent, several: SelectionViewModel? = nil) {
        guard let pane = gtk_widget_get_ancestor(row.widget, sgz_pane_get_type()).map({ Handle($0) }) else { return }
        let popover = popover ?? make(in: pane)
        self.popover = popover
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        for (label, action) in several.map(Self.entries) ?? Self.entries(of: item) {
            g_menu_append(menu.opaque, label, action)
        }
        gtk_popover_menu_set_menu_model(popover.opaque, menu.cast())
        popover.popUp(at: row, in: pane)
    }

    private static func entries(of several: SelectionViewModel) -> [(String, String)] {
        func action(_ action: ItemActions.ListAction) -> String { "\(ItemActions.name).\(action.rawValue)" }
        let star = several.offersStars ? [(StarText.starOnGitHub, action(.starSelection))] : []
        let change = several.isFavorites ? SelectionText.remove : SelectionText.add
        let save = several.offersPictures ? [(SelectionText.saveAll, action(.saveSelection))] : []
        return [(change, action(.toggleSelection)), (TagsText.edit, action(.tagSelection))] + star + save + [
            (SelectionText.copyLinks, action(.copySelectedLinks)), (SelectionText.export, action(.exportSelection)),
        ]
    }

    private static func entries(of item: ItemContent) -> [(String, String)] {
        let presentation = CatalogPresentations.registered[item.id.catalog]
        let onServer = presentation.accountStatus(of: item)?.change.map { ($0.label, $0.action) }
        let copying = item.links.compactMap { link in
            presentation.copying(link.kind).map { ($0.offer, "win.copy-address::\(link.kind.rawValue)") }
        }
        return [
            (RowText.showDetails, "win.show-details"),
            (RowText.starTooltip(isFavorite: item.isFavorite, isSignedIn: false), "win.toggle-favorite"),
        ] + (item.isFavorite ? [(TagsText.edit, "win.edit-tags")] : []) + [onServer].compactMap(\.self) + [
            (RowText.openInBrowser, "win.open-in-browser"),
            (RowText.copyLink, "win.copy-link"),
        ] + copying + (item.fullSizePicture == nil ? [] : pictureEntries)
    }

    private static var pictureEntries: [(String, String)] {
        [
            (DetailsText.copyPicture, "win.copy-picture"), (DetailsText.savePicture, "win.save-picture"),
            (PictureText.copyCredit, "win.copy-credit"),
        ]
    }

    func popDown() {
        if let popover { gtk_popover_popdown(popover.cast()) }
    }

    private func make(in pane: Handle) -> Handle {
        let popover = Handle(gtk_popover_menu_new_from_model(nil))
        gtk_widget_set_parent(popover.widget, pane.widget)
        actions?.insert(into: popover)
        weakObject = WeakGObject(popover)
        gtk_popover_set_has_arrow(popover.cast(), 0)
        Signals.connect(popover, "closed") { [weak self] in
            // The chosen action still has to run.
            Task { self?.closed() }
        }
        return popover
    }
}
