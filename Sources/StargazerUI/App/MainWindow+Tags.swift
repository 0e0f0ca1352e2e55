import CStargazer
import GtkBridge
import StargazerCore

/// The tags of the selected favorites, and notes.
extension MainWindow {
    /// Opens the note of the current item in its details (Ctrl+E).
    func editNote() {
        guard let item = model.current else { return }
        guard model.app.favoritesModel.contains(item.id) else {
            return offer(TagsText.noFavorite, button: SelectionText.add) { [weak self] in
                guard let favoritesModel = self?.model.app.favoritesModel else { return }
                Task { [weak self] in if await !favoritesModel.addAndWait([item]).isEmpty { self?.editNote() } }
            }
        }
        if !isInDetailsPane || !(detailsPane.top is DetailsPage) { showDetails() }
        (detailsPane.top as? DetailsPage)?.editNote(of: item.id)
    }

    /// Opens the dialog for the tags of the selected rows or of the current item (Ctrl+T).
    func editTags() {
        if !isInDetailsPane, list.runOnSelection(.tagSelection) { return }
        guard let item = model.current else { return }
        let isFavorite = model.app.favoritesModel.contains(item.id)
        editTags(of: isFavorite ? [item] : [], others: isFavorite ? [] : [item])
    }

    /// - Parameters:
    ///   - favorites: items that can have tags.
    ///   - others: items that cannot. If there is no favorite, the user can add them.
    func editTags(of favorites: [Item], others: [Item]) {
        guard favorites.isEmpty else {
            let editor = FavoriteTagsViewModel(favorites, tags: model.app.tags, formats: model.app.formats)
            return FavoriteTagsWindow.show(over: root, model: editor)
        }
        guard !others.isEmpty else { return }
        offer(TagsText.noFavorite, button: SelectionText.add) { [weak self] in
            guard let favoritesModel = self?.model.app.favoritesModel else { return }
            Task { [weak self] in
                let added = await favoritesModel.addAndWait(others)
                self?.editTags(of: added, others: [])
            }
        }
    }

    /// Adds a tag to the rows that are being dragged.
    /// - Returns: false if there are none.
    func addDraggedRows(to tag: Tag) -> Bool {
        guard let dragged = list.dragged else { return false }
        model.favorites.selection.add(tag, to: dragged, in: model.app.tags)
        return true
    }
}
