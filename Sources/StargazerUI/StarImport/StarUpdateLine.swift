import CStargazer
import GtkBridge
import StargazerCore

/// The progress of comparing the star list that is kept in step, at the foot of the sidebar. It is not visible for work
/// that ends quickly.
@MainActor final class StarUpdateLine {
    private let line = ProgressLine(name: UpdatesText.progress)
    var root: Handle { line.root }
    /// Called when the line disappears while it has the focus.
    var lostFocus: () -> Void {
        get { line.lostFocus }
        set { line.lostFocus = newValue }
    }
    private let model: StarListUpdater
    private var observation: Observe?

    init(model: StarListUpdater) {
        self.model = model
        line.showButton(icon: "window-close-symbolic", name: StarImportText.cancel)
        Signals.connect(line.button, "clicked") { [weak self] in self?.model.cancel() }
        // The model outlives the window.
        observation = Observe { [weak self, life = WeakGObject(root)] in if life.isAlive { self?.paint() } }
    }

    private func paint() {
        guard model.isRunning, let login = model.login else { return line.hide() }
        line.title.setLabel(UpdatesText.comparing(login))
        var status: String?
        if case .waiting(let end) = model.phase { status = StarImportText.continues(at: end) }
        line.status.setLabel(status ?? "")
        line.status.setVisible(status != nil)
        line.progress.setVisible(model.fraction != nil)
        gtk_progress_bar_set_fraction(line.progress.opaque, model.fraction ?? 0)
        line.appear()
    }
}
