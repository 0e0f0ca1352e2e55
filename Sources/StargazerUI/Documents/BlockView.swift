import CStargazer
import GtkBridge
import StargazerCore

/// One block of a document, inside its quotes and lists.
@MainActor final class BlockView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
    /// The views of the block's texts by their numbers. Cells that others cover have none.
    private var textViews: [Int: RichTextView] = [:]
    private var code: CodeCard?
    private let context: DocumentRenderContext

    /// - Parameters:
    ///   - previous: the frames of the block before.
    ///   - words: texts that decide the text direction: the block's own, or for a block without text those that follow.
    init(
        _ block: DocumentBlock, after previous: [DocumentBlock.Frame], like words: [String],
        context: DocumentRenderContext
    ) {
        self.context = context
        sgz_marker_layout_apply(root.raw)
        let gap = Self.gap(above: block)
        let shared = zip(block.frames, previous).prefix { $0 == $1 }.count
        for (depth, frame) in block.frames.enumerated() {
            let begins = depth >= shared
            guard let mark = Self.mark(frame, begins: begins) else { continue }
            if begins { gtk_widget_set_margin_top(mark.widget, gap) }
            root.append(mark)
        }
        let content = make(block.content)
        gtk_widget_set_hexpand(content.widget, 1)
        gtk_widget_set_margin_top(content.widget, gap)
        root.append(content)
        // In right-to-left text, the list markers are on the right as well.
        if code == nil, let direction = words.lazy.compactMap({ TextDirection($0) }).first {
            for part in [root, content] + root.children { direction.set(on: part) }
        }
    }

    /// - Parameter found: the highlights for each text of the block.
    func show(_ found: [FindHighlights]) {
        code?.show(found.first ?? FindHighlights())
        for (index, prose) in textViews {
            prose.show(found.indices.contains(index) ? found[index] : FindHighlights())
        }
    }

    /// Colors the code of the block.
    func color(_ runs: [CodeRun]) { code?.color(runs) }

    /// Places the block in its chunk.
    /// - Parameter isAfterFloat: whether the block before is pictures at a side of the page.
    func setFlow(_ block: DocumentBlock, isAfterFloat: Bool) {
        let flow: SgzFlow =
            switch (block.floatSide, block.content) {
            case (.left?, _): SGZ_FLOW_LEFT
            case (_?, _): SGZ_FLOW_RIGHT
            case (nil, .heading) where isAfterFloat: SGZ_FLOW_NORMAL
            case (nil, .heading), (nil, .code), (nil, .table): SGZ_FLOW_BELOW
            case (nil, _): SGZ_FLOW_NORMAL
            }
        sgz_lazy_layout_set_flow(root.raw, flow)
    }

    private func make(_ content: DocumentBlock.Content) -> Handle {
        switch content {
        case .heading(let level, let prose): return add(RichTextView(prose, role: .heading(level), context: context))
        case .paragraph(let prose): return add(RichTextView(prose, context: context))
        case .code(let code):
            let card = CodeCard(
                code, group: code.isFirst && code.isLast ? nil : context.scrollGroup(code.id), copy: context.copy)
            self.code = card
            return card.root
        case .table(let table): return make(table)
        case .rule:
            let line = Handle(gtk_separator_new(GTK_ORIENTATION_HORIZONTAL))
            gtk_widget_set_valign(line.widget, GTK_ALIGN_CENTER)
            return line
        case .alertTitle(let alert):
            let title = Handle(gtk_label_new(DocumentText.name(of: alert)))
            for name in ["heading", "alert-title", alert.rawValue] { title.setClass(name, true) }
            gtk_label_set_xalign(title.opaque, 0)
            return title
        case .summary(let prose, let fold, let isOpen): return make(summary: prose, fold, isOpen)
        }
    }

    private func add(_ view: RichTextView) -> Handle {
        textViews[0] = view
        return view.root
    }

    private func make(summary: RichText, _ fold: Int, _ isOpen: Bool) -> Handle {
        let button = Handle(gtk_toggle_button_new())
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        sgz_marker_layout_apply(line.raw)
        let arrow = Handle(gtk_image_new_from_icon_name("pan-end-symbolic"))
        gtk_widget_set_margin_end(arrow.widget, 6)
        arrow.setClass("fold-arrow", true)
        line.append(arrow)
        // A plain label: its text is pressed, not selected.
        let label = Handle(gtk_label_new(DocumentText.details))
        let words = RichTextLabel.line(with: label)
        if !summary.isEmpty {
            var markup = PangoMarkup()
            for span in summary.spans { markup.add(TextSpan(span.text, style: span.style)) }
            markup.show(in: label, of: words)
        }
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        RichTextLabel.limitMinimumWidth(of: label, summary)
        gtk_label_set_xalign(label.opaque, 0)
        line.append(words)
        gtk_button_set_child(button.cast(), line.widget)
        button.setAccessibleName(summary.isEmpty ? DocumentText.details : summary.text)
        for name in ["flat", "fold"] { button.setClass(name, true) }
        gtk_widget_set_halign(button.widget, GTK_ALIGN_START)
        gtk_toggle_button_set_active(button.cast(), isOpen ? 1 : 0)
        let turn = { (isOpen: Bool) in
            gtk_image_set_from_icon_name(arrow.opaque, isOpen ? "pan-down-symbolic" : "pan-end-symbolic")
        }
        turn(isOpen)
        Signals.connect(button, "toggled") { [context] in
            let isOpen = gtk_toggle_button_get_active(button.cast()) != 0
            turn(isOpen)
            context.fold(fold, isOpen)
        }
        let box = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        box.append(button)
        // In right-to-left text the arrow is right of the words and points left.
        if let direction = TextDirection(summary.text) {
            for part in [box, button, line, arrow, words, label] { direction.set(on: part) }
        }
        return box
    }

    /// Returns a table that scrolls horizontally in its own frame when its words do not fit.
    private func make(_ table: DocumentTable) -> Handle {
        let grid = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        grid.setClass("prose-table", true)
        table.rows.lazy.flatMap(\.self).compactMap { TextDirection($0.text) }.first?.set(on: grid)
        let isSplit = !table.isFirst || !table.isLast
        sgz_table_layout_apply(grid.raw, isSplit ? context.columns(table.id).raw : nil)
        let covered = table.coveredCells
        for (y, row) in table.rows.enumerated() {
            for (x, prose) in row.enumerated() where !covered.contains(.init(row: y, column: x)) {
                let isHeader = table.hasHeader && y == 0
                let view = RichTextView(prose, role: .cell(isHeader: isHeader), context: context)
                gtk_widget_set_valign(view.root.widget, GTK_ALIGN_START)
                let cell = Handle(adw_bin_new())
                adw_bin_set_child(cell.cast(), view.root.widget)
                cell.setClass("table-cell", true)
                if y > 0 || !table.isFirst { cell.setClass("below", true) }
                if x > 0 { cell.setClass("not-first", true) }
                let span = table.spans[.init(row: y, column: x)] ?? .init(columns: 1, rows: 1)
                sgz_table_layout_add(grid.raw, cell.raw, Int32(x), Int32(y), Int32(span.columns), Int32(span.rows))
                textViews[y * row.count + x] = view
            }
        }
        let frame = HorizontalScroller.make(
            grid, group: isSplit ? context.scrollGroup(table.id) : nil, hasBar: table.isLast)
        frame.setClass("prose-frame", true)
        frame.setClass("goes-on", !table.isLast)
        frame.setClass("went-on", !table.isFirst)
        let side: GtkAlign =
            switch table.alignment {
            case .start, .left: GTK_ALIGN_START
            case .center: GTK_ALIGN_CENTER
            case .right: GTK_ALIGN_END
            }
        gtk_widget_set_halign(frame.widget, side)
        return frame
    }

    // MARK: Frames

    private static func gap(above block: DocumentBlock) -> Int32 {
        switch (block.gap, block.content) {
        case (.none, _): 0
        case (.tight, .code), (.tight, .table): 8
        case (.tight, _): 4
        case (.block, .rule): 18
        case (.block, _): 12
        case (.section, .heading(1...2, _)): 30
        case (.section, _): 22
        }
    }

    private static func mark(_ frame: DocumentBlock.Frame, begins: Bool) -> Handle? {
        switch frame {
        case .quote: return bar([])
        case .alert(_, let alert): return bar([alert.rawValue])
        case .item(_, let marker): return item(begins ? marker : .none, like: marker)
        case .fold:
            let space = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            gtk_widget_set_size_request(space.widget, 22, -1)
            return space
        }
    }

    private static func bar(_ classes: [String]) -> Handle {
        let bar = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
        for name in ["quote-bar"] + classes { bar.setClass(name, true) }
        gtk_widget_set_margin_end(bar.widget, 14)
        return bar
    }

    /// - Parameter first: the marker of the item's first block, so that all its blocks have the same indentation.
    private static func item(_ marker: DocumentBlock.Marker, like first: DocumentBlock.Marker) -> Handle {
        let label = Handle(gtk_label_new(nil))
        var width: Int32 = 20
        if case .number(let number, let style) = first { width = Int32(10 + 9 * max(2, style.text(number).utf8.count)) }
        switch marker {
        case .bullet(let level): label.setLabel(["•", "◦", "▪"][min(level, 2)])
        case .number(let number, let style): label.setLabel("\(style.text(number)).")
        case .task(let isDone):
            let mark = Handle(gtk_image_new_from_icon_name(isDone ? "checkbox-checked-symbolic" : "checkbox-symbolic"))
            mark.setAccessibleName(isDone ? DocumentText.done : DocumentText.toDo)
            gtk_widget_set_valign(mark.widget, GTK_ALIGN_START)
            gtk_widget_set_margin_top(mark.widget, 2)
            gtk_widget_set_margin_end(mark.widget, 8)
            gtk_widget_set_margin_start(mark.widget, 4)
            return mark
        case .none: if case .task = first { width = 20 }
        }
        gtk_widget_set_size_request(label.widget, width, -1)
        gtk_label_set_xalign(label.opaque, 1)
        gtk_widget_set_valign(label.widget, GTK_ALIGN_START)
        gtk_widget_set_margin_end(label.widget, 8)
        for name in ["prose", "marker"] { label.setClass(name, true) }
        return label
    }
}
