public import Foundation

/// The user's own database. Writes return once they are on disk; reads do not wait for them.
public typealias Library =
    Annotations & EditStore & FavoritesStore & ImportLookupStore & ListSnapshotStore & Outbox & SavedSearches
    & SearchHistoryStore & AccountStore & StarListStore & StarUpdateStore & TransferStore

/// The favorites, and what is known about other items.
public protocol FavoritesStore: Sendable {
    /// Yields after each commit by any process. Several commits in quick succession may yield once.
    /// The stream ends only with the library.
    func changes() -> AsyncStream<Void>
    /// Returns the rows that match, in order, and loads the first of them.
    func favorites(_ query: FavoritesQuery, reading first: Int) async throws(LibraryFailure) -> FavoritesResult
    func favoritesCounts(account: String?) async throws(LibraryFailure) -> FavoritesCounts
    /// Counts the values of the favorites that match. The order of the query does not matter.
    func facets(of query: FavoritesQuery) async throws(LibraryFailure) -> FavoritesFacets
    /// Returns the favorites in these rows, without deleted rows and rows whose stamp equals the known one.
    func favorites(in rows: [FavoriteRowID], cached: [FavoriteRowID: Int64]) async throws(LibraryFailure)
        -> [StoredFavorite]
    /// Returns the IDs of the favorites in these rows, without deleted rows and rows without a valid ID.
    func ids(of rows: [FavoriteRowID]) async throws(LibraryFailure) -> [FavoriteRowID: ItemID]
    /// Returns the rows of favorites, without items that are none.
    func rows(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteRowID]
    /// Returns what is known about these items. Items that are neither favorites nor starred are left out.
    func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts]
    /// Summarizes the stamps of all favorites, and of removed ones that can be restored.
    func stampSummary() async throws(LibraryFailure) -> StampSummary
    /// Returns the next of these stamps, in the order of the parts of the IDs; empty at the end.
    /// - Parameter id: the last ID of the previous part; nil for the first part.
    func stamps(after id: ItemID?, limit: Int) async throws(LibraryFailure) -> [ItemStamp]
    /// Returns what a search finds these items by. Leaves out those that have no stamp.
    func documentFields(of ids: [ItemID]) async throws(LibraryFailure) -> [DocumentFields]

    /// Updates the stored snapshots of those items that are favorites.
    func refresh(_ items: [Item]) async throws(LibraryFailure)
    /// Records whether the account starred the item on the server. Does not change the favorite.
    func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure)
    /// Records whether the server no longer has an item that is a favorite or starred. Writes only changes.
    func recordGone(_ isGone: Bool, of id: ItemID) async throws(LibraryFailure)
}

/// Search queries and opened items, by catalog.
public protocol SearchHistoryStore: Sendable {
    /// Returns the newest queries first, without duplicates.
    func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String]
    func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure)
    /// Returns the items whose details were opened, in the order in which they were saved.
    func viewedItems(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> [Item]
    /// Replaces the viewed items. When they were viewed is not stored, for privacy.
    func saveViewedItems(_ items: [Item], of catalog: CatalogKind, host: String) async throws(LibraryFailure)
}

/// Snapshots of an item's related lists, saved when the user last saw the complete list.
public protocol ListSnapshotStore: Sendable {
    func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot?
    /// Saves the list and replaces the previous snapshot.
    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure)
}

public protocol AccountStore: Sendable {
    /// Sets the account whose stars the library records. Deletes the stars of any other one; favorites stay.
    func setStarAccount(login: String, host: String) async throws(LibraryFailure)
    /// Records who an account is. What the library has under the account's former name gets the new one; what it has
    /// under this name of an account with another number is kept for that account.
    /// - Parameter formerly: the login that its token was saved with.
    func recordAccount(_ account: KnownAccount, formerly: String?) async throws(LibraryFailure)
    func knownAccount(login: String, host: String) async throws(LibraryFailure) -> KnownAccount?
}

/// A library in a file, which may be replaced or removed while it is open.
public protocol ReplaceableLibrary:
    Annotations, EditStore, FavoritesStore, ImportLookupStore, ListSnapshotStore, Outbox, SavedSearches,
    SearchHistoryStore, AccountStore, StarListStore, StarUpdateStore, TransferStore
{
    /// Yields the library's current condition, then each new one. Changes in quick succession may yield only the last.
    func conditions() -> AsyncStream<LibraryCondition>
    /// Opens the file that exists now. Data that was only in the old file is lost.
    func reopen() async
}

/// The state of the library. A banner at the top of the window shows it when it is not `ready`.
public enum LibraryCondition: Sendable, Hashable {
    case opening
    case ready
    /// Like ready. The folder's disk has no shared memory, so writes and reads wait for each other. Said once.
    case withoutLog(folder: URL)
    /// The file could not be read. It was moved to `backupURL`, and a new library was created.
    case movedAside(backupURL: URL)
    /// Created by a newer version: readable, not writable.
    case newer
    /// The folder or the disk is read-only. Favorites can be read, not changed.
    case readOnly(folder: URL)
    /// Another file has replaced the open one. The open file's favorites are shown; nothing can be written.
    case replaced(folder: URL)
    /// The file was removed while it was open, and has been written again.
    case restored(folder: URL)
    /// The file was removed while it was open, and cannot be written again. Its favorites are still shown.
    case removed(folder: URL)
    /// No library could be opened, so favorites cannot be saved. `folder` is the place to look.
    case unavailable(folder: URL)
}

/// A list as it was at one point in time.
public struct ListSnapshot: Sendable, Hashable {
    /// In list order, without duplicates.
    public var items: [Item]
    public var seenAt: Date

    public init(items: [Item], seenAt: Date) {
        self.items = items
        self.seenAt = seenAt
    }
}

/// What the library knows about an item besides the item itself.
public struct FavoriteFacts: Sendable, Hashable {
    /// Nil when the item is not a favorite.
    public var addedAt: Date?
    /// Whether the account starred it on the server, as requested or last known; nil when never loaded.
    public var isStarredOnServer: Bool?
    /// The request for the star that the server has not confirmed; nil without one.
    public var starRequest: StarRequest?
    /// Whether the server did not have it when its details were last requested.
    public var isGone: Bool

    public init(
        addedAt: Date? = nil, isStarredOnServer: Bool? = nil, starRequest: StarRequest? = nil, isGone: Bool = false
    ) {
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
        self.starRequest = starRequest
        self.isGone = isGone
    }
}

/// Names a kind of related list. The presentations name them for the user.
public struct RelationKind: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
}

/// An account that has signed in.
public struct KnownAccount: Sendable, Hashable, Codable {
    /// The API's host.
    public var host: String
    /// The server's number of it, which a new name does not change.
    public var number: Int64
    public var login: String
    public var avatarURL: URL?

    public init(host: String, number: Int64, login: String, avatarURL: URL? = nil) {
        self.host = host
        self.number = number
        self.login = login
        self.avatarURL = avatarURL
    }
}

/// Why a change was not saved.
public enum LibraryFailure: Error, Sendable, Hashable {
    case diskFull
    case readOnly
    /// The library was created by a newer version.
    case newer
    /// Another process locked the library for too long.
    case busy
    case replaced
    /// The library's file was removed and cannot be written again.
    case removed
    /// The caller cancelled, and nothing was saved. Never shown as a failure.
    case cancelled
    case unavailable(code: String)
}
