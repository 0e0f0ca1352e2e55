import CStargazer
import GtkBridge

/// A password field that does not contain its text. In GTK 4.8 every entry, even one for passwords, gives its plain
/// text to any program on the accessibility bus. Here the widget contains one dot per character, and the characters are
/// stored separately. So the text cannot be copied, dragged, revealed or restored by undo.
@MainActor final class SecretField {
    private let field: Handle
    private var characters: [Unicode.Scalar] = []
    private var isDrawingDots = false

    /// - Parameter row: a GtkEditable, which lives at least as long as this object.
    init(_ row: Handle) {
        field = gtk_editable_get_delegate(row.opaque).map { Handle($0) } ?? row
        gtk_text_set_visibility(field.cast(), 0)
        gtk_text_set_input_purpose(field.cast(), GTK_INPUT_PURPOSE_PASSWORD)
        gtk_text_set_input_hints(field.cast(), GTK_INPUT_HINT_PRIVATE)
        Signals.connect(field, "insert-text") { [weak self] (text: String, length: Int32, place: Handle?) in
            self?.insert(text, bytes: Int(length), at: place)
        }
        Signals.connect(field, "delete-text") { [weak self] (start: Int32, end: Int32) in
            self?.delete(from: Int(start), to: Int(end))
        }
    }

    var text: String { String(String.UnicodeScalarView(characters)) }
    var isEmpty: Bool { characters.isEmpty }

    func clear() { gtk_editable_set_text(field.opaque, "") }

    /// Stores the characters and inserts a dot for each of them instead.
    private func insert(_ text: String, bytes: Int, at place: Handle?) {
        guard !isDrawingDots, let place else { return }
        let position = place.raw.assumingMemoryBound(to: gint.self)
        let typed = Array(String(decoding: text.utf8.prefix(bytes), as: UTF8.self).unicodeScalars)
        characters.insert(contentsOf: typed, at: min(max(0, Int(position.pointee)), characters.count))
        g_signal_stop_emission_by_name(field.raw, "insert-text")
        isDrawingDots = true
        let dots = String(repeating: "●", count: typed.count)
        gtk_editable_insert_text(field.opaque, dots, gint(dots.utf8.count), position)
        isDrawingDots = false
    }

    private func delete(from start: Int, to end: Int) {
        let last = end < 0 ? characters.count : min(end, characters.count)
        guard start < last else { return }
        // Overwrite the characters, so that they do not stay in the array's memory.
        for index in start..<last { characters[index] = " " }
        characters.removeSubrange(start..<last)
    }
}
