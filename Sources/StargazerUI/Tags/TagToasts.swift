import GtkBridge
import StargazerCore

/// The toasts about changes of tags: with a button that undoes the change, or with the reason why it was not saved.
@MainActor final class TagToasts {
    private var observations: [Observe] = []
    private var shown: (edit: Int?, problem: Int?)

    /// - Parameter tags: outlives the window.
    init(tags: TagsModel, toasts: ToastPresenter) {
        shown = (tags.lastEdit?.serial, tags.problem?.serial)
        observations = [
            Observe { [weak self, weak tags] in
                guard let self, let edit = tags?.lastEdit, edit.serial != self.shown.edit else { return }
                self.shown.edit = edit.serial
                toasts.offerUndo(TagsText.done(edit.edit)) { tags?.undo(edit.edit) }
            },
            Observe { [weak self, weak tags] in
                guard let self, let problem = tags?.problem, problem.serial != self.shown.problem else { return }
                self.shown.problem = problem.serial
                toasts.show(TagsText.failure(problem.failure))
            },
        ]
    }
}
