import CStargazer
import GtkBridge
import StargazerCore

/// The content of a row.
@MainActor final class RowContentView: ItemContentView {
    let root: Handle
    let star: StarButton
    private let newMark: Handle
    private let owner: Handle
    private let slash: Handle
    private let name: Handle
    private let aside: Handle
    private let summary: Handle
    /// The line of a document that matches; created when first shown.
    private var line: Handle?
    /// The button of an update; created when first shown.
    private var update: Handle?
    private let meta: Handle
    private let added: Handle
    private let avatar: PictureView
    private var summaryLines: Int32 = 1
    private(set) var content: ItemContent?
    /// The widest name that is not cut before the text next to it, in pixels.
    private static let fullNameWidth: Int32 = 120

    init(pictures: PictureStore, summaryLines: Int32 = 1, starPressed: @escaping @MainActor () -> Void) {
        let ui = UIBuilder(PackageResources.RowContentView_ui, domain: Gettext.domain)
        root = ui.takeRoot("root")
        newMark = ui["new"]
        owner = ui["owner"]
        slash = ui["slash"]
        name = ui["name"]
        aside = ui["aside"]
        summary = ui["summary"]
        meta = ui["meta"]
        added = ui["added"]
        avatar = PictureView(ui["avatar"], pictures: pictures)
        star = StarButton(ui["star"], pressed: starPressed)
        gtk_widget_set_hexpand(root.widget, 1)
        sgz_shrink_layout_apply(ui["names"].raw)
        sgz_column_layout_apply(ui["texts"].raw, 3)
        sgz_first_line_layout_apply(ui["facts"].raw)
        setSummaryLines(summaryLines)
        addLazyTooltip(ui["title"]) { $0.title }
        addLazyTooltip(added) { $0.added.map { FavoritesText.added(on: $0.full) } }
        addLazyTooltip(meta) { CatalogPresentations.registered[$0.id.catalog].metadataTooltip(of: $0) }
    }

    var controls: [Handle] { [content?.updateAction == nil ? star.button : update].compactMap(\.self) }

    func reset() { avatar.reset() }

    func setSummaryLines(_ lines: Int32) {
        summaryLines = lines
        paintSummaryLines()
    }

    /// A matching line takes the room of the second line.
    private func paintSummaryLines() {
        gtk_label_set_lines(summary.opaque, content?.matchingLine == nil ? summaryLines : 1)
    }

    func show(_ row: ItemContent) {
        content = row
        newMark.setVisible(row.isNew)
        owner.setLabel(row.context)
        slash.setVisible(!row.context.isEmpty)
        name.setLabel(row.name)
        aside.setLabel(row.aside)
        aside.setVisible(!row.aside.isEmpty)
        keepFullName(before: row.aside)
        showSummary(row)
        summary.setVisible(!row.summary.isEmpty)
        showLine(of: row)
        showUpdate(row)
        paintSummaryLines()
        let line = CatalogPresentations.registered[row.id.catalog].rowMetadataLine(of: row)
        let color = line.color
        // Pango's channels have sixteen bits: 255 becomes 65535.
        sgz_label_set_parts(
            meta.raw, line.text, guint(line.dot.lowerBound), guint(line.dot.upperBound), color.red * 257,
            color.green * 257, color.blue * 257)
        added.setVisible(row.added != nil)
        if let date = row.added { added.setLabel(line.text.isEmpty ? date.month : SGZ_PART_SEPARATOR + date.month) }
        avatar.show(row.picture)
        star.show(isFavorite: row.isFavorite, isSignedIn: row.isStarredOnServer != nil)
    }

    private func keepFullName(before aside: String) {
        gtk_widget_set_size_request(name.widget, -1, -1)
        if aside.isEmpty { return }
        var width: Int32 = 0
        gtk_widget_measure(name.widget, GTK_ORIENTATION_HORIZONTAL, -1, nil, &width, nil, nil)
        gtk_widget_set_size_request(name.widget, min(width, Self.fullNameWidth), -1)
    }

    private func showSummary(_ row: ItemContent) {
        if let matching = row.matchingSummary {
            show(matching, in: summary)
        } else {
            // Resets what the label shows a match with.
            gtk_label_set_text(summary.opaque, row.summary)
        }
    }

    /// Shows the line that matches a search, or the former name.
    private func showLine(of row: ItemContent) {
        let former = row.update?.formerTitle.map(UpdatesText.former)
        guard row.matchingLine != nil || former != nil else {
            line?.setVisible(false)
            return
        }
        let line = self.line ?? makeLine()
        if let content = row.matchingLine {
            show(content, in: line)
        } else if let former {
            gtk_label_set_text(line.opaque, former)
        }
        line.setVisible(true)
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
        let label = UpdatesText.label(of: action)
        gtk_button_set_label(update.cast(), label)
        update.setAccessibleDescription(row.title)
        update.setVisible(true)
    }

    private func makeUpdate() -> Handle {
        let button = Handle(gtk_button_new())
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        button.setClass("update-action", true)
        Signals.connect(button, "clicked") { [weak self] in
            guard let self, let row = self.content, let action = row.updateAction else { return }
            let item: ItemActions.ItemAction =
                switch action {
                case .show: .open
                case .remove: .toggleFavorite
                case .starAgain: .starAgain
                }
            ItemActions.run(item, row.id, from: self.root)
        }
        root.append(button)
        update = button
        return button
    }

    private func show(_ content: MatchingLineContent, in label: Handle) {
        var markup = PangoMarkup()
        for part in content.parts { markup.add(TextSpan(part.text, style: part.isMatch ? .strong : [])) }
        markup.show(in: label)
    }

    private func makeLine() -> Handle {
        let line = Handle(gtk_label_new(nil))
        gtk_label_set_xalign(line.opaque, 0)
        gtk_label_set_wrap(line.opaque, 1)
        gtk_label_set_wrap_mode(line.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_lines(line.opaque, 2)
        gtk_label_set_ellipsize(line.opaque, PANGO_ELLIPSIZE_END)
        for style in ["caption", "dim-label"] { line.setClass(style, true) }
        gtk_box_insert_child_after(summary.parent?.cast(), line.widget, summary.widget)
        self.line = line
        return line
    }
}
