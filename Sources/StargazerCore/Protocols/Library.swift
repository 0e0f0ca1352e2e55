public import Foundation

/// The user's own database. Writes return when they are on disk; reads do not wait for them.
public protocol Library: Sendable {
    // Favorites.

    /// Says, after each commit by whichever process, that it is time to ask again. Several in quick succession may be
    /// told as one. The stream ends only with the library.
    func changes() -> AsyncStream<Void>
    /// Which favorites answer, in order, with the first of them read.
    /// - Parameter first: how many to read along.
    func favorites(_ query: FavoritesQuery, reading first: Int) async throws(LibraryFailure) -> FavoritesResult
    /// The favorites of these rows, those left out that are no more, and those whose stamp is the known one.
    func favorites(in rows: [FavoriteRowID], known: [FavoriteRowID: Int64]) async throws(LibraryFailure)
        -> [StoredFavorite]
    /// What is known of these items; nothing is said of those that are neither favorites nor starred.
    func facts(of ids: [ItemID]) async throws(LibraryFailure) -> [ItemID: FavoriteFacts]
    /// All favorites as they are at one moment, the newest first, in parts, until `body` says that it wants no more.
    func forEachFavoriteBatch(_ body: @escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure)

    /// An item that is a favorite already keeps its date; its snapshot is brought up to date.
    func add(_ favorite: Favorite) async throws(LibraryFailure)
    /// - Returns: the favorite as it was; nil when it was none.
    @discardableResult
    func remove(_ id: ItemID) async throws(LibraryFailure) -> Favorite?
    /// Brings the stored snapshots of those that are favorites up to date.
    func refresh(_ items: [Item]) async throws(LibraryFailure)
    /// What the account's own star is known to be; nothing of the favorite changes.
    func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure)
    /// Adds favorites that were taken out before, all of them or none. Those that are there already keep what is known
    /// of them and the earlier of both dates. What they say of stars counts only while no account's are known.
    /// - Parameter step: told now and then how many have been taken in; false breaks off, and nothing is kept.
    /// - Returns: how many were no favorites before.
    /// - Throws: `.cancelled` when it was broken off.
    func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int

    // Searches made before, by catalog.

    /// The newest first, without duplicates.
    func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String]
    func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure)
    func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure)

    // Lists that an item leads to, as they were when they were looked at as a whole.

    /// Nil when the list has not been kept.
    func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot?
    /// In place of what was kept of it before.
    func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure)

    // The stars of an account.

    /// Keeps a part of an account's stars, all of it or nothing: each becomes a favorite of the date it was starred if
    /// it is not one already, and is known to be starred on the server.
    ///
    /// At the end of a walk that was not interrupted, what did not come is known not to be starred; it stays a favorite.
    /// - Parameters:
    ///   - step: `beginning` also where the stars known so far are of another login.
    ///   - next: where to resume; nil when this was all.
    func importStars(
        _ batch: [StarredItem], of login: String, host: String, as step: StarImportStep, next: BatchCursor?
    ) async throws(LibraryFailure) -> StarImportCount
    /// Nil when there is nothing to resume, or it is another login's.
    func starImportResumePoint(of login: String, host: String) async -> StarImportResumePoint?
    /// A library that cannot be read or written has nothing to be brought in: `all`.
    func starImportState(of login: String, host: String) async -> StarImportState
    /// Whose stars the library is to know from now on. Those of another login are forgotten, and its place to resume;
    /// favorites stay. Does nothing when the login is the same.
    func setStarAccount(login: String, host: String) async throws(LibraryFailure)
}

/// A library in a file, which may be replaced or removed while it is open.
public protocol ReplaceableLibrary: Library {
    /// What the library can do now, and again whenever that changes. Several changes in quick succession may be told as
    /// the last of them.
    func conditions() -> AsyncStream<LibraryCondition>
    /// Opens the file that is there now. What the other one held and was not written elsewhere is gone.
    func reopen() async
}

/// A list as it was at one time.
public struct ListSnapshot: Sendable, Hashable {
    /// In the order of the list, each once.
    public var items: [Item]
    public var seenAt: Date

    public init(items: [Item], seenAt: Date) {
        self.items = items
        self.seenAt = seenAt
    }
}

/// A favorite's place in the library's file: the same as long as it is a favorite, and never another's.
public struct FavoriteRowID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

/// Which favorites to show, by the account's own star on them.
public enum FavoritesPlace: String, Sendable, Codable, Hashable, CaseIterable {
    case all
    /// Starred by the account as well, as last known.
    case onServer
    /// Not starred by the account, as far as is known.
    case onlyHere
}

/// One question about the favorites.
public struct FavoritesQuery: Sendable, Hashable {
    /// Of one catalog; nil for all.
    public var catalog: CatalogKind?
    public var place: FavoritesPlace
    /// The server whose account is signed in: only its stars tell places apart. Nil for nobody.
    public var account: String?
    /// Words that must all be there, in any order: the beginning of any word of an item, or any part of its name. Case,
    /// accents and width do not matter.
    public var words: String
    public var order: FavoritesOrder

    public init(
        words: String = "", order: FavoritesOrder = .sorted(SortOrder(.added)), place: FavoritesPlace = .all,
        account: String? = nil, catalog: CatalogKind? = nil
    ) {
        self.catalog = catalog
        self.place = place
        self.account = account
        self.words = words
        self.order = order
    }
}

public enum FavoritesOrder: Sendable, Hashable {
    /// The name that is the words, then names that begin with them, names with a word that does, names that hold them
    /// anywhere, then the rest; the newest first among equals. Without words simply the newest first.
    case best
    /// What is not known of an item puts it last in either direction; equals are in the order of their names.
    case sorted(SortOrder)
}

public struct FavoritesResult: Sendable, Hashable {
    public var rows: [FavoriteRowID]
    /// The first of them.
    public var first: [StoredFavorite]
    /// How many favorites there are of each catalog that has any, whatever was asked.
    public var counts: [CatalogKind: Int]
    /// One at least of the catalog that was asked for is starred by the account: there are places to tell apart.
    public var hasStarred: Bool

    /// How many favorites there are in all.
    public var total: Int { counts.values.reduce(0, +) }

    public init(
        rows: [FavoriteRowID] = [], first: [StoredFavorite] = [], counts: [CatalogKind: Int] = [:],
        hasStarred: Bool = false
    ) {
        self.rows = rows
        self.first = first
        self.counts = counts
        self.hasStarred = hasStarred
    }
}

public struct StoredFavorite: Sendable, Hashable {
    public var row: FavoriteRowID
    /// Another one after each write of the row, whoever wrote it.
    public var stamp: Int64
    public var favorite: Favorite

    public init(row: FavoriteRowID, stamp: Int64, favorite: Favorite) {
        self.row = row
        self.stamp = stamp
        self.favorite = favorite
    }
}

/// What the library knows of an item beside what it is.
public struct FavoriteFacts: Sendable, Hashable {
    /// Nil when it is no favorite.
    public var addedAt: Date?
    /// Whether the account's own star is on it, as last known; nil when never asked.
    public var isStarredOnServer: Bool?

    public init(addedAt: Date? = nil, isStarredOnServer: Bool? = nil) {
        self.addedAt = addedAt
        self.isStarredOnServer = isStarredOnServer
    }
}
