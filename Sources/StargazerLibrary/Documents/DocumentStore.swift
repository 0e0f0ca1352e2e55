public import Foundation

/// The stored texts of items, such as READMEs, and the index over them and over the fields of the items.
///
/// All of it can be loaded again. A store that fails therefore reports no errors: it answers as if it were empty, and
/// what it should save is missing.
public protocol DocumentStore: Sendable {
    /// Saves texts and replaces the previous ones. Leaves out texts over `StoredDocument.maxSize`.
    /// - Returns: the number of saved texts.
    @discardableResult
    func save(_ documents: [StoredDocument]) async -> Int
    /// Records that the stored text is still the server's. Does nothing for an item without a text.
    func recordCheck(of id: ItemID, at date: Date) async
    /// Returns nil when no text is stored.
    func document(of id: ItemID) async -> StoredDocument?
    /// Returns the versions of the stored texts. Items without a text are left out.
    func versions(of ids: [ItemID]) async -> [ItemID: DocumentVersion]

    /// Updates the fields of items in the index. Skips items whose stamp is the stored one.
    func index(_ items: [DocumentFields]) async
    func stampSummary() async -> StampSummary
    /// Compares with a part of the library, as `FavoritesStore.stamps(after:limit:)` returns it. Removes the items of
    /// that part that the library does not have, unless it keeps others; an empty part removes all that follow.
    /// - Returns: the items whose stored stamp is another one, and those that the index does not have.
    func outdated(_ stamps: [ItemStamp], after id: ItemID?, keepsOthers: Bool) async -> [ItemID]
    /// Removes items with their texts and fields.
    func remove(_ ids: [ItemID]) async
    func removeAll() async

    /// Returns the best matches first.
    ///
    /// Each word is looked for in any field and in the text; the last one is a prefix. A word matches other forms of
    /// itself too. An item may lack words like "of", and words that no item has. Words in quotes must follow each other,
    /// as they are, or in other forms if no item has them as they are. Case, accents and character width do not matter.
    /// A prefix of one letter is looked for in the fields only, one of two letters in texts as a whole word. At most 100
    /// items with part of the words are returned; they have a word that at most a quarter of the items has, or twenty
    /// items, or the rarest word of the query.
    func search(_ query: String, offset: Int, limit: Int) async -> DocumentMatches
    /// Returns the line of the description, text or note of each item that has the most words of the query, the first
    /// among equals. Leaves out items that have none there.
    func lines(_ query: String, of ids: [ItemID]) async -> [ItemID: DocumentLine]

    func usage() async -> DocumentUsage
}

/// The stamp of an item, which is another one after each change.
public struct ItemStamp: Sendable, Hashable {
    public var id: ItemID
    public var stamp: Int64

    public init(_ id: ItemID, _ stamp: Int64) {
        self.id = id
        self.stamp = stamp
    }
}

/// The number and the sums of the stamps of all items. Since stamps are random, equal summaries mean equal stamps.
public struct StampSummary: Sendable, Hashable {
    public var count: Int
    /// The sums of the lower and of the upper half of each stamp.
    public var sums: [Int64]

    public init(count: Int = 0, sums: [Int64] = [0, 0]) {
        self.count = count
        self.sums = sums
    }
}

/// The text of a document as the server sent it, and where its file is.
public struct DocumentSource: Sendable, Hashable {
    public var text: String
    /// The server's name for this version.
    public var version: String
    /// The file's path in its repository, which relative links resolve against; nil if unknown.
    public var path: String?
    /// The branch that the file was read from; nil if unknown.
    public var branch: String?

    public init(text: String, version: String, path: String? = nil, branch: String? = nil) {
        self.text = text
        self.version = version
        self.path = path
        self.branch = branch
    }
}

/// The text of an item as the server sent it. An empty text records that the server has none.
public struct StoredDocument: Sendable, Hashable {
    /// Maximum size of a text in UTF-8, in bytes. Longer texts are not stored.
    public static let maxSize = 1_000_000
    /// Maximum number of bytes that are stored of a text. The rest is cut off.
    public static let maxStoredSize = 512_000

