import GRDB
import StargazerCore

/// The rows of the favorites whose documents match a query.
struct DocumentMatchRows {
    /// Those that also match everything else in the query.
    let matching: RowSet
    /// The same of those that have most of the words, the best first.
    let partial: [Int64]
    /// The places of `matching` in order of rank.
    private let places: [Int64: Int]

    static let selectRow = "SELECT row FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite"

    /// - Parameter rowsMatching: answers a part of the query; nil when it restricts nothing.
    /// - Returns: nil when no documents match.
    init?(
        _ db: Database, _ query: FavoritesQuery, rowsMatching: (QueryExpression) throws -> RowSet?
    ) throws {
        guard !query.textMatches.isEmpty || !query.partialMatches.isEmpty else { return nil }
        let rest = try query.expression?.words.rest.flatMap(rowsMatching)
        let select = try db.cachedStatement(sql: Self.selectRow)
        func rows(_ ids: [ItemID]) throws -> [Int64] {
            try ids.compactMap { try Int64.fetchOne(select, arguments: ItemRecord.key($0)) }
                .filter { rest?.contains($0) ?? true }
        }
        let found = try rows(query.textMatches)
        matching = RowSet(found)
        places = Dictionary(zip(found, 0...), uniquingKeysWith: min)
        partial = try rows(query.partialMatches)
    }

    /// Puts these rows first, in order of rank; the others follow in their present order.
    func bestFirst(_ rows: [FavoriteRowID]) -> [FavoriteRowID] {
        var known: [(place: Int, row: FavoriteRowID)] = []
        var others: [FavoriteRowID] = []
        for row in rows {
            if let place = places[row.rawValue] { known.append((place, row)) } else { others.append(row) }
        }
        return known.sorted { $0.place < $1.place }.map(\.row) + others
    }
}
