import Foundation
import Observation
public import StargazerLibrary

struct OpenedSavedSearch: Equatable {
    let id: SavedSearchID
    /// What the library had when the list began to show it.
    var stored: SavedSearchQuery
    /// Text and order of the list while the user has changed neither.
    var text: String
    var order: ItemOrder?
    /// What the user had seen before, to find what is new; nil until it is known, `.some(nil)` when nothing is recorded.
    var seenBefore: SeenResults??
    /// When the user had seen the results before.
    var seenAt: Date?
    /// When the user had seen the search before its new favorites were counted last.
    var countedAt: Date?
}

/// Saved searches in the window: opening, saving, and what is new in them.
extension WindowModel {
    /// The saved search that the list shows unchanged.
    public var shownSavedSearch: SavedSearch? {
        guard let opened = openedSavedSearch, let search = app.savedSearches[opened.id] else { return nil }
        let stored = SavedSearchFields(search).query
        // An undo, or another window, may have changed what it searches for.
        let shown = stored == opened.stored ? SavedSearchQuery(text: opened.text, order: opened.order) : stored
        return shown == SavedSearchQuery(text: list.text, order: list.chosenSort) ? search : nil
    }

    /// The saved search that was opened last, if the user has changed its text or order since.
    public var changedSavedSearch: SavedSearch? {
        guard let opened = openedSavedSearch, shownSavedSearch == nil else { return nil }
        return app.savedSearches[opened.id]
    }

    /// What can be saved as a search now; nil when there is nothing.
    public var savedSearchDraft: SavedSearchDraft? {
        SavedSearchDraft(source: listSource, text: list.text, order: list.chosenSort)
    }

    /// Whether the list is narrowed by words or qualifiers, which can be saved as a search.
    public var hasWordsToSave: Bool { list.text.contains { !$0.isWhitespace } && savedSearchDraft != nil }

    /// Saves what the list shows. The list then shows the saved search.
    public func saveSearch(
        _ draft: SavedSearchDraft, as name: String
    ) async throws(AnnotationFailure) -> SavedSearch {
        let search = try await app.savedSearches.add(name, draft)
        if savedSearchDraft == draft { adopt(search) }
        return search
    }

    /// The saved search that saving under this name replaces: one of the same source. Nil for none.
    public func savedSearch(named name: String, like draft: SavedSearchDraft) -> SavedSearch? {
        let name = name.trimmingCharacters(in: .whitespaces)
        return app.savedSearches.searches.first { $0.name == name && $0.source == draft.source.text }
    }

    /// Whether another saved search of the same source has this name.
    public func isTaken(_ name: String, for search: SavedSearch) -> Bool {
        let name = name.trimmingCharacters(in: .whitespaces)
        return app.savedSearches.searches.contains {
            $0.id != search.id && $0.name == name && $0.source == search.source
        }
    }

    public func update(_ search: SavedSearch, to draft: SavedSearchDraft) async throws(AnnotationFailure) {
        try await app.savedSearches.update(search.id, to: draft)
        if savedSearchDraft == draft { adopt(app.savedSearches[search.id] ?? search) }
    }

    /// Opens the saved search of the last run, or else shows the last search. Call it when the library has been read.
    /// - Returns: whether it was opened.
    public func restoreSavedSearch() -> Bool {
        guard let (id, text) = restoredSavedSearch else { return false }
        restoredSavedSearch = nil
        guard listSource == .search(catalog), search.text == text else { return false }
        open(id, searches: true)
        guard openedSavedSearch == nil else { return true }
        stateSaver.update { $0.source = source }
        search.resume()
        return false
    }

    /// Whether the search of the last run waits for `restoreSavedSearch`.
    public var awaitsSavedSearch: Bool { restoredSavedSearch != nil }

    // MARK: Opening

    func open(_ id: SavedSearchID, searches: Bool) {
        guard let search = app.savedSearches[id], let source = ListSource(text: search.source) else { return }
        if shownSavedSearch?.id == id {
            // Its row asks for the new results.
            if searches { search.newCount > 0 ? list.refresh() : list.submit() }
            return
        }
        departures = []
        guard setSource(source, isSaved: true) else { return }
        let text = Self.line(search.text)
        openedSavedSearch = OpenedSavedSearch(
            id: id, stored: SavedSearchFields(search).query, text: text, order: nil, seenAt: search.seenAt)
        list.show(text, sort: search.order, searches: searches)
        openedSavedSearch?.order = list.chosenSort
        // The list may still have results of the same search, which the new ones are not among.
        let isOld = search.seenAt.map { abs(app.time.now().timeIntervalSince($0)) >= Self.freshness } ?? true
        if searches, search.newCount > 0 || isOld, !list.isAwaitingResponse { list.refresh() }
        showNews()
    }

