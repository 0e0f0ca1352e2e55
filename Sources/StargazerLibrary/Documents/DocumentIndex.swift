import Foundation
import GRDB

/// Changes items together with the index. Each function needs a transaction.
///
/// FTS5 removes an entry by the words that it was added with, and does not notice other words. The old words are
/// computed from the old row, so it is read before each change.
enum DocumentIndex {
    /// The maximum number of items that one transaction changes.
    static let batchSize = 500

    /// A change of an item's entry; the item has no entry if the words are nil.
    private struct Change {
        let row: Int64
        let old: DocumentWords?
        let new: DocumentWords?
    }

    /// - Returns: the number of saved texts.
    static func save(_ db: Database, _ texts: [IndexableDocument]) throws -> Int {
        var changes: [Change] = []
        var room = try room(db)
        for text in texts {
            guard let record = try record(db, text.document.id, room: &room) else { continue }
            let old = record.isIndexed ? DocumentWords(try record.fields(), try textWords(db, record)) : nil
            changes.append(
                Change(row: record.row, old: old, new: DocumentWords(try record.fields(), text.words)))
            try record.write(db, text)
            if !record.isIndexed { try record.markIndexed(db) }
        }
        try write(db, changes)
        return changes.count
    }

    static func index(_ db: Database, _ items: [DocumentFields]) throws {
        var changes: [Change] = []
        var room = try room(db)
        for fields in items {
            guard let record = try record(db, fields.id, room: &room), record.stamp != fields.stamp else {
                continue
            }
            // Of a text in the index, only the beginning is next to the fields.
            let text = try textWords(db, record, onlyLead: record.isIndexed)
            let old = record.isIndexed ? DocumentWords(try record.fields(), text) : nil
            changes.append(Change(row: record.row, old: old, new: DocumentWords(fields, text)))
            try record.write(db, fields)
            if !record.isIndexed { try record.markIndexed(db) }
        }
        try write(db, changes)
    }

    static func remove(_ db: Database, _ ids: [ItemID]) throws {
        var changes: [Change] = []
        for id in ids {
            guard let record = try DocumentRecord.find(db, id) else { continue }
            if record.isIndexed {
                let old = DocumentWords(try record.fields(), try textWords(db, record))
                changes.append(Change(row: record.row, old: old, new: nil))
            }
            try record.remove(db)
        }
        try write(db, changes)
    }

    /// Adds items to an index that is built again. Returns whether there may be more of them.
    static func addPending(_ db: Database, limit: Int) throws -> Bool {
        let records = try DocumentRecord.pending(db, limit: limit)
        let changes = try records.map { record in
            Change(
                row: record.row, old: nil,
                new: DocumentWords(try record.fields(), try textWords(db, record)))
        }
        for record in records { try record.markIndexed(db) }
        try write(db, changes)
        return records.count == limit
    }

    private static func record(_ db: Database, _ id: ItemID, room: inout Int) throws
        -> DocumentRecord?
    {
        if let known = try DocumentRecord.find(db, id) { return known }
        guard room > 0 else { return nil }
        room -= 1
        return try DocumentRecord.insert(db, id)
    }

    /// Returns how many items can be added.
    private static func room(_ db: Database) throws -> Int {
        DocumentRecord.maxItems - (try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0)
    }

    private static func textWords(
        _ db: Database, _ record: DocumentRecord, onlyLead: Bool = false
    ) throws -> DocumentWords.TextWords? {
        try DocumentRecord.text(db, row: record.row).map {
            DocumentWords.TextWords($0, onlyLead: onlyLead)
        }
    }

    // MARK: Writing words

    /// Writes all words after the rows: FTS5 writes what it has collected to disk before any write with a savepoint.
    private static func write(_ db: Database, _ changes: [Change]) throws {
        let columns = DocumentSchema.fieldColumns.joined(separator: ", ")
        for change in changes where change.old?.fields != change.new?.fields {
            if let old = change.old {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO field_words (field_words, rowid, \(columns)) VALUES ('delete', ?, ?, ?, ?, ?, ?)
                        """
                ).execute(arguments: [change.row] + StatementArguments(old.fields))
            }
            if let new = change.new {
                try db.cachedStatement(
                    sql: "INSERT INTO field_words (rowid, \(columns)) VALUES (?, ?, ?, ?, ?, ?)"
                )
                .execute(arguments: [change.row] + StatementArguments(new.fields))
            }
        }
        for change in changes where change.old?.text != change.new?.text {
            if let old = change.old?.text {
                try db.cachedStatement(
                    sql: "INSERT INTO text_words (text_words, rowid, words) VALUES ('delete', ?, ?)"
                ).execute(arguments: [change.row, old])
            }
            if let new = change.new?.text {
                try db.cachedStatement(sql: "INSERT INTO text_words (rowid, words) VALUES (?, ?)")
                    .execute(arguments: [change.row, new])
            }
        }
    }
}
