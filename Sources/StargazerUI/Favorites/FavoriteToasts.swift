import GtkBridge
import StargazerCore

/// The toasts that undo additions and removals: one for each addition of several items, and a single one for all
/// removals, which disappears when there is nothing left to undo.
@MainActor final class FavoriteToasts {
    private let favoritesModel: FavoritesModel
    private let toasts: ToastPresenter
    private var toast: Toast?
    /// The most removed favorites to keep in memory after their toast has gone.
    private static let maxSaved = 5_000
    /// The serial of the addition that was offered last.
    private var shownAddition: Int?
    private var observations: [Observe] = []

    init(favoritesModel: FavoritesModel, toasts: ToastPresenter) {
        self.favoritesModel = favoritesModel
        self.toasts = toasts
        shownAddition = favoritesModel.addition?.serial
        observations = [
            Observe { [weak self] in self?.paintRemovals() }, Observe { [weak self] in self?.paintAddition() },
        ]
    }

    private func paintAddition() {
        guard let addition = favoritesModel.addition, addition.serial != shownAddition else { return }
        shownAddition = addition.serial
        toasts.offerUndo(FavoritesText.added(addition.items.count)) { [weak favoritesModel] in
            favoritesModel?.undo(addition)
        }
    }

    /// Lets Ctrl+Z restore what was removed after the toast has gone.
    private func keepUndo(of toast: Toast) {
        let removed = favoritesModel.removals.map(\.favorite)
        guard removed.count <= Self.maxSaved else { return toast.forgetAction() }
        toast.action = { [weak favoritesModel] in favoritesModel?.restore(removed) }
    }

    private func paintRemovals() {
        let titles = favoritesModel.removals.map(\.favorite.item.cleanTitle)
        guard !titles.isEmpty else {
            toast?.forgetAction()
            toast?.dismiss()
            toast = nil
            return
        }
        let text = FavoritesText.removed(titles)
        if let toast { return toasts.change(toast, to: text) }
        let toast = toasts.offerUndo(text) { [weak favoritesModel] in favoritesModel?.undoRemoval() }
        self.toast = toast
        toast.dismissed = { [weak self, weak toast] in
            guard let self, let toast, self.toast === toast else { return }
            self.toast = nil
            self.keepUndo(of: toast)
            self.favoritesModel.discardRemovals()
        }
    }
}

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
