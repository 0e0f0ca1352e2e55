public import Observation
public import StargazerLibrary

/// Favorites that match the search text. Only the library is queried, so they appear before the results, in a section of
/// their own above them: the server's count and order stay valid.
@MainActor @Observable public final class MatchingFavorites {
    public var items: [ItemContent] {
        found.filter { flags.favoritesModel.contains($0.id) }.map {
            ItemContent($0, flags: flags.flags(of: $0.id), formats: formats, now: time.now())
        }
    }

    private static let limit = 2
    private static let minimumLetterCount = 2

    private var found: [Item] = []
    /// Owns this object.
    @ObservationIgnored private weak var search: SearchViewModel?
    @ObservationIgnored private let flags: ItemFlagSource
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    @ObservationIgnored private let trackedItems: TrackedItems
    @ObservationIgnored private var watching: Task<Void, Never>?

    init(search: SearchViewModel, flags: ItemFlagSource, time: TimeSource, formats: Formats) {
        self.search = search
        self.flags = flags
        self.time = time
        self.formats = formats
        let favoritesModel = flags.favoritesModel
        trackedItems = favoritesModel.trackedItems()
        watching = Task { [weak self, weak search] in
            // What becomes a favorite while its search shows is marked in its row, and is here at the next search.
            let news = Observations { [weak search] in (search?.searchedQuery?.text, favoritesModel.library != nil) }
            for await _ in news {
                await self?.update()
            }
        }
    }

    isolated deinit { watching?.cancel() }

    public func item(for id: ItemID) -> Item? { found.first { $0.id == id } }

    private func update() async {
        guard let search else { return }
        let text = search.searchedQuery?.text ?? ""
        let words = ParsedQuery(text, rules: search.query.rules).withoutQualifiers
        guard words.count >= Self.minimumLetterCount else { return found = [] }
        let question = FavoritesQuery(text: text, order: .best, scope: .catalog(search.profile.kind))
        let answer = await flags.favoritesModel.read { library throws(LibraryFailure) in
            try await library.favorites(question, reading: Self.limit)
        }
        // An item of another server is another item, even with the same name.
        let items = (answer?.first ?? []).map(\.favorite.item).filter { $0.id.host == search.profile.host }
        await trackedItems.load(items.map(\.id), startingOver: true)
        found = items
    }
}
