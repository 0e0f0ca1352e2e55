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

/// Which favorites to show, by the account's own star on them.
public enum FavoritesPlace: String, Sendable, Codable, Hashable, CaseIterable {
    case all
    /// Starred by the account as well, as last known.
    case onServer
    /// Not starred by the account, as far as is known.
    case onlyHere

    func holds(isStarred: Bool) -> Bool {
        switch self {
        case .all: true
        case .onServer: isStarred
        case .onlyHere: !isStarred
        }
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
    /// There are favorites, but none in the place that was chosen; `filter` is what was typed besides, or empty.
    case nothingIn(FavoritesPlace, filter: String)
}
