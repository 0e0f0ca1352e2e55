import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

@MainActor final class RowContentView: ItemContentView {
    let root: Handle
    let star: StarButton
    /// The texts, and what is next to them.
    private let body: Handle
    private let newMark: Handle
    private let owner: Handle
    private let slash: Handle
    private let name: Handle
    private let names: Handle
    private let aside: Handle
    /// The owner, which shows where the title has no room for all of it.
    private let wholeContext: Handle
    private let summary: Handle
    /// The line of a document or note that matches; created when first shown.
    private var matchingLine: MatchingLineView?
    /// The button of an update; created when first shown.
    private var update: Handle?
    private let facts: Handle
    private let meta: Handle
    private let separator: Handle
    private let date: Handle
    private let avatar: PictureView
    private var summaryLines: Int32 = 1
    private(set) var content: ItemContent?
    /// The widest name that is not cut before the text next to it, in pixels.
    private static let fullNameWidth: Int32 = 120

    init(pictures: PictureStore, summaryLines: Int32 = 1, starPressed: @escaping @MainActor () -> Void) {
        let ui = UIBuilder(PackageResources.RowContentView_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        body = ui["body"]
        newMark = ui["new"]
        owner = ui["owner"]
        slash = ui["slash"]
        name = ui["name"]
        names = ui["names"]
        aside = ui["aside"]
        wholeContext = ui["whole-context"]
        summary = ui["summary"]
        (facts, meta) = (ui["facts"], ui["meta"])
        separator = ui["separator"]
        date = ui["date"]
        avatar = PictureView(ui["avatar"], pictures: pictures)
        star = StarButton(ui["star"], pressed: starPressed)
        gtk_widget_set_hexpand(root.widget, 1)
        sgz_shrink_layout_apply(names.raw)
        sgz_column_layout_apply(ui["texts"].raw, 3)
        sgz_first_line_layout_apply(facts.raw)
        setSummaryLines(summaryLines)
        addLazyTooltip(ui["title"]) { $0.title }
        separator.setLabel(SGZ_PART_SEPARATOR)
        addLazyTooltip(date) { row in
            guard let date = row.orderDate, date.isAdded else { return Self.metadataTooltip(of: row) }
            return FavoritesText.added(on: date.full)
        }
        addLazyTooltip(meta) { Self.metadataTooltip(of: $0) }
    }

    private static func metadataTooltip(of row: ItemContent) -> String? {
        CatalogPresentations.registered[row.id.catalog].metadataTooltip(of: row)
    }

    var controls: [Handle] { [content?.updateAction == nil ? star.button : update].compactMap(\.self) }

    func reset() { avatar.reset() }

    func setSummaryLines(_ lines: Int32) {
        summaryLines = lines
        paintSummaryLines()
        queueResize()
    }

    /// Makes GTK measure the row again. The layout of the texts does not measure those that it cuts, and GTK passes on
    /// that a widget needs another size only once until that is measured.
    private func queueResize() { summary.parent.map { gtk_widget_queue_resize($0.widget) } }

    /// A matching line takes the room of the second line, and so does the owner of a row with a namesake.
    private func paintSummaryLines() {
        let isShort = content?.matchingLine != nil || content?.hasNamesake == true
        gtk_label_set_lines(summary.opaque, isShort ? 1 : summaryLines)
    }

    func show(_ row: ItemContent) {
        content = row
        newMark.setVisible(row.isNew)
        owner.setLabel(row.context)
        slash.setVisible(!row.context.isEmpty)
        if let found = row.matchingName { PangoMarkup.show(found, in: name) } else { name.setText(row.name) }
        aside.setLabel(row.aside)
        aside.setVisible(!row.aside.isEmpty)
        wholeContext.setLabel(row.hasNamesake ? row.context : "")
        wholeContext.setVisible(row.hasNamesake)
        names.setClass(SGZ_WHOLE_OR_LAST_CLASS, row.hasNamesake)
        keepFullName(before: row.aside)
        showSummary(row)
        showLine(of: row)
        showUpdate(row)
        paintSummaryLines()
        // An update is about what changed.
        let line =
            row.update.map { MetadataLine(UpdatesText.line(of: $0, on: row)) }
            ?? CatalogPresentations.registered[row.id.catalog].rowMetadataLine(of: row)
        let color = line.color
        // Pango's channels have sixteen bits: 255 becomes 65535.
        sgz_label_set_parts(
            meta.raw, line.text, guint(line.dot.lowerBound), guint(line.dot.upperBound), color.red * 257,
            color.green * 257, color.blue * 257)
        let shown = row.update == nil ? row.orderDate?.text : nil
        date.setVisible(shown != nil)
        date.setLabel(shown ?? "")
        separator.setVisible(shown != nil && !line.text.isEmpty)
        queueResize()
        avatar.show(row.picture)
        star.show(row)
    }

    private func keepFullName(before aside: String) {
        gtk_widget_set_size_request(name.widget, -1, -1)
        if aside.isEmpty { return }
        var width: Int32 = 0
        gtk_widget_measure(name.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        gtk_widget_set_size_request(name.widget, min(width, Self.fullNameWidth), -1)
    }

    private func showSummary(_ row: ItemContent) {
        summary.setVisible(row.update == nil && !row.summary.isEmpty)
        if let found = row.matchingSummary {
            PangoMarkup.show(found, in: summary)
        } else {
            summary.setText(row.summary)
        }
    }

    private func showLine(of row: ItemContent) {
        guard let content = row.matchingLine else {
            matchingLine?.root.setVisible(false)
            return
        }
        let line = matchingLine ?? makeLine()
        line.show(content)
        line.root.setVisible(true)
    }

    /// The button of an update takes the place of the star.
    private func showUpdate(_ row: ItemContent) {
        let action = row.updateAction
        star.button.setVisible(action == nil)
        guard let action else {
            update?.setVisible(false)
            return
        }
        let update = self.update ?? makeUpdate()
        gtk_button_set_icon_name(
            update.cast(), action == .remove ? "user-trash-symbolic" : "non-starred-symbolic")
        update.setAccessibleName(UpdatesText.label(of: action))
        update.setTooltip(UpdatesText.label(of: action))
        update.setAccessibleDescription(row.title)
        update.setVisible(true)
    }

    private func makeUpdate() -> Handle {
        let button = Handle(gtk_button_new())
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        for style in ["flat", "circular"] { button.setClass(style, true) }
        Signals.connect(button, "clicked") { [weak self] in
            guard let self, let row = self.content, let action = row.updateAction else { return }
            let item: ItemActions.ItemAction =
                switch action {
                case .remove: .toggleFavorite
                case .starAgain: .starAgain
                }
            ItemActions.run(item, row.id, from: self.root)
        }
        body.append(button)
        update = button
        return button
    }

    private func makeLine() -> MatchingLineView {
        let line = MatchingLineView()
        gtk_box_insert_child_after(summary.parent?.cast(), line.root.widget, summary.widget)
        matchingLine = line
        return line
    }
}

/// A line of a document or note with the words that match a search, after an icon that tells where it is from.
@MainActor private final class MatchingLineView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 4))
    private let icon = Handle(gtk_image_new())
    private let label = Handle(gtk_label_new(nil))

    /// In pixels, at the usual text size. A line of the text is hardly higher.
    private static let iconSize: Int32 = 12

    init() {
        gtk_image_set_pixel_size(icon.opaque, sgz_room_for_text(Self.iconSize))
        gtk_widget_set_valign(icon.widget, GTK_ALIGN_START)
        icon.setAccessibleHidden(true)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(label.opaque, 2)
        gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
        gtk_widget_set_hexpand(label.widget, 1)
        for style in ["caption", "dim-label"] { label.setClass(style, true) }
        for style in ["matching-icon", "dim-label"] { icon.setClass(style, true) }
        [icon, label].forEach { root.append($0) }
    }

    func show(_ content: MatchingLineContent) {
        let name =
            switch content.field {
            case .note: "document-edit-symbolic"
            // Like the dots of the tags elsewhere.
            case .tag: "media-record-symbolic"
            case .name, .description, .document: "text-x-generic-symbolic"
            }
        gtk_image_set_from_icon_name(icon.opaque, name)
        PangoMarkup.show(content, in: label)
    }
}

extension Handle {
    /// Shows a text in a label that may have shown markup.
    @MainActor fileprivate func setText(_ text: String) { gtk_label_set_text(opaque, text) }
}
