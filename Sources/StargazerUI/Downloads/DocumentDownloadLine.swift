import CStargazer
import GtkBridge
import StargazerCore

/// The progress of downloading the READMEs of favorites, or of building their index again, at the foot of the sidebar. It
/// is visible only while there is work, and not for work that ends quickly.
@MainActor final class DocumentDownloadLine {
    let root = Handle(gtk_box_new(GTK_ORIENTATION_VERTICAL, 6))
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void = {}
    private let model: DocumentDownloadViewModel
    private let app: AppModel
    private let title = Handle(gtk_label_new(nil))
    private let status = Handle(gtk_label_new(nil))
    private let progress = Handle(gtk_progress_bar_new())
    private let button = Handle(gtk_button_new())
    private var appearing: Task<Void, Never>?
    private var observation: Observe?

    /// Work that ends earlier shows no line.
    private static let appearanceDelay = Duration.seconds(2)

    init(model: DocumentDownloadViewModel, of app: AppModel) {
        self.model = model
        self.app = app
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
        progress.setAccessibleName(DocumentDownloadText.progress)
        root.setClass("download-line", true)
        [progress, line].forEach { root.append($0) }
        root.setVisible(false)
        Signals.connect(button, "clicked") { [weak self] in
            guard let self else { return }
            if Self.canPause(self.model.phase) { self.model.pause() } else { self.model.resume() }
        }
        // The model outlives the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } }
    }

    isolated deinit { appearing?.cancel() }

    private static func canPause(_ phase: DocumentDownloadPhase) -> Bool {
        switch phase {
        case .working, .waiting: true
        default: false
        }
    }

    private func paint() {
        if let progress = app.indexProgress { return show(indexing: progress) }
        let phase = model.phase
        guard let current = phase.progress else { return hide() }
        title.setLabel(DocumentDownloadText.title(phase))
        status.setLabel(DocumentDownloadText.status(phase))
        root.setTooltip(DocumentDownloadText.sentence(phase))
        gtk_progress_bar_set_fraction(progress.opaque, current.fraction)
        let canPause = Self.canPause(phase)
        let name = canPause ? DocumentDownloadText.pause : DocumentDownloadText.resume
        gtk_button_set_icon_name(
            button.cast(), canPause ? "media-playback-pause-symbolic" : "media-playback-start-symbolic")
        button.setTooltip(name)
        button.setAccessibleName(name)
        // On a metered network there is nothing to resume.
        let hasButton = phase != .paused(.meteredNetwork, current)
        if !hasButton, button.hasFocusInside { lostFocus() }
        button.setVisible(hasButton)
        appear()
    }

    private func show(indexing progress: DocumentDownloadProgress) {
        let (title, status) = DocumentDownloadText.indexing(progress)
        self.title.setLabel(title)
        self.status.setLabel(status)
        root.setTooltip("")
        gtk_progress_bar_set_fraction(self.progress.opaque, progress.fraction)
        if button.hasFocusInside { lostFocus() }
        button.setVisible(false)
        appear()
    }

    private func appear() {
        guard appearing == nil else { return }
        appearing = Task { [weak self] in
            do { try await Task.sleep(for: Self.appearanceDelay) } catch { return }
            self?.root.setVisible(true)
        }
    }

    private func hide() {
        appearing?.cancel()
        appearing = nil
        guard gtk_widget_get_visible(root.widget) != 0 else { return }
        let hadFocus = root.hasFocusInside
        root.setVisible(false)
        if hadFocus { lostFocus() }
    }
}
