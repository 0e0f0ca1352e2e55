/// Exporting everything that the user made, and importing it.
public protocol TransferStore: Sendable {
    /// Passes a consistent snapshot to `body` in parts, until `body` returns false: the heading, then the favorites.
    /// - Parameter items: the favorites to pass, in this order, with the tags that they have and no saved searches;
    ///   nil for everything, the newest favorites first.
    func export(
        only items: [ItemID]?, _ body: @escaping @Sendable (ExportPart) -> Bool
    ) async throws(LibraryFailure)
    /// Returns the favorites with these titles, by title in lower case.
    /// - Parameter titles: in lower case.
    func favorites(
        titled titles: Set<String>, of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> [String: ItemID]
    /// Adds what a file contains, all or none, and keeps what the library has.
    ///
    /// Existing favorites keep their facts and the earlier of both dates. The star states in the file count only while
    /// no account's stars are known. Tags are added to those that an item has. A note that differs is appended to the
    /// existing one after an empty line. A saved search that exists with another name is not added again.
    /// - Parameter step: called now and then with the number of items imported so far, up to ``ImportContent/steps``.
    ///   Returning false cancels the import and rolls it back.
    /// - Throws: `.cancelled` when `step` returned false.
    func importContent(
        _ content: ImportContent, step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> ImportResult
}

/// What an import adds to the library.
public struct ImportContent: Sendable, Hashable {
    /// Tags and a note for an item that is a favorite, or becomes one by the same import.
    public struct Annotation: Sendable, Hashable {
        public var item: ItemID
        public var tags: [String]
        public var note: String?

        public init(item: ItemID, tags: [String], note: String? = nil) {
            self.item = item
            self.tags = tags
            self.note = note
        }
    }

    public var favorites: [Favorite]
    public var annotations: [Annotation]
    public var tags: [FileTag]
    public var searches: [FileSearch]
    /// Items that are looked up before they become favorites.
    public var lookups: [ImportEntry]

    /// The number of items to write.
    public var steps: Int { favorites.count + annotations.count + lookups.count }
    public var isEmpty: Bool { steps + tags.count + searches.count == 0 }

    public init(
        favorites: [Favorite] = [], annotations: [Annotation] = [], tags: [FileTag] = [], searches: [FileSearch] = [],
        lookups: [ImportEntry] = []
    ) {
        self.favorites = favorites
        self.annotations = annotations
        self.tags = tags
        self.searches = searches
        self.lookups = lookups
    }
}

public struct ImportResult: Sendable, Hashable {
    /// The number of items that were not favorites before.
    public var new = 0
    /// The number of favorites that got a tag or a note.
    public var annotated = 0
    public var savedSearches: [SavedSearch] = []
    public var searches: Int { savedSearches.count }
    /// The number of tags, notes and searches that the library has no room for.
    public var left = 0
    /// The import, for its undo; nil if there is nothing to undo but the saved searches.
    public var number: Int64?

    public init() {}

    package var inverses: [LibraryEdit] {
        (number.map { [.removeImport($0)] } ?? [])
            + savedSearches.map { .deleteSearch($0.id, SavedSearchFields($0)) }
    }
}
