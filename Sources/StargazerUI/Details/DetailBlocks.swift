import CStargazer
import GtkBridge
import StargazerCore

/// Where the links of the details lead.
struct DetailLinks {
    /// Goes on to another item.
    var go: @MainActor (Item) -> Void
    /// Goes on to what is written about an item at length.
    var read: @MainActor (Item) -> Void
    /// Goes on to a list that an item leads to.
    var lead: @MainActor (RelationKind, Item) -> Void
    /// Runs when a link could not be opened in the browser.
    var noBrowser: @MainActor () -> Void
    /// Puts lines of code on the clipboard.
    var copyCode: @MainActor (String) -> Void
}

/// The blocks of the details, one below the other. Where the next item has blocks of the same kinds they are filled
/// anew; only where they differ others are made.
@MainActor final class DetailBlocks {
    private enum View {
        case figures(Figures)
        case chips(TopicChips)
        case facts(FactList)
        case relations(RelationButtons)

        @MainActor func show(_ block: DetailBlock) -> Bool {
            switch (self, block) {
            case (.figures(let view), .figures(let figures)): view.show(figures)
            case (.chips(let view), .chips(let chips)): view.show(chips)
            case (.facts(let view), .facts(let lines)): view.show(lines)
            case (.relations(let view), .relations(let lines)): view.show(lines)
            default: return false
            }
            return true
        }
    }

    private let box: Handle
    private let links: DetailLinks
    private let lead: @MainActor (RelationKind) -> Void
    private var views: [View] = []

    /// - Parameter lead: goes on to a list that the item leads to.
    init(box: Handle, links: DetailLinks, lead: @escaping @MainActor (RelationKind) -> Void) {
        self.box = box
        self.links = links
        self.lead = lead
    }

    func show(_ blocks: [DetailBlock]) {
        guard views.count != blocks.count || !zip(views, blocks).allSatisfy({ $0.show($1) }) else { return }
        box.removeChildren()
        views = blocks.map(make)
        for (view, block) in zip(views, blocks) { _ = view.show(block) }
    }

    private func make(_ block: DetailBlock) -> View {
        switch block {
        case .figures:
            let figures = Figures(lead: lead)
            box.append(figures.root)
            return .figures(figures)
        case .chips:
            let chips = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            box.append(chips)
            return .chips(TopicChips(box: chips))
        case .facts:
            let grid = Handle(gtk_grid_new())
            gtk_grid_set_column_spacing(grid.cast(), 12)
            gtk_grid_set_row_spacing(grid.cast(), 6)
            box.append(grid)
            return .facts(FactList(grid: grid, links: links))
        case .relations:
            let buttons = RelationButtons(lead: lead)
            box.append(buttons.root)
            return .relations(buttons)
        }
    }
}
