import Foundation
import GRDB

/// The columns of the table `item` that come from an item.
struct ItemRecord {
    let id: ItemID
    let title: String
    let format: Int
    let snapshot: String
    let facts: any ItemFacts
    let sortKeys: [SortKey]

    /// - Throws: the codec's error, or ``UnknownItemFormat`` if the item's catalog has no codec.
    init(_ item: Item, by codecs: ItemCodecs) throws {
        guard let codec = codecs[item.id.catalog] else { throw UnknownItemFormat(0) }
        id = item.id
        title = item.title
        format = codec.format
        snapshot = String(decoding: try codec.encode(item.facts), as: UTF8.self)
        facts = item.facts
        sortKeys = codec.sortKeys
    }

    /// The columns that are written whenever the item is.
    private static let names = ["title", "title_key", "snapshot_format", "snapshot"] + derivedNames
    private static let derivedNames = [
        "owner", "language", "license", "stars", "pushed_at", "created_at", "is_archived", "is_fork",
    ]
    static let derivedUpdates = derivedNames.map { "\($0) = ?" }.joined(separator: ", ")
    static let columns = names.joined(separator: ", ")
    static let marks = names.map { _ in "?" }.joined(separator: ", ")
    /// Takes the columns from the row that an `INSERT` would have added.
    static let assignments = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    static let updates = names.map { "\($0) = ?" }.joined(separator: ", ")
    /// Whether an update would change any of the columns, in SQL.
    static let isChanged = """
        title IS NOT excluded.title OR snapshot_format IS NOT excluded.snapshot_format
            OR snapshot IS NOT excluded.snapshot
        """

    /// The values of `columns`.
    var values: StatementArguments {
        [title, SearchWords.titleKey(title), format, snapshot] + Self.derived(facts.attributes)
    }

    /// The values of the columns that come from the attributes.
    static func derived(_ attributes: ItemAttributes) -> StatementArguments {
        [
            attributes.owner, attributes.language, attributes.license, attributes.stars,
            attributes.pushedAt?.timeIntervalSince1970, attributes.createdAt?.timeIntervalSince1970,
            attributes.isArchived, attributes.isFork,
        ]
    }

    /// The arguments that identify an item's row.
    static func key(_ id: ItemID) -> StatementArguments { [id.catalog.rawValue, id.host, id.id] }
    /// The same for tables that begin with the host.
    static func hostKey(_ id: ItemID) -> StatementArguments { [id.host, id.catalog.rawValue, id.id] }
}

/// Reads rows of the table `item`; reuse it. Where a snapshot cannot be decoded, the identity and the title remain.
struct FavoriteReader {
    private static let columns = """
        row, stamp, catalog, host, item_id, title, added_at, starred_on_server, is_lost, snapshot_format, snapshot,
        \(RequestedStars.value) AS requested_star
        """
    /// The index of short names finds a namesake.
    static let selectRow = """
        SELECT \(columns), EXISTS (
            SELECT 1 FROM item AS other
            WHERE is_favorite AND \(TitleScan.Path.shortName) = \(TitleScan.Path.shortName(of: "item"))
                AND other.row <> item.row) AS has_namesake
        FROM item WHERE row = ? AND is_favorite
        """
    static let selectID = "SELECT catalog, host, item_id FROM item WHERE row = ? AND is_favorite"
    static let selectRowOfItem = """
        SELECT row FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
        """
    static let selectItem = """
        SELECT \(columns) FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
        """
    static let selectRemovedItem = """
        SELECT \(columns) FROM item
        WHERE catalog = ? AND host = ? AND item_id = ? AND NOT is_favorite AND removed_at IS NOT NULL
        """
    static let selectAll = "SELECT \(columns), is_favorite FROM item ORDER BY row"
    /// Also of items that only the outbox has.
    static let selectFacts = """
        SELECT stored.is_favorite, stored.added_at, stored.starred_on_server, stored.is_lost,
            \(RequestedStars.value) AS requested_star
        FROM (SELECT ? AS catalog, ? AS host, ? AS item_id) AS item LEFT JOIN item AS stored
            ON stored.catalog = item.catalog AND stored.host = item.host AND stored.item_id = item.item_id
        """

    let codecs: ItemCodecs
    private let reader = ItemFactsReader()

    init(_ codecs: ItemCodecs) { self.codecs = codecs }

