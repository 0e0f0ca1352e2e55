import CStargazer
import GtkBridge
import StargazerCore

/// The progress of downloading the READMEs of favorites, or of building their index again, at the foot of the sidebar. It
/// is visible only while there is work, and not for work that ends quickly.
@MainActor final class DocumentDownloadLine {
    private let line = ProgressLine(name: DocumentDownloadText.progress)
    var root: Handle { line.root }
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void {
        get { line.lostFocus }
        set { line.lostFocus = newValue }
    }
    private let model: DocumentDownloadViewModel
    private let app: AppModel
    private var observation: Observe?

    init(model: DocumentDownloadViewModel, of app: AppModel) {
        self.model = model
        self.app = app
        Signals.connect(line.button, "clicked") { [weak self] in
            guard let self else { return }
            if Self.canPause(self.model.phase) { self.model.pause() } else { self.model.resume() }
        }
        // The model outlives the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } }
    }

    private static func canPause(_ phase: DocumentDownloadPhase) -> Bool {
        switch phase {
        case .working, .waiting: true
        default: false
        }
    }

    private func paint() {
        if let progress = app.indexProgress { return show(indexing: progress) }
        let phase = model.phase
        guard let current = phase.progress else { return line.hide() }
        line.title.setLabel(DocumentDownloadText.title(phase))
        line.status.setLabel(DocumentDownloadText.status(phase))
        root.setTooltip(DocumentDownloadText.sentence(phase))
        gtk_progress_bar_set_fraction(line.progress.opaque, current.fraction)
        let canPause = Self.canPause(phase)
        line.showButton(
            icon: canPause ? "media-playback-pause-symbolic" : "media-playback-start-symbolic",
            name: canPause ? DocumentDownloadText.pause : DocumentDownloadText.resume)
        // On a metered network there is nothing to resume.
        let hasButton = phase != .paused(.meteredNetwork, current)
        if !hasButton, line.button.hasFocusInside { lostFocus() }
        line.button.setVisible(hasButton)
        line.appear()
    }

    private func show(indexing progress: DocumentDownloadProgress) {
        let (title, status) = DocumentDownloadText.indexing(progress)
        line.title.setLabel(title)
        line.status.setLabel(status)
        root.setTooltip("")
        gtk_progress_bar_set_fraction(line.progress.opaque, progress.fraction)
        if line.button.hasFocusInside { lostFocus() }
        line.button.setVisible(false)
        line.appear()
    }
}
