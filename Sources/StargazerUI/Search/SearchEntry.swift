import CStargazer
import GtkBridge

/// A search entry. It reports typed text, passes Enter and Down to the list below, and is cleared by Escape.
@MainActor package final class SearchEntry {
    let widget: Handle
    var typed: @MainActor (String) -> Void = { _ in }
    var enterPressed: @MainActor () -> Void = {}
    var downPressed: @MainActor () -> Void = {}
    /// Handles each key first, except those of an input method. Returns whether it handled the key.
    var keyPressed: @MainActor (KeyPress) -> Bool = { _ in false }
    /// Called when the empty entry is clicked, or when the user goes to it.
    var pressedWhileEmpty: @MainActor () -> Void = {}
    /// Called after Escape has cleared the entry.
    var cleared: @MainActor () -> Void = {}
    var focusLost: @MainActor () -> Void = {}
    /// The text that was last reported or shown. A difference from the entry's text is not reported yet.
    private var lastReportedText = ""
    /// Whether an input method is composing text, and needs the keys.
    private var isComposing = false

    init(_ widget: Handle, name: String) {
        self.widget = widget
        widget.setAccessibleName(name)
        Signals.connect(widget, "changed") { [weak self] in
            // Typing over a selection first empties the entry: report the text when both changes are done.
            Task { self?.reportText() }
        }
        Signals.connect(widget, "activate") { [weak self] in
            self?.reportText()
            self?.enterPressed()
        }
        Signals.connect(widget, "stop-search") { [weak self] in
            self?.clear()
            self?.cleared()
        }
        let click = Handle(gtk_gesture_click_new())
        Signals.connect(click, "released") { [weak self] (_: Int32) in self?.reportIfEmpty() }
        gtk_event_controller_set_propagation_phase(click.opaque, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(widget.widget, click.opaque)
        Signals.connect(text, "preedit-changed") { [weak self] (letters: String) in
            self?.isComposing = !letters.isEmpty
        }
        let focus = Handle(gtk_event_controller_focus_new())
        Signals.connect(focus, "leave") { [weak self] in self?.focusLost() }
        gtk_widget_add_controller(widget.widget, focus.opaque)
        Keys.watch(widget, beforeChildren: true) { [weak self] press in
            guard let self, !self.isComposing else { return false }
            // The key may arrive before the text that was typed ahead of it is reported.
            self.reportText()
            // GTK 4.8 deletes the selection only after composing has started, which loses the first composed text.
            if press.character != nil, !press.hasCommandModifier { gtk_editable_delete_selection(widget.opaque) }
            if self.keyPressed(press) { return true }
            guard press.isKey(GDK_KEY_Down, GDK_KEY_KP_Down), press.modifiers & 0xF == 0 else { return false }
            self.downPressed()
            return true
        }
    }

    /// The widget that has the focus for the entry.
    private var text: Handle { gtk_editable_get_delegate(widget.opaque).map { Handle($0) } ?? widget }

    var hasFocus: Bool { widget.hasFocusInside }

    /// Sets the text that is visible while the entry is empty.
    func setPlaceholder(_ placeholder: String) { sgz_object_set_string(widget.raw, "placeholder-text", placeholder) }

    func focus() {
        widget.grabFocus()
        gtk_editable_select_region(widget.opaque, 0, -1)
    }

    /// Focuses the entry because the user asks for it.
    func goTo() {
        focus()
        reportIfEmpty()
    }

    private func reportIfEmpty() {
        if lastReportedText.isEmpty, hasFocus { pressedWhileEmpty() }
    }

    func show(_ text: String) {
        guard text != lastReportedText else { return }
        lastReportedText = text
        gtk_editable_set_text(widget.opaque, text)
        goToEnd()
    }

    /// Moves the cursor to the end.
    func goToEnd() { gtk_editable_set_position(widget.opaque, -1) }

    /// Tells screen readers which suggestion is chosen by the entry's keys.
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
