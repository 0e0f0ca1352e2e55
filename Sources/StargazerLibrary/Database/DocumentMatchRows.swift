import GRDB

/// The rows of the favorites whose documents match a query.
struct DocumentMatchRows {
    /// Those with all words that match everything else in the query too.
    private(set) var complete: RowSet
    /// The same of those with part of the words: the words that they lack.
    let missingWords: [Int64: [String]]
    /// The places of both in order of rank.
    private let places: [Int64: Int]

    static let selectRow = "SELECT row FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite"

    /// - Parameter rowsMatching: answers a part of the query; nil when it restricts nothing.
    /// - Returns: nil when no documents match.
    init?(
        _ db: Database, _ query: FavoritesQuery, rowsMatching: (QueryExpression) throws -> RowSet?
    ) throws {
        guard !query.documents.matches.isEmpty else { return nil }
        let rest = try query.expression?.words.rest.flatMap(rowsMatching)
        let select = try db.cachedStatement(sql: Self.selectRow)
        var places: [Int64: Int] = [:]
        var (complete, missingWords): ([Int64], [Int64: [String]]) = ([], [:])
        for (place, match) in query.documents.matches.enumerated() {
            guard let row = try Int64.fetchOne(select, arguments: ItemRecord.key(match.id)), rest?.contains(row) ?? true
            else { continue }
            places[row] = place
            if match.isComplete { complete.append(row) } else { missingWords[row] = match.missing }
        }
        self.places = places
        self.complete = RowSet(complete)
        self.missingWords = missingWords
        // Parts of names are words that the documents do not have.
        for missing in query.documents.missing {
            let words = missing.split(separator: " ").map { QueryExpression.word(String($0)) }
            if let rows = try rowsMatching(.and(words)), rows.count > 0 { self.complete.formIntersection(rows) }
        }
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
