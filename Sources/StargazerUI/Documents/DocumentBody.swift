import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The blocks of a document in something that scrolls. Only those near the screen have widgets: one chunk of them is made
/// in each frame, and those far away are forgotten again.
@MainActor final class DocumentBody {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let scroll: Handle
    private let pictures: PictureStore
    let permission = PicturePermission()
    private let follow: @MainActor (LinkTarget, Handle) -> Void
    private let copy: @MainActor (String) -> Void
    private var document = Document(blocks: [])
    private var chunks: [ChunkView] = []
    private var openFolds: Set<Int> = []
    /// The columns of those tables that are made in parts.
    private var tables: [Int: TableColumnWidths] = [:]
    private var found: [Int: [FindHighlights]] = [:]
    /// What is brought into sight after the next frame.
    private var pendingScroll: (block: Int, onlyIfHidden: Bool)?
    private var pendingUpdate: IdleCall?
    private var isWaitingForFrame = false
    private var connections: [UInt] = []

    /// - Parameters:
    ///   - scroll: the GtkScrolledWindow that it is in.
    ///   - copy: puts a text on the clipboard and says so.
    ///   - follow: opens an address that is not in the document.
    init(
        in scroll: Handle, pictures: PictureStore, copy: @escaping @MainActor (String) -> Void,
        follow: @escaping @MainActor (LinkTarget, Handle) -> Void
    ) {
        self.scroll = scroll
        self.pictures = pictures
        self.copy = copy
        self.follow = follow
        sgz_lazy_layout_apply(root.raw, 0)
        sgz_lazy_layout_set_visible(root.raw, 1, 1)
        let adjustment = Handle(gtk_scrolled_window_get_vadjustment(scroll.opaque))
        for signal in ["value-changed", "changed"] {
            connections.append(Signals.connect(adjustment, signal) { [weak self] in self?.scheduleUpdate() })
        }
        Signals.connect(root, "map") { [weak self] in self?.scheduleUpdate() }
        focusPressedText()
    }

    func show(_ document: Document) {
        guard document != self.document else { return }
        self.document = document
        (found, tables) = ([:], [:])
        openFolds = Set(
            document.blocks.compactMap { block in
                if case .summary(_, let fold, true) = block.content { fold } else { nil }
            })
        root.removeChildren()
        chunks = document.chunks.map { ChunkView($0) }
        for chunk in chunks {
            root.append(chunk.root)
            chunk.root.setVisible(isOpen(chunk))
        }
        scheduleUpdate()
    }

    /// Marks what was found, and brings the one that was found last into sight.
    func mark(_ matches: [DocumentSearch.Match], current: Int?) {
        var all: [Int: [FindHighlights]] = [:]
        for (number, hit) in matches.enumerated() where document.blocks.indices.contains(hit.block) {
            var parts = all[hit.block] ?? []
            while parts.count <= hit.text { parts.append(FindHighlights()) }
            if number == current { parts[hit.text].current = parts[hit.text].ranges.count }
            parts[hit.text].ranges.append(hit.range)
            all[hit.block] = parts
        }
        found = all
        scheduleUpdate()
        if let current, matches.indices.contains(current) { scrollTo(matches[current].block, onlyIfHidden: true) }
    }

    private func isOpen(_ chunk: ChunkView) -> Bool { chunk.folds.allSatisfy(openFolds.contains) }

    private var context: DocumentRenderContext {
        DocumentRenderContext(
            pictures: pictures, permission: permission,
            follow: { [weak self] target, widget in self?.go(target, from: widget) },
            copy: copy,
            fold: { [weak self] fold, isOpen in self?.setFold(fold, isOpen) },
            columns: { [weak self] in self?.columns(of: $0) ?? TableColumnWidths() })
    }

    private func columns(of table: Int) -> TableColumnWidths {
        let known = tables[table] ?? TableColumnWidths()
        tables[table] = known
        return known
    }

    private func setFold(_ fold: Int, _ isOpen: Bool) {
        if isOpen { openFolds.insert(fold) } else { openFolds.remove(fold) }
        for chunk in chunks { chunk.root.setVisible(self.isOpen(chunk)) }
        scheduleUpdate()
    }

    private func go(_ target: LinkTarget, from widget: Handle) {
        guard case .anchor(let name) = target else { return follow(target, widget) }
        if let block = document.block(at: name) { scrollTo(block) }
    }

