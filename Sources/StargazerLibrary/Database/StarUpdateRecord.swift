public import Foundation
import GRDB

/// The table of the updates: one of each kind for an item. Those of items that are no favorites do not show.
enum StarUpdateRecord {
    static func record(
        _ db: Database, _ kind: StarUpdate.Kind, of id: ItemID, formerTitle: String? = nil, now: Date
    ) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO star_update (catalog, host, item_id, kind, former_title, noticed_at, is_seen)
                VALUES (?, ?, ?, ?, ?, ?, 0)
                ON CONFLICT DO UPDATE SET former_title = excluded.former_title, noticed_at = excluded.noticed_at,
                    is_seen = 0
                    WHERE kind NOT IN ('gone', 'blocked')
                """
        ).execute(arguments: ItemRecord.key(id) + [kind.rawValue, formerTitle, now])
    }

    /// Deletes updates that are no longer true, because the server has the item again.
    static func removeGone(_ db: Database, of id: ItemID) throws {
        for kind in [StarUpdate.Kind.gone, .blocked] { _ = try remove(db, kind, of: id) }
    }

    /// Deletes updates that are no longer true, because the list has the item again.
    static func removeMissing(_ db: Database, of id: ItemID) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM star_update
                WHERE catalog = ? AND host = ? AND item_id = ? AND kind IN ('gone', 'blocked', 'unstarred')
                """
        ).execute(arguments: ItemRecord.key(id))
    }

    private static let isOfKind = "catalog = ? AND host = ? AND item_id = ? AND kind = ?"

    private static func key(_ kind: StarUpdate.Kind, _ id: ItemID) -> StatementArguments {
        ItemRecord.key(id) + [kind.rawValue]
    }

    /// - Returns: the deleted update; nil when there was none.
    static func remove(_ db: Database, _ kind: StarUpdate.Kind, of id: ItemID) throws -> StarUpdate? {
        let row = try Row.fetchOne(
            db, sql: "DELETE FROM star_update WHERE \(isOfKind) RETURNING *", arguments: key(kind, id))
        return row.flatMap(update)
    }

    /// Brings a deleted update back, unless there is a newer one.
    static func restore(_ db: Database, _ update: StarUpdate) throws {
        try db.execute(
            sql: """
                INSERT OR IGNORE INTO star_update (
                    catalog, host, item_id, kind, former_title, noticed_at, is_seen)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """, arguments: key(update.kind, update.item) + [update.formerTitle, update.noticedAt, update.isSeen])
    }

    /// - Returns: whether it was not marked so before.
    static func mark(_ db: Database, _ update: StarUpdate, isSeen: Bool, now: Date) throws -> Bool {
        try db.execute(
            sql: "UPDATE star_update SET is_seen = ?, seen_at = ? WHERE \(isOfKind) AND is_seen IS NOT ?",
            arguments: [isSeen, isSeen ? now : nil] + key(update.kind, update.item) + [isSeen])
        return db.changesCount > 0
    }

    private static let ofFavorites = "star_update JOIN item USING (catalog, host, item_id) WHERE is_favorite"
    /// What was seen leaves the list in time. The last reading tells the time.
    private static let shown = """
        \(ofFavorites) AND (NOT is_seen
            OR coalesce(seen_at, noticed_at) > coalesce((SELECT datetime(max(checked_at), '-30 days') FROM star_list), ''))
        """
    /// The newest first, and of those of one time the one that matters most.
    private static let selectRows = """
        SELECT row, kind, former_title, noticed_at, is_seen FROM \(shown)
        ORDER BY noticed_at DESC, row DESC, kind = 'gone' DESC, kind = 'blocked' DESC, kind = 'unstarred' DESC,
            kind = 'archived' DESC
        """
    private static let selectRowsOfKind = "SELECT row FROM \(ofFavorites) AND kind = ?"
    private static let selectCounts = """
        SELECT count(DISTINCT row) AS number, count(DISTINCT CASE WHEN NOT is_seen THEN row END) AS new,
            (SELECT max(noticed_at) FROM \(ofFavorites)) AS latest
        FROM \(shown)
        """

    /// Returns the rows of favorites with updates, each with its newest one, the newest first.
    static func rows(_ db: Database) throws -> [(row: Int64, update: RowUpdate)] {
        var known: Set<Int64> = []
        var rows: [(Int64, RowUpdate)] = []
        let found = try Row.fetchCursor(db.cachedStatement(sql: selectRows))
        while let row = try found.next() {
            guard let number = row.value(Int64.self, in: "row"),
                let kind = row.value(String.self, in: "kind").flatMap(StarUpdate.Kind.init),
                known.insert(number).inserted
            else { continue }
            let update = RowUpdate(
                kind, formerTitle: row.value(in: "former_title"), noticedAt: row.date(in: "noticed_at") ?? .distantPast,
                isSeen: row.value(Bool.self, in: "is_seen") ?? true)
            rows.append((number, update))
        }
        return rows
    }

    static func rows(_ db: Database, of kind: StarUpdate.Kind) throws -> RowSet {
        try RowSet(db, selecting: selectRowsOfKind, [kind.rawValue])
    }

    /// Returns the names that favorites had before, by rows.
    static func formerTitles(_ db: Database) throws -> [Int64: String] {
        let select = "SELECT row, former_title FROM \(ofFavorites) AND kind = ? AND former_title IS NOT NULL"
        let found = try Row.fetchAll(db.cachedStatement(sql: select), arguments: [StarUpdate.Kind.renamed.rawValue])
        return found.reduce(into: [:]) { titles, row in
            if let number = row.value(Int64.self, in: "row") { titles[number] = row.value(in: "former_title") }
        }
    }

    /// Returns the name that an item had before.
    static func formerTitle(_ db: Database, of id: ItemID) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT former_title FROM star_update WHERE \(isOfKind)"),
            arguments: key(.renamed, id))
    }

    /// Returns the number of favorites with updates, and with new ones, and when there was one last.
    static func counts(_ db: Database) throws -> (all: Int, new: Int, latest: Date?) {
        let row = try Row.fetchOne(db.cachedStatement(sql: selectCounts))
        return (row?.value(in: "number") ?? 0, row?.value(in: "new") ?? 0, row?.date(in: "latest"))
    }

    static func all(_ db: Database) throws -> [StarUpdate] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT catalog, host, item_id, kind, former_title, noticed_at, is_seen FROM \(shown)
                ORDER BY noticed_at DESC, row DESC
                """
        ).compactMap(update)
    }

    private static func update(_ row: Row) -> StarUpdate? {
        guard let id = FavoriteReader.id(from: row),
            let kind = row.value(String.self, in: "kind").flatMap(StarUpdate.Kind.init)
        else { return nil }
        return StarUpdate(
            kind, of: id, formerTitle: row.value(in: "former_title"),
            noticedAt: row.date(in: "noticed_at") ?? .distantPast, isSeen: row.value(Bool.self, in: "is_seen") ?? true)
    }
}

extension LibraryTable {
    static let starUpdate = LibraryTable(
        name: "star_update",
        columns: Column.key + [
            Column("kind", "TEXT NOT NULL"), Column("former_title", "TEXT"),
            Column("noticed_at", "DATETIME NOT NULL", salvaged: "coalesce(noticed_at, 0)"),
            Column("is_seen", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_seen, 1)"),
            Column("seen_at", "DATETIME"),
        ],
        constraints: ["PRIMARY KEY (catalog, host, item_id, kind)"])
}

extension LibraryTable {
    /// When the server was last asked about a favorite in no list.
    static let itemCheck = LibraryTable(
        name: "item_check", columns: Column.key + [Column("checked_at", "DATETIME NOT NULL")],
        constraints: ["PRIMARY KEY (catalog, host, item_id)"], isSalvaged: false)
}

/// The list that is kept in step: comparing it, and what it lacks.
extension StarListRecord {
    static func kept(_ db: Database, host: String) throws -> KeptStarList? {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT login, checked_at, completed_at, is_reading, is_compared, problem, came, stars, canceled_at
                FROM star_list WHERE host = ? AND is_kept = 1 LIMIT 1
                """, arguments: [host])
        guard let row, let login = row.value(String.self, in: "login") else { return nil }
        let isReading = row.value(Bool.self, in: "is_reading") ?? false
        let isCompared = row.value(Bool.self, in: "is_compared") ?? false
        return KeptStarList(
            list: StarListID(host: host, login: login), checkedAt: row.date(in: "checked_at"),
            completedAt: row.date(in: "completed_at"),
            reading: isReading ? isCompared ? .compared : .brought : .none, problem: problem(row),
            canceledAt: row.date(in: "canceled_at"))
    }

    func newStars(_ db: Database, _ items: [StarredItem]) throws -> [StarredItem] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT 1 FROM star_list_item WHERE host = ? AND list = ? AND catalog = ? AND item_id = ?
                """)
        return try items.filter { starred in
            let id = starred.item.id
            return try id.host == list.host
                && Int.fetchOne(statement, arguments: key + [id.catalog.rawValue, id.id]) == nil
        }
    }

    func addNew(_ db: Database, _ items: [StarredItem], isOwn: Bool, now: Date) throws {
        let number = try Int.fetchOne(db, sql: "SELECT reading FROM star_list WHERE \(Self.isOf)", arguments: key)
        var index: [LibraryIndex.Entry] = []
        for starred in try newStars(db, items) {
            // A reading that is under way has not had it.
            _ = try record(db, starred, number: (number ?? 1) - 1)
            let isNew = try add(db, starred, isOwn: isOwn, now: now, index: &index)
            if isNew { try StarUpdateRecord.record(db, .new, of: starred.item.id, now: now) }
        }
        try LibraryIndex.write(db, &index)
        try db.execute(sql: "UPDATE star_list SET checked_at = ? WHERE \(Self.isOf)", arguments: [now] + key)
    }

    /// Updates a favorite, if its snapshot is outdated.
    static func refresh(_ db: Database, _ item: Item, codecs: ItemCodecs, now: Date) throws {
        guard let record = try ItemRecord.outdatedRecord(db, item, codecs: codecs) else { return }
        if item.id.catalog == CatalogKind.starred { try recordChanges(db, to: item, now: now) }
        var index: [LibraryIndex.Entry] = []
        try record.refresh(db, index: &index)
        try LibraryIndex.write(db, &index)
    }

    /// Records what the server tells about a favorite before it is written again.
    static func recordChanges(_ db: Database, to item: Item, now: Date) throws {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, is_archived FROM item
                    WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                    """), arguments: ItemRecord.key(item.id))
        guard let row else { return }
        if let title = row.value(String.self, in: "title"), !title.isEmpty,
            title.lowercased() != item.title.lowercased()
        {
            try StarUpdateRecord.record(db, .renamed, of: item.id, formerTitle: title, now: now)
        }
        if row.value(Bool.self, in: "is_archived") == false, item.facts.attributes.isArchived == true {
            try StarUpdateRecord.record(db, .archived, of: item.id, now: now)
        }
    }

    /// Returns favorites that the list lacks, the longest first.
    func missing(_ db: Database, limit: Int) throws -> [ItemID] {
        let reader = FavoriteReader(codecs)
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT catalog, host, item_id FROM star_list_item JOIN item USING (catalog, host, item_id)
                WHERE \(Self.isOf) AND missed > verified AND verified < 2 AND is_favorite AND NOT is_lost
                ORDER BY star_list_item.starred_at
                """, arguments: key)
        var ids: [ItemID] = []
        while ids.count < limit, let row = try rows.next() {
            guard let id = FavoriteReader.id(from: row) else { continue }
            if try reader.favorite(db, id)?.item.facts.attributes.isPrivate != true { ids.append(id) }
        }
        return ids
    }

    func recordMissing(_ db: Database, _ state: MissingStarState, of id: ItemID, now: Date) throws {
        let itemKey = key + [id.catalog.rawValue, id.id]
        let isItem = "\(Self.isOf) AND catalog = ? AND item_id = ?"
        let missed = try Int.fetchOne(
            db, sql: "SELECT missed FROM star_list_item WHERE \(isItem)", arguments: itemKey)
        let unreadable = try Int.fetchOne(
            db, sql: "SELECT unreadable FROM star_list WHERE \(Self.isOf)", arguments: key)
        let isOpen =
            switch state {
            case .unknown: true
            case .present: unreadable ?? 0 > 0
            case .gone, .blocked, .unstarred: false
            }
        // What is not known yet is asked for again after the next reading.
        let change = isOpen ? "missed = min(missed, 1), verified = min(missed, 1)" : "verified = missed"
        try db.execute(sql: "UPDATE star_list_item SET \(change) WHERE \(isItem)", arguments: itemKey)
        guard try Self.record(db, state, of: id, codecs: codecs, now: now) else { return }
        if case .unstarred = state { try ItemRecord.recordUnstarred(db, id) }
        // It may be an entry of the list that could not be read.
        if case .present = state, missed ?? 0 < 2 || unreadable ?? 0 > 0 { return }
        try StarUpdateRecord.record(db, .unstarred, of: id, now: now)
    }

    /// Records what the server says about a favorite.
    /// - Returns: whether the server has it.
    static func record(
        _ db: Database, _ state: MissingStarState, of id: ItemID, codecs: ItemCodecs, now: Date
    ) throws -> Bool {
        switch state {
        case .gone, .blocked:
            try ItemRecord.recordGone(db, true, of: id)
            try StarUpdateRecord.record(db, state == .gone ? .gone : .blocked, of: id, now: now)
            return false
        case .unknown: return false
        case .present(let item), .unstarred(let item):
            guard item.id == id else { return false }
            try ItemRecord.recordGone(db, false, of: id)
            try StarUpdateRecord.removeGone(db, of: id)
            try refresh(db, item, codecs: codecs, now: now)
            return true
        }
    }

    // MARK: Favorites in no list

    /// The list is found first: a join of both tables would go through the complete list for each favorite.
    static func unlisted(
        _ db: Database, host: String, before date: Date, limit: Int, codecs: ItemCodecs
    ) throws -> [ItemID] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT catalog, host, item_id FROM item LEFT JOIN item_check USING (catalog, host, item_id)
                WHERE is_favorite AND host = ?1 AND catalog = ?2
                    AND (checked_at IS NULL OR checked_at < ?3)
                    AND NOT EXISTS (
                        SELECT 1 FROM star_list_item AS entry
                        WHERE entry.host = ?1
                            AND entry.list = (SELECT list FROM star_list WHERE star_list.host = ?1 AND is_kept)
                            AND entry.catalog = item.catalog AND entry.item_id = item.item_id AND missed < 2)
                ORDER BY checked_at, added_at
                """, arguments: [host, CatalogKind.starred.rawValue, date])
        let reader = FavoriteReader(codecs)
        var ids: [ItemID] = []
        while ids.count < limit, let row = try rows.next() {
            guard let id = FavoriteReader.id(from: row) else { continue }
            if try reader.favorite(db, id)?.item.facts.attributes.isPrivate != true { ids.append(id) }
        }
        return ids
    }

    static func recordCheck(_ db: Database, of id: ItemID, now: Date) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO item_check (catalog, host, item_id, checked_at) VALUES (?, ?, ?, ?)",
            arguments: ItemRecord.key(id) + [now])
    }
}

