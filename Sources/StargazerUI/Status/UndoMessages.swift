import GtkBridge
import StargazerCore

/// The messages about the user's changes: each shows the last change for some seconds, with a button that undoes it.
@MainActor final class UndoMessages {
    private let undo: UndoStack
    private let toasts: ToastPresenter
    /// Whether this window shows them: not while another is over it.
    private let shows: @MainActor () -> Bool
    private var toast: Toast?
    private var shown: (report: Int?, problem: Int?)
    private var observations: [Observe] = []
    /// Called when a change was undone or redone.
    var stepped: @MainActor (UndoReport) -> Void = { _ in }

    /// Called with the height at the foot of the window that a message needs; 0 when it is gone.
    var covered: @MainActor (Double) -> Void = { _ in }

    init(undo: UndoStack, toasts: ToastPresenter, shows: @escaping @MainActor () -> Bool = { true }) {
        self.undo = undo
        self.toasts = toasts
        self.shows = shows
        shown = (undo.report?.serial, undo.problem?.serial)
        observations = [
            Observe { [weak self] in self?.paintReport() }, Observe { [weak self] in self?.paintProblem() },
        ]
    }

    private func paintReport() {
        let report = undo.report
        guard report?.serial != shown.report else { return }
        shown.report = report?.serial
        // It is no longer about the last change.
        let previous = toast
        toast = nil
        previous?.dismiss()
        guard let report, shows() else { return }
        show(report)
        if report.step != .done { stepped(report) }
    }

    private func show(_ report: UndoReport) {
        let new: Toast
        switch report.step {
        case .done:
            guard let text = UndoText.message(report.change) else { return }
            toasts.dismissFeedback()
            if let entry = report.entry {
                new = toasts.show(text, button: AppText.undo) { [undo] in undo.undoEntry(entry) }
            } else {
                new = toasts.show(text)
            }
        case .undone, .redone: new = toasts.feedback(UndoText.message(report))
        }
        toast = new
        new.appeared = { [weak self, weak new] height in
            guard let self, self.toast === new else { return }
            self.covered(height + self.toasts.margin)
        }
        new.dismissed = { [weak self, weak new] in
            guard let self, let new, self.toast === new else { return }
            self.toast = nil
            self.covered(0)
            self.undo.messageEnded()
        }
    }

    private func paintProblem() {
        guard let problem = undo.problem, problem.serial != shown.problem else { return }
        shown.problem = problem.serial
        if shows() { toasts.show(TagsText.failure(problem.failure)) }
    }
}
