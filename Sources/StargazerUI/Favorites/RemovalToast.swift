import GtkBridge
import StargazerCore

/// A single toast for all removals that can be undone. It disappears when there is nothing left to undo.
@MainActor final class RemovalToast {
    private let favoritesModel: FavoritesModel
    private let toasts: ToastPresenter
    private var toast: Toast?
    private var observation: Observe?

    init(favoritesModel: FavoritesModel, toasts: ToastPresenter) {
        self.favoritesModel = favoritesModel
        self.toasts = toasts
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let titles = favoritesModel.removals.map(\.favorite.item.cleanTitle)
        guard !titles.isEmpty else {
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
            self.favoritesModel.discardRemovals()
        }
    }
}
