import CStargazer
import GtkBridge

/// A field whose text is not in it. GTK 4.8 gives the plain text of every entry, also of one for passwords, to whatever
/// program is on the accessibility bus; so here the widget gets a dot for each character, and the characters are kept
/// apart. There is nothing in it to be copied, dragged, peeked at or undone.
@MainActor final class SecretField {
    private let field: Handle
    private var characters: [Unicode.Scalar] = []
    private var isDrawingDots = false

    /// - Parameter row: a GtkEditable, which lives at least as long as this.
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

    /// Keeps the characters and has as many dots inserted in their stead.
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
        // What is dropped is not left behind in what is kept.
        for index in start..<last { characters[index] = " " }
        characters.removeSubrange(start..<last)
    }
}
