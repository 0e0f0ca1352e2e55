import CStargazer
import GtkBridge
import StargazerCore

/// The hints about problems of the search text, and chips for its qualifiers, under the entry. Pressing a chip removes
/// its qualifier from the text.
@MainActor final class QueryBar {
    private let chips: Handle
    private let chipsContainer: Handle
    private let hint: Handle
    private let hintContainer: Handle
    private let entry: Handle
    private let query: QueryViewModel
    private let presentation: any CatalogPresentation
    private var shown: [QueryChip] = []
    private var observation: Observe?

    /// The maximum number of problems to show at once.
    private static let maximumHints = 3

    init(_ ui: UIBuilder, query: QueryViewModel, presentation: any CatalogPresentation) {
        (chips, chipsContainer, hint, hintContainer) = (ui["chips"], ui["chips-place"], ui["hint"], ui["hint-place"])
        entry = ui["entry"]
        self.query = query
        self.presentation = presentation
        sgz_wrap_layout_apply(chips.raw, 6)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let problems = query.problems.prefix(Self.maximumHints).map { FilterText.sentence($0, of: presentation) }
        hint.setLabel(problems.joined(separator: "\n"))
        hintContainer.setVisible(!problems.isEmpty)
        // Screen readers read the hint with the entry.
        entry.setAccessibleDescription(JoinText.sentences(problems))
        show(query.chips)
    }

    private func show(_ chips: [QueryChip]) {
        chipsContainer.setVisible(!chips.isEmpty)
        guard chips != shown else { return }
        shown = chips
        self.chips.removeChildren()
        for chip in chips { self.chips.append(make(chip)) }
    }

    private func make(_ chip: QueryChip) -> Handle {
        let phrase = FilterText.chip(chip, of: presentation)
        let button = Handle(gtk_button_new())
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let text = Handle(gtk_label_new(phrase))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        line.append(text)
        line.append(Handle(gtk_image_new_from_icon_name("window-close-symbolic")))
        gtk_button_set_child(button.cast(), line.widget)
        for name in ["topic", "chip", "caption", "flat"] { button.setClass(name, true) }
        button.setAccessibleName(FilterText.accessibleText(chip, of: presentation))
        button.setTooltip(FilterText.remove(phrase))
        Signals.connect(button, "clicked") { [weak self] in self?.query.remove(chip) }
        return button
    }
}
