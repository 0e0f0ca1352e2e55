import CStargazer
import GtkBridge

/// A search entry. It tells what was typed, hands Enter and Down on to the list below, and is emptied by Escape.
@MainActor package final class SearchEntry {
    let widget: Handle
    var typed: @MainActor (String) -> Void = { _ in }
    var enterPressed: @MainActor () -> Void = {}
    var downPressed: @MainActor () -> Void = {}
    /// Sees each key first, unless it belongs to an input method; says whether it took it.
    var keyPressed: @MainActor (KeyPress) -> Bool = { _ in false }
    /// The focus went elsewhere.
    var focusLost: @MainActor () -> Void = {}
    /// What was last told or shown. What the entry holds beyond it was typed and is still to be told.
    private var lastReportedText = ""
    /// An input method has letters that are not in the text yet, and needs the keys.
    private var isComposing = false

    init(_ widget: Handle, name: String) {
        self.widget = widget
        widget.setAccessibleName(name)
        Signals.connect(widget, "changed") { [weak self] in
            // Typing over a selection empties the entry first: look when all of it has happened.
            Task { self?.reportText() }
        }
        Signals.connect(widget, "activate") { [weak self] in
            self?.reportText()
            self?.enterPressed()
        }
        Signals.connect(widget, "stop-search") { [weak self] in self?.clear() }
        Signals.connect(text, "preedit-changed") { [weak self] (letters: String) in
            self?.isComposing = !letters.isEmpty
        }
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "leave") { [weak self] in self?.focusLost() }
        gtk_widget_add_controller(widget.widget, focus.opaque)
        Keys.watch(widget, beforeChildren: true) { [weak self] press in
            guard let self, !self.isComposing else { return false }
            // A key comes before what was typed ahead of it has been told.
            self.reportText()
            // GTK 4.8 deletes it when composing has begun, and so loses what is composed first.
            if press.character != nil, !press.hasCommandModifier { gtk_editable_delete_selection(widget.opaque) }
            if self.keyPressed(press) { return true }
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0 else { return false }
            self.downPressed()
            return true
        }
    }

    /// What has the focus for it.
    private var text: Handle { gtk_editable_get_delegate(widget.opaque).map { Handle($0) } ?? widget }

    var hasFocus: Bool { widget.hasFocusInside }

    /// What stands in it while it is empty.
    func setPlaceholder(_ placeholder: String) { sgz_object_set_string(widget.raw, "placeholder-text", placeholder) }

    func focus() {
        widget.grabFocus()
        gtk_editable_select_region(widget.opaque, 0, -1)
    }

    func show(_ text: String) {
        guard text != lastReportedText else { return }
        lastReportedText = text
        gtk_editable_set_text(widget.opaque, text)
        goToEnd()
    }

    /// Where one types on.
    func goToEnd() { gtk_editable_set_position(widget.opaque, -1) }

    /// Which of the things that its keys choose from is chosen, for screen readers.
    func setActiveSuggestion(_ chosen: Handle?) { sgz_accessible_set_active_descendant(text.raw, chosen?.raw) }

    func clear() {
        gtk_editable_set_text(widget.opaque, "")
        reportText()
    }

    private func reportText() {
        let text = String(cString: gtk_editable_get_text(widget.opaque))
        guard text != lastReportedText else { return }
        lastReportedText = text
        typed(text)
    }
}