    /// An entry has one line.
    private static func line(_ text: String) -> String { String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 }) }

    /// Shows the opened search with the new names of its tags, unless the user has changed its text.
    private func followTagNames() {
        guard list === favorites, let opened = openedSavedSearch else { return }
        guard let search = app.savedSearches[opened.id], case .favorites(let scope)? = ListSource(text: search.source)
        else { return favorites.show(scope: favorites.scope) }
        let (stored, text) = (SavedSearchFields(search).query, Self.line(search.text))
        guard stored.order == opened.stored.order,
            stored.text.withoutTagNames == opened.stored.text.withoutTagNames, [opened.text, text].contains(list.text)
        else { return }
        openedSavedSearch?.stored = stored
        openedSavedSearch?.text = text
        favorites.show(scope: scope, keepsTag: true)
        if list.text != text { list.show(text, sort: favorites.chosenSort, searches: false) }
    }

    /// The age of results in seconds at which opening a saved search asks for them again.
    private static var freshness: TimeInterval { 300 }

    /// Shows the list, which is as it was saved, as the saved search.
    private func adopt(_ search: SavedSearch) {
        openedSavedSearch = OpenedSavedSearch(
            id: search.id, stored: SavedSearchFields(search).query, text: list.text, order: list.chosenSort,
            seenBefore: .some(nil))
        if list === favorites { favorites.show(scope: favorites.scope, keepsTag: true) }
        showNews()
    }

    func closeSavedSearch() {
        openedSavedSearch = nil
        for search in searches { search.newResults = nil }
        favorites.newFavorites = nil
    }

    // MARK: What is new

    /// Follows the answers to the opened search, its new favorites, and the source to restore at the next start.
    func followSavedSearch() -> [Task<Void, Never>] {
        for search in searches {
            search.serverResponded = { [weak self, weak search] query, batch in
                guard let self, let search, search === self.list else { return }
                found(batch, by: query, in: search)
            }
        }
        let savedSearches = app.savedSearches
        return [
            Task { [weak self] in
                for await _ in Observations({ savedSearches.newCounts }) { self?.showNewFavorites() }
            },
            Task { [weak self] in
                for await _ in Observations({ savedSearches.searches }) { self?.followTagNames() }
            },
            Task { [weak self] in
                for await source in Observations({ [weak self] in self?.source }) {
                    guard let self, let source, !awaitsSavedSearch else { continue }
                    // Others are saved when they are chosen.
                    if source.isSavedSearch || stateSaver.state.source?.isSavedSearch == true {
                        stateSaver.update { $0.source = source }
                    }
                }
            },
        ]
    }

    private func showNews() {
        if list === favorites {
            guard let id = openedSavedSearch?.id else { return }
            if app.savedSearches.newCounts[id] == nil { Task { [app] in await app.savedSearches.recordSeen(id) } }
            showNewFavorites()
        } else if shownSavedSearch?.newCount == 0, let (query, batch) = search.response {
            found(batch, by: query, in: search)
        }
    }

    /// Marks the new favorites of the opened search, which the user sees now.
    private func showNewFavorites() {
        guard list === favorites, let opened = openedSavedSearch, shownSavedSearch != nil, let seenAt = opened.seenAt,
            let count = app.savedSearches.newCounts[opened.id],
            let countedAt = app.savedSearches[opened.id]?.seenAt, countedAt != opened.countedAt
        else { return }
        openedSavedSearch?.countedAt = countedAt
        let before = favorites.newFavorites?.content.count.number ?? 0
        favorites.newFavorites = NewFavorites(
            text: opened.text, since: seenAt,
            content: NewResultsContent(
                count: NumberContent(before + count, formats: app.formats),
                since: app.formats.start(seenAt, now: app.time.now())))
        Task { [app] in await app.savedSearches.recordSeen(opened.id) }
    }

    /// Marks what is new in the server's answer to the opened search, and records that the user sees it.
    private func found(_ batch: ResultBatch, by query: SearchQuery, in search: SearchViewModel) {
        guard let opened = openedSavedSearch, shownSavedSearch != nil, query.sort == search.sort,
            query.text == opened.text.trimmingCharacters(in: .whitespacesAndNewlines)
        else { return }
        let (host, savedSearches) = (search.profile.host, app.savedSearches)
        Task { [weak self, weak search] in
            let last: SeenResults?
            do throws(LibraryFailure) {
                last = try await savedSearches.seenResults(of: opened.id)
            } catch {
                // What is new cannot be told. What was seen before stays recorded.
                return await savedSearches.recordSeen(opened.id)
            }
            if let self, let search, openedSavedSearch?.id == opened.id {
                if openedSavedSearch?.seenBefore == .none { openedSavedSearch?.seenBefore = .some(last) }
                if let before = openedSavedSearch?.seenBefore ?? nil {
                    mark(before.newIDs(in: batch, host: host), of: query, in: search)
                }
            }
            await savedSearches.recordSeen(opened.id, SeenResults(batch, host: host, after: last))
        }
    }

    private func mark(_ new: [ItemID], of query: SearchQuery, in search: SearchViewModel) {
        guard let seenAt = openedSavedSearch?.seenAt else { return }
        let known = search.newResults.flatMap { $0.query == query ? $0.ids : nil } ?? []
        let ids = known.union(new)
        guard !ids.isEmpty else { return }
        search.newResults = NewResults(
            query: query, ids: ids,
            content: NewResultsContent(
                count: NumberContent(ids.count, formats: app.formats),
                since: app.formats.start(seenAt, now: app.time.now())))
    }
}