    /// Returns the favorites of these rows, in the same order. Skips rows whose stamp is in `cached`.
    func favorites(
        _ db: Database, in rows: some Sequence<FavoriteRowID>, cached: [FavoriteRowID: Int64] = [:]
    ) throws -> [StoredFavorite] {
        let statement = try db.cachedStatement(sql: Self.selectRow)
        return try rows.compactMap { row in
            let cursor = try Row.fetchCursor(statement, arguments: [row.rawValue])
            guard let found = try cursor.next() else { return nil }
            // A request and a namesake change what shows, and not the row.
            let hasNamesake = found.value(Bool.self, in: "has_namesake") ?? false
            let others = Self.requestedBits(found) << 1 | (hasNamesake ? 1 << 4 : 0)
            let stamp = (found.value(Int64.self, in: "stamp") ?? 0) ^ others
            guard cached[row] != stamp, let favorite = favorite(from: found) else { return nil }
            return StoredFavorite(row: row, stamp: stamp, favorite: favorite, hasNamesake: hasNamesake)
        }
    }

    static func ids(_ db: Database, of rows: [FavoriteRowID]) throws -> [FavoriteRowID: ItemID] {
        let statement = try db.cachedStatement(sql: selectID)
        return try rows.reduce(into: [:]) { ids, row in
            ids[row] = try Row.fetchOne(statement, arguments: [row.rawValue]).flatMap(id)
        }
    }

    static func row(_ db: Database, of id: ItemID) throws -> FavoriteRowID? {
        try Int64.fetchOne(db.cachedStatement(sql: selectRowOfItem), arguments: ItemRecord.key(id))
            .map(FavoriteRowID.init)
    }

    func favorite(_ db: Database, _ id: ItemID) throws -> Favorite? {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: Self.selectItem), arguments: ItemRecord.key(id))
        return try cursor.next().flatMap { favorite(from: $0) }
    }

    /// Returns a removed favorite that can be restored, with the date of its row.
    func removedFavorite(_ db: Database, _ id: ItemID) throws -> Favorite? {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: Self.selectRemovedItem), arguments: ItemRecord.key(id))
        return try cursor.next().flatMap { favorite(from: $0) }
    }

    func facts(_ db: Database, of ids: [ItemID]) throws -> [ItemID: FavoriteFacts] {
        let statement = try db.cachedStatement(sql: Self.selectFacts)
        var facts: [ItemID: FavoriteFacts] = [:]
        for id in ids {
            guard let row = try Row.fetchOne(statement, arguments: ItemRecord.key(id)) else { continue }
            let isFavorite = row.value(Bool.self, in: "is_favorite") ?? false
            let isStarred = Self.isStarred(row)
            guard isFavorite || isStarred == true || Self.requestedBits(row) != 0 else { continue }
            facts[id] = FavoriteFacts(
                addedAt: isFavorite ? row.date(in: "added_at") ?? .distantPast : nil, isStarredOnServer: isStarred,
                starRequest: Self.starRequest(row), isGone: row.value(Bool.self, in: "is_lost") ?? false)
        }
        return facts
    }

    /// Returns the row's favorite, or nil if it belongs to no known catalog.
    func favorite(from row: Row) -> Favorite? {
        guard let id = Self.id(from: row), let facts = codecs.facts(in: row, of: id.catalog, by: reader) else {
            return nil
        }
        return Favorite(
            item: Item(id: id, facts: facts), addedAt: row.date(in: "added_at") ?? .distantPast,
            isStarredOnServer: Self.isStarred(row), starRequest: Self.starRequest(row),
            isGone: row.value(Bool.self, in: "is_lost") ?? false)
    }

    /// The request of a row, 0 without one. See ``RequestedStars/value``.
    private static func requestedBits(_ row: Row) -> Int64 {
        row.value(Int64.self, in: "requested_star").map { ($0 & 3) | 4 } ?? 0
    }

    /// Whether the star shows as set: as requested, else as the server has confirmed it.
    private static func isStarred(_ row: Row) -> Bool? {
        let bits = requestedBits(row)
        return bits == 0 ? row.value(in: "starred_on_server") : bits & 1 != 0
    }

    private static func starRequest(_ row: Row) -> StarRequest? {
        let bits = requestedBits(row)
        return bits == 0 ? nil : bits & 2 == 0 ? .new : .failed
    }

    /// Returns the identity in the columns `catalog`, `host` and `item_id`; nil if it cannot be read.
    static func id(from row: Row) -> ItemID? {
        guard let catalog = row.value(String.self, in: "catalog"), let host = row.value(String.self, in: "host"),
            let itemID = row.value(String.self, in: "item_id"), !host.isEmpty, !itemID.isEmpty
        else { return nil }
        return ItemID(catalog: CatalogKind(rawValue: catalog), host: host, id: itemID)
    }
}

