import Foundation
import GRDB
public import StargazerCore

/// The tables of an import of an account's stars: whose stars the library has, where to resume, and which items have
/// arrived. The items themselves are in `item`.
struct StarImportRecord {
    /// The values of `star_import_item.state`.
    private enum State: Int {
        /// Possibly starred when the import began.
        case expected = 0
        case imported = 1
        /// Imported, and not a favorite before.
        case importedNew = 2

        /// The bits of these values.
        static let mask = 3
        /// Added when the server has confirmed a change of the star since the import began: a batch may be older.
        static let changed = 4
    }

    let login: String
    let host: String
    let codecs: ItemCodecs

    static let selectPass = "SELECT login, next_batch, is_whole FROM star_import WHERE host = ?"
    static let selectItem = "SELECT state FROM star_import_item WHERE host = ? AND catalog = ? AND item_id = ?"

    static func hasImport(_ db: Database, host: String) throws -> Bool {
        try Row.fetchOne(db, sql: selectPass, arguments: [host]) != nil
    }

    func starImportResumePoint(_ db: Database) throws -> StarImportResumePoint? {
        let next = try String.fetchOne(
            db, sql: "SELECT next_batch FROM star_import WHERE host = ? AND login = ? COLLATE NOCASE",
            arguments: [host, login])
        return try next.map { StarImportResumePoint(next: BatchCursor($0), count: try importCount(db)) }
    }

    /// - Returns: where to resume.
    func beginImport(_ db: Database) throws -> StarImportResumePoint? {
        let place = try starImportResumePoint(db)
        let isOwn = "EXISTS (SELECT 1 FROM star_import WHERE host = ?1 AND login = ?2 COLLATE NOCASE)"
        let sql =
            place == nil
            ? "DELETE FROM star_import_item WHERE host = ?1 AND \(isOwn)"
            : "UPDATE star_import_item SET state = coalesce(state, 0) & \(State.mask) WHERE host = ?1 AND \(isOwn)"
        try db.execute(sql: sql, arguments: [host, login])
        return place
    }

    /// Records that the server has confirmed a change of a star.
    static func recordChange(_ db: Database, of id: ItemID) throws {
        try db.execute(
            sql: """
                INSERT INTO star_import_item (host, catalog, item_id, state) VALUES (?, ?, ?, \(State.changed))
                ON CONFLICT DO UPDATE SET state = state | \(State.changed)
                """, arguments: ItemRecord.hostKey(id))
    }

    func importState(_ db: Database) throws -> StarImportState {
        if let place = try starImportResumePoint(db) { return .some(place.count.total) }
        let isComplete = try Bool.fetchOne(
            db, sql: "SELECT is_whole FROM star_import WHERE host = ? AND login = ? COLLATE NOCASE",
            arguments: [host, login])
        return isComplete == true ? .all : .nothing
    }

    /// Deletes the recorded stars of another login; the favorites stay.
    func setStarAccount(_ db: Database) throws {
        let known = try String.fetchOne(db, sql: "SELECT login FROM star_import WHERE host = ?", arguments: [host])
        guard known?.lowercased() != login.lowercased() else { return }
        try db.execute(
            sql: "DELETE FROM item WHERE host = ? AND NOT is_favorite AND removed_at IS NULL",
            arguments: [host])
        try db.execute(
            sql: """
                UPDATE item SET starred_on_server = NULL, starred_at = NULL, stamp = random()
                WHERE host = ? AND (starred_on_server IS NOT NULL OR starred_at IS NOT NULL)
                """, arguments: [host])
        try db.execute(sql: "DELETE FROM star_import_item WHERE host = ?", arguments: [host])
        try db.execute(
            sql: "INSERT OR REPLACE INTO star_import (host, login) VALUES (?, ?)", arguments: [host, login])
    }

    func importStars(
        _ db: Database, _ batch: StarredBatch, as step: StarImportStep, now: Date
    ) throws -> StarListProgress {
        try setStarAccount(db)
        switch step {
        case .beginning: try begin(db, kinds: Set(batch.items.map(\.item.id.catalog)))
        case .continuing: break
        case .resumed: try db.execute(sql: "UPDATE star_import SET is_whole = 0 WHERE host = ?", arguments: [host])
        }
        var index: [LibraryIndex.Entry] = []
        for starred in batch.items where starred.item.id.host == host {
            guard try !isRemoved(db, starred.item.id) else {
                try record(db, starred.item.id, .imported)
                continue
            }
            let wasNew = try ItemRecord(starred.item, by: codecs)
                .importStar(db, starredAt: starred.starredAt, now: now, index: &index)
            try record(db, starred.item.id, wasNew ? .importedNew : .imported)
        }
        try LibraryIndex.write(db, &index)
        try db.execute(
            sql: "UPDATE star_import SET next_batch = ? WHERE host = ?", arguments: [batch.next?.opaque, host])
        var count = try importCount(db)
        count.unreadable = batch.unreadable
        if let next = batch.next { return StarListProgress(count: count, step: .next(next)) }
        let problem = try problem(db, batch, count)
        try end(db, isComplete: problem == nil && batch.unreadable == 0)
        return StarListProgress(count: count, step: .complete, problem: problem)
    }

