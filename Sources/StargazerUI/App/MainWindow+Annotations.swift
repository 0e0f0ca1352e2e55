import StargazerCore
import StargazerLibrary

/// The tags of the selected favorites, and notes.
extension MainWindow {
    /// Opens the note of the current item in its details (Ctrl+E).
    func editNote() {
        guard let item = model.current else { return }
        guard model.app.favoritesModel.contains(item.id) else {
            return proposeToAdd([item]) { [weak self] in if !$0.isEmpty { self?.editNote() } }
        }
        if !isInDetailsPane || !(detailsPane.top is DetailsPage) { showDetails() }
        (detailsPane.top as? DetailsPage)?.editNote(of: item.id)
    }

    /// Opens the dialog for the tags of the selected rows or of the current item (Ctrl+T).
    func editTags() {
        if runOnSelection(.tagSelection) { return }
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
            return FavoriteTagsWindow.show(over: root, model: editor) { [weak self] in
                if let self, self.hasFocusInNavigationPane { _ = self.returnToRow() }
            }
        }
        guard !others.isEmpty else { return }
        proposeToAdd(others) { [weak self] in self?.editTags(of: $0, others: []) }
    }

    /// Asks whether to add items to the favorites, because only favorites have tags and notes.
    /// - Parameter added: called with the favorites that are on disk.
    private func proposeToAdd(_ items: [Item], added: @escaping @MainActor ([Item]) -> Void) {
        MessageDialog.propose(
            over: root, TagsText.addHeading, TagsText.noFavorite, cancel: SelectionText.cancel,
            accept: SelectionText.add
        ) { [favoritesModel = model.app.favoritesModel] in
            guard $0 else { return }
            Task { added(await favoritesModel.addAndWait(items)) }
        }
    }

    /// Adds a tag to the rows that are being dragged; returns false if there are none.
    func addDraggedRows(to tag: Tag) -> Bool {
        guard let dragged = list.dragged else { return false }
        model.favorites.selection.add(tag, to: dragged, in: model.app.tags)
        return true
    }
}
