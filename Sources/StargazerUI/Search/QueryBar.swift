import CStargazer
import GtkBridge
import StargazerCore

/// Under the entry: what the text is not understood to say, and chips for what it holds beside words. Pressing one takes
/// it out of the text.
@MainActor final class QueryBar {
    private let chips: Handle
    private let chipsPlace: Handle
    private let hint: Handle
    private let hintPlace: Handle
    private let entry: Handle
    private let query: QueryViewModel
    private let face: any CatalogFace
    private var shown: [QueryChip] = []
    private var observation: Observe?

    /// Flaws said at once; who makes more will not read them all.
    private static let mostHints = 3

    init(_ ui: UIBuilder, query: QueryViewModel, face: any CatalogFace) {
        (chips, chipsPlace, hint, hintPlace) = (ui["chips"], ui["chips-place"], ui["hint"], ui["hint-place"])
        entry = ui["entry"]
        self.query = query
        self.face = face
        sgz_wrap_children(chips.raw, 6)
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let flaws = query.flaws.prefix(Self.mostHints).map { FilterText.sentence($0, of: face) }
        hint.setLabel(flaws.joined(separator: "\n"))
        hintPlace.setVisible(!flaws.isEmpty)
        // Read with the entry, by who cannot see what stands under it.
        entry.setAccessibleDescription(JoinText.sentences(flaws))
        show(query.chips)
    }

    private func show(_ chips: [QueryChip]) {
        chipsPlace.setVisible(!chips.isEmpty)
        guard chips != shown else { return }
        shown = chips
        self.chips.removeChildren()
        for chip in chips { self.chips.append(make(chip)) }
    }

    private func make(_ chip: QueryChip) -> Handle {
        let phrase = FilterText.chip(chip, of: face)
        let button = Handle(gtk_button_new())
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        let text = Handle(gtk_label_new(phrase))
        gtk_label_set_ellipsize(text.opaque, PANGO_ELLIPSIZE_END)
        line.append(text)
        line.append(Handle(gtk_image_new_from_icon_name("window-close-symbolic")))
        gtk_button_set_child(button.cast(), line.widget)
        for name in ["topic", "chip", "caption", "flat"] { button.setClass(name, true) }
        button.setAccessibleName(FilterText.spoken(chip, of: face))
        button.setTooltip(FilterText.remove(phrase))
        Signals.connect(button, "clicked") { [weak self] in self?.query.remove(chip) }
        return button
    }
}