    private func problem(
        _ db: Database, _ batch: StarredBatch, _ count: StarImportCount
    ) throws -> StarListProblem? {
        if batch.isPartial { return .partial }
        if let stars = batch.total, count.total + count.unreadable < stars {
            return .short(came: count.total, stars: stars)
        }
        let isEmpty = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM item WHERE host = ? AND starred_on_server)", arguments: [host])
        return count.total == 0 && isEmpty == true ? .empty : nil
    }

    /// - Parameter kinds: the catalogs whose items the list contains.
    private func begin(_ db: Database, kinds: Set<CatalogKind>) throws {
        try db.execute(
            sql: "DELETE FROM star_import_item WHERE host = ? AND (state & \(State.changed)) IS NOT TRUE",
            arguments: [host])
        let expect = """
            INSERT OR IGNORE INTO star_import_item (host, catalog, item_id, state)
            SELECT host, catalog, item_id, ? FROM item WHERE host = ?
            """
        let arguments: StatementArguments = [State.expected.rawValue, host]
        try db.execute(sql: "\(expect) AND starred_on_server", arguments: arguments)
        for kind in kinds {
            try db.execute(
                sql: "\(expect) AND catalog = ? AND starred_on_server IS NULL", arguments: arguments + [kind.rawValue])
        }
        try db.execute(sql: "UPDATE star_import SET is_whole = 1 WHERE host = ?", arguments: [host])
    }

    /// Whether the user has removed the star of an item: in the outbox, or on the server after the batch was loaded.
    private func isRemoved(_ db: Database, _ id: ItemID) throws -> Bool {
        let sql = """
            SELECT EXISTS (
                SELECT 1 FROM outbox
                WHERE host = ?1 AND catalog = ?2 AND item_id = ?3 AND login = ?4 COLLATE NOCASE AND kind = ?5
                    AND NOT is_set
            ) OR EXISTS (
                SELECT 1 FROM star_import_item
                WHERE host = ?1 AND catalog = ?2 AND item_id = ?3 AND state & \(State.changed)
            ) AND NOT EXISTS (
                SELECT 1 FROM item WHERE host = ?1 AND catalog = ?2 AND item_id = ?3 AND starred_on_server
            )
            """
        return try Bool.fetchOne(
            db.cachedStatement(sql: sql),
            arguments: ItemRecord.hostKey(id) + [login, AccountMutation.Kind.star.rawValue]) ?? false
    }

    /// Keeps the first state that this import recorded for an item.
    private func record(_ db: Database, _ id: ItemID, _ state: State) throws {
        try db.execute(
            sql: """
                INSERT INTO star_import_item (host, catalog, item_id, state) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET state = excluded.state | (state & \(State.changed))
                    WHERE state & \(State.mask) = ?
                """, arguments: ItemRecord.hostKey(id) + [state.rawValue, State.expected.rawValue])
    }

    private func importCount(_ db: Database) throws -> StarImportCount {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(CASE WHEN state & \(State.mask) <> ? THEN 1 END) AS came,
                    count(CASE WHEN state & \(State.mask) = ? THEN 1 END) AS new
                FROM star_import_item WHERE host = ?
                """, arguments: [State.expected.rawValue, State.importedNew.rawValue, host])
        return StarImportCount(total: row?.value(in: "came") ?? 0, new: row?.value(in: "new") ?? 0)
    }

    /// Ends the import. If it was interrupted, or if a star was changed, the pages of the list may have moved meanwhile,
    /// and a missing item does not mean a removed star.
    private func end(_ db: Database, isComplete: Bool) throws {
        let isWhole = """
            SELECT is_whole AND NOT EXISTS (
                SELECT 1 FROM star_import_item WHERE host = ?1 AND state & \(State.changed)
            ) FROM star_import WHERE host = ?1
            """
        if try isComplete && Bool.fetchOne(db, sql: isWhole, arguments: [host]) == true {
            let missing = """
                host = ?1 AND catalog || ' ' || item_id IN (
                    SELECT catalog || ' ' || item_id FROM star_import_item WHERE host = ?1 AND state = ?2)
                """
            let key: StatementArguments = [host, State.expected.rawValue]
            try db.execute(
                sql: "DELETE FROM item WHERE NOT is_favorite AND removed_at IS NULL AND \(missing)", arguments: key)
            try db.execute(
                sql: "UPDATE item SET starred_on_server = 0, starred_at = NULL, stamp = random() WHERE \(missing)",
                arguments: key)
        }
        try db.execute(sql: "DELETE FROM star_import_item WHERE host = ?", arguments: [host])
        // From here on, the column means that the import has ended.
        try db.execute(sql: "UPDATE star_import SET is_whole = 1 WHERE host = ?", arguments: [host])
    }
}

extension LibraryDatabase {
    public func importStars(
        _ batch: StarredBatch, of login: String, host: String, as step: StarImportStep
    ) async throws(LibraryFailure) -> StarListProgress {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        let now = time.now()
        return try await write { db in
            let progress = try record.importStars(db, batch, as: step, now: now)
            if progress.step == .complete {
                try StarListRecord.keepImported(db, progress, login: login, host: host, now: now)
            }
            return progress
        }
    }

    public func beginStarImport(
        of login: String, host: String
    ) async throws(LibraryFailure) -> StarImportResumePoint? {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        return try await write { db in try record.beginImport(db) }
    }

    public func starImportState(of login: String, host: String) async -> StarImportState {
        guard canWrite else { return .all }
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        return (try? await read { db in try record.importState(db) }) ?? .all
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        let record = StarImportRecord(login: login, host: host, codecs: codecs)
        try await write { db in try record.setStarAccount(db) }
    }
}
