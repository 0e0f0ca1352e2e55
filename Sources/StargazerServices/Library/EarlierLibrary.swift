import GRDB

/// The tables of versions 1 to 5 in the same file, which become those of this version.
enum EarlierLibrary {
    private static let prefix = "earlier_"
    private static let tables = Set(LibraryTable.all.compactMap(\.earlier?.table)).sorted()

    /// Gives the tables other names and drops what can be rebuilt.
    static func setAside(_ db: Database) throws {
        try db.execute(
            sql: """
                DROP TRIGGER IF EXISTS favorite_deleted;
                DROP TRIGGER IF EXISTS favorite_taken_off;
                DROP TABLE IF EXISTS favorite_words;
                DROP TABLE IF EXISTS favorite_value;
                DROP INDEX IF EXISTS favorite_by_added;
                DROP INDEX IF EXISTS favorite_by_name;
                DROP INDEX IF EXISTS favorite_starred;
                DROP TABLE IF EXISTS grdb_migrations;
                """)
        for table in tables where try db.tableExists(table) {
            try db.execute(sql: "ALTER TABLE \(table) RENAME TO \(prefix)\(table)")
        }
    }

    /// Copies all rows and drops the tables.
    static func copy(_ db: Database) throws {
        for table in LibraryTable.all {
            guard let earlier = table.earlier, try db.tableExists(prefix + earlier.table) else { continue }
            try LibraryRowCopy(of: table, as: earlier, prefix: prefix).copy(from: db, into: db)
        }
        for table in tables where try db.tableExists(prefix + table) {
            try db.execute(sql: "DROP TABLE \(prefix)\(table)")
        }
    }
}
