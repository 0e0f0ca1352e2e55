import Foundation
public import Observation
public import StargazerLibrary

/// The list of favorites: queries the library and publishes the results. Sends no queries while it is hidden.
@MainActor @Observable public final class FavoritesViewModel: ListModel {
    /// The text as typed, in the language of ``QueryRules/favorites``.
    public private(set) var text = "" { didSet { if text != oldValue { query.update(text) } } }
    @ObservationIgnored public let query: QueryViewModel
    public private(set) var scope = FavoritesScope.all
    /// The number of favorites in each catalog that has any, in catalog order.
    public private(set) var counts: [CatalogCount] = []
    /// The catalog that all favorites on the screen are of; nil where none show, or where they are of several.
    public var onlyCatalog: CatalogKind? {
        guard case .rows = phase else { return nil }
        return scope.catalog ?? (counts.count == 1 ? counts[0].kind : nil)
    }
    public private(set) var phase = FavoritesPhase.loading
    public var isAwaitingResponse: Bool { phase == .loading || isAsking }
    /// The text that the user wants to be searched for as it is; nil while words may be replaced by similar ones.
    private var textAsTyped: String?
    /// Whether another query is running than that of the rows.
    private var isAsking = false
    @ObservationIgnored public let rows: FavoriteRowLoader
    @ObservationIgnored public let selection: SelectionViewModel
    public var source: ListSource { .favorites(scope) }
    public var canSelect: Bool { phase.mayHaveItems }
    /// The sort keys for the favorites shown. Updates are grouped by kind, the newest first.
    public var sortKeys: [SortKey] {
        if scope == .updates { return [] }
        var keys: [SortKey] = [.bestMatch, .added, .name]
        for profile in catalogs where mayShow(profile.kind) {
            for key in profile.favoriteSorts where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// The user's choice; nil for the default: best match for words, otherwise newest first.
    public private(set) var chosenSort: ItemOrder?
    /// The favorites that are new in a saved search.
    var newFavorites: NewFavorites? { didSet { if newFavorites != oldValue { markNewFavorites() } } }
    /// The current order. A chosen key that the favorites shown do not have is ignored until it applies again.
    public var sort: ItemOrder {
        if let typed = query.text.sort, sortKeys.contains(typed.key) { return typed }
        if let chosenSort, sortKeys.contains(chosenSort.key) { return chosenSort }
        return hasWords ? .bestMatch : ItemOrder(.added)
    }

    /// The rows loaded with the result, which delays it: more than one screen.
    private static let first = 48
    /// The age in seconds at which relative dates are formatted again.
    private static let freshness: TimeInterval = 600

    @ObservationIgnored private let catalogs: [CatalogProfile]
    /// Called when the scope changes by itself, because its tag was renamed, merged or deleted.
    @ObservationIgnored var scopeFollowed: (FavoritesScope) -> Void = { _ in }
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let documents: (any DocumentStore)?
    @ObservationIgnored private let tags: TagsModel?
    @ObservationIgnored private var scopeResolver = FavoritesScopeResolver()
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var isShown = false
    /// The item that was selected last in this part of the favorites.
    @ObservationIgnored private var selected: ItemID?
    /// The query of the current result, and when it was answered.
    @ObservationIgnored private var answered: (query: FavoritesQuery, number: Int, revision: Int, at: Date)?
    @ObservationIgnored private var answer = FavoritesResult()
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var asking: Task<Void, Never>?
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameters:
    ///   - tags: the tags that the scope may name; nil for none.
    ///   - documents: searched too; nil for none.
    ///   - catalogs: the catalogs of all possible favorites.
    public init(
        flags: ItemFlagSource, tags: TagsModel? = nil, documents: (any DocumentStore)? = nil,
        catalogs: [CatalogProfile], machinePackages: MachinePackageLookup = .empty, formats: Formats, time: TimeSource
    ) {
        self.documents = documents
        self.flags = flags
        self.tags = tags
        self.formats = formats
        self.time = time
        query = QueryViewModel(rules: .favorites, time: time, formats: formats)
        rows = FavoriteRowLoader(flags: flags, formats: formats, time: time)
        selection = SelectionViewModel(isFavorites: true, flags: flags, formats: formats, time: time)
        self.catalogs = catalogs
        selection.mayHavePictures = { [weak self] in
            self?.catalogs.contains { $0.shape == .cells && self?.mayShow($0.kind) == true } == true
        }
        selection.mayBeUnstarred = { [rows] in rows.content(of: $0).map { $0.isStarredOnServer == false } ?? true }
        let facetCounter = FavoritesFacetCounter(flags.favoritesModel)
        query.countValues = { [weak self] in
            guard let self else { return nil }
            return await facetCounter.newFacets(of: FavoritesQuery(scope: scope, account: flags.stars?.host))
        }
        query.unofferedValues = { $0 == .state && !machinePackages.isAvailable() ? QueryRules.packageStates : [] }
        query.isUsable = { [weak self] in self?.mayHave($0) ?? true }
        query.onEdit = { [weak self] in self?.edit($0, searches: $1) }
        rows.readableChanged = { [weak self] in self?.updatePhase() }
        let (favoritesModel, stars, follows) = (flags.favoritesModel, flags.stars, flags.follows)
        watching = Task { [weak self] in
            let news = Observations {
                (
                    favoritesModel.revision, favoritesModel.library != nil, favoritesModel.condition, stars?.host,
                    favoritesModel.pendingStars,
                    follows?.states, tags?.loaded, tags?.isChanging
                )
            }
            for await _ in news {
                self?.followTags()
                self?.observedStateChanged()
            }
        }
    }

    isolated deinit {
        watching?.cancel()
        asking?.cancel()
    }

    /// Starts or stops updating when the screen becomes visible or hidden.
    public func shown(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        if isShown { observedStateChanged() }
    }

    public func queryChanged(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        ask()
    }

    public func edit(_ text: String, searches: Bool) {
        queryChanged(text)
        if searches { submit() }
    }

    /// Searches for the text as it is, where similar words were searched for.
    public func searchAsTyped() {
        guard answer.spelling != nil else { return }
        textAsTyped = text
        answered = nil
        ask()
    }

    /// Shows all problems of the text, which has been searched for while typing.
    public func submit() { query.showAllProblems() }

    public func clear() { queryChanged("") }

    public var answeredText: String { answered?.query.text ?? "" }

    /// The only row that matches the text; nil while the library has not answered.
    public var onlyMatch: ItemID? {
        guard answered?.query == currentQuery, rows.rows.count == 1 else { return nil }
        return rows.content(of: rows.rows[0])?.id
    }

    public func sortChanged(_ sort: ItemOrder) {
        guard sort != self.sort else { return }
        chosenSort = sort.key == .bestMatch ? nil : sort
        text = query.text.withoutSort
        ask()
    }

    public func show(_ text: String, sort: ItemOrder?, searches: Bool) {
        chosenSort = sort?.key == .bestMatch ? nil : sort
        self.text = text
        ask()
        if searches { submit() }
    }

    /// Shows a part of the favorites; all, once the library answers that it is not available.
    /// - Parameter keepsTag: whether the favorites of a tag that is gone are none, and not all.
    public func show(scope: FavoritesScope, keepsTag: Bool = false) {
        guard scope != self.scope || keepsTag != scopeResolver.keepsTag else { return }
        self.scope = scope
        selected = nil
        scopeResolver.keepsTag = keepsTag
        scopeResolver.scopeChosen()
        followTags()
        ask()
    }

    private func followTags() {
        guard let tags else { return }
        let (new, newText) = scopeResolver.followTags(of: scope, text: text, in: tags)
        text = newText
        guard new != scope else { return }
        scope = new
        scopeFollowed(new)
    }

    /// Removes the favorite of a row.
    public func toggleFavorite(_ id: ItemID) {
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.remove(favorite) }
    }

    /// Sets the account's star of a row again, which it had lost.
    public func starAgain(_ id: ItemID) {
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.starAgain(favorite) }
    }

