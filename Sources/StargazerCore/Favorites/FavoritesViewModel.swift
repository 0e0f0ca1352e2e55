import Foundation
public import Observation

/// The favorites screen: questions to the library, and what it answered. Nothing is asked while nobody looks.
@MainActor @Observable public final class FavoritesViewModel {
    /// As typed.
    public private(set) var filter = ""
    public private(set) var place = FavoritesPlace.all
    /// The one catalog whose favorites show; nil for all.
    public private(set) var catalog: CatalogKind?
    /// How many favorites there are of each catalog that has any, in the order of the catalogs.
    public private(set) var counts: [CatalogCount] = []
    /// Whether there is a choice of catalogs.
    public var offersCatalogs: Bool { counts.count > 1 }
    /// Whether there is a choice of places: nothing else than `all` can be chosen while nobody is signed in, or no star
    /// is known of.
    public private(set) var offersPlaces = false
    public private(set) var phase = FavoritesPhase.loading
    /// What the rows of the phase show.
    @ObservationIgnored public let rows: FavoriteRowLoader
    /// What the favorites that show can be put in order by.
    public var sortKeys: [SortKey] {
        var keys: [SortKey] = [.bestMatch, .added, .name]
        for profile in catalogs where mayShow(profile.kind) {
            for key in profile.favoriteSorts where !keys.contains(key) { keys.append(key) }
        }
        return keys
    }

    /// What was chosen; nil for the best first while something is typed, else the newest.
    private var chosenSort: SortOrder?
    /// The order that shows. What was chosen waits while something shows that has no such order.
    public var sort: SortOrder {
        if let chosenSort, sortKeys.contains(chosenSort.key) { return chosenSort }
        return hasWords ? .bestMatch : SortOrder(.added)
    }

    /// Whether there is anything to say of how many show, or of which.
    public var showsCount: Bool {
        if case .rows = phase { return true }
        return offersPlaces
    }

    /// Rows that are read along with the answer, which waits for them: more than a screen shows.
    private static let first = 48
    /// Relative dates older than this, in seconds, are written anew.
    private static let freshness: TimeInterval = 600

    @ObservationIgnored private let catalogs: [CatalogProfile]
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var isShown = false
    /// The question whose answer shows, and when it was answered.
    @ObservationIgnored private var answered: (query: FavoritesQuery, number: Int, revision: Int, at: Date)?
    @ObservationIgnored private var answer = FavoritesResult()
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter catalogs: whose items may be favorites.
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

    /// Somebody looks, or no longer does.
    public func shown(_ isShown: Bool) {
        guard isShown != self.isShown else { return }
        self.isShown = isShown
        if isShown { observedStateChanged() }
    }

    /// Words that must all be there, each at the beginning of a word or anywhere in the name; case and accents do not
    /// matter.
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

    /// - Parameter catalog: nil for all; one that has no favorites cannot be chosen.
    public func catalogChanged(_ catalog: CatalogKind?) {
        guard catalog != self.catalog, catalog.map(isOffered) ?? true else { return }
        self.catalog = catalog
        ask()
    }

    public func remove(_ id: ItemID) {
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.remove(favorite) }
    }

    public func undoRemoval() { flags.favoritesModel.undoRemoval() }

    /// Asks anew, and writes the relative dates anew when they are older than ten minutes.
    public func refresh() {
        if let answered, abs(time.now().timeIntervalSince(answered.at)) >= Self.freshness {
            self.answered?.at = time.now()
            rows.reformat()
        }
        ask()
    }

    /// What is looked at shows as the favorite that it is before the library has been asked about it.
    func markOpened(at id: ItemID) {
        rows.markOpened(at: id)
        if let favorite = rows.favorite(for: id) { flags.favoritesModel.assumeFavorite(favorite) }
    }

    /// The item behind a row that has been read.
    public func item(for id: ItemID) -> Item? { rows.favorite(for: id)?.item }

    /// The list still has it, which the library may not have any more.
    func containsItem(_ id: ItemID) -> Bool { rows.containsItem(id) }

    private var hasWords: Bool { filter.contains { !$0.isWhitespace } }

    private func isOffered(_ catalog: CatalogKind) -> Bool {
        offersCatalogs && counts.contains { $0.kind == catalog }
    }

    /// Before anything is known, all may.
    private func mayShow(_ kind: CatalogKind) -> Bool {
        if let catalog { return kind == catalog }
        return counts.isEmpty || counts.contains { $0.kind == kind }
    }

    private var query: FavoritesQuery {
        FavoritesQuery(
            words: filter, order: sort.key == .bestMatch ? .best : .sorted(sort), place: place,
            account: flags.stars?.states.host, catalog: catalog)
    }

    /// Something was committed, or somebody signed in or out, or came to look.
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
            // Something else is asked by now.
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
        // What was asked for may be gone.
        guard query == self.query else { return ask() }
        self.answer = answer
        rows.show(answer.rows, first: first, isNew: isNew)
        phase = phase(of: answer, to: number)
        // What came with the answer was not the only news.
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