extension LibraryDatabase {
    private func record(_ list: StarListID) -> StarListRecord { StarListRecord(list: list, codecs: codecs) }

    public func keptStarList(on host: String) async -> KeptStarList? {
        guard canWrite else { return nil }
        return try? await read { db in try StarListRecord.kept(db, host: host) }
    }

    public func stopKeepingStarLists(on host: String) async throws(LibraryFailure) {
        try await write { db in
            try db.execute(sql: "UPDATE star_list SET is_kept = 0 WHERE host = ?", arguments: [host])
        }
    }

    public func verifyOwner(_ number: Int64?, of list: StarListID) async throws(LibraryFailure) -> Bool {
        let record = record(list)
        return try await write { db in try record.verifyOwner(db, number) }
    }

    public func cancelUpdate(of list: StarListID) async throws(LibraryFailure) {
        let (record, now) = (record(list), time.now())
        try await write { db in try record.cancelUpdate(db, now: now) }
    }

    public func newStars(_ items: [StarredItem], in list: StarListID) async throws(LibraryFailure) -> Int {
        let record = record(list)
        return try await read { db in try record.newStars(db, items).count }
    }

    public func addNewStars(
        _ items: [StarredItem], of list: StarListID, isOwn: Bool
    ) async throws(LibraryFailure) {
        let (record, now) = (record(list), time.now())
        try await write { db in try record.addNew(db, items, isOwn: isOwn, now: now) }
    }

