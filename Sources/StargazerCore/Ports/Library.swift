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
    /// The newest first, without duplicates.
    func recentQueries(limit: Int) async -> [String]
    func noteQuery(_ text: String) async throws(LibraryFailure)
    func clearRecentQueries() async throws(LibraryFailure)

    // The stars of an account.

    /// Keeps a part of an account's stars, all of it or nothing: each becomes a favorite of the date it was starred if
    /// it is not one already, and is known to be starred on the server.
    ///
    /// At the end of a walk that was not interrupted, what did not come is known not to be starred; it stays a favorite.
    /// - Parameters:
    ///   - step: `beginning` also where the stars known so far are of another login.
    ///   - next: where to resume; nil when this was all.
    func bringIn(
        _ batch: [StarredItem], of login: String, host: String, as step: StarsStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarsTally
    /// Nil when there is nothing to resume, or it is another login's.
    func placeToResume(of login: String, host: String) async -> StarsPlace?
    /// Whose stars the library is to know from now on. Those of another login are forgotten, and its place to resume;
    /// favorites stay. Does nothing when the login is the same.
    func accountChanged(login: String, host: String) async throws(LibraryFailure)
    /// Adds favorites that were taken out before, all of them or none. Those that are there already keep what is known
    /// of them and the earlier of both dates. What they say of stars counts only while no account's are known.
    /// - Returns: how many were no favorites before.
    func takeIn(_ favorites: [Favorite]) async throws(LibraryFailure) -> Int
}
