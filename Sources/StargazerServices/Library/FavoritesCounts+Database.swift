import GRDB
import StargazerCore

extension FavoritesCounts {
    /// Grouped in the order of an index: an expression would need a temporary table of all favorites.
    static let select = """
        SELECT catalog, host, starred_on_server, count(*) AS number FROM item WHERE is_favorite
        GROUP BY catalog, host, starred_on_server
        """
    static let selectTagged = """
        SELECT count(*) FROM item WHERE is_favorite AND row IN (\(QualifierRows.selectTagged))
        """

    /// Counts the favorites of the catalogs that this version knows.
    init(_ db: Database, codecs: ItemCodecs) throws {
        self.init()
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.select))
        while let row = try rows.next() {
            // A damaged row has values of other types.
            guard let catalog = row.value(String.self, in: "catalog").map(CatalogKind.init(rawValue:)),
                let host = row.value(String.self, in: "host"), let number = row.value(Int.self, in: "number"),
                codecs[catalog] != nil
            else { continue }
            add(number, catalog: catalog, host: host, areStarred: row.value(Int.self, in: "starred_on_server") == 1)
        }
        tagged = try Int.fetchOne(db.cachedStatement(sql: Self.selectTagged)) ?? 0
    }
}
