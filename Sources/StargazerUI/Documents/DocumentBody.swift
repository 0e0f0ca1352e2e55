import CStargazer
import Foundation
import GtkBridge
import StargazerCore

/// The blocks of a document in a scrolled window. Only blocks near the screen have widgets: each frame builds one chunk
/// of them, and chunks far away are emptied.
@MainActor final class DocumentBody {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    private let scroll: Handle
    private let headingStep: Int
    private let pictures: PictureStore
    let permission = PicturePermission()
    private let animations: DocumentAnimations
    private let follow: @MainActor (LinkTarget, Handle) -> Void
    private let copy: @MainActor (String) -> Void
    private var document = Document(blocks: [])
    private var chunks: [ChunkView] = []
    private var openFolds: Set<Int> = []
    /// The columns of tables that are split into fragments.
    private var tables: [Int: GObjectRef] = [:]
    /// The scroll positions of tables and code that are split into fragments.
    private var scrollGroups: [Int: GObjectRef] = [:]
    private var found: [Int: [FindHighlights]] = [:]
    /// The block to scroll to after the next frame.
    private var pendingScroll: (block: Int, onlyIfHidden: Bool)?
    private var scrollCall: IdleCall?
    private var pendingUpdate: IdleCall?
    private var isWaitingForFrame = false
    private var connections: [UInt] = []

    /// - Parameters:
    ///   - scroll: the GtkScrolledWindow that contains the document.
    ///   - headingStep: how many steps its headings are smaller than on a page of their own.
    ///   - follow: opens a link that leads out of the document.
    init(
        in scroll: Handle, headingStep: Int, pictures: PictureStore, copy: @escaping @MainActor (String) -> Void,
        follow: @escaping @MainActor (LinkTarget, Handle) -> Void
    ) {
        self.scroll = scroll
        self.headingStep = headingStep
        self.pictures = pictures
        animations = DocumentAnimations(in: scroll)
        self.copy = copy
        self.follow = follow
        sgz_lazy_layout_apply(root.raw, 0)
        sgz_lazy_layout_set_visible(root.raw, 1, 1)
        let adjustment = Handle(gtk_scrolled_window_get_vadjustment(scroll.opaque))
        for signal in ["value-changed", "changed"] {
            connections.append(
                Signals.connect(adjustment, signal) { [weak self] in
                    self?.scheduleUpdate()
                    if signal == "changed" { self?.animations.update() } else { self?.animations.scrolled() }
                })
        }
        Signals.connect(root, "map") { [weak self] in
            self?.scheduleUpdate()
            self?.animations.update()
        }
        focusPressedText()
    }

