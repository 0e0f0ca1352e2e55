import GtkBridge
import StargazerCore

/// The toasts that undo additions and removals: one for each addition of several items, and a single one for all
/// removals, which disappears when there is nothing left to undo.
@MainActor final class FavoriteToasts {
    private let favoritesModel: FavoritesModel
    private let toasts: ToastPresenter
    private var toast: Toast?
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

    private func paintRemovals() {
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
