import CStargazer
import GtkBridge
import StargazerCore

/// Saved searches in the window: saving, and the actions of their rows in the sidebar.
extension MainWindow {
    func addSavedSearchActions() {
        Actions.add("save", to: root) { [weak self] in self?.save() }
        Actions.add("save-search", to: root) { [weak self] in self?.saveSearch() }
        func action(_ name: String, _ run: @escaping @MainActor (MainWindow, SavedSearch) -> Void) {
            Actions.addCommand(name, to: root) { [weak self] text in
                guard let self, let number = Int64(text),
                    let search = self.model.app.savedSearches[SavedSearchID(rawValue: number)]
                else { return }
                run(self, search)
            }
        }
        action("rename-saved-search") { $0.rename($1) }
        action("update-saved-search") { window, _ in window.updateSavedSearch() }
        action("move-saved-search-up") { $0.move($1, by: -1) }
        action("move-saved-search-down") { $0.move($1, by: 1) }
        action("delete-saved-search") { $0.delete($1) }
    }

    /// Shows the saved search of the last run, as soon as the library is open.
    func restoreSavedSearch() {
        guard model.awaitsSavedSearch else { return }
        let hadFocus = entry.hasFocus
        guard model.restoreSavedSearch() else { return }
        showPage()
        guard hadFocus else { return }
        if model.listSource.isFavorites { page.focusRows() } else { entry.focus() }
    }

    /// Saves the picture in the details, or else the search (Ctrl+S).
    private func save() {
        if isInDetailsPane, model.current?.facts.fullSizePicture != nil {
            Actions.activate("win.save-picture", from: root)
        } else {
            saveSearch()
        }
    }

    /// Asks for a name and saves the search.
    private func saveSearch() {
        if let search = model.shownSavedSearch {
            return showFeedback(SavedSearchText.alreadySaved(SavedSearchContent.name(of: search)))
        }
        guard let draft = model.savedSearchDraft else { return showFeedback(SavedSearchText.nothingToSave) }
        let name =
            model.changedSavedSearch.map(SavedSearchContent.name) ?? draft.name ?? ListDefinition.of(draft.source).title
        let old = { [model] name in model.savedSearch(named: name, like: draft) }
        askForName(
            SavedSearchText.saveHeading, name,
            accept: { old($0) == nil ? SavedSearchText.save : SavedSearchText.replaceAction },
            problem: Self.problem
        ) { window, name throws(AnnotationFailure) in
            if let search = old(name) { return try await window.model.update(search, to: draft) }
            _ = try await window.model.saveSearch(draft, as: name)
        }
    }

    private func rename(_ search: SavedSearch) {
        askForName(
            SavedSearchText.renameHeading, SavedSearchContent.name(of: search),
            accept: { _ in SavedSearchText.renameAction },
            problem: { [model] name in
                guard model.isTaken(name, for: search) else { return Self.problem(with: name) }
                return SavedSearchText.nameTaken
            }
        ) { window, name throws(AnnotationFailure) in
            try await window.model.app.savedSearches.rename(search.id, to: name)
        }
    }

    private func askForName(
        _ heading: String, _ name: String, accept: @escaping @MainActor (String) -> String,
        problem: @escaping @MainActor (String) -> String?,
        done: @escaping @MainActor (MainWindow, String) async throws(AnnotationFailure) -> Void
    ) {
        NameDialog.present(
            over: root, heading, field: SavedSearchText.name, name: name, cancel: SavedSearchText.cancel,
            accept: accept, problem: problem
        ) { [weak self] name in
            self?.run { window throws(AnnotationFailure) in try await done(window, name) }
        }
    }

    private static func problem(with name: String) -> String? {
        SavedSearch.problem(ofName: name).map(SavedSearchText.failure)
    }

    private func updateSavedSearch() {
        guard let search = model.changedSavedSearch else { return }
        guard let draft = model.savedSearchDraft else { return showFeedback(SavedSearchText.nothingToSave) }
        run { window throws(AnnotationFailure) in try await window.model.update(search, to: draft) }
    }

    private func move(_ search: SavedSearch, by step: Int) {
        run { window throws(AnnotationFailure) in
            try await window.model.app.savedSearches.move(search.id, by: step)
        }
    }

    private func delete(_ search: SavedSearch) {
        run { window throws(AnnotationFailure) in
            try await window.model.app.savedSearches.delete(search.id)
        }
    }

    /// Makes a change and shows why it failed.
    private func run(_ change: @escaping @MainActor (MainWindow) async throws(AnnotationFailure) -> Void) {
        Task { [weak self] in
            guard let self else { return }
            do throws(AnnotationFailure) { try await change(self) } catch {
                showFeedback(SavedSearchText.failure(error))
            }
        }
    }
}

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

extension MainWindow {
    func connectStarImport() {
        starImportBar?.help = { [weak self] help in
            guard let self else { return }
            if help == .tryAgain { return self.model.app.starsImport?.tryAgain() ?? () }
            Actions.activate("win.sign-in", from: self.root)
        }
    }

    func enableWhileNoImportRuns(_ action: Handle) {
        observations.append(
            Observe { [weak model] in Actions.setEnabled(action, model?.app.starsImport?.isRunning == false) })
    }

    /// Asks whose stars to bring, and shows the favorites when they begin to come.
    func bringStars() {
        guard let stars = model.app.starsImport else { return }
        BringStarsWindow.show(
            over: root, model: BringStarsViewModel(stars), updater: model.app.starUpdater, pictures: pictures
        ) { [weak self] in self?.show(.favorites(.all)) }
    }
}
