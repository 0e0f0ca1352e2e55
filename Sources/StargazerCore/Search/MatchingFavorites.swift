public import Observation

/// Favorites that answer what is searched for. The library alone is asked, so they are there before the results are. They
/// stand apart from those: no row moves, and count and order say what the server said.
@MainActor @Observable public final class MatchingFavorites {
    public var items: [ItemContent] {
        found.filter { favoritesModel.contains($0.id) }.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private static let most = 3
    /// Letters that favorites are looked for by.
    private static let minimumLetterCount = 2

    private var found: [Item] = []
    @ObservationIgnored private let search: SearchViewModel
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let trackedItems: TrackedItems
    @ObservationIgnored private var watching: Task<Void, Never>?

    public convenience init(search: SearchViewModel, of app: AppModel) {
        self.init(search: search, favoritesModel: app.favoritesModel, time: app.time, formats: app.formats)
    }

    init(search: SearchViewModel, favoritesModel: FavoritesModel, time: TimeSource, formats: Formats) {
        self.search = search
        self.favoritesModel = favoritesModel
        self.time = time
        self.formats = formats
        trackedItems = favoritesModel.trackedItems()
        watching = Task { [weak self] in
            // What becomes a favorite while its search shows is marked in its row, and comes here with the next search.
            for await _ in Observations({ (search.searchedQuery?.text, favoritesModel.library != nil) }) {
                await self?.update()
            }
        }
    }

    isolated deinit { watching?.cancel() }

    /// The item behind one of them.
    public func item(for id: ItemID) -> Item? { found.first { $0.id == id } }

    private func update() async {
        let text = ParsedQuery(search.searchedQuery?.text ?? "", rules: search.query.rules)
        let words = text.withoutQualifiers
        guard words.count >= Self.minimumLetterCount, let library = favoritesModel.library else { return found = [] }
        let question = FavoritesQuery(words: words, order: .best, catalog: search.profile.kind)
        let answer = try? await library.favorites(question, reading: Self.most)
        let items = answer?.first.map(\.favorite.item) ?? []
        await trackedItems.load(items.map(\.id), startingOver: true)
        found = items
    }
}
