import GRDB

struct CatalogRows {
    /// The catalogs that this version knows.
    private(set) var kinds: [CatalogKind] = []
    /// The rows of every catalog but the last, which has all remaining rows.
    private var rows: [RowSet] = []
    private var unknown = RowSet()

    init(_ db: Database, codecs: ItemCodecs) throws {
        var examples: [Int64] = []
        var next = try skipDamaged(db, FavoritesFetchRequest.selectFirstCatalogs)
        _ = try skipDamaged(db, FavoritesFetchRequest.selectLastCatalogs)
        while let found = next, let row = found.value(Int64.self, in: "row") {
            let kind = found.value(String.self, in: "catalog").map(CatalogKind.init(rawValue:))
            if let kind, codecs[kind] != nil, !kinds.contains(kind) {
                kinds.append(kind)
                examples.append(row)
            } else {
                try unknown.insert(db, selecting: FavoritesFetchRequest.selectOfCatalog, [row])
            }
            next = try Row.fetchOne(
                db.cachedStatement(sql: FavoritesFetchRequest.selectNextCatalog), arguments: [row])
        }
        rows = try examples.dropLast().map { try RowSet(db, selecting: FavoritesFetchRequest.selectOfCatalog, [$0]) }
    }

    /// Marks the rows at one end of the order whose catalog is not a text as unknown.
    /// - Returns: the first row whose catalog is a text.
    private mutating func skipDamaged(_ db: Database, _ sql: String) throws -> Row? {
        let found = try Row.fetchCursor(db.cachedStatement(sql: sql))
        while let row = try found.next() {
            if row.value(in: "kind") == "text" { return row.copy() }
            if let number = row.value(Int64.self, in: "row") { unknown.insert(number) }
        }
        return nil
    }

    /// Returns the catalog's index in `kinds`; nil for a row of an unknown catalog.
    func position(of row: Int64) -> Int? {
        unknown.contains(row) ? nil : rows.firstIndex { $0.contains(row) } ?? rows.count
    }
}
