import GtkBridge
import StargazerCore

/// One toast for all removals that may still be undone; it goes when there is nothing left to undo.
@MainActor final class RemovalToast {
    private let shelf: FavoritesShelf
    private let toasts: Toasts
    private var toast: Toast?
    private var observation: Observe?

    init(shelf: FavoritesShelf, toasts: Toasts) {
        self.shelf = shelf
        self.toasts = toasts
        observation = Observe { [weak self] in self?.paint() }
    }

    private func paint() {
        let titles = shelf.removals.map(\.favorite.item.cleanTitle)
        guard !titles.isEmpty else {
            toast?.dismiss()
            toast = nil
            return
        }
        let text = FavoritesText.removed(titles)
        if let toast { return toasts.change(toast, to: text) }
        let toast = toasts.offerUndo(text) { [weak shelf] in shelf?.undoRemoval() }
        self.toast = toast
        toast.gone = { [weak self, weak toast] in
            guard let self, let toast, self.toast === toast else { return }
            self.toast = nil
            self.shelf.removalsSettled()
        }
    }
}
