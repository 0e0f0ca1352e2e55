public import Foundation

public struct FavoritesCounts: Sendable, Hashable {
    public var byCatalog: [CatalogKind: Int] = [:]
    /// The number of repositories of the account's server that it has not starred there; 0 while signed out.
    public var onlyHere = 0
    public var tagged = 0
    public var updates = 0
    /// The number of favorites with updates that the user has not seen.
    public var newUpdates = 0
    /// When there was an update last, also one that has left the list; nil for never.
    public var latestUpdate: Date?

    public init() {}

    public var untagged: Int { max(0, total - tagged) }

    public var total: Int { byCatalog.values.reduce(0, +) }

    public subscript(_ catalog: CatalogKind) -> Int { byCatalog[catalog] ?? 0 }
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

    public static let limit = 50

    public let total: Int
    /// The values of each qualifier, the most frequent first, equal counts in the order of their texts.
    public let values: [QualifierName: [Value]]

    public subscript(_ name: QualifierName) -> [Value] { values[name] ?? [] }

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
