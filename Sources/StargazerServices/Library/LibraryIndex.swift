import Foundation
import GRDB
import StargazerCore

/// What questions are answered from beside the favorites themselves: their words, and the values that their catalog
/// puts them in order by. All of it can be made again from the snapshots.
///
/// Rows leave it with the favorite, whoever takes it away: triggers see to that.
enum LibraryIndex {
    /// Words are looked for by their beginning, letter by letter: of all that begin with one letter, or with two, there is
    /// an index beside that of whole words.
    private static let wordsSchema = """
        CREATE VIRTUAL TABLE favorite_words USING fts5(
            words, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'"
        );
        """
    private static let schema = """
        CREATE TABLE favorite_value (
            row INTEGER NOT NULL,
            key TEXT NOT NULL,
            value REAL NOT NULL,
            PRIMARY KEY (row, key)
        ) WITHOUT ROWID;
        CREATE INDEX favorite_by_value ON favorite_value (key, value);
        \(wordsSchema)
        CREATE TRIGGER favorite_deleted AFTER DELETE ON favorite WHEN OLD.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        CREATE TRIGGER favorite_taken_off AFTER UPDATE OF is_favorite ON favorite
        WHEN OLD.is_favorite AND NOT NEW.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        """
    /// Without looking at what is to go, which may be damaged.
    private static let dropSQL = #"""
        PRAGMA writable_schema = ON;
        DELETE FROM sqlite_schema
        WHERE name IN ('favorite_deleted', 'favorite_taken_off') OR tbl_name = 'favorite_value'
            OR tbl_name = 'favorite_words' OR tbl_name LIKE 'favorite\_words\_%' ESCAPE '\';
        PRAGMA writable_schema = RESET;
        """#

    static let selectWords = "SELECT rowid FROM favorite_words WHERE favorite_words MATCH ?"
    static let selectValues = "SELECT row, value FROM favorite_value WHERE key = ? ORDER BY value"

    /// Fails when a table of it is not there.
    static func verify(_ db: Database) throws {
        for sql in [selectWords, selectValues] { _ = try db.makeStatement(sql: sql) }
    }

    /// Whether the words cannot be read as words, which the check of the whole file does not find.
    static func isDamaged(_ db: Database) throws -> Bool {
        do {
            try db.execute(sql: "INSERT INTO favorite_words (favorite_words) VALUES ('integrity-check')")
            return false
        } catch let error as DatabaseError where error.indicatesCorruption {
            return true
        }
    }

    /// Takes all of it out of the library; the room it took is given back by `VACUUM`.
    static func drop(_ db: Database) throws { try db.execute(sql: dropSQL) }

    /// Makes all of it where nothing of it is, from the snapshots that are there.
    static func create(_ db: Database, codecs: ItemCodecs) throws {
        try db.execute(sql: schema)
        try fill(db, codecs: codecs)
    }

    /// Gives words that were kept before there was an index of beginnings one.
    static func addPrefixIndex(_ db: Database) throws {
        let schema = try String.fetchOne(db, sql: "SELECT sql FROM sqlite_schema WHERE name = 'favorite_words'")
        if schema?.contains("prefix") == true { return }
        try db.execute(
            sql: """
                CREATE TEMP TABLE kept_words AS SELECT rowid AS row, words FROM favorite_words;
                DROP TABLE favorite_words;
                \(wordsSchema)
                INSERT INTO favorite_words (rowid, words) SELECT row, words FROM temp.kept_words;
                DROP TABLE temp.kept_words;
                """)
    }

    static func fill(_ db: Database, codecs: ItemCodecs) throws {
        let reader = FavoriteReader(codecs)
        let rows = try Row.fetchCursor(db, sql: FavoriteReader.selectAll)
        var entries: [Entry] = []
        while let row = try rows.next() {
            guard let number = row.value(Int64.self, in: "row"), let favorite = reader.favorite(from: row),
                let codec = codecs[favorite.id.catalog]
            else { continue }
            entries.append(
                Entry(row: number, facts: favorite.item.facts, sortKeys: codec.sortKeys, isNew: true))
            if entries.count == batchSize { try write(db, &entries) }
        }
        try write(db, &entries)
    }

    /// What is to be kept of a favorite that has been written.
    struct Entry {
        let row: Int64
        let facts: any ItemFacts
        let sortKeys: [SortKey]
        /// Nothing is kept of it so far.
        var isNew = false
    }

    /// As many entries as are well written together.
    static let batchSize = 500

    /// Brings what is kept of favorites up to date; what is as it was is not written.
    ///
    /// Words come last and together: any other write between them that could be taken back by itself has FTS5 put all
    /// it has gathered on disk, which costs more than all the rest.
    /// - Parameter entries: empty afterwards.
    static func write(_ db: Database, _ entries: inout [Entry]) throws {
        for entry in entries { try writeValues(db, entry) }
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

    private static func writeWords(_ db: Database, _ entry: Entry) throws {
        let words = SearchWords.text(of: entry.facts)
        if entry.isNew {
            do {
                try db.cachedStatement(sql: "INSERT INTO favorite_words (rowid, words) VALUES (?, ?)")
                    .execute(arguments: [entry.row, words])
                return
            } catch DatabaseError.SQLITE_CONSTRAINT {
                // A damaged index still has words of a row that is gone.
            }
        }
        let known = try String.fetchOne(
            db.cachedStatement(sql: "SELECT words FROM favorite_words WHERE rowid = ?"), arguments: [entry.row])
        if known == words { return }
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO favorite_words (rowid, words) VALUES (?, ?)")
            .execute(arguments: [entry.row, words])
    }
}
