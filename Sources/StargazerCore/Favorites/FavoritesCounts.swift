/// How many favorites there are.
public struct FavoritesCounts: Sendable, Hashable {
    /// The favorites of one catalog and server, with or without the account's star on them.
    private struct Group: Sendable, Hashable {
        var catalog: CatalogKind
        var host: String
        var areStarred: Bool
    }

    private var groups: [Group: Int] = [:]

    /// The number of favorites that have a tag.
    public var tagged = 0

    public init() {}

    public mutating func add(_ number: Int, catalog: CatalogKind, host: String, areStarred: Bool) {
        groups[Group(catalog: catalog, host: host, areStarred: areStarred), default: 0] += number
    }

    /// The number of favorites without a tag.
    public var untagged: Int { max(0, total - tagged) }

    public var total: Int { groups.values.reduce(0, +) }

    public subscript(_ catalog: CatalogKind) -> Int {
        groups.reduce(0) { $1.key.catalog == catalog ? $0 + $1.value : $0 }
    }

    /// Returns the number of items on this server that its account could star and has not starred, as last known.
    public func notStarred(on host: String) -> Int {
        groups[Group(catalog: StarStates.catalog, host: host, areStarred: false)] ?? 0
    }

    /// Whether any item on this server is known to be starred.
    public func hasStarred(on host: String) -> Bool {
        groups.contains { $0.key.host == host && $0.key.areStarred }
    }
}