    func show(_ document: Document) {
        let recolored = document.recolored(from: self.document)
        self.document = document
        if let recolored {
            for block in recolored {
                guard case .code(let code) = document.blocks[block].content else { continue }
                chunks.lazy.compactMap { $0.view(of: block) }.first?.color(code.runs)
            }
            return
        }
        (found, tables, scrollGroups) = ([:], [:], [:])
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

    /// Highlights the matches and scrolls to the current one.
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
            headingStep: headingStep, pictures: pictures, permission: permission, animations: animations,
            follow: { [weak self] target, widget in self?.go(target, from: widget) },
            copy: copy,
            fold: { [weak self] fold, isOpen in self?.setFold(fold, isOpen) },
            columns: { [weak self] in
                let columns = self?.tables[$0] ?? GObjectRef(adopting: Handle(sgz_table_columns_new()))
                self?.tables[$0] = columns
                return columns
            },
            scrollGroup: { [weak self] in self?.scrollGroup(of: $0) ?? Self.makeScrollGroup() })
    }

    private func scrollGroup(of id: Int) -> GObjectRef {
        let group = scrollGroups[id] ?? Self.makeScrollGroup()
        scrollGroups[id] = group
        return group
    }

    private static func makeScrollGroup() -> GObjectRef {
        GObjectRef(adopting: Handle(sgz_horizontal_scroll_group_new()))
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

    /// Opens the folds around a block and scrolls it to the top.
    /// - Parameter onlyIfHidden: does not scroll if the block is visible.
    private func scrollTo(_ block: Int, onlyIfHidden: Bool = false) {
        guard let chunk = chunks.first(where: { $0.blocks.contains(block) }) else { return }
        openFolds.formUnion(chunk.folds)
        for chunk in chunks { chunk.root.setVisible(isOpen(chunk)) }
        layOut(chunk)
        // Scroll once per frame, to the latest target: positions are out of date until the next frame.
        let isAsked = pendingScroll != nil
        pendingScroll = (block, onlyIfHidden)
        if isAsked { return }
        AfterPaint.run(on: root) { [weak self] in
            // A scroll within the frame would be laid out in the next one, but count as part of this one.
            self?.scrollCall = IdleCall(isUrgent: true) { [weak self] in self?.scrollToPendingBlock() }
        }
    }

    private func scrollToPendingBlock() {
        guard let (block, onlyIfHidden) = pendingScroll else { return }
        pendingScroll = nil
        guard let view = chunks.lazy.compactMap({ $0.view(of: block) }).first, let place = place(of: view.root)
        else { return }
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        let page = gtk_adjustment_get_page_size(adjustment)
        if onlyIfHidden, place.top >= 0, place.bottom <= page || place.top < page / 2 { return }
        let room = onlyIfHidden ? page / 4 : 12
        gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + place.top - room)
    }

    // MARK: Building chunks near the screen

    /// Returns the vertical bounds of a widget, relative to the top of the visible area.
    private func place(of widget: Handle) -> (top: Double, bottom: Double)? {
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget.widget, scroll.widget, &bounds) != 0 else { return nil }
        let top = Double(bounds.origin.y)
        return (top, top + Double(bounds.size.height))
    }

    /// Updates when the main loop is idle after the next frame: until then, positions are those before the change.
    private func scheduleUpdate() {
        pendingUpdate = nil
        guard !isWaitingForFrame, !chunks.isEmpty else { return }
        isWaitingForFrame = true
        AfterPaint.run(on: root) { [weak self] in
            self?.isWaitingForFrame = false
            self?.pendingUpdate = IdleCall { [weak self] in
                self?.pendingUpdate = nil
                self?.update()
            }
        }
    }

    private func update() {
        guard gtk_widget_get_mapped(root.widget) != 0, let next = showNear() else { return }
        layOut(next)
        scheduleUpdate()
    }

    /// Shows the built chunks near the screen and empties those far away.
    /// - Returns: the nearest chunk that must be built or laid out again, which takes a frame.
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
            // Weight the distance above double: scrolling down is more likely.
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
            // A chunk above the screen must not move the visible content, so it is never laid out again from here.
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

    /// The chunk with the pending scroll target or the focus, which must not be emptied.
    private var retainedChunk: ChunkView? {
        if let block = pendingScroll?.block { return chunks.first { $0.blocks.contains(block) } }
        guard let window = gtk_widget_get_root(root.widget), let focus = gtk_root_get_focus(window),
            root.contains(Handle(focus))
        else { return nil }
        return chunks.first { $0.isBuilt && $0.root.contains(Handle(focus)) }
    }

    /// The distances from the screen, in pages, within which chunks are painted and keep their widgets.
    private static let visiblePages = 2.0
    private static let retainedPages = 12.0
    /// The limit for layout in one frame, in addition to the chunk that is built in it; see `LayoutCost`.
    private static let layoutCostPerFrame = 10_000
    /// The limit for all chunks that are built at the same time.
    private static let totalLayoutCost = 120_000

    /// Builds a chunk if necessary, so that the next frame lays it out.
    private func layOut(_ chunk: ChunkView) {
        let before = place(of: chunk.root)
        if !chunk.isBuilt { chunk.build(document, context: context) }
        chunk.mark(found)
        chunk.show(allowsRelayout: true)
        // A chunk above the screen must not move the visible content: scroll by the change of its height.
        guard let before, before.bottom <= 0 else { return }
        var height: Int32 = 0
        let width = gtk_widget_get_width(chunk.root.widget)
        gtk_widget_measure(chunk.root.widget, GTK_ORIENTATION_VERTICAL, width, nil, &height, nil, nil)
        let adjustment = gtk_scrolled_window_get_vadjustment(scroll.opaque)
        gtk_adjustment_set_value(
            adjustment, gtk_adjustment_get_value(adjustment) + Double(height) - (before.bottom - before.top))
    }

    /// Makes a selectable text focusable when it is pressed, so that keys can copy its selection. If every selectable
    /// text were focusable, Tab would stop at each of them.
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

/// The view of a range of blocks, which builds its widgets on demand.
@MainActor final class ChunkView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let blocks: Range<Int>
    let folds: [Int]
    let cost: Int
    private(set) var isBuilt = false
    private var views: [BlockView] = []
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
            view.setFlow(
                document.blocks[place], isAfterFloat: place > 0 && document.blocks[place - 1].floatSide != nil)
            views.append(view)
            root.append(view.root)
        }
    }

    /// - Parameter allowsRelayout: lays the chunk out in the current width; false shows its last layout, or nothing.
    func show(allowsRelayout: Bool) { sgz_lazy_layout_set_visible(root.raw, 1, allowsRelayout ? 1 : 0) }

    /// Skips painting and layout, and keeps the height.
    func hide() { sgz_lazy_layout_set_visible(root.raw, 0, 0) }

    /// Whether the width has changed since the last layout.
    var isOutdated: Bool { sgz_lazy_layout_is_outdated(root.raw) != 0 }

    func isMarked(_ found: [Int: [FindHighlights]]) -> Bool { blocks.allSatisfy { found[$0] == self.found[$0] } }

    func mark(_ found: [Int: [FindHighlights]]) {
        guard !found.isEmpty || !self.found.isEmpty else { return }
        for block in blocks where found[block] != self.found[block] {
            view(of: block)?.show(found[block] ?? [])
            self.found[block] = found[block]
        }
    }

    /// Removes the widgets and keeps the height.
    func empty() {
        hide()
        root.removeChildren()
        (views, found) = ([], [:])
        isBuilt = false
    }
}