extension ItemCodecs {
    /// Returns the facts in the columns `title`, `snapshot_format` and `snapshot`: only the title if the snapshot cannot
    /// be decoded, and nil for an unknown catalog.
    func facts(in row: Row, of catalog: CatalogKind, by reader: ItemFactsReader) -> (any ItemFacts)? {
        guard let codec = self[catalog] else { return nil }
        if let format = row.value(Int.self, in: "snapshot_format"), let text = row.value(String.self, in: "snapshot"),
            let facts = try? reader.facts(Data(text.utf8), format: format, by: codec)
        {
            return facts
        }
        return codec.facts(titled: row.value(in: "title") ?? "")
    }
}

/// The writes to the table `item`. Each keeps its rules: a row exists while the item is a favorite or starred on the
/// server, and for some time after its removal; neither fact removes the other; favorites are in the index.
extension ItemRecord {
    /// Says who changed the favorite and when; takes the time.
    private static let change = "changed_at = ?, device = \(LibrarySchema.device)"

    /// What a newly added item takes over in a row that there is. A favorite keeps its date.
    private static let addition = """
        added_at = CASE WHEN is_favorite THEN coalesce(added_at, excluded.added_at) ELSE excluded.added_at END,
        changed_at = CASE WHEN is_favorite THEN changed_at ELSE excluded.changed_at END,
        device = CASE WHEN is_favorite THEN device ELSE excluded.device END,
        starred_on_server = coalesce(excluded.starred_on_server, starred_on_server),
        \(assignments)
        """

    /// Writes the item as a favorite.
    /// - Parameters:
    ///   - arguments: when it was added, whether and when it was starred on the server, whether it is gone, and the time.
    ///   - update: the assignments and the condition for a row that there is.
    /// - Returns: the row; nil when nothing was written.
    private func upsert(_ db: Database, _ arguments: StatementArguments, _ update: String) throws -> Int64? {
        try db.written(
            """
            INSERT INTO item (
                catalog, host, item_id, is_favorite, added_at, starred_on_server, starred_at, is_lost, changed_at,
                stamp, device, \(Self.columns))
            VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, random(), \(LibrarySchema.device), \(Self.marks))
            ON CONFLICT (catalog, host, item_id) DO UPDATE SET
                is_favorite = 1, removed_at = NULL, stamp = excluded.stamp, \(update)
            RETURNING row
            """, Self.key(id) + arguments + values)
    }

    /// - Parameters:
    ///   - starredOnServer: nil keeps the stored value.
    ///   - isGone: not for what is a favorite already.
    func add(
        _ db: Database, addedAt: Date, starredOnServer: Bool?, isGone: Bool, now: Date,
        index: inout [LibraryIndex.Entry]
    ) throws {
        let row = try upsert(
            db, [addedAt, starredOnServer, nil, isGone, now],
            """
            is_lost = CASE WHEN is_favorite THEN is_lost ELSE excluded.is_lost END,
            \(Self.addition)
            """)
        if let entry = entry(row) { index.append(entry) }
    }

    /// Updates the snapshot of a favorite. Writes nothing if the item is not a favorite.
    func refresh(_ db: Database, index: inout [LibraryIndex.Entry]) throws {
        let row = try db.written(
            """
            UPDATE item SET stamp = random(), \(Self.updates)
            WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
            RETURNING row
            """, values + Self.key(id))
        if let entry = entry(row) { index.append(entry) }
    }

