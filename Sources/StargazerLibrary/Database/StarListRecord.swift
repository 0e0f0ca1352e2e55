import Foundation
import GRDB

/// The tables of the star lists: how far the reading of each is, and which items it has had. One list of a server is that of
/// the account whose stars `item` has.
///
/// A reading has a number, and each item the number of the last reading that had it. The newest stars come first, and the
/// list may change while it is read: repeated items count once, and a list that became shorter is read again, since an item
/// may have moved to a page that was read before.
struct StarListRecord {
    let list: StarListID
    let codecs: ItemCodecs

    /// The most readings in a row of a list that always becomes shorter.
    private static let maxRepetitions = 3
    /// The most pages that a list may have more than its stars fill.
    private static let maxExtraPages = 10

    /// User names are compared without regard to case.
    var key: StatementArguments { [list.host, list.login.lowercased()] }
    static let isOf = "host = ? AND list = ?"

    // MARK: The reading

    private static let selectReading = """
        SELECT host, login, next_batch, came, added, unreadable, stars, owner_number, reads_own FROM star_list
        """

    private static func reading(_ row: Row) -> StarListReading? {
        guard let host = row.value(String.self, in: "host"), let login = row.value(String.self, in: "login") else {
            return nil
        }
        return StarListReading(
            list: StarListID(host: host, login: login), isOwn: row.value(in: "reads_own") ?? false,
            next: row.value(String.self, in: "next_batch").map { BatchCursor($0) },
            count: StarImportCount(
                total: row.value(in: "came") ?? 0, new: row.value(in: "added") ?? 0,
                unreadable: row.value(in: "unreadable") ?? 0),
            stars: row.value(in: "stars"), owner: row.value(in: "owner_number"))
    }

    static func interrupted(_ db: Database, host: String) throws -> StarListReading? {
        try Row.fetchOne(
            db, sql: "\(selectReading) WHERE host = ? AND is_reading = 1 AND resumes = 1 AND NOT is_compared LIMIT 1",
            arguments: [host]
        ).flatMap(reading)
    }

    /// Only one list is brought at a time: the others wait until they are asked for.
    func begin(_ db: Database, _ owner: StarListOwner, _ wish: StarListWish) throws -> StarListReading {
        if !wish.isCompared {
            try db.execute(sql: "UPDATE star_list SET resumes = 0 WHERE host = ?", arguments: [list.host])
            // The list of another account that had the name.
            if try !isOwner(db, owner.number) {
                try db.execute(sql: "DELETE FROM star_list_item WHERE \(Self.isOf)", arguments: key)
                try db.execute(sql: "DELETE FROM star_list WHERE \(Self.isOf)", arguments: key)
            }
        }
        if wish.isOwn { try setAccount(db) }
        try db.execute(
            sql: "UPDATE star_list_item SET is_changed = 0 WHERE \(Self.isOf) AND is_changed", arguments: key)
        let goesOn = try Bool.fetchOne(
            db,
            // A cursor of the account's own list is one of its token.
            sql: "SELECT is_reading AND is_compared = ? AND reads_own = ? FROM star_list WHERE \(Self.isOf)",
            arguments: [wish.isCompared, wish.isOwn] + key)
        if goesOn == true, !wish.isAnew {
            try db.execute(
                sql: "UPDATE star_list SET resumes = ?, is_whole = 0, canceled_at = NULL WHERE \(Self.isOf)",
                arguments: [!wish.isCompared] + key)
        } else {
            try db.execute(
                sql: """
                    INSERT INTO star_list (
                        host, list, login, is_reading, is_compared, reads_own, resumes, reading, stars, owner_number,
                        owner_stars)
                    VALUES (?, ?, ?, 1, ?, ?, ?, 1, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET login = excluded.login, is_reading = 1,
                        is_compared = excluded.is_compared, reads_own = excluded.reads_own,
                        resumes = excluded.resumes, reading = reading + 1, is_whole = 1,
                        next_batch = NULL, came = 0, added = 0, repeated = 0, repetitions = 0, pages = 0,
                        unreadable = 0, is_partial = 0, canceled_at = NULL, stars = excluded.stars,
                        owner_number = coalesce(excluded.owner_number, owner_number),
                        owner_stars = excluded.owner_stars
                    """,
                arguments: key + [
                    owner.login, wish.isCompared, wish.isOwn, !wish.isCompared, owner.stars, owner.number, owner.stars,
                ])
        }
        if wish.keepsInStep {
            try db.execute(
                sql: "UPDATE star_list SET is_kept = (list = ?) WHERE host = ?",
                arguments: [list.login.lowercased(), list.host])
        }
        let row = try Row.fetchOne(db, sql: "\(Self.selectReading) WHERE \(Self.isOf)", arguments: key)
        return row.flatMap(Self.reading) ?? StarListReading(list: list, stars: owner.stars)
    }

