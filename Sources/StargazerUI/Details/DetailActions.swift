import CStargazer
import Foundation
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The buttons for what the user can do with an item: mark it as a favorite, follow, copy, more.
@MainActor final class DetailActions {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    private let star = Handle(gtk_button_new())
    private let starIcon = Handle(gtk_image_new())
    private let starLabel = Handle(gtk_label_new(nil))
    private let account = Handle(gtk_button_new())
    private let pictureButtons: [Handle]
    private let copyButton = Handle(gtk_menu_button_new())
    private let more = Handle(gtk_menu_button_new())
    private let getIt: GetItButton
    /// Whether the menu button that opens next shows the popover of `Get It`.
    private var opensGetIt = false
    private let copy: @MainActor (String, String) -> Void
    private let group = GObjectRef(adopting: Handle(g_simple_action_group_new()))
    private var areIcons = false
    private var hasQuietStar = false
    private var copyMenu: CopyMenu?
    private var accountEntry: MenuEntry?
    private var moreEntries: [MenuEntry] = []

    private struct MenuEntry: Equatable {
        var label: String
        var action: String
        /// Whether the entry is missing while its action is disabled.
        var isOptional = false
    }

    init(
        toggleFavorite: @escaping @MainActor () -> Void, getIt: GetItButton,
        copy: @escaping @MainActor (String, String) -> Void
    ) {
        self.copy = copy
        self.getIt = getIt
        pictureButtons = Self.pictureEntries.map { icon, entry in Self.iconButton(icon, entry) }
        sgz_overflow_layout_apply(root.raw, 6, 1)
        gtk_widget_insert_action_group(root.widget, "details", group.opaque)
        let inside = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 8))
        for part in [starIcon, starLabel] { inside.append(part) }
        gtk_button_set_child(star.cast(), inside.widget)
        star.setClass("star", true)
        gtk_label_set_ellipsize(starLabel.opaque, PANGO_ELLIPSIZE_END)
        // Large words take two lines in a narrow window.
        gtk_label_set_wrap(starLabel.opaque, 1)
        gtk_label_set_lines(starLabel.opaque, 2)
        Signals.connect(star, "clicked", toggleFavorite)
        gtk_menu_button_set_icon_name(more.opaque, "view-more-symbolic")
        more.setAccessibleName(DetailsText.more)
        more.setTooltip(DetailsText.more)
        MenuOnDemand.fill(more) { [weak self] in
            guard let self else { return }
            if self.opensGetIt { return self.getIt.setPopover(of: self.more) }
            Self.setMenu(of: self.more, [self.hiddenEntries, self.moreEntries])
        }
        MenuOnDemand.fill(copyButton) { [weak self] in
            guard let self else { return }
            Self.setMenu(of: self.copyButton, [self.copyEntries])
        }
        // The first ones have room the longest.
        for button in [star, account] + pictureButtons + [copyButton, getIt.root, more] { root.append(button) }
        getIt.openCloneMenu = { [weak self] in self?.openCopyMenu() }
        Actions.add("get-it", to: group.handle) { [weak self] in
            // The menu is still open while its entry is chosen.
            Task { self?.openGetItAtMenu() }
        }
        Actions.addCommand("copy", to: group.handle) { [weak self] place in
            guard let self, let entries = self.copyMenu?.entries, let place = Int(place),
                entries.indices.contains(place)
            else { return }
            self.copy(entries[place].text, entries[place].done)
        }
    }

    private static var pictureEntries: [(icon: String, entry: MenuEntry)] {
        [
            ("document-save-symbolic", MenuEntry(label: DetailsText.savePicture, action: "win.save-picture")),
            ("edit-copy-symbolic", MenuEntry(label: DetailsText.copyPicture, action: "win.copy-picture")),
        ]
    }

    private static var getItEntry: MenuEntry { MenuEntry(label: GetItText.getIt, action: "details.get-it") }

    private static func iconButton(_ icon: String, _ entry: MenuEntry) -> Handle {
        let button = Handle(gtk_button_new_from_icon_name(icon))
        button.setAccessibleName(entry.label)
        button.setTooltip(entry.label)
        gtk_actionable_set_action_name(button.opaque, entry.action)
        return button
    }

    /// Moves the buttons to the end of a box.
    /// - Parameter asIcons: whether they are flat icons, as in a header bar.
    func move(to box: Handle, asIcons: Bool) {
        areIcons = asIcons
        paintStar()
        guard root.parent != box else { return }
        gtk_widget_set_hexpand(root.widget, asIcons ? 0 : 1)
        for button in pictureButtons + [more] { button.setClass("flat", asIcons) }
        let kept = GObjectRef(retaining: root)
        if let parent = root.parent { gtk_box_remove(parent.cast(), root.widget) }
        box.append(kept.handle)
    }

    /// The star is a flat icon in a header bar, and next to a more important action.
    private func paintStar() {
        star.setClass("flat", areIcons || hasQuietStar)
        starLabel.setVisible(!areIcons && !hasQuietStar)
    }

    /// A picture that could not be loaded can be neither saved nor copied.
    func setPictureAvailable(_ isAvailable: Bool) { pictureButtons.forEach { $0.setSensitive(isAvailable) } }

    func show(_ details: DetailsContent, _ presentation: any CatalogPresentation) {
        let item = details.item
        show(presentation.favoriteLabel(of: details), item)
        hasQuietStar = presentation.hasQuietStar
        paintStar()
        gtk_box_reorder_child_after(root.cast(), star.widget, hasQuietStar ? account.widget : nil)
        let isWanted = !item.isFavorite && !item.isGone && !item.isStarWaiting
        star.setClass("suggested-action", presentation.suggestsFavorite && isWanted)
        let status = presentation.accountAction(of: item)
        let offer = status?.isOffered == true ? status?.change : nil
        let label = offer?.label ?? status?.pendingLabel
        account.setVisible(label != nil)
        gtk_button_set_label(account.cast(), label ?? "")
        gtk_actionable_set_action_name(account.opaque, offer?.action)
        account.setSensitive(offer != nil)
        account.setClass("suggested-action", offer != nil && status?.isSuggested == true)
        accountEntry = offer.map { MenuEntry(label: $0.label, action: $0.action) }
        for button in pictureButtons { button.setVisible(item.fullSizePicture != nil) }
        getIt.show(item, isOffered: presentation.offersPackages)
        let menu = presentation.copyMenu(of: details)
        show(menu)
        var entries = [
            MenuEntry(label: RowText.openInBrowser, action: "win.open-in-browser"),
            MenuEntry(label: RowText.copyLink, action: "win.copy-link"),
        ]
        let offered = Set(menu?.entries.map(\.text) ?? [])
        for link in item.links where !offered.contains(link.url.absoluteString) {
            guard let words = presentation.copying(link.kind) else { continue }
            entries.append(MenuEntry(label: words.offer, action: "win.copy-address::\(link.kind.rawValue)"))
        }
        if item.fullSizePicture != nil {
            entries.append(MenuEntry(label: PictureText.copyCredit, action: "win.copy-credit"))
            if item.picture.animated == nil {
                entries.append(
                    MenuEntry(label: DetailsText.setWallpaper, action: "win.set-wallpaper", isOptional: true))
            }
        }
        if details.isComparable { entries.append(MenuEntry(label: ComparisonText.compareWith, action: "win.compare")) }
        if offer == nil, status?.note == nil, let change = status?.change {
            entries.append(MenuEntry(label: change.label, action: change.action))
        }
        moreEntries = entries
    }

    /// The actions of the buttons that have no room.
    private var hiddenEntries: [MenuEntry] {
        let buttons: [(Handle, MenuEntry?)] =
            [(account, accountEntry)] + zip(pictureButtons, Self.pictureEntries.map { $0.entry })
            + [(getIt.root, Self.getItEntry)]
        let hidden = buttons.filter { sgz_overflow_layout_hides($0.0.raw) != 0 }.compactMap(\.1)
        return hidden + (sgz_overflow_layout_hides(copyButton.raw) != 0 ? copyEntries : [])
    }

    private func openGetItAtMenu() {
        opensGetIt = true
        defer { opensGetIt = false }
        gtk_menu_button_popup(more.opaque)
    }

    /// Opens the menu with the texts to copy, or the one that has them while there is no room for it.
    private func openCopyMenu() {
        let isHidden = sgz_overflow_layout_hides(copyButton.raw) != 0
        gtk_menu_button_popup((isHidden ? more : copyButton).opaque)
    }

    private var copyEntries: [MenuEntry] {
        (copyMenu?.entries ?? []).enumerated().map { MenuEntry(label: $1.label, action: "details.copy::\($0)") }
    }

    private func show(_ label: (text: String, name: String), _ item: ItemContent) {
        gtk_image_set_from_icon_name(
            starIcon.opaque, item.isFavorite ? "starred-symbolic" : "non-starred-symbolic")
        starLabel.setLabel(label.text)
        star.setClass("favorite", item.isFavorite)
        star.setClass("waiting", item.isStarWaiting)
        star.setAccessibleName(label.name)
        let tooltip = StarText.tooltip(of: item)
        star.setTooltip(tooltip)
        star.setAccessibleDescription(tooltip == label.name ? "" : tooltip)
        sgz_accessible_set_pressed(star.raw, item.isFavorite ? 1 : 0)
    }

    private func show(_ menu: CopyMenu?) {
        copyButton.setVisible(menu?.entries.isEmpty == false)
        guard let menu, menu != copyMenu else { return }
        if menu.label != copyMenu?.label {
            gtk_menu_button_set_label(copyButton.opaque, menu.label)
            copyButton.setAccessibleName(menu.label)
        }
        copyMenu = menu
    }

    /// Sets the menu each time it opens: entries of an older one are dead once the button has moved.
    private static func setMenu(of button: Handle, _ sections: [[MenuEntry]]) {
        let menu = GObjectRef(adopting: Handle(g_menu_new()))
        let sections = sections.filter { !$0.isEmpty }
        // A lone section would have a margin.
        let isSingle = sections.count == 1
        for entries in sections {
            let section = isSingle ? menu : GObjectRef(adopting: Handle(g_menu_new()))
            for entry in entries { append(entry, to: section) }
            if !isSingle { g_menu_append_section(menu.opaque, nil, section.cast()) }
        }
        gtk_menu_button_set_menu_model(button.opaque, menu.cast())
    }

    private static func append(_ entry: MenuEntry, to menu: GObjectRef) {
        let item = GObjectRef(adopting: Handle(g_menu_item_new(entry.label, entry.action)))
        if entry.isOptional {
            g_menu_item_set_attribute_value(item.opaque, "hidden-when", g_variant_new_string("action-disabled"))
        }
        g_menu_append_item(menu.opaque, item.opaque)
    }
}