    /// Returns the record to write if `refresh` would change anything.
    static func outdatedRecord(_ db: Database, _ item: Item, codecs: ItemCodecs) throws -> ItemRecord? {
        let stored = try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT title, snapshot_format, snapshot FROM item
                    WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                    """), arguments: key(item.id))
        guard let stored else { return nil }
        let record = try ItemRecord(item, by: codecs)
        let isSame =
            stored.value(in: "title") == record.title
            && stored.value(in: "snapshot_format") == record.format
            && stored.value(in: "snapshot") == record.snapshot
        return isSame ? nil : record
    }

    /// The row stays for a while, so that tags and notes survive an undo.
    static func remove(_ db: Database, _ id: ItemID, now: Date) throws {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE item SET is_favorite = 0, removed_at = ?, stamp = random(), \(change)
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
                """)
        try statement.execute(arguments: [now, now] + key(id))
    }

    /// Records a star on the server. Keeps the snapshot of an existing row.
    func recordStar(_ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO item (catalog, host, item_id, is_favorite, starred_on_server, stamp, \(Self.columns))
                VALUES (?, ?, ?, 0, 1, random(), \(Self.marks))
                ON CONFLICT (catalog, host, item_id) DO UPDATE SET starred_on_server = 1, stamp = excluded.stamp
                    WHERE starred_on_server IS NOT 1
                """, arguments: Self.key(id) + values)
    }

    static func recordUnstarred(_ db: Database, _ id: ItemID) throws {
        try db.execute(
            sql: """
                DELETE FROM item
                WHERE catalog = ? AND host = ? AND item_id = ? AND NOT is_favorite AND removed_at IS NULL
                """, arguments: key(id))
        try db.execute(
            sql: """
                UPDATE item SET starred_on_server = 0, starred_at = NULL, stamp = random()
                WHERE catalog = ? AND host = ? AND item_id = ? AND starred_on_server IS NOT 0
                """, arguments: key(id))
    }

    /// Returns whether `recordGone` would change anything.
    static func isGoneOutdated(_ db: Database, _ isGone: Bool, of id: ItemID) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT is_lost IS NOT ? FROM item WHERE catalog = ? AND host = ? AND item_id = ?")
        return try Bool.fetchOne(statement, arguments: [isGone] + key(id)) ?? false
    }

    static func recordGone(_ db: Database, _ isGone: Bool, of id: ItemID) throws {
        try db.execute(
            sql: """
                UPDATE item SET is_lost = ?, stamp = random()
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_lost IS NOT ?
                """, arguments: [isGone] + key(id) + [isGone])
    }

    /// Adds a favorite from a list of stars. Keeps the date of a favorite. Does not write a row that already matches.
    /// - Parameter isOwn: whether it is the account's list. A public one says nothing about the account.
    /// - Returns: whether the item was not a favorite before.
    func bringStar(
        _ db: Database, starredAt: Date?, isOwn: Bool, now: Date, index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let wasFavorite = try isFavorite(db) == true
        let row = try upsert(
            db, [starredAt ?? now, isOwn ? true : nil, isOwn ? starredAt : nil, false, now],
            """
            starred_at = coalesce(excluded.starred_at, starred_at),
            is_lost = 0,
            \(Self.addition)
            WHERE is_favorite IS NOT TRUE OR is_lost
                OR starred_on_server IS NOT coalesce(excluded.starred_on_server, starred_on_server)
                OR starred_at IS NOT coalesce(excluded.starred_at, starred_at) OR \(Self.isChanged)
            """)
        if let entry = entry(row) { index.append(entry) }
        return !wasFavorite
    }

    /// Adds a favorite from an exported file. Keeps what the library already has.
    /// - Returns: whether the item was not a favorite before.
    func importFavorite(
        _ db: Database, addedAt: Date, starredOnServer: Bool?, now: Date, reader: FavoriteReader,
        index: inout [LibraryIndex.Entry]
    ) throws -> Bool {
        let wasFavorite = try isFavorite(db)
        let row = try upsert(
            db, [addedAt, starredOnServer, nil, false, now],
            """
            added_at = CASE
                WHEN is_favorite THEN min(coalesce(added_at, excluded.added_at), excluded.added_at)
                ELSE excluded.added_at END,
            changed_at = excluded.changed_at,
            device = excluded.device,
            starred_on_server = coalesce(starred_on_server, excluded.starred_on_server)
            WHERE is_favorite IS NOT TRUE OR added_at IS NULL OR added_at > excluded.added_at
                OR (starred_on_server IS NULL AND excluded.starred_on_server IS NOT NULL)
            """)
        switch wasFavorite {
        case nil: if let entry = entry(row, isNew: true) { index.append(entry) }
        // The row existed without being a favorite. It keeps its own snapshot, which the index must match.
        case false?: if let entry = entry(row, try reader.favorite(db, id)?.item.facts) { index.append(entry) }
        case true?: break
        }
        return wasFavorite != true
    }

    private func entry(
        _ row: Int64?, _ known: (any ItemFacts)? = nil, isNew: Bool = false
    ) -> LibraryIndex.Entry? {
        row.map { LibraryIndex.Entry(row: $0, facts: known ?? facts, sortKeys: sortKeys, isNew: isNew) }
    }

    /// Returns nil if there is no row.
    private func isFavorite(_ db: Database) throws -> Bool? {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT coalesce(is_favorite, 0) FROM item WHERE catalog = ? AND host = ? AND item_id = ?"),
            arguments: Self.key(id))
    }
}

extension Database {
    /// Runs a statement that changes at most one row, and returns its ID.
    fileprivate func written(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
        let rows = try Int64.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
        let row = try rows.next()
        // GRDB notifies observers only after the statement has run to its end.
        while try rows.next() != nil {}
        return row
    }
}