    public var id: ItemID
    public var text: String
    /// The server's name for this version of the text, such as a blob ID. Empty without a text.
    public var version: String
    /// The file's path in its repository; nil if unknown.
    public var path: String?
    /// The branch that the file was read from; nil if unknown.
    public var branch: String?
    public var fetchedAt: Date
    /// When the server last confirmed this version.
    public var checkedAt: Date

    public init(
        id: ItemID, text: String, version: String, path: String? = nil, branch: String? = nil, fetchedAt: Date,
        checkedAt: Date? = nil
    ) {
        self.id = id
        self.text = text
        self.version = version
        self.path = path
        self.branch = branch
        self.fetchedAt = fetchedAt
        self.checkedAt = checkedAt ?? fetchedAt
    }

    public init(_ source: DocumentSource, of id: ItemID, fetchedAt: Date) {
        self.init(
            id: id, text: source.text, version: source.version, path: source.path, branch: source.branch,
            fetchedAt: fetchedAt)
    }
}

/// A stored text without the text.
public struct DocumentVersion: Sendable, Hashable {
    /// The server's name for this version, such as a blob ID.
    public var version: String
    /// When the server last confirmed it.
    public var checkedAt: Date

    public init(version: String, checkedAt: Date) {
        self.version = version
        self.checkedAt = checkedAt
    }
}

/// What a search finds an item by, besides its text.
public struct DocumentFields: Sendable, Hashable {
    public var id: ItemID
    /// Equal stamps mean equal fields.
    public var stamp: Int64
    public var title: String
    public var topics: [String]
    public var description: String
    public var note: String
    public var tags: [String]

    public init(
        id: ItemID, stamp: Int64, title: String, topics: [String] = [], description: String = "", note: String = "",
        tags: [String] = []
    ) {
        self.id = id
        self.stamp = stamp
        self.title = title
        self.topics = topics
        self.description = description
        self.note = note
        self.tags = tags
    }
}

public struct DocumentMatches: Sendable, Hashable {
    /// The best first.
    public var matches: [DocumentMatch] = []
    /// The number of all complete matches; nil when a phrase was looked for and not all of its candidates were checked.
    public var total: Int? = 0
    /// The words and phrases of the query that no item has, folded.
    public var missing: [String] = []
    /// The words that some items have, and that were probably meant by those of `missing`.
    public var corrections: [String: String] = [:]
    /// Whether quotations were looked for in other forms, because no item has them as they are.
    public var hasOtherForms = false

    public init(_ matches: [DocumentMatch] = [], total: Int? = 0, missing: [String] = []) {
        self.matches = matches
        self.total = total
        self.missing = missing
    }
}

public struct DocumentMatch: Sendable, Hashable {
    public var id: ItemID
    /// Higher is better. Only comparable within one search.
    public var rank: Double
    /// The words of the query that it lacks, of those that any item has, folded.
    public var missing: [String]
    /// Whether it has all words that any item has.
    public var isComplete: Bool { missing.isEmpty }

    public init(id: ItemID, rank: Double, missing: [String] = []) {
        self.id = id
        self.rank = rank
        self.missing = missing
    }
}

/// The line of a text or note that contains the most words of a query.
public struct DocumentLine: Sendable, Hashable {
    /// Maximum length in characters, without the ellipses of a line that was cut.
    public static let maxLength = 160

    /// Plain text without Markdown. It comes from a server and may contain any characters.
    public var text: String
    /// The matching words in `text`, in order.
    public var words: [Range<String.Index>]
    public var field: Field

    /// What the line is from.
    public enum Field: Sendable {
        case name
        case description
        case tag
        case document
        case note
    }

    public init(text: String, words: [Range<String.Index>], field: Field = .document) {
        self.text = text
        self.words = words
        self.field = field
    }
}

public struct DocumentUsage: Sendable, Hashable {
    public var items = 0
    /// The number of stored texts, without those that the server does not have.
    public var documents = 0
    /// The size on disk in bytes.
    public var bytes = 0
    /// The number of items that are not in the index yet, because it is built again.
    public var pending = 0

    public init(items: Int = 0, documents: Int = 0, bytes: Int = 0, pending: Int = 0) {
        self.pending = pending
        self.items = items
        self.documents = documents
        self.bytes = bytes
    }
}
