public import Foundation

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
    /// The number of favorites with updates.
    public var updates = 0
    /// The number of favorites with updates that the user has not seen.
    public var newUpdates = 0
    /// When there was an update last, also one that has left the list; nil for never.
    public var latestUpdate: Date?

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
        groups[Group(catalog: GitHubStars.catalog, host: host, areStarred: false)] ?? 0
    }

    /// Whether any item on this server is known to be starred.
    public func hasStarred(on host: String) -> Bool {
        groups.contains { $0.key.host == host && $0.key.areStarred }
    }
}

/// The values that favorites have, and how many favorites have each.
public struct FavoritesFacets: Sendable, Hashable {
    public struct Value: Sendable, Hashable {
        /// As a query writes it after the qualifier, without quotation marks.
        public var text: String
        public var count: Int

        public init(_ text: String, _ count: Int) {
            self.text = text
            self.count = count
        }
    }

    /// The most values of each qualifier.
    public static let limit = 50

    /// The number of favorites counted.
    public let total: Int
    /// The values of each qualifier, the most frequent first, equal counts in the order of their texts.
    public let values: [QualifierName: [Value]]

    public subscript(_ name: QualifierName) -> [Value] { values[name] ?? [] }

    /// - Parameter counts: the number of favorites with each value.
    public init(total: Int = 0, counts: [QualifierName: [String: Int]] = [:]) {
        self.total = total
        values = counts.compactMapValues { counts in
            let known = counts.filter { $0.value > 0 }
            // Of many values few are sorted by text.
            let least = known.values.sorted(by: >).prefix(Self.limit).last ?? 0
            let frequent = known.lazy.filter { $0.value >= least }.map { Value($0.key, $0.value) }
                .sorted { ($1.count, $0.text) < ($0.count, $1.text) }
            return frequent.isEmpty ? nil : Array(frequent.prefix(Self.limit))
        }
    }
}
