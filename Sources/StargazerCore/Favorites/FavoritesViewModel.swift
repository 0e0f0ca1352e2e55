public import Observation

/// The favorites screen: the shelf, arranged. Arranging happens away from the main actor; a ticket drops what is late.
@MainActor @Observable public final class FavoritesViewModel {
    /// As typed.
    public private(set) var filter = ""
    public private(set) var sort = FavoritesSort(.added)
    public private(set) var place = FavoritesPlace.all
    /// Whether there is a choice of places: nothing else than `all` can be chosen while nobody is signed in, or no star
    /// is known of.
    public private(set) var offersPlaces = false
    public private(set) var phase = FavoritesPhase.loading

    /// Whether there is anything to say of how many show, or of which.
    public var showsCount: Bool {
        if case .rows = phase { return true }
        return offersPlaces
    }

    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let stars: GitHubStars?
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private var arrangement = FavoritesArrangement()
    @ObservationIgnored private var ticket = 0
    @ObservationIgnored private var watching: Task<Void, Never>?

    /// - Parameter stars: nil where there is no account.
    public init(shelf: FavoritesShelf, stars: GitHubStars? = nil, formats: Formats, time: TimeSource) {
        self.shelf = shelf
        self.stars = stars
        self.formats = formats
        self.time = time
        watching = Task { [weak self] in
            for await _ in Observations({ (shelf.isLoaded, shelf.favorites, stars?.marks) }) { self?.rearrange() }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Words that must all be in the owner, name, description, language or topics; case and accents do not matter.
    public func filterChanged(_ filter: String) {
        guard filter != self.filter else { return }
        self.filter = filter
        rearrange()
    }

    public func sortChanged(_ sort: FavoritesSort) {
        guard sort != self.sort else { return }
        self.sort = sort
        rearrange()
    }

    public func placeChanged(_ place: FavoritesPlace) {
        guard place != self.place, offersPlaces else { return }
        self.place = place
        rearrange()
    }

    public func remove(_ id: ItemID) { shelf.remove(id) }

    public func undoRemoval() { shelf.undoRemoval() }

    /// Writes the relative dates anew when they are older than ten minutes.
    public func refresh() { rearrange() }

    /// The item behind a row.
    public func item(for id: ItemID) -> Item? { shelf.favorite(for: id)?.item }

    private func rearrange() {
        ticket += 1
        guard shelf.isLoaded, !shelf.favorites.isEmpty else {
            phase = shelf.isLoaded ? .none : .loading
            (place, offersPlaces) = (.all, false)
            return
        }
        let (ticket, favorites, marks) = (ticket, shelf.favorites, stars?.marks ?? StarMarks())
        Task { [weak self, arrangement, place, filter, sort, formats, time] in
            let arranged = await arrangement.rearranged(
                favorites, in: place, filter: filter, sort: sort, marks: marks, formats: formats, now: time.now())
            guard let self, ticket == self.ticket else { return }
            self.arrangement = arranged
            offersPlaces = arranged.hasStarred
            if !offersPlaces { self.place = .all }
            phase = phase(of: arranged.rows, total: favorites.count)
        }
    }

    private func phase(of rows: [ItemRowContent], total: Int) -> FavoritesPhase {
        guard !rows.isEmpty else {
            return place == .all ? .noMatch(filter: filter) : .nothingIn(place, filter: filter)
        }
        let count = CountContent(
            shown: rows.count, total: total, shownText: formats.full(rows.count), totalText: formats.full(total))
        return .rows(FavoritesContent(rows: rows, count: count))
    }
}
