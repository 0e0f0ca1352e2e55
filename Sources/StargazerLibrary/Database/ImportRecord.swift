import Foundation
import GRDB

extension LibraryTable {
    /// The imports of files that can still be undone. The rows of an import go with it.
    static let fileImport = LibraryTable(
        name: "file_import",
        columns: [
            Column("number", "INTEGER PRIMARY KEY AUTOINCREMENT"), Column("made_at", "DATETIME NOT NULL"),
        ], isSalvaged: false)

    /// What an import made of an item: a favorite, one with an earlier date, or one with another note.
    static let importItem = LibraryTable(
        name: "import_item",
        columns: [
            Column.import, Column.item, Column("is_new", "BOOLEAN NOT NULL DEFAULT 0"),
            // Null where the import did not change the date.
            Column("added_at", "DATETIME"), Column("old_added_at", "DATETIME"),
            // Null where the import did not change the note.
            Column("note", "TEXT"), Column("old_note", "TEXT"),
        ],
        constraints: ["PRIMARY KEY (import, item)"], isSalvaged: false)

    /// The tags that an import created, without an item, and those that it set.
    static let importTag = LibraryTable(
        name: "import_tag",
        columns: [
            Column.import, Column("tag", "INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE"),
            Column("item", "INTEGER REFERENCES item (row) ON DELETE CASCADE"),
        ],
        constraints: ["UNIQUE (import, tag, item)"], isSalvaged: false)
}

extension LibraryTable.Column {
    fileprivate static let `import` = Self(
        "import", "INTEGER NOT NULL REFERENCES file_import (number) ON DELETE CASCADE")
}

/// What one import of a file added, which can be removed and restored without the file.
struct ImportRecord {
    let db: Database
    let number: Int64

    static func begin(_ db: Database, now: Date) throws -> Self {
        try db.execute(sql: "INSERT INTO file_import (made_at) VALUES (?)", arguments: [now])
        return Self(db: db, number: db.lastInsertedRowID)
    }

    /// Forgets the import if it changed nothing that it has recorded. Returns whether it did.
    func forgetIfUnused() throws -> Bool {
        try db.execute(
            sql: """
                DELETE FROM file_import WHERE number = ?1
                    AND NOT EXISTS (SELECT 1 FROM import_item WHERE import = ?1)
                    AND NOT EXISTS (SELECT 1 FROM import_tag WHERE import = ?1)
                    AND NOT EXISTS (SELECT 1 FROM import_lookup WHERE import = ?1)
                """, arguments: [number])
        return db.changesCount > 0
    }

    /// Forgets the imports of before a date, with the lookups that were undone.
    static func sweep(_ db: Database, before limit: Date) throws {
        try db.execute(sql: "DELETE FROM file_import WHERE made_at < ?", arguments: [limit])
        try db.execute(
            sql: """
                DELETE FROM import_lookup
                WHERE state < 0 AND (import IS NULL OR import NOT IN (SELECT number FROM file_import))
                """)
    }

    // MARK: Recording

