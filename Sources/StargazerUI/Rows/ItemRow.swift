import CStargazer
import GtkBridge
import StargazerCore

/// The row of one item. The same widgets serve every item that scrolls by, so showing one only sets values.
@MainActor final class ItemRow: ListRow {
    let root: Handle
    private let item: [Handle]
    private let title: Handle
    private let summary: Handle
    private let meta: Handle
    private let avatar: AvatarView
    private let events: RowEvents
    private var star: StarButton?
    private var tail: TailPart?
    private(set) var content: ListEntry?

    init(events: RowEvents, pictures: PictureStore) {
        let ui = UIBuilder(PackageResources.ItemRow_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        item = [ui["avatar"], ui["texts"], ui["star"]]
        title = ui["title"]
        summary = ui["summary"]
        meta = ui["meta"]
        avatar = AvatarView(ui["avatar"], pictures: pictures)
        self.events = events
        star = StarButton(ui["star"]) { [weak self] in
            guard let self, let id = self.itemID else { return }
            self.events.toggleFavorite(id)
        }
        watchClicks()
    }

    /// The item shown, nil for the last row of a list.
    var itemID: ItemID? {
        if case .item(let row) = content { return row.id }
        return nil
    }

    /// What Tab reaches inside the row; nil when there is nothing to press.
    var control: Handle? { itemID == nil ? tail?.control : star?.button }

    func show(_ content: ListEntry) {
        self.content = content
        switch content {
        case .item(let row):
            tail?.root.setVisible(false)
            item.forEach { $0.setVisible(true) }
            paint(row)
        case .tail(let kind, _):
            item.forEach { $0.setVisible(false) }
            avatar.leave()
            let tail = tail ?? TailPart(events: events)
            if self.tail == nil { root.append(tail.root) }
            self.tail = tail
            tail.root.setVisible(true)
            tail.show(kind)
            root.parent?.setAccessibleName(tail.name)
        }
    }

    func leave() { avatar.leave() }

    private func paint(_ row: ItemRowContent) {
        title.setLabel(row.title)
        summary.setLabel(row.summary)
        summary.setVisible(!row.summary.isEmpty)
        let line = RowText.meta(row)
        let color = row.language.map(LanguageColors.color(of:)) ?? .init()
        // Pango's channels have sixteen bits: 255 becomes 65535.
        sgz_label_set_text_with_color(
            meta.raw, line.text, guint(line.dot.lowerBound), guint(line.dot.upperBound), color.red * 257,
            color.green * 257, color.blue * 257)
        meta.setTooltip(row.pushedFull.map { RowText.pushed($0) })
        avatar.show(row.avatarURL, name: row.owner)
        star?.show(isFavorite: row.isFavorite, isSignedIn: row.isStarredOnServer != nil)
        // Screen readers meet the list's own widget around the row.
        root.parent?.setAccessibleName(RowText.accessibleName(row))
    }

    private func watchClicks() {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        Signals.connect(click, "released") { [weak self, click] (_: Int32) in
            guard let self, let id = self.itemID else { return }
            switch Int32(gtk_gesture_single_get_current_button(click.opaque)) {
            case GDK_BUTTON_PRIMARY: self.events.open(id)
            case GDK_BUTTON_MIDDLE: self.events.openInBrowser(id)
            case GDK_BUTTON_SECONDARY: self.events.showMenu(id)
            default: break
            }
        }
        gtk_widget_add_controller(root.widget, click.opaque)
    }
}
