import CStargazer
import GtkBridge

/// A search entry. It tells what was typed, hands Enter and Down on to the list below, and is emptied by Escape.
@MainActor package final class SearchEntry {
    let widget: Handle
    var typed: @MainActor (String) -> Void = { _ in }
    var enterPressed: @MainActor () -> Void = {}
    var downPressed: @MainActor () -> Void = {}
    /// What was last told or shown. What the entry holds beyond it was typed and is still to be told.
    private var knownText = ""

    init(_ widget: Handle, name: String) {
        self.widget = widget
        widget.setAccessibleName(name)
        Signals.connect(widget, "changed") { [weak self] in
            // Typing over a selection empties the entry first: look when all of it has happened.
            Task { self?.takeText() }
        }
        Signals.connect(widget, "activate") { [weak self] in
            self?.takeText()
            self?.enterPressed()
        }
        Signals.connect(widget, "stop-search") { [weak self] in self?.clear() }
        Keys.watch(widget, beforeChildren: true) { [weak self] press in
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0 else { return false }
            self?.downPressed()
            return true
        }
    }

    /// What stands in it while it is empty.
    func ask(_ placeholder: String) { sgz_set_string(widget.raw, "placeholder-text", placeholder) }

    func focus() {
        widget.grabFocus()
        gtk_editable_select_region(widget.opaque, 0, -1)
    }

    func show(_ text: String) {
        guard text != knownText else { return }
        knownText = text
        gtk_editable_set_text(widget.opaque, text)
    }

    func clear() {
        gtk_editable_set_text(widget.opaque, "")
        takeText()
    }

    private func takeText() {
        let text = String(cString: gtk_editable_get_text(widget.opaque))
        guard text != knownText else { return }
        knownText = text
        typed(text)
    }
}
