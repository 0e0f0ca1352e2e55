import Foundation
import GRDB

/// The tables of `documents.sqlite`. New columns are added to an older file, and a file of another version is deleted.
enum DocumentSchema {
    static let version = 1

    /// Maximum row ID. A search has a number for each row. A file with more rows is deleted.
    static let maxRow: Int64 = 1 << 24

    static let fieldColumns = ["title", "labels", "description", "note", "lead"]

    /// Both index tables keep no text. FTS5 ranks them all alike (its rank needs positions or the text), so
    /// `DocumentSearchRequest` ranks by columns. A text is one column, without positions: a third of the size.
    private static let index = """
        CREATE VIRTUAL TABLE field_words USING fts5(
            \(fieldColumns.joined(separator: ", ")), content='', detail=column, prefix='1 2',
            tokenize="ascii tokenchars '+#.'"
        );
        CREATE VIRTUAL TABLE text_words USING fts5(
            words, content='', detail=none, tokenize="ascii tokenchars '+#.'"
        );
        """

    /// The words of the index, for `SpellingLookup`.
    private static let terms = """
        CREATE VIRTUAL TABLE IF NOT EXISTS field_terms USING fts5vocab(field_words, row);
        CREATE VIRTUAL TABLE IF NOT EXISTS text_terms USING fts5vocab(text_words, row);
        """

    // The text is in a table of its own, so that reading items and writing dates reads and writes no texts.
    private static let schema = """
        CREATE TABLE item (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            catalog TEXT NOT NULL,
            host TEXT NOT NULL,
            item_id TEXT NOT NULL,
            stamp INTEGER,
            fields BLOB,
            version TEXT,
            fetched_at REAL,
            checked_at REAL,
            is_indexed INTEGER NOT NULL DEFAULT 0,
            path TEXT,
            branch TEXT,
            UNIQUE (catalog, host, item_id)
        );
        CREATE INDEX item_to_index ON item (row) WHERE NOT is_indexed;
        CREATE INDEX item_with_text ON item (checked_at) WHERE version IS NOT NULL;
        CREATE TABLE document (
            row INTEGER PRIMARY KEY,
            text BLOB NOT NULL
        );
        CREATE TABLE info (
            key TEXT NOT NULL PRIMARY KEY,
            value BLOB NOT NULL
        ) WITHOUT ROWID;
        """

    /// Creates the tables of an empty file, or checks them, and has an index that is in doubt built again.
    /// - Throws: `SQLITE_CORRUPT` or `SQLITE_ERROR` for a file that is damaged, of another version or another program's.
    static func prepare(_ db: Database) throws {
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if version == 0 {
            try db.execute(sql: schema)
            try db.execute(sql: index)
            try setFingerprint(db)
            try db.execute(sql: "PRAGMA user_version = \(Self.version)")
        } else if version != Self.version {
            throw DatabaseError(resultCode: .SQLITE_ERROR, message: "version \(version)")
        }
        try db.execute(sql: terms)
        let lastRow = try Int64.fetchOne(db, sql: "SELECT max(CAST(seq AS INTEGER)) FROM sqlite_sequence") ?? 0
        if lastRow > maxRow {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "row \(lastRow)")
        }
        for sql in DocumentRecord.selections { _ = try db.makeStatement(sql: sql) }
        if try isInDoubt(db) { try resetIndex(db) }
    }

    /// Empties the index. `DocumentIndex.addPending` fills it again.
    static func resetIndex(_ db: Database) throws {
        try db.execute(sql: "DROP TABLE IF EXISTS field_words; DROP TABLE IF EXISTS text_words")
        try db.execute(sql: index)
        try db.execute(sql: "UPDATE item SET is_indexed = 0 WHERE is_indexed")
        try setFingerprint(db)
    }

    /// Whether the index has other items than the tables, or was written by other rules for words.
    private static func isInDoubt(_ db: Database) throws -> Bool {
        let known = try Row.fetchOne(db, sql: "SELECT value FROM info WHERE key = 'words'")
        guard known?.value(String.self, in: "value") == fingerprint else { return true }
        // Reads indexes only, no items or texts.
        let differences = """
            WITH item_count (fields, texts) AS (
                SELECT (SELECT count(*) FROM item) - (SELECT count(*) FROM item WHERE NOT is_indexed),
                    (SELECT count(*) FROM item WHERE version IS NOT NULL)
                        - (SELECT count(*) FROM item WHERE NOT is_indexed AND version IS NOT NULL)
            )
            SELECT fields <> (SELECT count(*) FROM field_words_docsize)
                OR texts <> (SELECT count(*) FROM text_words_docsize) FROM item_count
            """
        do {
            return try Bool.fetchOne(db, sql: differences) ?? true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
            // A table of the index is missing.
            return true
        }
    }

    private static func setFingerprint(_ db: Database) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO info VALUES ('words', ?)", arguments: [fingerprint])
    }

    /// The words of a sample. Entries are removed from the index by the words that they were added with, so other rules
    /// (of this program or of Unicode) need another index.
    static let fingerprint: String = {
        let sample = """
            # Straße & <b>CAFÉ</b> [link](https://example.org) c++ .NET snake_case *x*
            Use <title>, `<b>`, caf&eacute; <script>let</script> [y](z w) <u v
            [a]: b
            ﬁ ＡＢ Ǆ ｶﾞ İi 漢字かなガ한글 Ωμέγα Ёлка ไทย हिन्दी عربى 𝒳 ½ ²
            """
        let words = DocumentWords(
            DocumentFields(
                id: ItemID(catalog: CatalogKind(rawValue: ""), host: "", id: ""), stamp: 0, title: sample),
            DocumentWords.TextWords(sample))
        return Digest.sha256(Data((words.fields + [words.text ?? ""]).joined(separator: "\n").utf8))
    }()
}
