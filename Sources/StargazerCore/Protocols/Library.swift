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

/// The ID of a favorite's row in the library. It stays the same while the item is a favorite and is never reused.
public struct FavoriteRowID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct FavoritesQuery: Sendable, Hashable {
    public var scope: FavoritesScope
    /// The server whose account is signed in: only its stars count. Nil while signed out, when no star counts.
    public var account: String?
    /// What to look for, in the language of ``QueryRules/favorites``. A word is the beginning of any word of an item, or
    /// any part of its name. Case, accents and character width do not matter.
    public var text: String { didSet { expression = QueryExpression(text) } }
    /// The meaning of the text; nil when it restricts nothing.
    public private(set) var expression: QueryExpression?
    public var order: FavoritesOrder
    /// Items that the documents find by the words of the text. Complete ones match those words, whatever their fields
    /// are; the others show in the order ``FavoritesOrder/best`` only.
    public var documents = DocumentMatches()
    /// Divides rows in order of a date into years.
    public var calendar: Calendar?
    /// The date that the rows are in order of; nil for other orders.
    public var dateKey: SortKey? {
        if isByDateAdded { return .added }
        guard case .sorted(let sort) = order, sort.key.isDate else { return nil }
        return sort.key
    }
    public var isByDateAdded: Bool {
        switch order {
        case .best: expression == nil
        case .sorted(let sort): sort.key == .added || sort.key == .bestMatch
        }
    }

    public init(
        text: String = "", order: FavoritesOrder = .sorted(SortOrder(.added)), scope: FavoritesScope = .all,
        account: String? = nil, calendar: Calendar? = nil
    ) {
        self.calendar = calendar
        self.scope = scope
        self.account = account
        self.text = text
        expression = QueryExpression(text)
        self.order = order
    }

    /// Replaces days some time ago with dates.
    public mutating func resolveSpans(_ now: Date) { expression = expression?.resolved(now) }
}

public enum FavoritesOrder: Sendable, Hashable {
    /// Best match first, newest first among equals; without words, newest first throughout.
    /// The order is: names equal to the words, names that begin with these whole words, names that have them, then
    /// `FavoritesQuery.documents` in their order. Of the rest, names that begin with the letters come first, then names
    /// with a word that does, then names that contain them.
    case best
    /// Items without a value come last in either direction; equal items are sorted by name.
    case sorted(SortOrder)
}

/// Consecutive rows of favorites whose dates are in the same year.
public struct FavoritesYear: Sendable, Hashable {
    /// Some date in the year; nil for rows without a date.
    public var date: Date?
    public var count: Int

    public init(date: Date?, count: Int) {
        self.date = date
        self.count = count
    }
}

public struct FavoritesResult: Sendable, Hashable {
    public var rows: [FavoriteRowID]
    /// The words of the text that rows lack, of those that any favorite has; none for a row with all words.
    public var missingWords: [FavoriteRowID: [String]] = [:]
    /// The number of rows that have only part of the words of the text.
    public var partialCount: Int { missingWords.count }
    /// The words of the text that no favorite has, as typed.
    public var unknownWords: [String] = []
    /// The text that was searched for instead of the typed one; nil for the typed one.
    public var spelling: CorrectedSpelling?
    /// Whether quotations were looked for in other forms, because no favorite has them as they are.
    public var hasOtherForms = false
    /// The years of the rows, in order; empty when the rows are not in order of a date.
    public var years: [FavoritesYear] = []
    /// The kinds of updates that the rows are grouped by, in order; empty outside the updates.
    public var updates: [StarUpdateGroup] = []
    /// The newest update of each row; empty outside the updates.
    public var rowUpdates: [FavoriteRowID: RowUpdate] = [:]
    /// The first of the rows, loaded.
    public var first: [StoredFavorite]
    /// The number of favorites in each catalog that has any, regardless of the query.
    public var counts: [CatalogKind: Int]
    /// How many of the rows have what is marked as an exception.
    public var exceptions: [RowMark: Int] = [:]
    /// The marks of the rows: only what fewer than half of them have is an exception.
    public var marks: Set<RowMark> { RowMark.all.filter { 2 * exceptions[$0, default: 0] < rows.count } }

    public var total: Int { counts.values.reduce(0, +) }

    public init(
        rows: [FavoriteRowID] = [], first: [StoredFavorite] = [], counts: [CatalogKind: Int] = [:]
    ) {
        self.rows = rows
        self.first = first
        self.counts = counts
    }
}

/// A text in which words that no favorite has are replaced by similar ones.
public struct CorrectedSpelling: Sendable, Hashable {
    public var text: String
    /// The words that replace others.
    public var words: [String]

    /// The parts of the text, and which of them are the words that replace others.
    public var parts: [(text: String, isCorrected: Bool)] {
        ParsedQuery(text, rules: .favorites).parts.map { part in
            let word = part.text.trimmingCharacters(in: .alphanumerics.inverted)
            return (part.text, part.role == .word && words.contains(word))
        }
    }

    public init(text: String, words: [String]) {
        self.text = text
        self.words = words
    }
}

public struct StoredFavorite: Sendable, Hashable {
    public var row: FavoriteRowID
    /// Changes with each write of the row by any process.
    public var stamp: Int64
    public var favorite: Favorite
    /// Whether another favorite had the same name after its owner when the row was read.
    public var hasNamesake: Bool

    public init(row: FavoriteRowID, stamp: Int64, favorite: Favorite, hasNamesake: Bool = false) {
        self.row = row
        self.stamp = stamp
        self.favorite = favorite
        self.hasNamesake = hasNamesake
    }
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
