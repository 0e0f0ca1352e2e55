import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

/// Colors the qualifiers in an entry, and shows in a hint under it the problems of its text, or that it waits for Enter.
@MainActor final class QueryBar {
    private let hint: Handle
    private let hintContainer: Handle
    private let useButton: Handle
    private let entry: Handle
    private let query: QueryViewModel
    private let presentation: any QualifierPresentation
    private let needsEnter: @MainActor () -> Bool
    private let styleManager = Handle(adw_style_manager_get_default())
    private var styleConnections: [UInt] = []
    private var observation: Observe?

    private static let maximumHints = 3

    /// - Parameter needsEnter: whether only Enter searches for the text. Observable.
    init(
        _ ui: UIBuilder, query: QueryViewModel, presentation: any QualifierPresentation,
        needsEnter: @escaping @MainActor () -> Bool
    ) {
        (hint, hintContainer, entry) = (ui["hint"], ui["hint-place"], ui["entry"])
        useButton = ui["hint-use"]
        self.query = query
        self.presentation = presentation
        self.needsEnter = needsEnter
        // In the same frame as the letter.
        Signals.connect(entry, "changed") { [weak self] in self?.paintColors() }
        styleConnections = ["dark", "high-contrast", "accent-color-rgba"].map {
            Signals.connect(styleManager, "notify::\($0)") { [weak self] in
                // Other listeners change the style sheet first.
                Task { self?.paintColors() }
            }
        }
        Signals.connect(useButton, "clicked") { [query, entry] in
            query.acceptCorrection()
            entry.grabFocus()
        }
        observation = Observe { [weak self] in self?.paint() }
    }

    isolated deinit {
        for connection in styleConnections { Signals.disconnect(styleManager, connection) }
    }

    private func paint() {
        var problems = query.problems.prefix(Self.maximumHints).map { FilterText.sentence($0, of: presentation) }
        if needsEnter() { problems.append(SearchText.pressEnter) }
        hint.setLabel(problems.joined(separator: "\n"))
        hintContainer.setVisible(!problems.isEmpty)
        let correction = query.correction
        useButton.setVisible(correction != nil)
        if let correction { gtk_button_set_label(useButton.cast(), FilterText.use(correction.word)) }
        // Screen readers read the hint with the entry.
        entry.setAccessibleDescription(JoinText.sentences(problems))
        paintColors()
    }

    private func paintColors() {
        guard let text = gtk_editable_get_delegate(entry.opaque) else { return }
        let highlights = query.highlights(of: String(cString: gtk_editable_get_text(entry.opaque)))
        let attributes = QueryColors(in: entry).attributes(for: highlights)
        gtk_text_set_attributes(Handle(text).cast(), attributes)
        pango_attr_list_unref(attributes)
    }
}