    /// - Parameter number: that of the account with the list's user name.
    private func isOwner(_ db: Database, _ number: Int64?) throws -> Bool {
        let known = try Int64.fetchOne(
            db, sql: "SELECT owner_number FROM star_list WHERE \(Self.isOf)", arguments: key)
        return known == nil || number == nil || known == number
    }

    func verifyOwner(_ db: Database, _ number: Int64?) throws -> Bool {
        let isOwner = try isOwner(db, number)
        try db.execute(
            sql: isOwner
                ? """
                UPDATE star_list SET owner_number = coalesce(?, owner_number), problem = nullif(problem, 'owner')
                WHERE \(Self.isOf)
                """ : "UPDATE star_list SET problem = 'owner' WHERE ? IS NOT NULL AND \(Self.isOf)",
            arguments: [number] + key)
        return isOwner
    }

    /// What was read of a list whose update is canceled stays. It continues there.
    func cancelUpdate(_ db: Database, now: Date) throws {
        try db.execute(sql: "UPDATE star_list SET canceled_at = ? WHERE \(Self.isOf)", arguments: [now] + key)
    }

    func pause(_ db: Database) throws {
        try db.execute(sql: "UPDATE star_list SET resumes = 0 WHERE \(Self.isOf)", arguments: key)
    }

    // MARK: The items

    func bring(_ db: Database, _ batch: StarredBatch, now: Date) throws -> StarListProgress {
        let state = try Row.fetchOne(
            db,
            sql: "SELECT reading, is_compared, reads_own FROM star_list WHERE \(Self.isOf) AND is_reading = 1",
            arguments: key)
        guard let state, let number = state.value(Int.self, in: "reading") else { throw LibraryFailure.cancelled }
        let isCompared = state.value(Bool.self, in: "is_compared") ?? false
        let isOwn = state.value(Bool.self, in: "reads_own") ?? false
        var index: [LibraryIndex.Entry] = []
        var (came, added, repeated) = (0, 0, 0)
        for starred in batch.items where starred.item.id.host == list.host {
            let id = starred.item.id
            let isRemoved = try isOwn && isRemoved(db, id)
            let isUnknown = try isCompared && !newStars(db, [starred]).isEmpty
            guard try record(db, starred, number: number) else {
                repeated += 1
                continue
            }
            came += 1
            guard !isRemoved, try !isCompared || isUnknown || isFavorite(db, id) else { continue }
            try Self.recordChanges(db, to: starred.item, now: now)
            if try add(db, starred, isOwn: isOwn, now: now, index: &index) {
                added += 1
                if isCompared { try StarUpdateRecord.record(db, .new, of: id, now: now) }
            }
        }
        try LibraryIndex.write(db, &index)
        try db.execute(
            sql: """
                UPDATE star_list SET came = came + ?, added = added + ?, repeated = repeated + ?,
                    unreadable = unreadable + ?, pages = pages + 1, is_partial = is_partial OR ?, next_batch = ?
                WHERE \(Self.isOf)
                """,
            arguments: [came, added, repeated, batch.unreadable, batch.isPartial, batch.next?.opaque] + key)
        let pages = try Int.fetchOne(db, sql: "SELECT pages FROM star_list WHERE \(Self.isOf)", arguments: key) ?? 0
        let row = try Row.fetchOne(db, sql: "\(Self.selectReading) WHERE \(Self.isOf)", arguments: key)
        let reading = row.flatMap(Self.reading) ?? StarListReading(list: list, stars: nil)
        var progress = StarListProgress(count: reading.count, step: .complete)
        let maxPages = max(reading.stars ?? 0, reading.count.total) / 100 + Self.maxExtraPages
        if let next = batch.next, pages < maxPages {
            progress.step = .next(next)
        } else if try batch.next == nil && !batch.isPartial && hasBecomeShorter(db, position: batch.position) {
            progress.step = .again
        } else {
            progress.problem = try problem(db, batch, reading)
            try end(db, number: number, progress, isOwn: isOwn, now: now)
        }
        return progress
    }

