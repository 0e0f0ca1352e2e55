public import Observation

/// Favorites that match the search text. Only the library is queried, so they appear before the results, in a section of
/// their own above them: the server's count and order stay valid.
@MainActor @Observable public final class MatchingFavorites {
    public var items: [ItemContent] {
        found.filter { favoritesModel.contains($0.id) }.map { ItemContent($0, formats: formats, now: time.now()) }
    }

    private static let most = 2
    /// The shortest text to match favorites by.
    private static let minimumLetterCount = 2

    private var found: [Item] = []
    /// Owns this object.
    @ObservationIgnored private weak var search: SearchViewModel?
    @ObservationIgnored private let favoritesModel: FavoritesModel
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let trackedItems: TrackedItems
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(search: SearchViewModel, favoritesModel: FavoritesModel, time: TimeSource, formats: Formats) {
        self.search = search
        self.favoritesModel = favoritesModel
        self.time = time
        self.formats = formats
        trackedItems = favoritesModel.trackedItems()
        watching = Task { [weak self] in
            // An item that becomes a favorite while its search is shown is marked in its row. It
            // appears here with the next search.
            let news = Observations { [weak search] in (search?.searchedQuery?.text, favoritesModel.library != nil) }
            for await _ in news {
                await self?.update()
            }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Returns the matching item with this ID.
    public func item(for id: ItemID) -> Item? { found.first { $0.id == id } }

    private func update() async {
        guard let search else { return }
        let text = ParsedQuery(search.searchedQuery?.text ?? "", rules: search.query.rules)
        let words = text.withoutQualifiers
        guard words.count >= Self.minimumLetterCount, let library = favoritesModel.library else { return found = [] }
        let question = FavoritesQuery(text: words, order: .best, scope: .catalog(search.profile.kind))
        let answer = try? await library.favorites(question, reading: Self.most)
        let items = answer?.first.map(\.favorite.item) ?? []
        await trackedItems.load(items.map(\.id), startingOver: true)
        found = items
    }
}