/// The sources of a kind of item. Each has a search of its own, and one of them shows.
extension WindowModel {
    /// The search of a kind on its current source; nil for an unknown kind. Observable.
    public func search(of kind: CatalogKind) -> SearchViewModel? {
        let service = app.sources[kind]?.profile.service
        let searches = searches.filter { $0.profile.kind == kind }
        return searches.first { $0.profile.service == service } ?? searches.first
    }

    /// Searches the kind that shows on another service from now on, for the same text.
    public func chooseSource(_ service: String) {
        app.sources.choose(service, for: catalog)
        sourcesChanged()
    }

    /// Follows changes of the current sources by preferences and keys.
    func followSources() -> Task<Void, Never> {
        Task { [weak self] in
            let services = Observations { [weak self] in
                self.map { window in window.app.catalogs.kinds.map { window.app.sources[$0]?.profile.service } }
            }
            for await _ in services { self?.sourcesChanged() }
        }
    }

    /// Searches again with another content rating: now in the list that shows, otherwise when a list shows again.
    func followRatings() -> Task<Void, Never> {
        Task { [weak self] in
            let ratings = Observations { [weak self] in
                self.map { window in window.searches.map { window.app.preferences.value.rating(for: $0.profile) } }
            }
            for await _ in ratings {
                guard let self else { return }
                for search in searches where search.ratingChanged() && search === list { search.resume() }
            }
        }
    }

    /// Repeats what failed when the network is back.
    func followNetwork() -> Task<Void, Never> {
        Task { [weak self, network = app.network, changes = app.network.changes()] in
            for await _ in changes where network.isAvailable { self?.retry(after: .connected) }
        }
    }

    /// Repeats what failed for want of an account, or of requests, after signing in.
    func followSignIn() -> Task<Void, Never> {
        Task { [weak self, before = app.signedInLogin] in
            let logins = Observations { [weak self] in self?.app.signedInLogin }
            var last = before
            for await login in logins where login != last {
                last = login
                if login != nil { self?.retry(after: .signedIn) }
            }
        }
    }

    private func retry(after change: ServiceChange) {
        search.retry(after: change)
        switch navigation.top.content {
        case .item(let details): details.retry(after: change)
        case .document(let document): document.retry(after: change)
        case .list(let list): list.retry(after: change)
        case .changes, .comparison: break
        }
    }

    /// Continues the searches of kinds whose source has changed.
    private func sourcesChanged() {
        for kind in app.catalogs.kinds {
            guard let current = search(of: kind), let before = lastSearches[kind], before !== current else { continue }
            lastSearches[kind] = current
            current.continueSearch(of: before)
            guard list === before else { continue }
            list = current
            // The item of the other source leaves the content pane.
            clearSelection()
            current.resume()
        }
    }
}

/// Lists that links of the details lead to.
extension WindowModel {
    /// Shows another source. Back leads to what is shown now.
    /// - Returns: what was shown; nil when the source cannot be shown.
    func depart(to source: ListSource) -> Departure? {
        let departure = Departure(
            source: listSource, savedSearch: openedSavedSearch, text: list.text, order: list.chosenSort,
            pages: navigation.snapshot(), selection: selection, shownListItem: shownListItem,
            isShowingContent: isShowingContent)
        guard setSource(source) else { return nil }
        departures = departures.suffix(Self.maxDepartures - 1) + [departure]
        return departure
    }

    public func showFavorites(_ query: FavoritesQuery) {
        guard depart(to: .favorites(query.scope)) != nil else { return }
        list.show(query.text, sort: nil, searches: true)
    }
}