    /// Opens what the block is in and brings it to the top.
    /// - Parameter onlyIfHidden: what can be seen stays where it is.
    private func scrollTo(_ block: Int, onlyIfHidden: Bool = false) {
        guard let chunk = chunks.first(where: { $0.blocks.contains(block) }) else { return }
        openFolds.formUnion(chunk.folds)
        for chunk in chunks { chunk.root.setVisible(isOpen(chunk)) }
        layOut(chunk)
        // Once in a frame, where the last one is: until the next one, what was scrolled is still said to be where it was.
        let isAsked = pendingScroll != nil
        pendingScroll = (block, onlyIfHidden)
        if isAsked { return }
        AfterPaint.run(on: root) { [weak self] in
            guard let self, let (block, onlyIfHidden) = self.pendingScroll else { return }
            self.pendingScroll = nil
            guard let view = chunks.lazy.compactMap({ $0.view(of: block) }).first, let place = self.place(of: view.root)
            else { return }
            let adjustment = gtk_scrolled_window_get_vadjustment(self.scroll.opaque)
            let page = gtk_adjustment_get_page_size(adjustment)
            if onlyIfHidden, place.top >= 0, place.bottom <= page || place.top < page / 2 { return }
            let room = onlyIfHidden ? page / 4 : 12
            gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + place.top - room)
        }
    }

    // MARK: Making what is near

    /// From the top of what shows.
    private func place(of widget: Handle) -> (top: Double, bottom: Double)? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget.widget, scroll.widget, &bounds) != 0 else { return nil }
        let top = Double(bounds.origin.y)
        return (top, top + Double(bounds.size.height))
    }

    private func scheduleUpdate() {
        guard pendingUpdate == nil, !isWaitingForFrame, !chunks.isEmpty else { return }
        pendingUpdate = IdleCall { [weak self] in
            self?.pendingUpdate = nil
            self?.update()
        }
    }

    private func update() {
        guard gtk_widget_get_mapped(root.widget) != 0, let next = showNear() else { return }
        layOut(next)
        isWaitingForFrame = true
        AfterPaint.run(on: root) { [weak self] in
            self?.isWaitingForFrame = false
            self?.scheduleUpdate()
        }
    }

    /// Has those chunks show that are near the screen, and forgets those that are far.
    /// - Returns: the nearest of those that are still to be made or to be laid out, each of which takes a frame.
    private func showNear() -> ChunkView? {
        guard var (top, _) = place(of: root) else { return nil }
        let page = gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(scroll.opaque))
        let retained = retainedChunk
        var next: (chunk: ChunkView, distance: Double)?
        var farthest: (chunk: ChunkView, distance: Double)?
        var (cost, totalLayoutCost) = (0, 0)
        for chunk in chunks where gtk_widget_get_visible(chunk.root.widget) != 0 {
            let bottom = top + Double(gtk_widget_get_height(chunk.root.widget))
            defer { top = bottom }
            // What comes is likelier to be wanted than what was.
            let distance = top > page ? top - page : bottom < 0 ? -bottom * 2 : 0
            let isRetained = chunk === retained
            guard chunk.isBuilt else {
                if distance < 1.5 * page, distance < next?.distance ?? .infinity { next = (chunk, distance) }
                continue
            }
            totalLayoutCost += chunk.cost
            if !isRetained, distance > farthest?.distance ?? 1.5 * page { farthest = (chunk, distance) }
            guard distance < Self.visiblePages * page || isRetained else {
                chunk.hide()
                continue
            }
            // What is above the screen must not move what is on it, so it never changes by itself.
            if bottom > 0 { cost += chunk.cost }
            let allowsRelayout = isRetained || bottom > 0 && cost <= Self.layoutCostPerFrame
            chunk.show(allowsRelayout: allowsRelayout)
            if allowsRelayout { chunk.mark(found) }
            if !allowsRelayout, chunk.isOutdated || !chunk.isMarked(found), distance < next?.distance ?? .infinity {
                next = (chunk, distance)
            }
        }
        if let farthest, farthest.distance > Self.retainedPages * page || totalLayoutCost > Self.totalLayoutCost {
            farthest.chunk.empty()
        }
        return next?.chunk
    }

    /// The one with the focus, or with what is about to be brought into sight.
    private var retainedChunk: ChunkView? {
        if let block = pendingScroll?.block { return chunks.first { $0.blocks.contains(block) } }
        guard let window = gtk_widget_get_root(root.widget), let focus = gtk_root_get_focus(window),
            root.contains(Handle(focus))
        else { return nil }
        return chunks.first { $0.isBuilt && $0.root.contains(Handle(focus)) }
    }

    /// How far from the screen chunks are painted, and how far they are kept.
    private static let visiblePages = 2.0
    private static let retainedPages = 12.0
    /// What may be laid out in one frame besides the chunk that is made in it; see `LayoutCost`.
    private static let layoutCostPerFrame = 10_000
    /// Of all chunks that are made at once.
    private static let totalLayoutCost = 120_000

    /// Makes a chunk that is not made, and has it laid out with the next frame.
    private func layOut(_ chunk: ChunkView) {
        let before = place(of: chunk.root)
        if !chunk.isBuilt { chunk.build(document, context: context) }
        chunk.mark(found)
        chunk.show(allowsRelayout: true)
        // What is above the screen must not move what is on it.
        guard let before, before.bottom <= 0 else { return }
        var height: Int32 = 0
        let width = gtk_widget_get_width(chunk.root.widget)
        gtk_widget_measure(chunk.root.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        gtk_adjustment_set_value(
            adjustment, gtk_adjustment_get_value(adjustment) + Double(height) - (before.bottom - before.top))
    }

    /// GTK would have Tab stop at every text that can be selected. One that was pressed takes the focus, so that keys
    /// can copy what is selected in it.
    private func focusPressedText() {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self] (_: Int32, x: Double, y: Double) in
            guard let self, let under = gtk_widget_pick(self.root.widget, x, y, GTK_PICK_DEFAULT) else { return }
            let text = Handle(under)
            if text.isA("GtkLabel"), gtk_label_get_selectable(text.opaque) != 0 {
                SelectableLabelFocus.set(text, true)
            }
        }
        gtk_widget_add_controller(root.widget, click.opaque)
    }
}

