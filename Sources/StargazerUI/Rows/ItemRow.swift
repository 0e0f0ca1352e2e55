import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The row or cell of an item. The same widgets show all items that scroll by, so showing an item only sets values.
/// They are created when the row is first visible, because a list has many rows that never are.
@MainActor final class ItemRow: ListRow {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let origin: ListFooterContext
    private let pictures: PictureStore
    private let missingPictures: MissingPictures?
    private let shape: CatalogProfile.Shape
    private var isConnected = false
    private var parts: (any ItemContentView)?
    private var footer: ListFooterView?
    private var heading: Handle?
    private(set) var content: ListEntry?
    /// Whether it shows nothing, and has the height of a usual item.
    private var isUnfilled = true
    var summaryLines: Int32 { didSet { parts?.setSummaryLines(summaryLines) } }
    var listItem: Handle?

    init(
        shape: CatalogProfile.Shape, summaryLines: Int32, origin: ListFooterContext, pictures: PictureStore,
        missingPictures: MissingPictures? = nil
    ) {
        self.missingPictures = missingPictures
        self.summaryLines = summaryLines
        self.shape = shape
        self.origin = origin
        self.pictures = pictures
        root.setClass(shape.isGrid ? "cell" : "item", true)
        root.setClass("avatar", shape == .avatars)
        root.setClass("unfilled", true)
    }

    /// The item; nil for the footer and headings, and while the item is not loaded.
    var itemID: ItemID? {
        if case .item(let row) = content { return row.id }
        return nil
    }

    var controls: [Handle] { itemID == nil ? [footer?.control].compactMap(\.self) : parts?.controls ?? [] }

    func name(_ content: ListEntry) {
        self.content = content
        // Screen readers use the list's own widget around the row.
        guard let place = root.parent else { return }
        if !isConnected { connect(place) }
        let isHeading = if case .heading = content { true } else { false }
        if let listItem, (gtk_list_item_get_selectable(listItem.opaque) == 0) != isHeading {
            sgz_list_item_set_usable(listItem.opaque, isHeading ? 0 : 1)
            place.setClass("heading-row", isHeading)
        }
        switch content {
        case .item(let row):
            place.setAccessibleName(RowText.accessibleName(row))
            place.setAccessibleDescription(RowText.accessibleDescription(row))
        // Show these even off screen, so that they have their height, and the button exists without scrolling.
        case .heading, .footer: show(content)
        case .placeholder: break
        }
    }

    /// Prepares GTK's widget around the row, which includes its padding.
    private func connect(_ place: Handle) {
        isConnected = true
        RowGestures.watch(place, opens: true) { [weak self] in self?.itemID }
        // GTK's role, a table cell, is useless without the table role.
        if shape.isGrid { sgz_accessible_set_role(place.raw, GTK_ACCESSIBLE_ROLE_LIST_ITEM) }
    }

    func show(_ content: ListEntry) {
        self.content = content
        if case .item = content {
        } else {
            parts?.root.setVisible(false)
            parts?.reset()
        }
        setUnfilled(content == .placeholder)
        if case .footer = content {} else { footer?.root.setVisible(false) }
        if case .heading = content {} else { heading?.setVisible(false) }
        switch content {
        case .item(let row):
            let parts = parts ?? makeParts()
            parts.root.setVisible(true)
            parts.show(row)
        case .placeholder: break
        case .heading(let text):
            let heading = heading ?? makeHeading()
            heading.setVisible(true)
            heading.setLabel(text)
            root.parent?.setAccessibleName(text)
            root.parent?.setAccessibleDescription("")
        case .footer(let kind):
            let footer = footer ?? ListFooterView(origin)
            if self.footer == nil { root.append(footer.root) }
            self.footer = footer
            footer.root.setVisible(true)
            footer.show(kind)
            root.parent?.setAccessibleName(footer.name)
        }
    }

    private func setUnfilled(_ isUnfilled: Bool) {
        guard isUnfilled != self.isUnfilled else { return }
        self.isUnfilled = isUnfilled
        root.setClass("unfilled", isUnfilled)
    }

    func unbind() { parts?.reset() }

    private func makeHeading() -> Handle {
        let heading = Handle(gtk_label_new(nil))
        gtk_label_set_xalign(heading.opaque, 0)
        gtk_widget_set_valign(heading.widget, GTK_ALIGN_END)
        heading.setClass("heading", true)
        root.append(heading)
        self.heading = heading
        return heading
    }

    private func makeParts() -> any ItemContentView {
        let starPressed: @MainActor () -> Void = { [weak self] in
            guard let self, let id = self.itemID else { return }
            ItemActions.run(.toggleFavorite, id, from: self.root)
        }
        let parts: any ItemContentView =
            switch shape {
            case .rows: RowContentView(pictures: pictures, summaryLines: summaryLines, starPressed: starPressed)
            case .cells:
                PictureCell(pictures: pictures, missingPictures: missingPictures, starPressed: starPressed)
            case .avatars: AvatarCell(pictures: pictures, starPressed: starPressed)
            }
        root.append(parts.root)
        self.parts = parts
        return parts
    }
}

/// The content of a person's cell: the avatar, the name and the login below it, and a star button in the corner.
@MainActor final class AvatarCell: ItemContentView {
    let root = Handle(gtk_overlay_new())
    let star: StarButton
    private(set) var content: ItemContent?
    private let newMark = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let name = Handle(gtk_label_new(nil))
    private let login = Handle(gtk_label_new(nil))
    private let avatar: PictureView

    private static let avatarSize: Int32 = 72
    private static let width: Int32 = 100

    init(pictures: PictureStore, starPressed: @escaping @MainActor () -> Void) {
        let picture = Handle(adw_avatar_new(Self.avatarSize, nil, 1))
        let box = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        let button = Handle(gtk_button_new())
        [picture, name, login].forEach { box.append($0) }
        avatar = PictureView(picture, pictures: pictures)
        star = StarButton(button, pressed: starPressed)
        root.setClass("avatar-parts", true)
        gtk_widget_set_hexpand(root.widget, 1)
        gtk_widget_set_size_request(box.widget, Self.width, -1)
        gtk_widget_set_halign(picture.widget, GTK_ALIGN_CENTER)
        picture.setAccessibleHidden(true)
        for label in [name, login] { gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END) }
        name.setClass("avatar-name", true)
        for style in ["caption", "dim-label"] { login.setClass(style, true) }
        for style in ["circular", "star"] { button.setClass(style, true) }
        gtk_widget_set_halign(button.widget, GTK_ALIGN_END)
        gtk_widget_set_valign(button.widget, GTK_ALIGN_START)
        gtk_overlay_set_child(root.opaque, box.widget)
        gtk_overlay_add_overlay(root.opaque, button.widget)
        newMark.setClass("new-mark", true)
        newMark.setVisible(false)
        gtk_widget_set_halign(newMark.widget, GTK_ALIGN_START)
        gtk_widget_set_valign(newMark.widget, GTK_ALIGN_START)
        gtk_overlay_add_overlay(root.opaque, newMark.widget)
        addLazyTooltip(box) { item in
            let metadata = CatalogPresentations.registered[item.id.catalog].rowMetadataLine(of: item).text
            return metadata.isEmpty ? item.title : item.title + "\n" + metadata
        }
        openByTouch()
    }

    func reset() { avatar.reset() }

    func show(_ item: ItemContent) {
        content = item
        newMark.setVisible(item.isNew)
        name.setLabel(item.name)
        login.setLabel(item.aside)
        avatar.show(item.picture)
        star.show(item)
    }
}
