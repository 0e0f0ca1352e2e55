import CStargazer
import GtkBridge
import StargazerCore
import StargazerLibrary

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