    /// Returns why a list that was read to its end does not tell what is no longer in it.
    private func problem(
        _ db: Database, _ batch: StarredBatch, _ reading: StarListReading
    ) throws -> StarListProblem? {
        let count = reading.count.total + reading.count.unreadable
        let row = try Row.fetchOne(
            db, sql: "SELECT is_partial, owner_stars FROM star_list WHERE \(Self.isOf)", arguments: key)
        if row?.value(Bool.self, in: "is_partial") == true || batch.next != nil { return .partial }
        if count == 0,
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM star_list_item WHERE \(Self.isOf) AND NOT is_changed)
                    """, arguments: key) == true
        {
            return .empty
        }
        guard let stars = row?.value(Int.self, in: "owner_stars"), count < stars else { return nil }
        return .short(came: reading.count.total, stars: stars)
    }

    /// - Parameter isOwn: whether the account has starred what is added.
    /// - Returns: whether the item was not a favorite before.
    func add(
        _ db: Database, _ starred: StarredItem, isOwn: Bool, now: Date, index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        try ItemRecord(starred.item, by: codecs)
            .bringStar(db, starredAt: starred.starredAt, isOwn: isOwn, now: now, index: &index)
    }

    /// - Returns: whether this reading has not had the item before.
    func record(_ db: Database, _ starred: StarredItem, number: Int) throws -> Bool {
        let id = starred.item.id
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO star_list_item (host, list, catalog, item_id, starred_at, reading) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET reading = excluded.reading,
                    missed = iif(is_changed, missed, 0), verified = iif(is_changed, verified, 0),
                    starred_at = coalesce(excluded.starred_at, starred_at)
                    WHERE reading IS NOT excluded.reading
                """)
        try statement.execute(
            arguments: key + [id.catalog.rawValue, id.id, starred.starredAt, number])
        guard db.changesCount > 0 else { return false }
        try StarUpdateRecord.removeMissing(db, of: id)
        return true
    }

    private func isFavorite(_ db: Database, _ id: ItemID) throws -> Bool { try FavoriteReader.row(db, of: id) != nil }

    /// Compares the length of the list at its end with that at the beginning: a star that was added meanwhile makes it longer
    /// and repeats an item, one that was removed makes it shorter. If it has become shorter, prepares for reading it again.
    /// - Parameter position: the number of stars at the end of the list.
    private func hasBecomeShorter(_ db: Database, position: Int?) throws -> Bool {
        guard let position else { return false }
        try db.execute(
            sql: """
                UPDATE star_list SET stars = ?1, repetitions = repetitions + 1, pages = 0
                WHERE host = ?2 AND list = ?3
                    AND repetitions < \(Self.maxRepetitions)
                    AND stars + iif(repetitions = 0, repeated, 0) > ?1
                """, arguments: [position] + key)
        return db.changesCount > 0
    }

    /// With a problem, an item that the list lacked is not missed. The account has not starred what its list lacks: it is
    /// known at once if every page came and no star changed meanwhile.
    private func end(
        _ db: Database, number: Int, _ progress: StarListProgress, isOwn: Bool, now: Date
    ) throws {
        if progress.problem == nil {
            try db.execute(
                sql: """
                    UPDATE star_list_item SET missed = missed + 1
                    WHERE \(Self.isOf) AND reading IS NOT ? AND NOT is_changed
                    """, arguments: key + [number])
            if isOwn, progress.count.unreadable == 0 { try recordMissingOfAccount(db, number: number) }
        }
        try db.execute(
            sql: """
                UPDATE star_list SET is_reading = 0, resumes = 0, completed_at = ?1, checked_at = ?1, \(Self.setProblem),
                    own_completed_at = iif(reads_own, ?1, own_completed_at)
                WHERE host = ?5 AND list = ?6
                """, arguments: [now] + Self.arguments(progress.problem) + key)
    }

    private func recordMissingOfAccount(_ db: Database, number: Int) throws {
        let isWhole = try Bool.fetchOne(
            db,
            sql: """
                SELECT is_whole AND NOT EXISTS (
                    SELECT 1 FROM star_list_item AS entry
                    WHERE entry.host = star_list.host AND entry.list = star_list.list AND entry.is_changed)
                FROM star_list WHERE \(Self.isOf)
                """, arguments: key)
        guard isWhole == true else { return }
        let isMissing = """
            host = ?1 AND catalog = ?2 AND starred_on_server IS NOT 0 AND NOT EXISTS (
                SELECT 1 FROM star_list_item AS entry
                WHERE entry.host = ?1 AND entry.list = ?3 AND entry.catalog = ?2 AND entry.item_id = item.item_id
                    AND entry.reading = ?4)
            """
        let arguments: StatementArguments = [
            list.host, CatalogKind.starred.rawValue, list.login.lowercased(), number,
        ]
        try db.execute(
            sql: "DELETE FROM item WHERE NOT is_favorite AND removed_at IS NULL AND \(isMissing)", arguments: arguments)
        try db.execute(
            sql: "UPDATE item SET starred_on_server = 0, starred_at = NULL, stamp = random() WHERE \(isMissing)",
            arguments: arguments)
    }

    /// Sets how the last reading ended, by `arguments(_:)`.
    static let setProblem = "problem = ?2, came = coalesce(?3, came), stars = coalesce(?4, stars)"

    static func arguments(_ problem: StarListProblem?) -> StatementArguments {
        switch problem {
        case nil: [nil, nil, nil]
        case .empty: ["empty", nil, nil]
        case .partial: ["partial", nil, nil]
        case .otherOwner: ["owner", nil, nil]
        case .short(let came, let stars): ["short", came, stars]
        }
    }

    static func problem(_ row: Row) -> StarListProblem? {
        switch row.value(String.self, in: "problem") {
        case "empty": .empty
        case "partial": .partial
        case "owner": .otherOwner
        case "short": .short(came: row.value(in: "came") ?? 0, stars: row.value(in: "stars") ?? 0)
        default: nil
        }
    }
}

