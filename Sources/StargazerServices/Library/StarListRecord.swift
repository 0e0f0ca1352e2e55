import Foundation
import GRDB
public import StargazerCore

/// The tables of the star lists: how far the reading of each is, and which items it has had.
///
/// A reading has a number, and each item the number of the last reading that had it. A list may change while it is read:
/// repeated items count once, and a list that became shorter is read again, since an item may have moved to a page that
/// was read before.
struct StarListRecord {
    let list: StarListID
    let codecs: ItemCodecs

    /// The most readings in a row of a list that always becomes shorter.
    private static let maxRepetitions = 3
    /// The most pages that a list may have more than its stars fill.
    private static let maxExtraPages = 10

    /// User names are compared without regard to case.
    var key: StatementArguments { [list.host, list.login.lowercased()] }
    static let isOwn = "host = ? AND list = ?"

    /// Creates the tables in a file of this version that lacks them.
    static func addTables(_ db: Database) throws {
        for table in [LibraryTable.starList, .starListItem, .starUpdate, .itemCheck] {
            try db.execute(sql: table.laterCreation)
        }
    }

    // MARK: The reading

    private static let selectReading = """
        SELECT host, login, next_batch, came, added, unreadable, stars, owner_number FROM star_list
        """

    private static func reading(_ row: Row) -> StarListReading? {
        guard let host = row.value(String.self, in: "host"), let login = row.value(String.self, in: "login") else {
            return nil
        }
        return StarListReading(
            list: StarListID(host: host, login: login),
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
    /// - Parameters:
    ///   - isCompared: whether the list only tells what has changed, so that removed favorites do not come back.
    ///   - keeps: whether this list is kept in step from now on, instead of another one.
    func begin(
        _ db: Database, _ owner: StarListOwner, isCompared: Bool = false, keeps: Bool = false
    ) throws -> StarListReading {
        if !isCompared {
            try db.execute(sql: "UPDATE star_list SET resumes = 0 WHERE host = ?", arguments: [list.host])
            // The list of another account that had the name.
            if try !isOwner(db, owner.number) {
                try db.execute(sql: "DELETE FROM star_list_item WHERE \(Self.isOwn)", arguments: key)
                try db.execute(sql: "DELETE FROM star_list WHERE \(Self.isOwn)", arguments: key)
            }
        }
        let isReading = try Bool.fetchOne(
            db,
            // A cursor of the account's own list is one of its token; only a public list has the owner's count.
            sql: """
                SELECT is_reading AND is_compared = ? AND (NOT ? OR (owner_stars IS NULL) = (? IS NULL))
                FROM star_list WHERE \(Self.isOwn)
                """, arguments: [isCompared, isCompared, owner.stars] + key)
        if isReading == true {
            try db.execute(
                sql: "UPDATE star_list SET resumes = ?, canceled_at = NULL WHERE \(Self.isOwn)",
                arguments: [!isCompared] + key)
        } else {
            try db.execute(
                sql: """
                    INSERT INTO star_list (
                        host, list, login, is_reading, is_compared, resumes, reading, stars, newest, owner_number,
                        owner_stars)
                    VALUES (?, ?, ?, 1, ?, ?, 1, ?, ?, ?, ?)
                    ON CONFLICT DO UPDATE SET login = excluded.login, is_reading = 1,
                        is_compared = excluded.is_compared, resumes = excluded.resumes, reading = reading + 1,
                        next_batch = NULL, came = 0, added = 0, repetitions = 0, pages = 0, unreadable = 0,
                        is_partial = 0, canceled_at = NULL, stars = excluded.stars, newest = excluded.newest,
                        owner_number = coalesce(excluded.owner_number, owner_number),
                        owner_stars = excluded.owner_stars
                    """,
                arguments: key + [
                    owner.login, isCompared, !isCompared, owner.stars, owner.newest, owner.number, owner.stars,
                ])
        }
        if keeps {
            try db.execute(
                sql: "UPDATE star_list SET is_kept = (list = ?) WHERE host = ?",
                arguments: [list.login.lowercased(), list.host])
        }
        let row = try Row.fetchOne(db, sql: "\(Self.selectReading) WHERE \(Self.isOwn)", arguments: key)
        return row.flatMap(Self.reading) ?? StarListReading(list: list, stars: owner.stars)
    }

    /// - Parameter number: that of the account with the list's user name.
    private func isOwner(_ db: Database, _ number: Int64?) throws -> Bool {
        let known = try Int64.fetchOne(
            db, sql: "SELECT owner_number FROM star_list WHERE \(Self.isOwn)", arguments: key)
        return known == nil || number == nil || known == number
    }

    func verifyOwner(_ db: Database, _ number: Int64?) throws -> Bool {
        let isOwner = try isOwner(db, number)
        try db.execute(
            sql: isOwner
                ? """
                UPDATE star_list SET owner_number = coalesce(?, owner_number), problem = nullif(problem, 'owner')
                WHERE \(Self.isOwn)
                """ : "UPDATE star_list SET problem = 'owner' WHERE ? IS NOT NULL AND \(Self.isOwn)",
            arguments: [number] + key)
        return isOwner
    }

    /// What was read of a list whose update is canceled stays. It continues there.
    func cancelUpdate(_ db: Database, now: Date) throws {
        try db.execute(sql: "UPDATE star_list SET canceled_at = ? WHERE \(Self.isOwn)", arguments: [now] + key)
    }

    func pause(_ db: Database) throws {
        try db.execute(sql: "UPDATE star_list SET resumes = 0 WHERE \(Self.isOwn)", arguments: key)
    }

    // MARK: The items

    /// - Parameter isOwn: whether the account has starred what is added.
    func bring(_ db: Database, _ batch: StarredBatch, isOwn: Bool, now: Date) throws -> StarListProgress {
        let state = try Row.fetchOne(
            db, sql: "SELECT reading, is_compared FROM star_list WHERE \(Self.isOwn) AND is_reading = 1",
            arguments: key)
        guard let state, let number = state.value(Int.self, in: "reading") else { throw LibraryFailure.cancelled }
        let isCompared = state.value(Bool.self, in: "is_compared") ?? false
        var index: [LibraryIndex.Entry] = []
        var (came, added) = (0, 0)
        for starred in batch.items where starred.item.id.host == list.host {
            let isUnknown = try isCompared && !newStars(db, [starred]).isEmpty
            let isFirst = try record(db, starred, number: number)
            if isFirst { came += 1 }
            let adds = isCompared ? isUnknown : isFirst
            guard try adds || isFavorite(db, starred.item.id) else { continue }
            try Self.recordChanges(db, to: starred.item, now: now)
            let isNew = try add(db, starred, isOwn: isOwn && adds, now: now, index: &index)
            if isNew {
                added += 1
                if isCompared { try StarUpdateRecord.record(db, .new, of: starred.item.id, now: now) }
            }
        }
        try LibraryIndex.write(db, &index)
        try db.execute(
            sql: """
                UPDATE star_list SET came = came + ?, added = added + ?, unreadable = unreadable + ?, pages = pages + 1,
                    is_partial = is_partial OR ?, next_batch = ?
                WHERE \(Self.isOwn)
                """, arguments: [came, added, batch.unreadable, batch.isPartial, batch.next?.opaque] + key)
        let pages = try Int.fetchOne(db, sql: "SELECT pages FROM star_list WHERE \(Self.isOwn)", arguments: key) ?? 0
        let row = try Row.fetchOne(db, sql: "\(Self.selectReading) WHERE \(Self.isOwn)", arguments: key)
        let reading = row.flatMap(Self.reading) ?? StarListReading(list: list, stars: nil)
        var progress = StarListProgress(count: reading.count, step: .complete)
        let maxPages = max(reading.stars ?? 0, reading.count.total) / 100 + Self.maxExtraPages
        if let next = batch.next, pages < maxPages {
            progress.step = .next(next)
        } else if try hasBecomeShorter(db, number: number, position: batch.position) {
            progress.step = .again
        } else {
            progress.problem = try problem(db, batch, reading)
            try end(db, number: number, progress.problem, now: now)
        }
        return progress
    }

    /// Returns why a list that was read to its end does not tell what is no longer in it.
    private func problem(
        _ db: Database, _ batch: StarredBatch, _ reading: StarListReading
    ) throws -> StarListProblem? {
        let count = reading.count.total + reading.count.unreadable
        let row = try Row.fetchOne(
            db, sql: "SELECT is_partial, owner_stars FROM star_list WHERE \(Self.isOwn)", arguments: key)
        if row?.value(Bool.self, in: "is_partial") == true || batch.next != nil { return .partial }
        if count == 0,
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM star_list_item WHERE \(Self.isOwn))", arguments: key) == true
        {
            return .empty
        }
        guard let stars = batch.total ?? row?.value(Int.self, in: "owner_stars"), count < stars else { return nil }
        return .short(came: reading.count.total, stars: stars)
    }

    /// - Returns: whether the item was not a favorite before.
    func add(
        _ db: Database, _ starred: StarredItem, isOwn: Bool, now: Date, index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let record = try ItemRecord(starred.item, by: codecs)
        return isOwn
            ? try record.importStar(db, starredAt: starred.starredAt, now: now, index: &index)
            : try record.bringStar(db, starredAt: starred.starredAt, now: now, index: &index)
    }

    /// - Returns: whether this reading has not had the item before.
    func record(_ db: Database, _ starred: StarredItem, number: Int) throws -> Bool {
        let id = starred.item.id
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO star_list_item (host, list, catalog, item_id, starred_at, reading) VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET reading = excluded.reading, missed = 0, verified = 0,
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

    /// Compares the length of the list at its end with that at the beginning. If it has become shorter, prepares for
    /// reading it again.
    /// - Parameter position: the number of stars at the end of the list.
    private func hasBecomeShorter(_ db: Database, number: Int, position: Int?) throws -> Bool {
        guard let position, let length = try length(db, number: number), length.repetitions < Self.maxRepetitions,
            length.stars > position
        else { return false }
        try db.execute(
            sql: """
                UPDATE star_list SET stars = ?, repetitions = repetitions + 1, pages = 0,
                    newest = coalesce((SELECT max(starred_at) \(Self.itemsOfReading)), newest)
                WHERE \(Self.isOwn)
                """, arguments: [position] + key + [number] + key)
        return true
    }

    private static let itemsOfReading = "FROM star_list_item WHERE \(isOwn) AND reading = ?"

    /// Returns the length that the list had at the beginning, with the stars added since; nil when it is unknown.
    private func length(_ db: Database, number: Int) throws -> (stars: Int, repetitions: Int)? {
        let row = try Row.fetchOne(
            db, sql: "SELECT stars, newest, repetitions FROM star_list WHERE \(Self.isOwn)", arguments: key)
        guard let row, let stars = row.value(Int.self, in: "stars") else { return nil }
        let later =
            try row.date(in: "newest").map {
                try Int.fetchOne(
                    db, sql: "SELECT count(*) \(Self.itemsOfReading) AND starred_at > ?",
                    arguments: key + [number, $0]) ?? 0
            } ?? 0
        let (expected, isTooLarge) = stars.addingReportingOverflow(later)
        return isTooLarge ? nil : (expected, row.value(in: "repetitions") ?? 0)
    }

    /// - Parameter problem: with one, an item that the list lacked is not missed.
    private func end(_ db: Database, number: Int, _ problem: StarListProblem?, now: Date) throws {
        if problem == nil {
            try db.execute(
                sql: "UPDATE star_list_item SET missed = missed + 1 WHERE \(Self.isOwn) AND reading IS NOT ?",
                arguments: key + [number])
        }
        try db.execute(
            sql: """
                UPDATE star_list SET is_reading = 0, resumes = 0, completed_at = ?1, checked_at = ?1, \(Self.setProblem)
                WHERE host = ?5 AND list = ?6
                """, arguments: [now] + Self.arguments(problem) + key)
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
            // Whether it is the one that is kept in step.
            Column("is_kept", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_kept, 0)"),
            Column("is_reading", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_reading, 0)"),
            // Whether the reading adds only what the list has not had before.
            Column("is_compared", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_compared, 0)"),
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
            Column("repetitions", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(repetitions, 0)"),
            // The length of the list and its newest star when the reading began.
            Column("stars", "INTEGER"), Column("newest", "DATETIME"),
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
        ],
        constraints: ["PRIMARY KEY (host, list, catalog, item_id)"])

    /// Creates the table in a file that may have it.
    fileprivate var laterCreation: String {
        creation.replacingOccurrences(of: "CREATE TABLE \(name)", with: "CREATE TABLE IF NOT EXISTS \(name)")
    }
}

extension LibraryDatabase {
    public func beginStarList(
        _ owner: StarListOwner, on host: String, keepsInStep: Bool
    ) async throws(LibraryFailure) -> StarListReading {
        let record = StarListRecord(list: StarListID(host: host, login: owner.login), codecs: codecs)
        return try await write { db in try record.begin(db, owner, keeps: keepsInStep) }
    }

    public func bringStars(
        _ batch: StarredBatch, of list: StarListID, isOwn: Bool
    ) async throws(LibraryFailure) -> StarListProgress {
        let record = StarListRecord(list: list, codecs: codecs)
        let now = time.now()
        return try await write { db in try record.bring(db, batch, isOwn: isOwn, now: now) }
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
