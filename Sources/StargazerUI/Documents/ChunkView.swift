import CStargazer
import GtkBridge
import StargazerCore

/// The view of a range of blocks, which builds its widgets on demand.
@MainActor final class ChunkView {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
    let blocks: Range<Int>
    let folds: [Int]
    let cost: Int
    private(set) var isBuilt = false
    private var views: [BlockView] = []
    /// The highlights that the blocks show.
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

    /// - Parameter allowsRelayout: lays the chunk out in the current width. Otherwise it shows its last layout, or
    ///   nothing.
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
