public import Observation

public enum FavoritesSortKey: String, Sendable, Codable, Hashable, CaseIterable {
    case added
    case name
    case stars
    case pushed

    /// Newest and most first, names from A.
    public var defaultDirection: SortDirection { self == .name ? .ascending : .descending }
}

public struct FavoritesSort: Sendable, Codable, Hashable {
    public var key: FavoritesSortKey
    public var direction: SortDirection

    /// - Parameter direction: nil for the key's own.
    public init(_ key: FavoritesSortKey, _ direction: SortDirection? = nil) {
        self.key = key
        self.direction = direction ?? key.defaultDirection
    }
}

/// The favorites as they are shown: `count.shown` of `count.total`.
public struct FavoritesContent: Equatable, Sendable {
    public let rows: [ItemRowContent]
    public let count: CountContent

    public init(rows: [ItemRowContent], count: CountContent) {
        self.rows = rows
        self.count = count
    }
}

/// The one state of the favorites screen.
public enum FavoritesPhase: Equatable, Sendable {
    /// The library has not answered yet.
    case loading
    /// There are no favorites at all.
    case none
    case rows(FavoritesContent)
    /// There are favorites, but none that the filter lets through.
    case noMatch(filter: String)
}

@MainActor @Observable public final class FavoritesViewModel {
    public private(set) var filter = ""
    public private(set) var sort = FavoritesSort(.added)
    public private(set) var phase = FavoritesPhase.loading

    private let shelf: FavoritesShelf
    private let formats: Formats
    private let time: TimeSource

    public init(shelf: FavoritesShelf, formats: Formats, time: TimeSource) {
        self.shelf = shelf
        self.formats = formats
        self.time = time
    }

    /// Words that must all be in the owner, name, description, language or topics; case and accents do not matter.
    public func filterChanged(_ filter: String) {}

    public func sortChanged(_ sort: FavoritesSort) {}

    public func remove(_ id: ItemID) {}

    public func undoRemoval() {}

    /// Writes the relative dates anew.
    public func refresh() {}

    /// The item behind a row.
    public func item(for id: ItemID) -> Item? { nil }
}
