import CStargazer
import GtkBridge
import StargazerCore

/// Where the links of the details lead.
struct DetailLinks {
    /// Goes on to another item.
    var go: @MainActor (Item) -> Void
    /// Goes on to what is written about an item at length.
    var read: @MainActor (DocumentKind, Item) -> Void
    /// Goes on to a list that an item leads to.
    var lead: @MainActor (RelationKind, Item) -> Void
    /// Runs when a link could not be opened in the browser.
    var noBrowser: @MainActor () -> Void
    /// Puts a text on the clipboard, and says so in these words.
    var copy: @MainActor (String, String) -> Void
}

/// The blocks of the details, one below the other. Where the next item has blocks of the same kinds they are filled
/// anew; only where they differ others are made.
@MainActor final class DetailBlocks {
    private enum View {
        case figures(Figures)
        case chips(TopicChips)
        case facts(FactList)
        case relations(RelationButtons)
        case shares(ShareBar)
        case note(NoteCard)

        @MainActor func show(_ block: DetailBlock) -> Bool {
            switch (self, block) {
            case (.figures(let view), .figures(let figures)): view.show(figures)
            case (.chips(let view), .chips(let chips)): view.show(chips)
            case (.facts(let view), .facts(let lines)): view.show(lines)
            case (.relations(let view), .relations(let lines)): view.show(lines)
            case (.shares(let view), .shares(let content)): view.show(content)
            case (.note(let view), .note(let text)): view.show(text)
            default: return false
            }
            return true
        }
    }

    private let box: Handle
    private let links: DetailLinks
    private let lead: @MainActor (RelationKind) -> Void
    private let read: @MainActor (DocumentKind) -> Void
    private var views: [View] = []

    /// - Parameters:
    ///   - lead: goes on to a list that the item leads to.
    ///   - read: goes on to what is written about the item at length.
    init(
        box: Handle, links: DetailLinks, lead: @escaping @MainActor (RelationKind) -> Void,
        read: @escaping @MainActor (DocumentKind) -> Void
    ) {
        self.read = read
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
            let figures = Figures(links: links, lead: lead)
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
            return .facts(FactList(grid: grid, links: links, read: read))
        case .relations:
            let buttons = RelationButtons(lead: lead)
            box.append(buttons.root)
            return .relations(buttons)
        case .shares:
            let bar = ShareBar()
            box.append(bar.root)
            return .shares(bar)
        case .note:
            let note = NoteCard()
            box.append(note.root)
            return .note(note)
        }
    }
}