    public func markUpdatesSeen() { flags.favoritesModel.undo.markUpdatesSeen() }

    /// Queries again, and formats relative dates older than ten minutes again.
    public func refresh() {
        if let answered, abs(time.now().timeIntervalSince(answered.at)) >= Self.freshness {
            self.answered?.at = time.now()
            rows.reformat()
        }
        ask()
    }

    /// Shows the opened item as a favorite before its facts have been loaded.
    public func willSelect(_ id: ItemID) {
        if let selected, selected != id { read(selected) }
        selected = id
        rows.markOpened(at: id)
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.assumeFavorites([favorite]) }
    }

    public func itemOpened(_ id: ItemID) { read(id) }

    /// Records that the user has read what is new about a favorite: opened its details, or selected and left its row.
    private func read(_ id: ItemID) {
        if rows.hasNewUpdate(id) { flags.favoritesModel.markSeen(id) }
    }

    public func item(for id: ItemID) -> Item? { rows.favorite(for: id)?.item }

    /// Returns whether the list contains the item. The library may have removed it already.
    func containsItem(_ id: ItemID) -> Bool { rows.containsItem(id) }

    private var hasWords: Bool { query.text.withoutQualifiers.contains { !$0.isWhitespace } }

    private func isAvailable(_ scope: FavoritesScope) -> Bool {
        switch scope {
        case .all, .tag, .untagged, .updates: true
        case .catalog(let kind): counts.contains { $0.kind == kind }
        case .notStarred: flags.stars?.host != nil
        }
    }

    /// Before any result, every catalog may show.
    private func mayShow(_ kind: CatalogKind) -> Bool {
        if let catalog = scope.catalog { return kind == catalog }
        return counts.isEmpty || counts.contains { $0.kind == kind }
    }

    /// Whether favorites on the screen may have a value of a qualifier: all have those of the library, others those of
    /// their catalog's search.
    private func mayHave(_ name: QualifierName) -> Bool {
        [.added, .tag, .has, .state].contains(name)
            || catalogs.contains { mayShow($0.kind) && $0.query[name] != nil }
    }

    private var currentQuery: FavoritesQuery {
        FavoritesQuery(
            text: text, order: sort.key == .bestMatch ? .best : .sorted(sort), scope: scope,
            account: flags.stars?.host, calendar: formats.calendar)
    }

    /// Updates after a commit, a change of the account, or when the screen becomes visible.
    private func observedStateChanged() {
        guard isShown else { return }
        query.itemsChanged()
        if let answered, answered.query == currentQuery, answered.revision == flags.favoritesModel.revision {
            rows.refreshFlags()
        } else {
            ask()
        }
    }

    private func ask() {
        ticket += 1
        guard isShown else { return }
        guard let library = flags.favoritesModel.library else {
            if case .unavailable = flags.favoritesModel.condition { phase = .none }
            return
        }
        let (ticket, query, revision) = (ticket, currentQuery, flags.favoritesModel.revision)
        let isNew = answered?.query != query
        let asTyped = textAsTyped == text
        isAsking = isNew
        let search = FavoritesSearch(library: library, documents: documents)
        // The search in documents for an older text would only delay this one.
        asking?.cancel()
        asking = Task { [weak self, formats, time] in
            // A newer query has been started meanwhile.
            guard self?.ticket == ticket else { return }
            let answer: FavoritesResult
            do throws(LibraryFailure) {
                answer = try await search.favorites(query, reading: isNew ? Self.first : 0, asTyped: asTyped)
            } catch {
                self?.failed(error, query, ticket, isNew: isNew)
                return
            }
            let now = time.now()
            let lines = await search.lines(
                for: answer.spelling?.text ?? query.text, of: answer.first.map(\.favorite.item))
            let first = await FavoriteRowLoader.formatted(
                answer.first, lines: lines, dateKey: query.dateKey, formats: formats, now: now)
            guard let self, ticket == self.ticket else { return }
            let (number, at) = isNew ? (ticket, now) : (answered?.number ?? ticket, answered?.at ?? now)
            answered = (query, number, revision, at)
            apply(answer, first, to: query, isNew: isNew)
        }
    }

    /// Rows of the same query stay: only what is newer is missing.
    private func failed(_ failure: LibraryFailure, _ query: FavoritesQuery, _ ticket: Int, isNew: Bool) {
        guard ticket == self.ticket else { return }
        isAsking = false
        guard isNew, failure != .cancelled else { return }
        answered = nil
        phase = .failed(failure, text: query.text)
    }

    public func tryAgain() { ask() }

    private func apply(
        _ answer: FavoritesResult, _ first: FormattedFavorites, to query: FavoritesQuery, isNew: Bool
    ) {
        counts = answer.catalogCounts(in: catalogs, formats: formats)
        scope = scopeResolver.availableScope(
            instead: scope, hasAccount: flags.stars?.host != nil, isAvailable: isAvailable)
        // The scope may have become unavailable.
        guard query == currentQuery else { return ask() }
        self.answer = answer
        isAsking = false
        let text = answer.spelling?.text ?? query.text
        rows.words = FavoritesSearch.wordsInNames(of: text)
        rows.findLines = documents.flatMap { documents in
            guard let library = flags.favoritesModel.library else { return nil }
            let search = FavoritesSearch(library: library, documents: documents)
            return { await search.lines(for: text, of: $0) }
        }
        rows.show(
            answer.rows, first: first, isNew: isNew, dateKey: query.dateKey, updates: answer.rowUpdates,
            missingWords: answer.missingWords, marks: answer.marks)
        updatePhase()
        // Flags may have changed independently of the result.
        rows.refreshFlags()
        if !isNew { rows.reloadContents() }
        markNewFavorites()
    }

    private func markNewFavorites() {
        rows.mark(newSince: shownNewFavorites?.since)
        if case .rows = phase { updatePhase() }
    }

    private var shownNewFavorites: NewFavorites? { newFavorites?.text == text ? newFavorites : nil }

    private func updatePhase() {
        guard let answered else { return }
        phase = FavoritesPhase(
            answer, to: answered.number, readable: rows.rows, scope: scope, text: text, new: shownNewFavorites?.content,
            formats: formats)
    }
}

/// Counts the values of favorites again only when the favorites or the query have changed.
@MainActor final class FavoritesFacetCounter {
    private let favoritesModel: FavoritesModel
    /// What the values were last counted for.
    private var counted: (query: FavoritesQuery, revision: Int)?

    init(_ favoritesModel: FavoritesModel) { self.favoritesModel = favoritesModel }

    /// Returns nil while the last counts are current, and when the library cannot count.
    func newFacets(of query: FavoritesQuery) async -> FavoritesFacets? {
        let revision = favoritesModel.revision
        if let counted, counted == (query, revision) { return nil }
        guard let library = favoritesModel.library else { return nil }
        counted = (query, revision)
        do throws(LibraryFailure) { return try await library.facets(of: query) } catch {
            // Counted again the next time.
            counted = nil
            return nil
        }
    }
}
