/// The user's own database. Writes return when they are on disk.
public protocol Library: Sendable {
    /// The favorites, newest first, at once and after every change, by whichever process made it.
    /// The stream ends only with the library.
    func favorites() -> AsyncStream<[Favorite]>
    func add(_ favorite: Favorite) async throws(LibraryFailure)
    func remove(_ id: ItemID) async throws(LibraryFailure)
    /// Brings the stored snapshot of a favorite up to date; does nothing when the item is not one.
    func refresh(_ item: Item) async throws(LibraryFailure)
    /// What the account's own star is known to be; nothing of the favorite changes.
    func noteStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure)
    /// Forgets all that was known of an account's stars on a server: another account has others. The favorites stay.
    func forgetStars(on host: String) async throws(LibraryFailure)
    /// The newest first, without duplicates.
    func recentQueries(limit: Int) async -> [String]
    func noteQuery(_ text: String) async throws(LibraryFailure)
    func clearRecentQueries() async throws(LibraryFailure)
}