    /// Records that a favorite gets an earlier date, before it does.
    func willDate(_ id: ItemID, _ addedAt: Date) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO import_item (import, item, added_at, old_added_at)
                SELECT ?, row, ?, added_at FROM item
                WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite AND added_at > ?
                ON CONFLICT DO UPDATE SET added_at = excluded.added_at,
                    old_added_at = coalesce(old_added_at, excluded.old_added_at)
                """
        ).execute(arguments: [number, addedAt] + ItemRecord.key(id) + [addedAt])
    }

    func added(_ id: ItemID) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO import_item (import, item, is_new, added_at)
                SELECT ?, row, 1, added_at FROM item WHERE catalog = ? AND host = ? AND item_id = ?
                ON CONFLICT DO UPDATE SET is_new = 1, added_at = excluded.added_at
                """
        ).execute(arguments: [number] + ItemRecord.key(id))
    }

    func wrote(_ note: String, ofRow row: Int64, insteadOf old: String) throws {
        try db.cachedStatement(
            sql: """
                INSERT INTO import_item (import, item, note, old_note) VALUES (?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET note = excluded.note, old_note = coalesce(old_note, excluded.old_note)
                """
        ).execute(arguments: [number, row, note, old])
    }

    /// - Parameter row: the item that got the tag; nil for a new tag.
    func tagged(_ tag: TagID, _ row: Int64?) throws {
        try db.cachedStatement(sql: "INSERT OR IGNORE INTO import_tag (import, tag, item) VALUES (?, ?, ?)")
            .execute(arguments: [number, tag.rawValue, row])
    }

    // MARK: Undo and redo

    private static let change = "changed_at = ?, device = \(LibrarySchema.device)"

    /// Whether a new favorite has a tag or a note that the import did not write.
    private static let isAnnotated = """
        EXISTS (
            SELECT 1 FROM item_tag WHERE item_tag.item = made.item AND is_set AND changed_at >= made_at
                AND NOT EXISTS (
                    SELECT 1 FROM import_tag
                    WHERE import_tag.import = made.import AND import_tag.tag = item_tag.tag
                        AND import_tag.item = made.item))
        OR EXISTS (
            SELECT 1 FROM note WHERE note.item = made.item AND text <> ''
                AND CASE WHEN made.note IS NULL THEN changed_at >= made_at ELSE text <> made.note END)
        """

    /// Removes what the import added. What the user has changed since stays: a favorite that got a tag or a note, and a
    /// note that has another text. Stars stay as they are.
    func remove(now: Date) throws -> AppliedEdit {
        let favorites = try Row.fetchAll(
            db,
            sql: """
                SELECT made.item AS item, \(Self.isAnnotated) AS is_annotated
                FROM import_item AS made JOIN item ON item.row = made.item JOIN file_import ON number = import
                WHERE import = ? AND is_new AND is_favorite AND item.added_at = made.added_at
                """, arguments: [number])
        let (kept, removed) = favorites.reduce(into: ([Int64](), [Int64]())) { rows, found in
            guard let row = found.value(Int64.self, in: "item") else { return }
            if found.value(Bool.self, in: "is_annotated") == true { rows.0.append(row) } else { rows.1.append(row) }
        }
        let statement = try db.makeStatement(
            sql: "UPDATE item SET is_favorite = 0, removed_at = ?, stamp = random(), \(Self.change) WHERE row = ?")
        for row in removed { try statement.execute(arguments: [now, now, row]) }
        let (notes, other) = try writeNotes("note", "old_note", now)
        let tagged = try setTags(false, now)
        let tags = TagRecord(db: db, now: now)
        let deleted = try createdTags(areDeleted: false).count { try tags.deleteUnused($0) }
        let changed =
            try removed.count + notes.count + tagged + deleted + writeDates("added_at", "old_added_at", now)
            + setLookups(areUndone: true)
        return AppliedEdit(
            changed > 0 ? .restoreImport(number) : nil, skipped: Set(kept).union(other).subtracting(removed).count)
    }

    /// Adds again what ``remove(now:)`` removed.
    func restore(now: Date, codecs: ItemCodecs) throws -> AppliedEdit {
        let revived = try createdTags(areDeleted: true)
        let revive = try db.makeStatement(sql: "UPDATE tag SET is_deleted = 0, \(Self.change) WHERE id = ?")
        for tag in revived { try revive.execute(arguments: [now, tag.rawValue]) }
        let rows = try Int64.fetchAll(
            db,
            sql: """
                SELECT item.row FROM import_item AS made JOIN item ON item.row = made.item
                WHERE import = ? AND is_new AND NOT is_favorite AND removed_at IS NOT NULL
                """, arguments: [number])
        try addFavorites(rows, now, codecs)
        let (notes, other) = try writeNotes("old_note", "note", now)
        let changed =
            try revived.count + rows.count + notes.count + setTags(true, now)
            + writeDates("old_added_at", "added_at", now) + setLookups(areUndone: false)
        return AppliedEdit(changed > 0 ? .removeImport(number) : nil, skipped: other.count)
    }

    private func addFavorites(_ rows: [Int64], _ now: Date, _ codecs: ItemCodecs) throws {
        let statement = try db.makeStatement(
            sql: """
                UPDATE item SET is_favorite = 1, removed_at = NULL, stamp = random(), \(Self.change),
                    added_at = (SELECT added_at FROM import_item WHERE import = ? AND item = row)
                WHERE row = ?
                """)
        let reader = FavoriteReader(codecs)
        for start in stride(from: 0, to: rows.count, by: LibraryIndex.batchSize) {
            let batch = rows[start..<min(start + LibraryIndex.batchSize, rows.count)]
            for row in batch { try statement.execute(arguments: [now, number, row]) }
            var index = try reader.favorites(db, in: batch.map(FavoriteRowID.init)).map { stored in
                LibraryIndex.Entry(
                    row: stored.row.rawValue, facts: stored.favorite.item.facts,
                    sortKeys: codecs[stored.favorite.id.catalog]?.sortKeys ?? [])
            }
            try LibraryIndex.write(db, &index)
        }
    }

    /// Replaces notes that have one text with the other.
    /// - Returns: the rows of those that were written, and of those that have neither text.
    private func writeNotes(_ old: String, _ new: String, _ now: Date) throws -> (written: [Int64], other: [Int64]) {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT import_item.item, catalog, host, item_id, coalesce(text, '') = \(old) AS is_same, \(new) AS new
                FROM import_item JOIN item ON item.row = import_item.item LEFT JOIN note ON note.item = item.row
                WHERE import = ? AND import_item.note IS NOT NULL AND coalesce(text, '') <> \(new)
                """, arguments: [number])
        var (written, other): ([Int64], [Int64]) = ([], [])
        for found in rows {
            guard let row = found.value(Int64.self, in: "item"), let id = FavoriteReader.id(from: found) else {
                continue
            }
            if found.value(Bool.self, in: "is_same") == true {
                _ = try NoteRecord(item: id).write(found.value(in: "new") ?? "", ofRow: row, db, now: now)
                written.append(row)
            } else {
                other.append(row)
            }
        }
        try db.recordAnnotationChange(of: written)
        return (written, other)
    }

    /// - Returns: the number of items whose tags were changed.
    private func setTags(_ areSet: Bool, _ now: Date) throws -> Int {
        let pairs = try Row.fetchAll(
            db, sql: "SELECT tag, item FROM import_tag WHERE import = ? AND item IS NOT NULL", arguments: [number])
        var rows: [Int64: [Int64]] = [:]
        for pair in pairs {
            guard let tag = pair.value(Int64.self, in: "tag"), let row = pair.value(Int64.self, in: "item") else {
                continue
            }
            rows[tag, default: []].append(row)
        }
        var changed: Set<Int64> = []
        for (tag, items) in rows {
            changed.formUnion(try TagRecord(db: db, now: now).set(TagID(rawValue: tag), to: areSet, on: items))
        }
        try db.recordAnnotationChange(of: changed.sorted())
        return changed.count
    }

    private func createdTags(areDeleted: Bool) throws -> [TagID] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT id FROM import_tag JOIN tag ON tag.id = import_tag.tag
                WHERE import = ? AND item IS NULL AND is_deleted = ?
                """, arguments: [number, areDeleted]
        ).map(TagID.init)
    }

    /// Replaces dates of favorites that were there before.
    private func writeDates(_ old: String, _ new: String, _ now: Date) throws -> Int {
        try db.execute(
            sql: """
                UPDATE item SET added_at = made.\(new), stamp = random(), \(Self.change)
                FROM import_item AS made
                WHERE import = ? AND made.item = item.row AND NOT is_new AND made.old_added_at IS NOT NULL
                    AND is_favorite AND item.added_at = made.\(old)
                """, arguments: [now, number])
        return db.changesCount
    }

    /// The state of a lookup that was undone is negative, so that it can come back.
    private func setLookups(areUndone: Bool) throws -> Int {
        try db.execute(
            sql: "UPDATE import_lookup SET state = -1 - state WHERE import = ? AND (state < 0) <> ?",
            arguments: [number, areUndone])
        return db.changesCount
    }
}
