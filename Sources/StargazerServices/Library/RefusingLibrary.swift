import StargazerCore

/// Stands in when there is nothing to show and nowhere to keep anything: empty, and says so at every write.
final class RefusingLibrary: Library {
    private let failure: LibraryFailure
    private let streams = OpenStreams<Void>()

    init(_ failure: LibraryFailure) { self.failure = failure }

    func changes() -> AsyncStream<Void> { streams.open() }
    func favorites(
        _ query: FavoritesQuery, reading first: Int
    ) async throws(LibraryFailure) -> FavoritesAnswer { FavoritesAnswer() }
    func favorites(
        in rows: [FavoriteRow], known: [FavoriteRow: Int64]
    ) async throws(LibraryFailure) -> [StoredFavorite] { [] }
    func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts] { [:] }
    func everyFavorite(_ take: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) {}

    func add(_ favorite: Favorite) async throws(LibraryFailure) { throw failure }
    func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite? { throw failure }
    func refresh(_ items: [Item]) async throws(LibraryFailure) { throw failure }
    func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) { throw failure }
    func takeIn(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int { throw failure }

    func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] { [] }
    func noteQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) { throw failure }
    func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) { throw failure }

    func keptList(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> KeptList? { nil }
    func keep(_ list: KeptList, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) { throw failure }

    func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally { throw failure }
    func placeToResume(of login: String, host: String) async -> StarsPlace? { nil }
    func starsBroughtIn(of login: String, host: String) async -> StarsBroughtIn { .all }
    func accountChanged(login: String, host: String) async throws(LibraryFailure) { throw failure }
}
