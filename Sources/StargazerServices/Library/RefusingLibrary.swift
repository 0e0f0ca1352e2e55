import StargazerCore

/// Stands in when there is nothing to show and nowhere to keep anything: empty, and says so at every write.
final class RefusingLibrary: Library {
    private let failure: LibraryFailure
    private let streams = OpenStreams<[Favorite]>()

    init(_ failure: LibraryFailure) { self.failure = failure }

    func favorites() -> AsyncStream<[Favorite]> {
        streams.open { continuation in
            continuation.yield([])
            return {}
        }
    }

    func add(_ favorite: Favorite) async throws(LibraryFailure) { throw failure }
    func remove(_ id: ItemID) async throws(LibraryFailure) { throw failure }
    func refresh(_ item: Item) async throws(LibraryFailure) { throw failure }
    func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) { throw failure }
    func recentQueries(limit: Int) async -> [String] { [] }
    func noteQuery(_ text: String) async throws(LibraryFailure) { throw failure }
    func clearRecentQueries() async throws(LibraryFailure) { throw failure }

    func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally { throw failure }
    func placeToResume(of login: String, host: String) async -> StarsPlace? { nil }
    func accountChanged(login: String, host: String) async throws(LibraryFailure) { throw failure }
    func takeIn(_ favorites: [Favorite]) async throws(LibraryFailure) -> Int { throw failure }
}
