import CStargazer
import GtkBridge
import StargazerCore

/// The row or cell of an item. The same widgets show all items that scroll by, so showing an item only sets values.
/// They are created when the row is first visible, because a list has many rows that never are.
@MainActor final class ItemRow: ListRow {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let origin: ListFooterContext
    private let pictures: PictureStore
    private let shape: CatalogProfile.Shape
    private var hasRole = false
    private var parts: (any ItemContentView)?
    private var footer: ListFooterView?
    private(set) var content: ListEntry?
    var listItem: Handle?

    init(shape: CatalogProfile.Shape, origin: ListFooterContext, pictures: PictureStore) {
        self.shape = shape
        self.origin = origin
        self.pictures = pictures
        root.setClass(shape == .rows ? "item" : "cell", true)
        RowGestures.watch(root, opens: true) { [weak self] in self?.itemID }
    }

    /// The item; nil for the footer, and while the item is not loaded.
    var itemID: ItemID? {
        if case .item(let row) = content { return row.id }
        return nil
    }

    /// The widgets that Tab reaches in the row, in order.
    var controls: [Handle] { itemID == nil ? [footer?.control].compactMap(\.self) : parts?.controls ?? [] }

    func name(_ content: ListEntry) {
        self.content = content
        // Screen readers use the list's own widget around the row.
        guard let place = root.parent else { return }
        if shape == .cells, !hasRole {
            hasRole = true
            // GTK's role, a table cell, is useless without the table role.
            sgz_accessible_set_role(place.raw, GTK_ACCESSIBLE_ROLE_LIST_ITEM)
        }
        guard case .item(let row) = content else {
            // Show the footer even off screen, so that its button exists without scrolling.
            if case .footer = content { show(content) }
            return
        }
        place.setAccessibleName(RowText.accessibleName(row))
        place.setAccessibleDescription(row.summary)
    }

    func show(_ content: ListEntry) {
        self.content = content
        switch content {
        case .item(let row):
            footer?.root.setVisible(false)
            let parts = parts ?? makeParts()
            parts.root.setVisible(true)
            parts.show(row)
        case .placeholder:
            footer?.root.setVisible(false)
            parts?.root.setVisible(false)
        case .footer(let kind):
            parts?.root.setVisible(false)
            parts?.reset()
            let footer = footer ?? ListFooterView(origin)
            if self.footer == nil { root.append(footer.root) }
            self.footer = footer
            footer.root.setVisible(true)
            footer.show(kind)
            root.parent?.setAccessibleName(footer.name)
        }
    }

    func unbind() { parts?.reset() }

    private func makeParts() -> any ItemContentView {
        let starPressed: @MainActor () -> Void = { [weak self] in
            guard let self, let id = self.itemID else { return }
            ItemActions.run(.toggleFavorite, id, from: self.root)
        }
        let parts: any ItemContentView =
            switch shape {
            case .rows: RowContentView(pictures: pictures, starPressed: starPressed)
            case .cells: PictureCell(pictures: pictures, starPressed: starPressed)
            }
        root.append(parts.root)
        self.parts = parts
        return parts
    }
}
