import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// The actions of the links in the details.
struct LinkHandlers {
    var openItem: @MainActor (Item) -> Void
    /// Opens a document of an item, such as its README.
    var openDocument: @MainActor (DocumentKind, Item) -> Void
    var openRelation: @MainActor (RelationKind, Item) -> Void
    var openFavorites: @MainActor (FavoritesQuery) -> Void
    /// Runs when a link could not be opened in the browser.
    var noBrowser: @MainActor () -> Void
    /// Copies a text to the clipboard and shows the confirmation in the second argument.
    var copy: @MainActor (String, String) -> Void
}

/// The blocks of the details in a column. Views are reused if the next item has blocks of the same kinds.
@MainActor final class DetailBlocksView {
    private enum View {
        case figures(FactGroup)
        case rows(FactGroup)
        case facts(FactList)
        case shares(ProportionBar)
        case note(NoteCard)

        @MainActor func show(_ block: DetailBlock) -> Bool {
            switch (self, block) {
            case (.figures(let view), .figures(let facts)): view.show(facts)
            case (.rows(let view), .rows(let facts)): view.show(facts)
            case (.facts(let view), .facts(let facts)): view.show(facts)
            case (.shares(let view), .shares(let content)): view.show(content)
            case (.note(let view), .note(let text)): view.show(text)
            default: return false
            }
            return true
        }

        @MainActor var root: Handle {
            switch self {
            case .figures(let view), .rows(let view): view.root
            case .facts(let view): view.root
            case .shares(let view): view.root
            case .note(let view): view.root
            }
        }
    }

    private let box: Handle
    private let open: FactOpener
    private var views: [View] = []

    /// Whether there is no room for two columns.
    var isNarrow = false { didSet { if isNarrow != oldValue { stackFacts() } } }

    init(box: Handle, open: @escaping FactOpener) { (self.box, self.open) = (box, open) }

    func show(_ blocks: [DetailBlock]) {
        guard views.count != blocks.count || !zip(views, blocks).allSatisfy({ $0.show($1) }) else { return }
        box.removeChildren()
        views = blocks.map(make)
        for (view, block) in zip(views, blocks) {
            box.append(view.root)
            _ = view.show(block)
        }
        stackFacts()
    }

    private func stackFacts() {
        for case .facts(let list) in views { list.isStacked = isNarrow }
    }

    private func make(_ block: DetailBlock) -> View {
        switch block {
        case .figures: .figures(FactGroup(.figures, open: open))
        case .rows: .rows(FactGroup(.rows, open: open))
        case .facts: .facts(FactList(open: open))
        case .shares: .shares(ProportionBar())
        case .note: .note(NoteCard())
        }
    }
}

/// A card with an important message.
@MainActor final class NoteCard {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12))
    private let label = Handle(gtk_label_new(nil))

    init() {
        let icon = Handle(gtk_image_new_from_icon_name("dialog-information-symbolic"))
        gtk_widget_set_valign(icon.widget, GTK_ALIGN_START)
        gtk_label_set_xalign(label.opaque, 0)
        gtk_label_set_wrap(label.opaque, 1)
        gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
        for part in [icon, label] { root.append(part) }
        for name in ["card", "notice"] { root.setClass(name, true) }
    }

    func show(_ text: String) { label.setLabel(text) }
}
