import CStargazer
import GtkBridge
import StargazerCore

/// The field for the number of results per page. While it is not valid, it says why.
@MainActor final class BatchSizeField {
    let entry = Handle(gtk_entry_new())
    /// Visible while the number is not valid.
    let note = Handle(gtk_label_new(nil))
    /// Called on Enter.
    var activated: () -> Void = {}
    private let model: BatchSizeViewModel

    var isValid: Bool { model.problem == nil }

    init(_ model: BatchSizeViewModel) {
        self.model = model
        entry.setAccessibleName(FilterText.batchSize)
        entry.setClass("numeric", true)
        gtk_entry_set_input_purpose(entry.cast(), GTK_INPUT_PURPOSE_DIGITS)
        gtk_editable_set_width_chars(entry.opaque, 4)
        gtk_label_set_xalign(note.opaque, 1)
        gtk_label_set_wrap(note.opaque, 1)
        gtk_label_set_max_width_chars(note.opaque, 36)
        for name in ["caption", "error"] { note.setClass(name, true) }
        Signals.connect(entry, "changed") { [weak self] in
            guard let self else { return }
            self.model.typed(String(cString: gtk_editable_get_text(self.entry.opaque)))
        }
        Signals.connect(entry, "activate") { [weak self] in self?.activated() }
    }

    /// Applies a valid number and discards an invalid one.
    /// - Returns: whether the number changed.
    func finish() -> Bool {
        let isChanged = model.canApply
        if isChanged { model.apply() } else { model.reset() }
        return isChanged
    }

    func paint() {
        if String(cString: gtk_editable_get_text(entry.opaque)) != model.text {
            gtk_editable_set_text(entry.opaque, model.text)
        }
        let problem = model.problem.map { FilterText.sentence($0, range: model.range) } ?? ""
        entry.setClass("error", !problem.isEmpty)
        entry.setAccessibleDescription(problem)
        note.setLabel(problem)
        note.setVisible(!problem.isEmpty)
    }
}
