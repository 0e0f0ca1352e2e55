import Foundation
public import Observation

/// The favorites screen: queries the library and publishes the results. Sends no queries while it is hidden.
@MainActor @Observable public final class FavoritesViewModel {
    /// The filter as typed.
    public private(set) var filter = ""
    public private(set) var place = FavoritesPlace.all
    /// The catalog shown; nil for all.
    public private(set) var catalog: CatalogKind?
    /// The number of favorites in each catalog that has any, in catalog order.
    public private(set) var counts: [CatalogCount] = []
    /// Whether the user can choose a catalog.
    public var offersCatalogs: Bool { counts.count > 1 }
    /// The catalog that all favorites on the screen are of; nil where none show, or where they are of several.
    public var onlyCatalog: CatalogKind? {
        guard case .rows = phase else { return nil }
        return catalog ?? (counts.count == 1 ? counts[0].kind : nil)
    }
    /// Whether the user can choose a place. Only `all` is available while signed out, or while no stars are known.
    public private(set) var offersPlaces = false
    public private(set) var phase = FavoritesPhase.loading
    /// The content of the rows.
    @ObservationIgnored public let rows: FavoriteRowLoader
    /// The sort keys for the favorites shown.
    public var sortKeys: [SortKey] {
        var keys: [SortKey] = [.bestMatch, .added, .name]
        for profile in catalogs where mayShow(profile.kind) {
            for key in profile.favoriteSorts where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// The user's choice; nil for the default: best match with a filter, otherwise newest first.
    private var chosenSort: SortOrder?
    /// The current order. A chosen key that the favorites shown do not have is ignored until it applies again.
    public var sort: SortOrder {
        if let chosenSort, sortKeys.contains(chosenSort.key) { return chosenSort }
        return hasWords ? .bestMatch : SortOrder(.added)
    }

    /// Whether to show the row above the list, with the count and the places.
    public var showsCount: Bool {
        if case .rows = phase { return true }
        return offersPlaces
    }

    /// The rows loaded with the result, which delays it: more than one screen.
    private static let first = 48
    /// The age in seconds at which relative dates are formatted again.
    private static let freshness: TimeInterval = 600

    @ObservationIgnored private let catalogs: [CatalogProfile]
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var isShown = false
    /// The query of the current result, and when it was answered.
    @ObservationIgnored private var answered: (query: FavoritesQuery, number: Int, revision: Int, at: Date)?
    @ObservationIgnored private var answer = FavoritesResult()
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter catalogs: the catalogs of all possible favorites.
    public init(flags: ItemFlagSource, catalogs: [CatalogProfile], formats: Formats, time: TimeSource) {
        self.flags = flags
        self.formats = formats
        self.time = time
        rows = FavoriteRowLoader(flags: flags, formats: formats, time: time)
        self.catalogs = catalogs
        rows.readableChanged = { [weak self] in
            guard let self, let number = answered?.number else { return }
            phase = phase(of: answer, to: number)
        }
        let (favoritesModel, stars, follows) = (flags.favoritesModel, flags.stars, flags.follows)
        watching = Task { [weak self] in
            let news = Observations {
                (
                    favoritesModel.revision, favoritesModel.library != nil, favoritesModel.condition, stars?.states,
                    follows?.states
                )
            }
            for await _ in news { self?.observedStateChanged() }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Starts or stops updating when the screen becomes visible or hidden.
    public func shown(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        if isShown { observedStateChanged() }
    }

    /// Sets the filter, in the language of ``QueryRules/favorites``.
    public func filterChanged(_ filter: String) {
        guard filter != self.filter else { return }
        self.filter = filter
        ask()
    }

    public func sortChanged(_ sort: SortOrder) {
        guard sort != self.sort else { return }
        chosenSort = sort.key == .bestMatch ? nil : sort
        ask()
    }

    public func placeChanged(_ place: FavoritesPlace) {
        guard place != self.place, offersPlaces else { return }
        self.place = place
        ask()
    }

    /// - Parameter catalog: nil for all. A catalog without favorites is ignored.
    public func catalogChanged(_ catalog: CatalogKind?) {
        guard catalog != self.catalog, catalog.map(isOffered) ?? true else { return }
        self.catalog = catalog
        ask()
    }

    public func remove(_ id: ItemID) {
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.remove(favorite) }
    }

    public func undoRemoval() { flags.favoritesModel.undoRemoval() }

    /// Queries again, and formats relative dates older than ten minutes again.
    public func refresh() {
        if let answered, abs(time.now().timeIntervalSince(answered.at)) >= Self.freshness {
            self.answered?.at = time.now()
            rows.reformat()
        }
        ask()
    }

    /// Shows the opened item as a favorite before its facts have been loaded.
    func markOpened(at id: ItemID) {
        rows.markOpened(at: id)
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.assumeFavorite(favorite) }
    }

    /// Returns the item of a row that has been loaded.
    public func item(for id: ItemID) -> Item? { rows.favorite(for: id)?.item }

    /// Returns whether the list contains the item. The library may have removed it already.
    func containsItem(_ id: ItemID) -> Bool { rows.containsItem(id) }

    private var hasWords: Bool { filter.contains { !$0.isWhitespace } }

    private func isOffered(_ catalog: CatalogKind) -> Bool {
        offersCatalogs && counts.contains { $0.kind == catalog }
    }

    /// Before any result, every catalog may show.
    private func mayShow(_ kind: CatalogKind) -> Bool {
        if let catalog { return kind == catalog }
        return counts.isEmpty || counts.contains { $0.kind == kind }
    }

    private var query: FavoritesQuery {
        FavoritesQuery(
            text: filter, order: sort.key == .bestMatch ? .best : .sorted(sort), place: place,
            account: flags.stars?.states.host, catalog: catalog)
    }

    /// Updates after a commit, a change of the account, or when the screen becomes visible.
    private func observedStateChanged() {
        guard isShown else { return }
        if let answered, answered.query == query, answered.revision == flags.favoritesModel.revision {
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
        let (ticket, query, revision) = (ticket, query, flags.favoritesModel.revision)
        let isNew = answered?.query != query
        Task { [weak self, formats, time] in
            // A newer query has been started meanwhile.
            guard self?.ticket == ticket else { return }
            guard let answer = try? await library.favorites(query, reading: isNew ? Self.first : 0) else {
                return
            }
            let now = time.now()
            let first = await FavoriteRowLoader.formatted(answer.first, formats: formats, now: now)
            guard let self, ticket == self.ticket else { return }
            let (number, at) = isNew ? (ticket, now) : (answered?.number ?? ticket, answered?.at ?? now)
            answered = (query, number, revision, at)
            apply(answer, first, to: query, number: number, isNew: isNew)
        }
    }

    private func apply(
        _ answer: FavoritesResult, _ first: FormattedFavorites, to query: FavoritesQuery, number: Int, isNew: Bool
    ) {
        offersPlaces = answer.hasStarred
        counts = catalogs.compactMap { profile in
            answer.counts[profile.kind].map {
                CatalogCount(kind: profile.kind, count: NumberContent($0, formats: formats))
            }
        }
        if !offersPlaces, place != .all { place = .all }
        if let catalog, !isOffered(catalog) { self.catalog = nil }
        // The chosen catalog or place may be gone.
        guard query == self.query else { return ask() }
        self.answer = answer
        rows.show(answer.rows, first: first, isNew: isNew)
        phase = phase(of: answer, to: number)
        // Flags may have changed independently of the result.
        rows.refreshFlags()
        if !isNew { rows.reload() }
    }

    private func phase(of answer: FavoritesResult, to question: Int) -> FavoritesPhase {
        guard answer.total > 0 else { return .none }
        guard !rows.rows.isEmpty else {
            return place == .all ? .noMatch(filter: filter) : .nothingIn(place, filter: filter)
        }
        let (shown, total) = (rows.rows.count, answer.total - (answer.rows.count - rows.rows.count))
        return .rows(
            FavoritesContent(
                question: question, rows: rows.rows,
                count: CountContent(
                    shown: shown, total: total, shownText: formats.full(shown), totalText: formats.full(total))))
    }
}