extension LibraryTable {
    /// The star lists that were brought. A reading that was interrupted has `is_reading` and where it continues.
    static let starList = LibraryTable(
        name: "star_list",
        columns: [
            Column("host", "TEXT NOT NULL"), Column("list", "TEXT NOT NULL"), Column("login", "TEXT NOT NULL"),
            // Whether it is that of the account whose stars are in `item`.
            Column("is_own", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_own, 0)"),
            // When the account's own list, with what only it sees, was last read to its end.
            Column("own_completed_at", "DATETIME", afterDamage: "NULL"),
            // Whether it is the one that is synced.
            Column("is_kept", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_kept, 0)"),
            Column("is_reading", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_reading, 0)"),
            // Whether the reading adds only what the list has not had before.
            Column("is_compared", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_compared, 0)"),
            // Whether the reading is of the account's own list, by its token.
            Column("reads_own", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(reads_own, 0)"),
            // Whether the reading was never interrupted.
            Column("is_whole", "BOOLEAN NOT NULL DEFAULT 1", afterDamage: "0"),
            // Whether the reading continues by itself.
            Column("resumes", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(resumes, 0)"),
            Column(
                "reading", "INTEGER NOT NULL",
                salvaged: "CASE typeof(reading) WHEN 'integer' THEN reading ELSE 1 END"),
            // After damage it is read from the beginning, since the rows it added may be lost.
            Column("next_batch", "TEXT", afterDamage: "NULL"),
            // The items of this reading, and those that became favorites.
            Column("came", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(came, 0)"),
            Column("added", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(added, 0)"),
            // The entries that this reading had before, until it was repeated.
            Column("repeated", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(repeated, 0)"),
            Column("repetitions", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(repetitions, 0)"),
            // The length of the list when the reading began.
            Column("stars", "INTEGER"),
            Column("completed_at", "DATETIME"), Column("checked_at", "DATETIME"),
            // The account that has the list; another one may take its name.
            Column("owner_number", "INTEGER"),
            // The number of stars that the account had when the reading began; `stars` is that of the pages.
            Column("owner_stars", "INTEGER"),
            // The batches of this reading, the entries that could not be read, and whether the server left something out.
            Column("pages", "INTEGER NOT NULL DEFAULT 0", afterDamage: "0"),
            Column("unreadable", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(unreadable, 0)"),
            Column("is_partial", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_partial, 0)"),
            // Why the last reading did not tell what is no longer in the list.
            Column("problem", "TEXT"), Column("canceled_at", "DATETIME"),
        ],
        constraints: ["PRIMARY KEY (host, list)"])

    /// The items that a star list has had, also of removed favorites. `missed` counts the readings since that lacked it,
    /// `verified` is that number when the server was last asked about it.
    static let starListItem = LibraryTable(
        name: "star_list_item",
        columns: [
            Column("host", "TEXT NOT NULL"), Column("list", "TEXT NOT NULL"), Column("catalog", "TEXT NOT NULL"),
            Column("item_id", "TEXT NOT NULL"), Column("starred_at", "DATETIME"),
            Column(
                "reading", "INTEGER NOT NULL",
                salvaged: "CASE typeof(reading) WHEN 'integer' THEN reading ELSE 0 END"),
            Column("missed", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(missed, 0)"),
            Column("verified", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(verified, 0)"),
            // Whether the server has confirmed a change of its star since the reading began.
            Column("is_changed", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_changed, 0)"),
        ],
        constraints: ["PRIMARY KEY (host, list, catalog, item_id)"])
}

extension LibraryDatabase {
    public func beginStarList(
        _ owner: StarListOwner, on host: String, _ wish: StarListWish
    ) async throws(LibraryFailure) -> StarListReading {
        let record = StarListRecord(list: StarListID(host: host, login: owner.login), codecs: codecs)
        return try await write { db in try record.begin(db, owner, wish) }
    }

    public func bringStars(
        _ batch: StarredBatch, of list: StarListID
    ) async throws(LibraryFailure) -> StarListProgress {
        let record = StarListRecord(list: list, codecs: codecs)
        let now = time.now()
        return try await write { db in try record.bring(db, batch, now: now) }
    }

    /// A library that cannot be read or written has none: it can continue nothing.
    public func interruptedStarList(on host: String) async -> StarListReading? {
        guard canWrite else { return nil }
        return try? await read { db in try StarListRecord.interrupted(db, host: host) }
    }

    public func pauseStarList(_ list: StarListID) async throws(LibraryFailure) {
        let record = StarListRecord(list: list, codecs: codecs)
        try await write { db in try record.pause(db) }
    }
}
