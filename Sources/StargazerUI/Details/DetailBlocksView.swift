import CStargazer
import GtkBridge
import StargazerCore

/// The actions of the links in the details.
struct LinkHandlers {
    /// Opens another item.
    var openItem: @MainActor (Item) -> Void
    /// Opens a document of an item, such as its README.
    var openDocument: @MainActor (DocumentKind, Item) -> Void
    /// Opens a list that is related to an item.
    var openRelation: @MainActor (RelationKind, Item) -> Void
    /// Runs when a link could not be opened in the browser.
    var noBrowser: @MainActor () -> Void
    /// Copies a text to the clipboard and shows the confirmation in the second argument.
    var copy: @MainActor (String, String) -> Void
}

/// The blocks of the details in a column. Views are reused when the next item has blocks of the same kinds; otherwise
/// they are created again.
@MainActor final class DetailBlocksView {
    private enum View {
        case statistics(StatisticTiles)
        case chips(TopicChips)
        case facts(FactList)
        case relations(RelationButtons)
        case shares(ProportionBar)
        case note(NoteCard)

        @MainActor func show(_ block: DetailBlock) -> Bool {
            switch (self, block) {
            case (.statistics(let view), .statistics(let statistics)): view.show(statistics)
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
    private let links: LinkHandlers
    private let openRelation: @MainActor (RelationKind) -> Void
    private let openDocument: @MainActor (DocumentKind) -> Void
    private var views: [View] = []

    /// - Parameters:
    ///   - openRelation: opens a related list.
    ///   - openDocument: opens a document of the item.
    init(
        box: Handle, links: LinkHandlers, openRelation: @escaping @MainActor (RelationKind) -> Void,
        openDocument: @escaping @MainActor (DocumentKind) -> Void
    ) {
        self.openDocument = openDocument
        self.box = box
        self.links = links
        self.openRelation = openRelation
    }

    func show(_ blocks: [DetailBlock]) {
        guard views.count != blocks.count || !zip(views, blocks).allSatisfy({ $0.show($1) }) else { return }
        box.removeChildren()
        views = blocks.map(make)
        for (view, block) in zip(views, blocks) { _ = view.show(block) }
    }

    private func make(_ block: DetailBlock) -> View {
        switch block {
        case .statistics:
            let statistics = StatisticTiles(links: links, openRelation: openRelation)
            box.append(statistics.root)
            return .statistics(statistics)
        case .chips:
            let chips = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
            box.append(chips)
            return .chips(TopicChips(box: chips))
        case .facts:
            let grid = Handle(gtk_grid_new())
            gtk_grid_set_column_spacing(grid.cast(), 12)
            gtk_grid_set_row_spacing(grid.cast(), 6)
            box.append(grid)
            return .facts(FactList(grid: grid, links: links, openDocument: openDocument))
        case .relations:
            let buttons = RelationButtons(openRelation: openRelation)
            box.append(buttons.root)
            return .relations(buttons)
        case .shares:
            let bar = ProportionBar()
            box.append(bar.root)
            return .shares(bar)
        case .note:
            let note = NoteCard()
            box.append(note.root)
            return .note(note)
        }
    }
}