    public func missingStars(of list: StarListID, limit: Int) async throws(LibraryFailure) -> [ItemID] {
        let record = record(list)
        return try await read { db in try record.missing(db, limit: limit) }
    }

    public func recordMissing(
        _ state: MissingStarState, of id: ItemID, list: StarListID
    ) async throws(LibraryFailure) {
        let (record, now) = (record(list), time.now())
        try await write { db in try record.recordMissing(db, state, of: id, now: now) }
    }

    public func unlistedFavorites(
        on host: String, askedBefore date: Date, limit: Int
    ) async throws(LibraryFailure) -> [ItemID] {
        // The answers could not be saved.
        guard canWrite else { return [] }
        return try await read { [codecs] db in
            try StarListRecord.unlisted(db, host: host, before: date, limit: limit, codecs: codecs)
        }
    }

    public func recordFavorite(_ state: MissingStarState, of id: ItemID) async throws(LibraryFailure) {
        let now = time.now()
        try await write { [codecs] db in
            _ = try StarListRecord.record(db, state, of: id, codecs: codecs, now: now)
            try StarListRecord.recordCheck(db, of: id, now: now)
        }
    }

    public func starUpdates() async throws(LibraryFailure) -> [StarUpdate] {
        try await read { try StarUpdateRecord.all($0) }
    }
}
