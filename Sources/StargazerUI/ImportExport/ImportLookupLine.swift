import CStargazer
import GtkBridge
import StargazerCore

/// The progress of adding favorites from imported files, at the foot of the sidebar. At the end it says what was skipped.
@MainActor final class ImportLookupLine {
    private let line = ProgressLine(name: ImportLookupText.progress)
    var root: Handle { line.root }
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void {
        get { line.lostFocus }
        set { line.lostFocus = newValue }
    }
    private let model: ImportLookupViewModel
    private let window: Handle
    private var observation: Observe?

    /// The most skipped items that the dialog lists.
    private static let maxListed = 200

    /// - Parameter window: the parent of the dialog, which also owns this object's owner.
    init(model: ImportLookupViewModel, over window: Handle) {
        self.model = model
        self.window = window
        Signals.connect(line.button, "clicked") { [weak self] in self?.pressed() }
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
        guard phase != .idle else { return line.hide() }
        line.title.setLabel(ImportLookupText.title(phase))
        let text = ImportLookupText.status(phase)
        line.status.setLabel(text)
        line.status.setVisible(!text.isEmpty)
        line.progress.setVisible(phase.fraction != nil)
        gtk_progress_bar_set_fraction(line.progress.opaque, phase.fraction ?? 0)
        let hasEnded = phase.fraction == nil
        line.showButton(
            icon: hasEnded ? "dialog-information-symbolic" : "window-close-symbolic",
            name: hasEnded ? ImportLookupText.show : ImportLookupText.cancel)
        root.setVisible(true)
    }
}
