import CAdwaita
import CStargazer
import GtkBridge

/// The text of a note. It reports each change, and when it loses the focus.
@MainActor final class NoteEditor {
    let root = Handle(gtk_scrolled_window_new())
    /// Called with the new text. Returns false to restore the previous text.
    var typed: @MainActor (String) -> Bool = { _ in true }
    var left: @MainActor () -> Void = {}
    var escaped: @MainActor () -> Void = {}
    private let view = Handle(gtk_text_view_new())
    private let buffer: Handle
    private let layout: ScrolledWindowLayout
    /// The text that was last reported or shown.
    private var text = ""
    private var isPainting = false

    private static let maxHeight: Int32 = 240

    init() {
        buffer = Handle(gtk_text_view_get_buffer(view.cast()))
        layout = ScrolledWindowLayout(root)
        view.setAccessibleName(TagsText.note)
        gtk_text_view_set_wrap_mode(view.cast(), GTK_WRAP_WORD_CHAR)
        gtk_text_view_set_accepts_tab(view.cast(), 0)
        gtk_scrolled_window_set_policy(root.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(root.opaque, 1)
        gtk_scrolled_window_set_max_content_height(root.opaque, Self.maxHeight)
        gtk_scrolled_window_set_child(root.opaque, view.widget)
        root.setClass("note-editor", true)
        root.setAccessibleName(TagsText.note)
        Signals.connect(buffer, "changed") { [weak self] in self?.changed() }
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "leave") { [weak self] in self?.left() }
        gtk_widget_add_controller(view.widget, focus.opaque)
        Keys.watch(view, beforeChildren: false) { [weak self] press in
            guard let self, press.isKey(GDK_KEY_Escape) else { return false }
            self.escaped()
            return true
        }
    }

    /// Moves the focus to the end of the text.
    func focus() {
        guard !view.hasFocusInside else { return }
        placeCursor(at: .max)
        view.grabFocus()
    }

    /// Shows a text. The cursor stays where it is; in the text of another note it is at the end.
    func show(_ new: String, isNew: Bool) {
        if new != text { set(new, cursor: isNew ? .max : cursor) }
        guard isNew else { return }
        // Undo must not bring back the text of another note.
        for isEnabled: gboolean in [0, 1] { gtk_text_buffer_set_enable_undo(buffer.cast(), isEnabled) }
    }

    private func changed() {
        guard !isPainting else { return }
        let new = bufferText
        if typed(new) {
            text = new
        } else {
            // GTK is still changing the buffer.
            let cursor = cursor - Int32(clamping: new.unicodeScalars.count - text.unicodeScalars.count)
            Task { [weak self] in
                guard let self else { return }
                self.set(self.text, cursor: cursor)
            }
        }
    }

    private func set(_ new: String, cursor: Int32) {
        text = new
        isPainting = true
        defer { isPainting = false }
        gtk_text_buffer_set_text(buffer.cast(), new, -1)
        placeCursor(at: cursor)
    }

    /// - Parameter cursor: the number of characters before the cursor; more than there are for the end.
    private func placeCursor(at cursor: Int32) {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_offset(buffer.cast(), &place, max(0, cursor))
        // GTK would scroll, also a text that has just become visible and has no size yet.
        guard gtk_text_iter_get_offset(&place) != self.cursor else { return }
        gtk_text_buffer_place_cursor(buffer.cast(), &place)
    }

    private var bufferText: String {
        var (start, end) = (GtkTextIter(), GtkTextIter())
        gtk_text_buffer_get_bounds(buffer.cast(), &start, &end)
        guard let text = gtk_text_buffer_get_text(buffer.cast(), &start, &end, 1) else { return "" }
        defer { g_free(text) }
        return String(cString: text)
    }

    private var cursor: Int32 {
        var place = GtkTextIter()
        gtk_text_buffer_get_iter_at_mark(buffer.cast(), &place, gtk_text_buffer_get_insert(buffer.cast()))
        return gtk_text_iter_get_offset(&place)
    }
}
