import Observation
public import StargazerLibrary

/// The favorites that belong to an item, such as those of a person's repositories.
public struct OwnedFavorites: Equatable, Sendable {
    /// Finds them.
    public let query: FavoritesQuery
    /// More than zero.
    public let count: NumberContent
}

/// Counts the favorites that belong to the item in the details, in the library alone.
@MainActor final class OwnedFavoritesCounter {
    /// Nil for none, and before they are counted.
    private(set) var content: OwnedFavorites?
    /// Whether they are being counted for the first time.
    private(set) var isCounting = false
    var changed: () -> Void = {}

    private let favoritesModel: FavoritesModel
    private let formats: Formats
    private var query: FavoritesQuery?
    private var ticket = 0
    private var watching: Task<Void, Never>?

    init(favoritesModel: FavoritesModel, formats: Formats) {
        self.favoritesModel = favoritesModel
        self.formats = formats
        watching = Task { [weak self] in
            for await _ in Observations({ (favoritesModel.library != nil, favoritesModel.revision) }) { self?.count() }
        }
    }

    isolated deinit { watching?.cancel() }

    /// Counts those of another item.
    func show(_ item: Item?) {
        let query = item?.facts.ownedFavorites
        guard query != self.query else { return }
        ticket += 1
        (self.query, content) = (query, nil)
        isCounting = query != nil && favoritesModel.library != nil
        count()
    }

    private func count() {
        guard let query, favoritesModel.library != nil else { return }
        ticket += 1
        Task { [weak self, ticket, favoritesModel] in
            let found = await favoritesModel.read { library throws(LibraryFailure) in
                try await library.favorites(query, reading: 0).rows.count
            }
            guard let self, ticket == self.ticket else { return }
            let before = (content, isCounting)
            isCounting = false
            if let found {
                let count = NumberContent(found, formats: formats)
                content = found == 0 ? nil : OwnedFavorites(query: query, count: count)
            }
            if before != (content, isCounting) { changed() }
        }
    }
}
