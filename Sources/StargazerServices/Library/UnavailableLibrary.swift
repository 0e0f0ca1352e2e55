import StargazerCore

/// Replaces a library that cannot be opened at all: it is empty, and every write fails.
final class UnavailableLibrary: Library {
    private let failure: LibraryFailure
    private let streams = StreamBroadcaster<Void>()

    init(_ failure: LibraryFailure) { self.failure = failure }

    func changes() -> AsyncStream<Void> { streams.open() }
    func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesResult { FavoritesResult() }
    func favorites(
        in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] { [] }
    func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] { [:] }
    func forEachFavoriteBatch(_ take: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) {}

    func add(_ favorite: Favorite) async throws(LibraryFailure) { throw failure }
    func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite? { throw failure }
    func refresh(_ items: [Item]) async throws(LibraryFailure) { throw failure }
    func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) { throw failure }
    func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int { throw failure }

    func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] { [] }
    func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) { throw failure }
    func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) { throw failure }

    func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? { nil }
    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        throw failure
    }

    func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount { throw failure }
    func starImportResumePoint(of login: String, host: String) async -> StarImportResumePoint? { nil }
    func starImportState(of login: String, host: String) async -> StarImportState { .all }
    func setStarAccount(login: String, host: String) async throws(LibraryFailure) { throw failure }
}
