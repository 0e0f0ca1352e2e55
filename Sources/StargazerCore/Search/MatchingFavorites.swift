public import Observation

/// Favorites that answer what is searched for. The library alone is asked, so they are there before the results are. They
/// stand apart from those: no row moves, and count and order say what the server said.
@MainActor @Observable public final class MatchingFavorites {
    public var items: [ItemContent] {
        found.filter { shelf.contains($0.id) }.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private static let most = 3
    /// Letters that favorites are looked for by.
    private static let fewestLetters = 2

    private var found: [Item] = []
    @ObservationIgnored private let search: SearchViewModel
    @ObservationIgnored private let shelf: FavoritesShelf
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let interest: ItemInterest
    @ObservationIgnored private var watching: Task<Void, Never>?

    public convenience init(search: SearchViewModel, of app: AppModel) {
        self.init(search: search, shelf: app.shelf, time: app.time, formats: app.formats)
    }

    init(search: SearchViewModel, shelf: FavoritesShelf, time: TimeSource, formats: Formats) {
        self.search = search
        self.shelf = shelf
        self.time = time
        self.formats = formats
        interest = shelf.interest()
        watching = Task { [weak self] in
            // What becomes a favorite while its search shows is marked in its row, and comes here with the next search.
            for await _ in Observations({ (search.searchedQuery?.text, shelf.library != nil) }) { await self?.look() }
        }
    }

    isolated deinit { watching?.cancel() }

    /// The item behind one of them.
    public func item(for id: ItemID) -> Item? { found.first { $0.id == id } }

    private func look() async {
        let text = QueryText(search.searchedQuery?.text ?? "", rules: search.query.rules)
        let words = text.withoutQualifiers
        guard words.count >= Self.fewestLetters, let library = shelf.library else { return found = [] }
        let question = FavoritesQuery(words: words, order: .best, catalog: search.profile.kind)
        let answer = try? await library.favorites(question, reading: Self.most)
        let items = answer?.first.map(\.favorite.item) ?? []
        await interest.learn(items.map(\.id), anew: true)
        found = items
    }
}
