import GRDB

/// The stars that the account has requested and its server has not confirmed. They show instead of those in `item`.
struct RequestedStars {
    /// The request for the star of a row of `item`, as an expression: bit 0 is whether it is set, bit 1 whether the
    /// last attempt failed. NULL without a request.
    static let value = """
        (SELECT requested.is_set + 2 * (requested.last_error IS NOT NULL) FROM outbox AS requested
            WHERE requested.host = item.host AND requested.login = (\(loginOfItem)) AND requested.kind = 'star'
                AND requested.catalog = item.catalog AND requested.item_id = item.item_id)
        """
    /// The account whose stars the library has. The outbox may have entries of others.
    private static let loginOfItem = "SELECT list FROM star_list WHERE star_list.host = item.host AND star_list.is_own"

    /// One row for each request that differs from the confirmed star.
    static let select = """
        SELECT item.row, item.catalog, item.host, requested.is_set AS is_set FROM outbox AS requested
        JOIN item USING (host, catalog, item_id)
        WHERE requested.kind = 'star' AND requested.login = (\(loginOfItem)) AND item.is_favorite
            AND requested.is_set IS NOT ifnull(item.starred_on_server, 0)
        """

    /// A favorite whose requested star differs from the confirmed one.
    struct Change {
        let row: Int64
        let catalog: String
        let host: String
        let isSet: Bool
    }

    let changes: [Change]

    init(_ db: Database) throws {
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.select))
        var changes: [Change] = []
        while let row = try rows.next() {
            guard let id = row.value(Int64.self, in: "row"), let catalog = row.value(String.self, in: "catalog"),
                let host = row.value(String.self, in: "host"), let isSet = row.value(Bool.self, in: "is_set")
            else { continue }
            changes.append(Change(row: id, catalog: catalog, host: host, isSet: isSet))
        }
        self.changes = changes
    }

    /// Changes the rows whose star is confirmed to those whose star shows.
    /// - Parameter account: the server whose stars count; nil for those of any server.
    func apply(to rows: inout RowSet, account: String?) {
        let relevant = changes.filter { account == nil || $0.host == account }
        rows.subtract(RowSet(relevant.lazy.filter { !$0.isSet }.map(\.row)))
        for change in relevant where change.isSet { rows.insert(change.row) }
    }
}
