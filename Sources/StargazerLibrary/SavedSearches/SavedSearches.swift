public import Foundation

/// The searches that the user saved under a name, in the user's order.
///
/// The library's `changes()` reports changes of saved searches too.
public protocol SavedSearches: Sendable {
    func savedSearches() async throws(LibraryFailure) -> [SavedSearch]
    /// Returns the results that the user has seen; nil if none were recorded since the search was last changed.
    func seenResults(of id: SavedSearchID) async throws(LibraryFailure) -> SeenResults?
    /// Records when the user last saw the results, and which: none is new any more. It is not a change of the search.
    /// - Parameter results: nil to keep those recorded before.
    func recordSeen(_ id: SavedSearchID, at date: Date, results: SeenResults?) async throws(AnnotationFailure)
    /// Records how many new results the service had when it was last asked.
    func recordNewResults(_ count: Int, of id: SavedSearchID, at date: Date) async throws(AnnotationFailure)
}

/// The ID of a saved search in one library; never reused.
public struct SavedSearchID: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int64

    public init(rawValue: Int64) { self.rawValue = rawValue }
}

public struct SavedSearch: Sendable, Hashable, Identifiable {
    public static let maxCount = 1_000
    /// Maximum length of a text in bytes of UTF-8. A longer text is refused.
    public static let maxTextLength = 8_192

    public var id: SavedSearchID
    /// One line of text, at most as long as the name of a tag.
    public var name: String
    /// What is searched, in a form that the caller defines.
    public var source: String
    public var text: String
    /// Nil for the default order of the source.
    public var order: ItemOrder?
    /// When the user last saw the results; nil if never.
    public var seenAt: Date?
    /// The number of new results when the service was last asked.
    public var newCount: Int
    /// When the service was last asked for new results while the user did not look; nil if never.
    public var checkedAt: Date?

    public init(
        id: SavedSearchID, name: String, source: String, text: String, order: ItemOrder? = nil, seenAt: Date? = nil,
        newCount: Int = 0, checkedAt: Date? = nil
    ) {
        self.id = id
        self.name = name
        self.source = source
        self.text = text
        self.order = order
        self.seenAt = seenAt
        self.newCount = newCount
        self.checkedAt = checkedAt
    }
}

public struct RemovedSavedSearch: Sendable, Hashable {
    public var search: SavedSearch
    /// The position in the list, from 0.
    public var index: Int
    public var seen: SeenResults?

    public init(search: SavedSearch, index: Int, seen: SeenResults? = nil) {
        self.search = search
        self.index = index
        self.seen = seen
    }
}
