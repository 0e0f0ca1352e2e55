import GRDB

/// The star list of the account whose stars are in `item`, and changes of its stars.
extension StarListRecord {
    /// Sets the account whose stars `item` has. Deletes those of another one; the favorites stay.
    func setAccount(_ db: Database) throws {
        let known = try String.fetchOne(
            db, sql: "SELECT list FROM star_list WHERE host = ? AND is_own", arguments: [list.host])
        guard known != list.login.lowercased() else { return }
        try db.execute(
            sql: "DELETE FROM item WHERE host = ? AND NOT is_favorite AND removed_at IS NULL", arguments: [list.host])
        try db.execute(
            sql: """
                UPDATE item SET starred_on_server = NULL, starred_at = NULL, stamp = random()
                WHERE host = ? AND (starred_on_server IS NOT NULL OR starred_at IS NOT NULL)
                """, arguments: [list.host])
        try db.execute(
            sql: "INSERT OR IGNORE INTO star_list (host, list, login, reading) VALUES (?, ?, ?, 0)",
            arguments: key + [list.login])
        try db.execute(
            sql: """
                UPDATE star_list SET is_own = (list = ?), own_completed_at = NULL,
                    is_reading = is_reading AND NOT reads_own, resumes = resumes AND NOT reads_own
                WHERE host = ?
                """, arguments: [list.login.lowercased(), list.host])
    }

    static func hasAccount(_ db: Database, host: String) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM star_list WHERE host = ? AND is_own", arguments: [host]) != nil
    }

    /// Returns how much of the account's list the library has.
    func accountState(_ db: Database) throws -> StarListState {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT own_completed_at IS NOT NULL AS is_complete, came,
                    is_reading AND reads_own AND NOT is_compared AS is_brought
                FROM star_list WHERE \(Self.isOf) AND is_own
                """, arguments: key)
        if row?.value(Bool.self, in: "is_brought") == true { return .some(row?.value(in: "came") ?? 0) }
        return row?.value(Bool.self, in: "is_complete") == true ? .all : .nothing
    }

    /// Records that the server has confirmed a change of the account's star: pages that were asked for before are older.
    static func recordChange(_ db: Database, of id: ItemID, isStarred: Bool) throws {
        let arguments: StatementArguments = [id.host, id.catalog.rawValue, id.id]
        if isStarred {
            try db.execute(
                sql: """
                    INSERT INTO star_list_item (host, list, catalog, item_id, reading, is_changed)
                    SELECT host, list, ?2, ?3, reading - 1, 1 FROM star_list WHERE host = ?1 AND is_own
                    ON CONFLICT DO UPDATE SET missed = 0, verified = 0, is_changed = 1
                    """, arguments: arguments)
        } else {
            // The list no longer has it, and the reason is known.
            try db.execute(
                sql: """
                    INSERT INTO star_list_item (host, list, catalog, item_id, reading, missed, verified, is_changed)
                    SELECT host, list, ?2, ?3, reading - 1, 2, 2, 1 FROM star_list WHERE host = ?1 AND is_own
                    ON CONFLICT DO UPDATE SET missed = 2, verified = 2, is_changed = 1
                    """, arguments: arguments)
            try db.execute(
                sql: "UPDATE star_list SET owner_stars = owner_stars - 1 WHERE host = ? AND is_own AND is_reading",
                arguments: [id.host])
        }
    }

    /// Records that an item is starred, as the server was asked for itself: a page that was asked for before may lack it, so
    /// that the reading does not tell at once what the account has not starred.
    static func recordLearned(_ db: Database, _ id: ItemID) throws {
        try db.execute(
            sql: """
                UPDATE star_list SET is_whole = 0 WHERE host = ?1 AND is_own AND is_reading AND NOT EXISTS (
                    SELECT 1 FROM star_list_item AS entry
                    WHERE entry.host = ?1 AND entry.list = star_list.list AND entry.catalog = ?2 AND entry.item_id = ?3)
                """, arguments: [id.host, id.catalog.rawValue, id.id])
    }

    /// Whether the user has removed the star of an item: it waits in the outbox, or was confirmed after the page.
    func isRemoved(_ db: Database, _ id: ItemID) throws -> Bool {
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM outbox
                WHERE host = ?1 AND catalog = ?3 AND item_id = ?4 AND login = ?2 COLLATE NOCASE AND kind = ?5
                    AND NOT is_set
            ) OR EXISTS (
                SELECT 1 FROM star_list_item
                WHERE host = ?1 AND list = ?2 AND catalog = ?3 AND item_id = ?4 AND is_changed AND missed
            )
            """
        return try Bool.fetchOne(
            db.cachedStatement(sql: sql),
            arguments: key + [id.catalog.rawValue, id.id, AccountMutation.Kind.star.rawValue]) ?? false
    }
}

extension LibraryDatabase {
    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        let record = StarListRecord(list: StarListID(host: host, login: login), codecs: codecs)
        try await write { db in try record.setAccount(db) }
    }

    public func starListState(of account: StarListID) async -> StarListState {
        guard canWrite else { return .all }
        let record = StarListRecord(list: account, codecs: codecs)
        // One that cannot be read can bring nothing.
        return (try? await read { db in try record.accountState(db) }) ?? .all
    }
}