/// Some blocks of a document, made or not.
@MainActor final class ChunkView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let blocks: Range<Int>
    let folds: [Int]
    let cost: Int
    private(set) var isBuilt = false
    private var views: [BlockView] = []
    /// What is marked in them.
    private var found: [Int: [FindHighlights]] = [:]

    private static let lineHeight = 21.0

    init(_ chunk: DocumentChunk) {
        blocks = chunk.blocks
        folds = chunk.folds
        cost = chunk.cost
        sgz_lazy_layout_apply(root.raw, Int32(min(chunk.lines * Self.lineHeight, 1_000_000)))
    }

    func view(of block: Int) -> BlockView? {
        let place = block - blocks.lowerBound
        return views.indices.contains(place) ? views[place] : nil
    }

    func build(_ document: Document, context: DocumentRenderContext) {
        isBuilt = true
        for place in blocks {
            let before = place > 0 ? document.blocks[place - 1].frames : []
            let words = document.blocks[place...].prefix(2).map(\.texts).first { !$0.isEmpty } ?? []
            let view = BlockView(document.blocks[place], after: before, like: words, context: context)
            views.append(view)
            root.append(view.root)
        }
        for view in views { view.didEnterWindow() }
    }

    /// - Parameter mayChange: it is laid out in whatever width there is; else it shows in that which it had, or not at all.
    func show(allowsRelayout: Bool) { sgz_lazy_layout_set_visible(root.raw, 1, allowsRelayout ? 1 : 0) }

    /// As high as before, and nothing in it is painted or laid out.
    func hide() { sgz_lazy_layout_set_visible(root.raw, 0, 0) }

    /// It was laid out last in another width than it has.
    var isOutdated: Bool { sgz_lazy_layout_is_outdated(root.raw) != 0 }

    func isMarked(_ found: [Int: [FindHighlights]]) -> Bool { blocks.allSatisfy { found[$0] == self.found[$0] } }

    func mark(_ found: [Int: [FindHighlights]]) {
        guard !found.isEmpty || !self.found.isEmpty else { return }
        for block in blocks where found[block] != self.found[block] {
            view(of: block)?.show(found[block] ?? [])
            self.found[block] = found[block]
        }
    }

    /// As high as before, without anything in it.
    func empty() {
        hide()
        root.removeChildren()
        (views, found) = ([], [:])
        isBuilt = false
    }
}
