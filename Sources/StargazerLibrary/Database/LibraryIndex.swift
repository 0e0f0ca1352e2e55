import Foundation
import GRDB

/// What is derived from the snapshots, tags and notes: the favorites' words, their topics, the values that their catalog sorts by, and
/// the columns of all items that come from snapshots.
///
/// Triggers remove a favorite's entries whatever removes the favorite.
enum LibraryIndex {
    /// Queries search for word prefixes as the user types. Those of one and two letters have their own indexes.
    private static let schema = """
        CREATE TABLE favorite_value (
            row INTEGER NOT NULL,
            key TEXT NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (row, key)
        ) WITHOUT ROWID;
        CREATE INDEX favorite_by_value ON favorite_value (key, value);
        CREATE TABLE favorite_topic (
            row INTEGER NOT NULL,
            topic TEXT NOT NULL COLLATE NOCASE,
            PRIMARY KEY (row, topic)
        ) WITHOUT ROWID;
        CREATE INDEX favorite_by_topic ON favorite_topic (topic);
        CREATE VIRTUAL TABLE favorite_words USING fts5(
            words, annotations, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'"
        );
        CREATE TRIGGER favorite_deleted AFTER DELETE ON item WHEN OLD.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_topic WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        CREATE TRIGGER favorite_taken_off AFTER UPDATE OF is_favorite ON item
        WHEN OLD.is_favorite AND NOT NEW.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_topic WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        """
    /// Drops the index without reading it, since it may be damaged.
    private static let dropSQL = #"""
        PRAGMA writable_schema = ON;
        DELETE FROM sqlite_schema
        WHERE name IN ('favorite_deleted', 'favorite_taken_off') OR tbl_name = 'favorite_value'
            OR tbl_name = 'favorite_topic' OR tbl_name = 'favorite_words' OR tbl_name LIKE 'favorite\_words\_%' ESCAPE '\';
        PRAGMA writable_schema = RESET;
        """#

    private static let selectColumns = "SELECT words, annotations FROM favorite_words WHERE rowid = ?"
    static let selectWords = "SELECT rowid FROM favorite_words WHERE favorite_words MATCH ?"
    static let selectValues = "SELECT row, value FROM favorite_value WHERE key = ? ORDER BY value"

    /// Throws if a table of the index is missing.
    static func verify(_ db: Database) throws {
        for sql in [selectWords, selectColumns, selectValues, selectTopics] { _ = try db.makeStatement(sql: sql) }
    }

    /// Whether the word index is damaged inside, which `PRAGMA quick_check` does not detect.
    static func isDamaged(_ db: Database) throws -> Bool {
        do {
            try db.execute(sql: "INSERT INTO favorite_words (favorite_words) VALUES ('integrity-check')")
            return false
        } catch let error as DatabaseError where error.indicatesCorruption {
            return true
        }
    }

    /// Drops the index. `VACUUM` frees its space.
    static func drop(_ db: Database) throws { try db.execute(sql: dropSQL) }

    static let selectTopics = "SELECT row FROM favorite_topic WHERE topic = ?"

    /// Creates the missing index and fills it from the snapshots.
    static func create(_ db: Database, codecs: ItemCodecs) throws {
        try db.execute(sql: schema)
        try fill(db, codecs: codecs)
    }

    /// Whether the words were made by the present rules of `SearchWords`.
    static func hasCurrentWords(_ db: Database) throws -> Bool {
        let known = try Row.fetchOne(db, sql: "SELECT value FROM library_info WHERE key = 'words'")
        return known?.value(String.self, in: "value") == SearchWords.fingerprint
    }

    static func fill(_ db: Database, codecs: ItemCodecs) throws {
        let reader = FavoriteReader(codecs)
        let rows = try Row.fetchCursor(db, sql: FavoriteReader.selectAll)
        let update = try db.makeStatement(
            sql: "UPDATE item SET title_key = ?, \(ItemRecord.derivedUpdates) WHERE row = ?")
        var entries: [Entry] = []
        while let row = try rows.next() {
            guard let number = row.value(Int64.self, in: "row") else { continue }
            let title: String = row.value(in: "title") ?? ""
            let favorite = reader.favorite(from: row)
            try update.execute(
                arguments: [SearchWords.titleKey(title)]
                    + ItemRecord.derived(favorite?.item.facts.attributes ?? ItemAttributes()) + [number])
            guard row.value(Bool.self, in: "is_favorite") == true, let favorite,
                let codec = codecs[favorite.id.catalog]
            else { continue }
            entries.append(
                Entry(row: number, facts: favorite.item.facts, sortKeys: codec.sortKeys, isNew: true))
            if entries.count == batchSize { try write(db, &entries) }
        }
        try write(db, &entries)
        try db.execute(
            sql: "INSERT OR REPLACE INTO library_info VALUES ('words', ?)", arguments: [SearchWords.fingerprint])
    }

    struct Entry {
        let row: Int64
        let facts: any ItemFacts
        let sortKeys: [SortKey]
        /// Whether the index has no entry yet.
        var isNew = false
    }

    static let batchSize = 500

    /// Updates entries, without writing unchanged ones.
    ///
    /// It writes all words last: a write in between that needs a savepoint makes FTS5 flush to disk, which costs most.
    /// - Parameter entries: empty afterwards.
    static func write(_ db: Database, _ entries: inout [Entry]) throws {
        for entry in entries {
            try writeValues(db, entry)
            try writeTopics(db, entry)
        }
        for entry in entries { try writeWords(db, entry) }
        entries = []
    }

    private static func writeValues(_ db: Database, _ entry: Entry) throws {
        for key in entry.sortKeys {
            if let value = entry.facts.value(of: key)?.number {
                try db.cachedStatement(
                    sql: """
                        INSERT INTO favorite_value VALUES (?, ?, ?)
                        ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value
                        """
                ).execute(arguments: [entry.row, key.rawValue, value])
            } else if !entry.isNew {
                try db.cachedStatement(sql: "DELETE FROM favorite_value WHERE row = ? AND key = ?")
                    .execute(arguments: [entry.row, key.rawValue])
            }
        }
    }

    private static func writeTopics(_ db: Database, _ entry: Entry) throws {
        // The first of those that differ in the case of ASCII letters, as the table has them.
        var keys: Set<Data> = []
        let topics = entry.facts.attributes.topics.filter { keys.insert($0.lowercasedASCII).inserted }
        if !entry.isNew {
            let select = "SELECT topic FROM favorite_topic WHERE row = ?"
            if try String.fetchSet(db.cachedStatement(sql: select), arguments: [entry.row]) == Set(topics) { return }
            try db.cachedStatement(sql: "DELETE FROM favorite_topic WHERE row = ?").execute(arguments: [entry.row])
        }
        let insert = try db.cachedStatement(sql: "INSERT OR IGNORE INTO favorite_topic VALUES (?, ?)")
        for topic in topics { try insert.execute(arguments: [entry.row, topic]) }
    }

    private static func writeWords(_ db: Database, _ entry: Entry) throws {
        let words = SearchWords.text(of: entry.facts)
        let annotations = try annotationWords(db, of: entry.row)
        let arguments: StatementArguments = [entry.row, words, annotations]
        if entry.isNew {
            do {
                try db.cachedStatement(sql: "INSERT INTO favorite_words (rowid, words, annotations) VALUES (?, ?, ?)")
                    .execute(arguments: arguments)
                return
            } catch DatabaseError.SQLITE_CONSTRAINT {
                // A damaged index still has the words of a deleted row.
            }
        }
        let known = try Row.fetchOne(db.cachedStatement(sql: selectColumns), arguments: [entry.row])
        if known?.value(in: "words") == words, known?.value(in: "annotations") == annotations { return }
        try db.cachedStatement(
            sql: "INSERT OR REPLACE INTO favorite_words (rowid, words, annotations) VALUES (?, ?, ?)"
        )
        .execute(arguments: arguments)
    }

    // MARK: Tags and notes

    /// The names of an item's tags and its note.
    private static let selectAnnotations = """
        SELECT (
            SELECT group_concat(name, char(10)) FROM (
                SELECT name FROM item_tag JOIN tag ON tag.id = item_tag.tag
                WHERE item_tag.item = ?1 AND is_set AND NOT is_deleted ORDER BY name_key)
        ) AS tags, (SELECT text FROM note WHERE note.item = ?1) AS note
        """

    /// Updates the words of favorites whose tags or notes have changed. Ignores rows that are not favorites.
    static func writeAnnotations(_ db: Database, of rows: [Int64]) throws {
        for row in rows {
            guard let known = try Row.fetchOne(db.cachedStatement(sql: selectColumns), arguments: [row]) else {
                continue
            }
            let words = try annotationWords(db, of: row)
            if known.value(in: "annotations") == words { continue }
            try db.cachedStatement(sql: "UPDATE favorite_words SET annotations = ? WHERE rowid = ?")
                .execute(arguments: [words, row])
        }
    }

    private static func annotationWords(_ db: Database, of row: Int64) throws -> String {
        let found = try Row.fetchOne(db.cachedStatement(sql: selectAnnotations), arguments: [row])
        let tags: String? = found?.value(in: "tags")
        let note: String? = found?.value(in: "note")
        guard tags != nil || note != nil else { return "" }
        let words = SearchWords(SearchWords.folded("\(tags ?? "")\n\(note ?? "")"))
        return (words.plain + words.marked).joined(separator: " ")
    }
}

extension String {
    /// Equal for texts that SQLite's NOCASE takes for the same.
    fileprivate var lowercasedASCII: Data { Data(utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }) }
}
