import CStargazer
import GtkBridge
import StargazerCore

/// The progress of adding favorites from imported files, at the foot of the sidebar. At the end it says what was skipped.
@MainActor final class ImportLookupLine {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void = {}
    private let model: ImportLookupViewModel
    private let window: Handle
    private let title = Handle(gtk_label_new(nil))
    private let status = Handle(gtk_label_new(nil))
    private let progress = Handle(gtk_progress_bar_new())
    private let button = Handle(gtk_button_new())
    private var observation: Observe?

    /// The most skipped items that the dialog lists.
    private static let maxListed = 200

    /// - Parameter window: the parent of the dialog, which also owns this object's owner.
    init(model: ImportLookupViewModel, over window: Handle) {
        self.model = model
        self.window = window
        for label in [title, status] {
            gtk_label_set_xalign(label.opaque, 0)
            gtk_label_set_wrap(label.opaque, 1)
            gtk_label_set_wrap_mode(label.opaque, PANGO_WRAP_WORD_CHAR)
            // So that the text never makes the sidebar wider.
            gtk_label_set_width_chars(label.opaque, 10)
            gtk_label_set_max_width_chars(label.opaque, 10)
            for name in ["caption", "numeric"] { label.setClass(name, true) }
        }
        status.setClass("dim-label", true)
        let texts = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
        gtk_widget_set_hexpand(texts.widget, 1)
        gtk_widget_set_valign(texts.widget, GTK_ALIGN_CENTER)
        [title, status].forEach { texts.append($0) }
        for name in ["flat", "circular"] { button.setClass(name, true) }
        gtk_widget_set_valign(button.widget, GTK_ALIGN_CENTER)
        let line = Handle(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6))
        [texts, button].forEach { line.append($0) }
        progress.setAccessibleName(ImportLookupText.progress)
        root.setClass("download-line", true)
        [progress, line].forEach { root.append($0) }
        root.setVisible(false)
        Signals.connect(button, "clicked") { [weak self] in self?.pressed() }
        // The model outlives the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } }
    }

    private func pressed() {
        guard case .ended = model.phase else { return model.cancel() }
        Task { [weak self] in
            guard let self else { return }
            self.show(await self.model.leftOut())
        }
    }

    private func show(_ skipped: [LeftOutLookup]) {
        let list = Handle(
            gtk_label_new(skipped.prefix(Self.maxListed).map(ImportLookupText.line).joined(separator: "\n")))
        gtk_label_set_xalign(list.opaque, 0)
        gtk_label_set_wrap(list.opaque, 1)
        gtk_label_set_wrap_mode(list.opaque, PANGO_WRAP_WORD_CHAR)
        gtk_label_set_selectable(list.opaque, 1)
        let scroller = Handle(gtk_scrolled_window_new())
        gtk_scrolled_window_set_policy(scroller.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
        gtk_scrolled_window_set_propagate_natural_height(scroller.opaque, 1)
        gtk_scrolled_window_set_max_content_height(scroller.opaque, 300)
        gtk_scrolled_window_set_child(scroller.opaque, list.widget)
        MessageDialog.propose(
            over: window, ImportLookupText.skippedHeading, "", content: scroller, cancel: ImportLookupText.close,
            accept: ImportLookupText.clear
        ) { [model] isAccepted in
            if isAccepted { model.dismiss() }
        }
    }

    private func paint() {
        let phase = model.phase
        guard phase != .idle else { return hide() }
        title.setLabel(ImportLookupText.title(phase))
        let text = ImportLookupText.status(phase)
        status.setLabel(text)
        status.setVisible(!text.isEmpty)
        progress.setVisible(phase.fraction != nil)
        gtk_progress_bar_set_fraction(progress.opaque, phase.fraction ?? 0)
        let hasEnded = phase.fraction == nil
        let name = hasEnded ? ImportLookupText.show : ImportLookupText.cancel
        gtk_button_set_icon_name(button.cast(), hasEnded ? "dialog-information-symbolic" : "window-close-symbolic")
        button.setTooltip(name)
        button.setAccessibleName(name)
        root.setVisible(true)
    }

    private func hide() {
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        let hadFocus = root.hasFocusInside
        root.setVisible(false)
        if hadFocus { lostFocus() }
    }
}
