import CAdwaita
import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The context menu of the rows in one list. Its entries are the window's actions on the selected item.
@MainActor final class RowContextMenu {
    /// Called when the menu has closed, with or without a choice, unless that choice moved the focus to another pane.
    var closed: () -> Void = {}
    private var focusBefore: Handle?
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
        for entries in several.map(Self.sections) ?? Self.sections(of: item) where !entries.isEmpty {
            let section = GObjectRef(adopting: Handle(g_menu_new()))
            for entry in entries { entry.append(to: section) }
            g_menu_append_section(menu.opaque, nil, section.cast())
        }
        gtk_popover_menu_set_menu_model(popover.opaque, menu.cast())
        focusBefore = Self.focus(in: pane)
        popover.popUp(at: row, in: pane)
    }

    private static func sections(of several: SelectionViewModel) -> [[Entry]] {
        func entry(_ label: String, _ action: ItemActions.ListAction) -> Entry {
            Entry(label, "\(ItemActions.name).\(action.rawValue)")
        }
        let star = several.offersStars ? [entry(StarText.starOnGitHub, .starSelection)] : []
        let change = several.isFavorites ? SelectionText.remove : SelectionText.add
        let save = several.offersPictures ? [entry(SelectionText.saveAll, .saveSelection)] : []
        return [
            [entry(RowText.openInBrowser, .openSelection)],
            [entry(change, .toggleSelection), entry(TagsText.edit, .tagSelection)] + star,
            [
                entry(SelectionText.copyLinks, .copySelectedLinks), entry(SelectionText.copyTable, .copySelectedTable),
            ],
            save + [entry(SelectionText.export, .exportSelection)],
        ]
    }

    private static func sections(of item: ItemContent) -> [[Entry]] {
        let presentation = CatalogPresentations.registered[item.id.catalog]
        let isPicture = item.fullSizePicture != nil
        let change = presentation.accountAction(of: item)?.change
        let links = item.links.compactMap { link in
            presentation.copying(link.kind).map { Entry($0.offer, "win.copy-address::\(link.kind.rawValue)") }
        }
        let favorite = StarText.change(isFavorite: item.isFavorite)
        return [
            [Entry(RowText.showDetails, "win.show-details"), Entry(RowText.openInBrowser, "win.open-in-browser")],
            [Entry(favorite, "win.toggle-favorite")]
                + (item.isFavorite
                    ? [Entry(TagsText.edit, "win.edit-tags"), Entry(TagsText.editNote, "win.edit-note")] : [])
                + (change.map { [Entry($0.label, $0.action)] } ?? []),
            // The window handles the key of this action itself, because texts come first.
            (isPicture ? [Entry(DetailsText.copyPicture, "win.copy-picture", key: "<Primary>c")] : [])
                + [Entry(RowText.copyLink, "win.copy-link")] + links
                + (isPicture ? [Entry(PictureText.copyCredit, "win.copy-credit")] : []),
            isPicture ? [Entry(DetailsText.savePicture, "win.save-picture")] : [],
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
            Task {
                guard let self, self.weakObject?.isAlive == true else { return }
                defer { if popover.removeClosedPopover() { self.popover = nil } }
                if let focus = Self.focus(in: pane), focus != self.focusBefore, !pane.contains(focus) { return }
                self.closed()
            }
        }
        return popover
    }

    private static func focus(in pane: Handle) -> Handle? {
        gtk_widget_get_root(pane.widget).flatMap { gtk_root_get_focus($0) }.map { Handle($0) }
    }
}

private struct Entry {
    var label: String
    var action: String
    /// The key to show; nil for that of the action.
    var key: String?

    init(_ label: String, _ action: String, key: String? = nil) {
        (self.label, self.action, self.key) = (label, action, key)
    }

    @MainActor func append(to menu: GObjectRef) {
        let item = GObjectRef(adopting: Handle(g_menu_item_new(label, action)))
        if let key { g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(key)) }
        g_menu_append_item(menu.opaque, item.opaque)
    }
}
