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
    private let follow: @MainActor (Target, Handle) -> Void
    private let copy: @MainActor (String) -> Void
    private var document = Document(blocks: [])
    private var chunks: [ChunkView] = []
    private var openFolds: Set<Int> = []
    private var found: [Int: [FoundParts]] = [:]
    /// What is brought into sight after the next frame.
    private var scrollWish: (block: Int, onlyIfHidden: Bool)?
    private var later: IdleCall?
    private var isWaitingForFrame = false
    private var connections: [UInt] = []

    /// - Parameters:
    ///   - scroll: the GtkScrolledWindow that it is in.
    ///   - copy: puts a text on the clipboard and says so.
    ///   - follow: opens an address that is not in the document.
    init(
        in scroll: Handle, pictures: PictureStore, copy: @escaping @MainActor (String) -> Void,
        follow: @escaping @MainActor (Target, Handle) -> Void
    ) {
        self.scroll = scroll
        self.pictures = pictures
        self.copy = copy
        self.follow = follow
        let adjustment = Handle(gtk_scrolled_window_get_vadjustment(scroll.opaque))
        for signal in ["value-changed", "changed"] {
            connections.append(Signals.connect(adjustment, signal) { [weak self] in self?.lookLater() })
        }
        Signals.connect(root, "map") { [weak self] in self?.lookLater() }
        letPressedTextHaveFocus()
    }

    func show(_ document: Document) {
        guard document != self.document else { return }
        self.document = document
        found = [:]
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
        lookLater()
    }

    /// Marks what was found, and brings the one that was found last into sight.
    func mark(_ hits: [DocumentFind.Hit], current: Int?) {
        var all: [Int: [FoundParts]] = [:]
        for (number, hit) in hits.enumerated() where document.blocks.indices.contains(hit.block) {
            var parts = all[hit.block] ?? []
            while parts.count <= hit.text { parts.append(FoundParts()) }
            if number == current { parts[hit.text].current = parts[hit.text].ranges.count }
            parts[hit.text].ranges.append(hit.range)
            all[hit.block] = parts
        }
        let before = found
        found = all
        for chunk in chunks where chunk.isMade {
            for block in chunk.blocks where before[block] != all[block] {
                chunk.view(of: block)?.show(all[block] ?? [])
            }
        }
        if let current, hits.indices.contains(current) { scrollTo(hits[current].block, onlyIfHidden: true) }
    }

    private func isOpen(_ chunk: ChunkView) -> Bool { chunk.folds.allSatisfy(openFolds.contains) }

    private var paint: DocumentPaint {
        DocumentPaint(
            pictures: pictures, permission: permission,
            follow: { [weak self] target, widget in self?.go(target, from: widget) },
            copy: copy,
            fold: { [weak self] fold, isOpen in self?.turn(fold, isOpen) })
    }

    private func turn(_ fold: Int, _ isOpen: Bool) {
        if isOpen { openFolds.insert(fold) } else { openFolds.remove(fold) }
        for chunk in chunks { chunk.root.setVisible(self.isOpen(chunk)) }
        lookLater()
    }

    private func go(_ target: Target, from widget: Handle) {
        guard case .anchor(let name) = target else { return follow(target, widget) }
        if let block = document.block(at: name) { scrollTo(block) }
    }

    /// Opens what the block is in and brings it to the top.
    /// - Parameter onlyIfHidden: what can be seen stays where it is.
    private func scrollTo(_ block: Int, onlyIfHidden: Bool = false) {
        guard let chunk = chunks.first(where: { $0.blocks.contains(block) }) else { return }
        openFolds.formUnion(chunk.folds)
        for chunk in chunks { chunk.root.setVisible(isOpen(chunk)) }
        fill(chunk)
        // Once in a frame, where the last one is: until the next one, what was scrolled is still said to be where it was.
        let isAsked = scrollWish != nil
        scrollWish = (block, onlyIfHidden)
        if isAsked { return }
        AfterPaint.of(root) { [weak self] in
            guard let self, let (block, onlyIfHidden) = self.scrollWish else { return }
            self.scrollWish = nil
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

    private func lookLater() {
        guard later == nil, !isWaitingForFrame, !chunks.isEmpty else { return }
        later = IdleCall { [weak self] in
            self?.later = nil
            self?.look()
        }
    }

    /// Makes the empty chunk that is nearest to what shows, and forgets those that are far.
    private func look() {
        guard gtk_widget_get_mapped(root.widget) != 0 else { return }
        let page = gtk_adjustment_get_page_size(gtk_scrolled_window_get_vadjustment(scroll.opaque))
        var nearest: (chunk: ChunkView, distance: Double)?
        for chunk in chunks where gtk_widget_get_visible(chunk.root.widget) != 0 {
            guard let (top, bottom) = place(of: chunk.root) else { continue }
            // What comes is likelier to be wanted than what was.
            let distance = top > page ? top - page : bottom < 0 ? -bottom * 2 : 0
            if chunk.isMade {
                if distance > 12 * page, !chunk.root.hasFocusInside { chunk.empty() }
            } else if distance < 1.5 * page, distance < nearest?.distance ?? .infinity {
                nearest = (chunk, distance)
            }
        }
        guard let nearest else { return }
        fill(nearest.chunk)
        isWaitingForFrame = true
        AfterPaint.of(root) { [weak self] in
            self?.isWaitingForFrame = false
            self?.lookLater()
        }
    }

    private func fill(_ chunk: ChunkView) {
        guard !chunk.isMade else { return }
        let before = place(of: chunk.root)
        chunk.make(document, found: found, paint: paint)
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
    private func letPressedTextHaveFocus() {
        let click = Handle(gtk_gesture_click_new())
        gtk_gesture_single_set_button(click.opaque, 0)
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        Signals.connect(click, "pressed") { [weak self] (_: Int32, x: Double, y: Double) in
            guard let self, let under = gtk_widget_pick(self.root.widget, x, y, GTK_PICK_DEFAULT) else { return }
            let text = Handle(under)
            if text.isA("GtkLabel"), gtk_label_get_selectable(text.opaque) != 0 {
                TextFocus.set(text, true)
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
    private(set) var isMade = false
    private var views: [BlockView] = []

    private static let lineHeight = 21.0

    init(_ chunk: DocumentChunk) {
        blocks = chunk.blocks
        folds = chunk.folds
        gtk_widget_set_size_request(root.widget, -1, Int32(min(chunk.lines * Self.lineHeight, 1_000_000)))
    }

    func view(of block: Int) -> BlockView? {
        let place = block - blocks.lowerBound
        return views.indices.contains(place) ? views[place] : nil
    }

    func make(_ document: Document, found: [Int: [FoundParts]], paint: DocumentPaint) {
        isMade = true
        for place in blocks {
            let before = place > 0 ? document.blocks[place - 1].frames : []
            let words = document.blocks[place...].prefix(2).map(\.texts).first { !$0.isEmpty } ?? []
            let view = BlockView(document.blocks[place], after: before, like: words, paint: paint)
            if let found = found[place] { view.show(found) }
            views.append(view)
            root.append(view.root)
        }
        gtk_widget_set_size_request(root.widget, -1, -1)
    }

    /// As high as before, without anything in it.
    func empty() {
        gtk_widget_set_size_request(root.widget, -1, gtk_widget_get_height(root.widget))
        root.removeChildren()
        views = []
        isMade = false
    }
}
