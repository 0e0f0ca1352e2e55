public import Foundation
import GRDB

/// The table `outbox`: for each item, account and kind, the last mutation that the server has not confirmed.
struct OutboxRecord {
    let codecs: ItemCodecs

    private static let ofAccount = "host = ? AND login = ?"
    private static let columns = """
        id, kind, catalog, host, item_id, is_set, attempts, last_error, is_uncertain, title, snapshot_format, snapshot
        """
    private static let order = "ORDER BY attempts, id"
    /// Parameters: now, now and the longest pause, now, now and the period of a claim.
    private static let isDue = """
        (send_at <= ? OR send_at > ?) AND (claimed_until IS NULL OR claimed_until <= ? OR claimed_until > ?)
        """

    private func due(_ now: Date) -> StatementArguments {
        [
            now, now.addingTimeInterval(OutboxTime.longestPause), now, now.addingTimeInterval(OutboxTime.claim),
        ]
    }

    private func key(_ account: OutboxAccount) -> StatementArguments { [account.host, account.login] }

    func enqueue(_ db: Database, _ change: OutboxChange, now: Date) throws {
        let mutation = change.mutation
        let record = try ItemRecord(mutation.item, by: codecs)
        let key: StatementArguments = [
            change.account.host, change.account.login, mutation.kind.rawValue, mutation.item.id.catalog.rawValue,
            mutation.item.id.id,
        ]
        // The state on the server and the place in the queue are those of the first mutation.
        try db.execute(
            sql: """
                INSERT INTO outbox (
                    host, login, kind, catalog, item_id, is_set, was_set, created_at, send_at, title, snapshot_format,
                    snapshot)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET is_set = excluded.is_set, send_at = excluded.send_at, attempts = 0,
                    last_error = NULL,
                    title = excluded.title, snapshot_format = excluded.snapshot_format, snapshot = excluded.snapshot
                """,
            arguments: key + [mutation.isSet, change.wasSet, now, change.sendAt, record.title, record.format]
                + [record.snapshot])
        try db.execute(
            sql: """
                DELETE FROM outbox
                WHERE host = ? AND login = ? AND kind = ? AND catalog = ? AND item_id = ? AND is_set = was_set
                    AND NOT is_uncertain
                """, arguments: key)
    }

