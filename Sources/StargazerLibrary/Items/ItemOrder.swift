/// A key to sort items by. `added` and `name` apply to all favorites; a catalog may define its own.
public struct SortKey: RawRepresentable, Sendable, Codable, Hashable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// The catalog's own ranking, which has no direction.
    public static let bestMatch = SortKey(rawValue: "bestMatch")
    /// The date it became a favorite.
    public static let added = SortKey(rawValue: "added")
    public static let name = SortKey(rawValue: "name")
    public static let stars = SortKey(rawValue: "stars")
    /// The date of the last push. What has one need not have the date of its last update.
    public static let pushed = SortKey(rawValue: "pushed")

    public var isDate: Bool { self == .added || self == .pushed }
    public var hasDirection: Bool { self != .bestMatch }
    /// Newest and highest first, names from A.
    public var defaultDirection: SortDirection { self == .name ? .ascending : .descending }
}

public enum SortDirection: String, Sendable, Codable, Hashable {
    case descending
    case ascending
}

public struct ItemOrder: Sendable, Codable, Hashable {
    public var key: SortKey
    public var direction: SortDirection

    /// - Parameter direction: nil for the key's default.
    public init(_ key: SortKey, _ direction: SortDirection? = nil) {
        self.key = key
        self.direction = direction ?? key.defaultDirection
    }

    public static let bestMatch = ItemOrder(.bestMatch)
}