    /// - Parameter limit: negative for all.
    func entries(
        _ db: Database, of account: OutboxAccount, limit: Int = -1, where condition: String = "TRUE"
    ) throws -> [OutboxEntry] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT \(Self.columns) FROM outbox WHERE \(Self.ofAccount) AND \(condition) \(Self.order) LIMIT ?
                """, arguments: key(account) + [limit])
        let reader = ItemFactsReader()
        var entries: [OutboxEntry] = []
        while let row = try rows.next() {
            if let entry = entry(row, reader) { entries.append(entry) }
        }
        return entries
    }

    func waiting(_ db: Database, of account: OutboxAccount, limit: Int) throws -> WaitingChanges {
        WaitingChanges(
            first: try entries(db, of: account, limit: limit).map(\.mutation),
            count: try Int.fetchOne(
                db, sql: "SELECT count(*) FROM outbox WHERE \(Self.ofAccount)", arguments: key(account)) ?? 0,
            others: try Row.fetchAll(
                db,
                sql: """
                    SELECT login, count(*) AS count FROM outbox WHERE host = ? AND login <> ?
                    GROUP BY login ORDER BY login LIMIT ?
                    """, arguments: key(account) + [limit]
            ).compactMap { row in
                row.value(String.self, in: "login").map { .init(login: $0, count: row.value(in: "count") ?? 0) }
            })
    }

    func requestedFollows(_ db: Database, of account: OutboxAccount) throws -> [ItemID: Bool] {
        let rows = try Row.fetchCursor(
            db, sql: "SELECT catalog, host, item_id, is_set FROM outbox WHERE \(Self.ofAccount) AND kind = 'follow'",
            arguments: key(account))
        var follows: [ItemID: Bool] = [:]
        while let row = try rows.next() {
            if let id = FavoriteReader.id(from: row) { follows[id] = row.value(in: "is_set") }
        }
        return follows
    }

    func cancel(_ db: Database, _ mutation: AccountMutation, of account: OutboxAccount, now: Date) throws {
        let ofMutation = "\(Self.ofAccount) AND kind = ? AND catalog = ? AND item_id = ?"
        let arguments =
            key(account) + [mutation.kind.rawValue, mutation.item.id.catalog.rawValue, mutation.item.id.id]
        try db.execute(
            sql: """
                UPDATE outbox SET is_set = was_set, send_at = ?, attempts = 0, last_error = NULL
                WHERE \(ofMutation) AND is_set = ?
                """, arguments: [now] + arguments + [mutation.isSet])
        try db.execute(
            sql: "DELETE FROM outbox WHERE \(ofMutation) AND is_set = was_set AND NOT is_uncertain",
            arguments: arguments)
    }

    func beginSending(_ db: Database, of account: OutboxAccount, now: Date) throws -> OutboxNext {
        let reader = ItemFactsReader()
        while true {
            let row = try Row.fetchOne(
                db,
                sql: """
                    SELECT \(Self.columns) FROM outbox WHERE \(Self.ofAccount) AND \(Self.isDue) \(Self.order) LIMIT 1
                    """, arguments: key(account) + due(now))
            guard let row, let id = row.value(Int64.self, in: "id") else { break }
            guard let entry = entry(row, reader) else {
                // What cannot be read can never be sent.
                try db.execute(sql: "DELETE FROM outbox WHERE id = ?", arguments: [id])
                continue
            }
            try db.execute(
                sql: """
                    UPDATE outbox SET is_uncertain = 1, attempts = attempts + 1, claimed_until = ? WHERE id = ?
                    """, arguments: [now.addingTimeInterval(OutboxTime.claim), id])
            return .entry(entry)
        }
        let next = try Row.fetchOne(
            db,
            sql: """
                SELECT min(max(send_at, coalesce(claimed_until, send_at))) AS next FROM outbox WHERE \(Self.ofAccount)
                """, arguments: key(account))
        return next?.date(in: "next").map { .later($0) } ?? .nothing
    }

    /// - Returns: whether the user has asked for the opposite, or taken the mutation back, meanwhile.
    func endSending(_ db: Database, _ entry: OutboxEntry, as outcome: OutboxOutcome) throws -> Bool {
        let isSet = try Bool.fetchOne(db, sql: "SELECT is_set FROM outbox WHERE id = ?", arguments: [entry.id])
        switch outcome {
        case .confirmed(let isSet):
            if entry.mutation.kind == .star {
                if isSet {
                    try ItemRecord(entry.mutation.item, by: codecs).recordStar(db)
                    _ = try StarUpdateRecord.remove(db, .unstarred, of: entry.mutation.item.id)
                } else {
                    try ItemRecord.recordUnstarred(db, entry.mutation.item.id)
                }
                try StarListRecord.recordChange(db, of: entry.mutation.item.id, isStarred: isSet)
            }
            try db.execute(
                sql: "UPDATE outbox SET was_set = ?, is_uncertain = 0 WHERE id = ?", arguments: [isSet, entry.id])
            try db.execute(sql: "DELETE FROM outbox WHERE id = ? AND is_set = was_set", arguments: [entry.id])
        case .rejected:
            // The server still has the earlier state, which may be what the user wants by now.
            try db.execute(sql: "UPDATE outbox SET is_uncertain = 0 WHERE id = ?", arguments: [entry.id])
            try db.execute(
                sql: "DELETE FROM outbox WHERE id = ? AND (is_set = ? OR is_set = was_set)",
                arguments: [entry.id, entry.mutation.isSet])
        case .postponed(let date, let isUncertain, let code):
            try db.execute(
                sql: """
                    UPDATE outbox SET send_at = ?, is_uncertain = ?,
                        last_error = CASE WHEN is_set = ? THEN ? ELSE last_error END
                    WHERE id = ?
                    """,
                arguments: [date, isUncertain || entry.isUncertain, entry.mutation.isSet, code, entry.id])
            try db.execute(
                sql: "DELETE FROM outbox WHERE id = ? AND is_set = was_set AND NOT is_uncertain", arguments: [entry.id])
        }
        try db.execute(sql: "UPDATE outbox SET claimed_until = NULL WHERE id = ?", arguments: [entry.id])
        return isSet != entry.mutation.isSet
    }

    func discard(_ db: Database, of account: OutboxAccount) throws {
        try db.execute(sql: "DELETE FROM outbox WHERE \(Self.ofAccount)", arguments: key(account))
    }

    func release(_ db: Database, of account: OutboxAccount, now: Date) throws {
        try db.execute(
            sql: "UPDATE outbox SET send_at = ? WHERE \(Self.ofAccount) AND send_at > ? AND last_error IS NULL",
            arguments: [now] + key(account) + [now])
    }

    /// - Returns: those that had not failed before.
    func postpone(
        _ db: Database, of account: OutboxAccount, until date: Date, error: String
    ) throws -> [AccountMutation] {
        let new = try entries(db, of: account, where: "last_error IS NULL")
        try db.execute(
            sql: """
                UPDATE outbox SET send_at = max(send_at, ?), last_error = coalesce(last_error, ?)
                WHERE \(Self.ofAccount)
                """, arguments: [date, error] + key(account))
        return new.map(\.mutation)
    }

    private func entry(_ row: Row, _ reader: ItemFactsReader) -> OutboxEntry? {
        guard let id = row.value(Int64.self, in: "id"),
            let kind = row.value(String.self, in: "kind").flatMap(AccountMutation.Kind.init(rawValue:)),
            let catalog = row.value(String.self, in: "catalog").map(CatalogKind.init(rawValue:)),
            let host = row.value(String.self, in: "host"), let itemID = row.value(String.self, in: "item_id"),
            let isSet = row.value(Bool.self, in: "is_set"),
            let facts = codecs.facts(in: row, of: catalog, by: reader)
        else { return nil }
        let item = Item(id: ItemID(catalog: catalog, host: host, id: itemID), facts: facts)
        return OutboxEntry(
            id: id, mutation: AccountMutation(kind, item, isSet: isSet), attempts: row.value(in: "attempts") ?? 1,
            lastError: row.value(in: "last_error"), isUncertain: row.value(in: "is_uncertain") ?? true)
    }
}

extension LibraryDatabase {
    private var outbox: OutboxRecord { OutboxRecord(codecs: codecs) }

    public func enqueue(_ changes: [OutboxChange]) async throws(LibraryFailure) {
        try await write { [outbox, time] db in
            for change in changes { try outbox.enqueue(db, change, now: time.now()) }
        }
    }

    public func outbox(of account: OutboxAccount) async throws(LibraryFailure) -> [OutboxEntry] {
        try await read { [outbox] db in try outbox.entries(db, of: account) }
    }

    public func waitingChanges(
        of account: OutboxAccount, limit: Int
    ) async throws(LibraryFailure) -> WaitingChanges {
        try await read { [outbox] db in try outbox.waiting(db, of: account, limit: limit) }
    }

    public func requestedFollows(of account: OutboxAccount) async throws(LibraryFailure) -> [ItemID: Bool] {
        try await read { [outbox] db in try outbox.requestedFollows(db, of: account) }
    }

    public func cancel(
        _ mutation: AccountMutation, of account: OutboxAccount, now: Date
    ) async throws(LibraryFailure) {
        try await write { [outbox] db in try outbox.cancel(db, mutation, of: account, now: now) }
    }

    public func beginSending(of account: OutboxAccount, now: Date) async throws(LibraryFailure) -> OutboxNext {
        try await write { [outbox] db in try outbox.beginSending(db, of: account, now: now) }
    }

    @discardableResult
    public func endSending(_ entry: OutboxEntry, as outcome: OutboxOutcome) async throws(LibraryFailure) -> Bool {
        try await write { [outbox] db in try outbox.endSending(db, entry, as: outcome) }
    }

    public func discardOutbox(of account: OutboxAccount) async throws(LibraryFailure) {
        try await write { [outbox] db in try outbox.discard(db, of: account) }
    }

    public func releaseOutbox(of account: OutboxAccount, now: Date) async throws(LibraryFailure) {
        try await write { [outbox] db in try outbox.release(db, of: account, now: now) }
    }

    @discardableResult
    public func postponeOutbox(
        of account: OutboxAccount, until date: Date, error: String
    ) async throws(LibraryFailure) -> [AccountMutation] {
        try await write { [outbox] db in try outbox.postpone(db, of: account, until: date, error: error) }
    }
}
