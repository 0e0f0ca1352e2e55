import Foundation
import GRDB

/// Copies the readable rows of a damaged library. What can be rebuilt is not copied.
struct LibrarySalvage {
    let from: URL
    let codecs: ItemCodecs

    /// - Returns: the number of rows copied.
    func copy(into target: any DatabaseWriter) -> Int {
        var configuration = Configuration()
        configuration.readonly = true
        guard let source = try? DatabaseQueue(path: from.path, configuration: configuration) else { return 0 }
        let saved = try? target.write { db in
            // The library keeps its identity, if it can be read.
            try db.execute(sql: "DELETE FROM library_info")
            // Without a transaction: the damage that ends a scan would also make the commit fail.
            let saved = source.unsafeRead { damaged in
                LibraryTable.all.filter(\.isSalvaged).reduce(0) { count, table in
                    // The file of an earlier program lacks columns.
                    let existing = (try? damaged.columns(in: table.name)).map { Set($0.map(\.name)) }
                    return count
                        + LibraryRowCopy(of: table, isDamaged: true, existing: existing).copy(from: damaged, into: db)
                }
            }
            try db.execute(sql: LibrarySchema.insertDevice)
            try LibraryIndex.fill(db, codecs: codecs)
            return saved
        }
        return saved ?? 0
    }
}

/// Copies the readable rows of one table from another file.
struct LibraryRowCopy {
    /// Maximum row ID to keep. A row with a greater ID gets a new one, so that IDs remain for later rows.
    static let maxRowID: Int64 = 1 << 53

    private let selection: String
    private let insertion: String

    /// - Parameters:
    ///   - isDamaged: whether other rows of the file may be missing.
    ///   - existing: the columns of the file; nil for those of the table.
    init(of table: LibraryTable, isDamaged: Bool = false, existing: Set<String>? = nil) {
        let columns = table.copied.filter { existing?.contains($0.name) ?? true }
        let values = columns.map { column in
            let damaged = isDamaged ? column.afterDamage : nil
            return "\(damaged ?? column.salvaged ?? column.name) AS \(column.name)"
        }
        let names = (["rowid"] + columns.map(\.name)).joined(separator: ", ")
        let marks = (["?"] + columns.map { _ in "?" }).joined(separator: ", ")
        selection = """
            SELECT CASE WHEN rowid <= \(Self.maxRowID) THEN rowid END, \(values.joined(separator: ", "))
            FROM \(table.name)
            """
        insertion = "INSERT OR IGNORE INTO \(table.name) (\(names)) VALUES (\(marks))"
    }

    /// Reads from both ends up to the first unreadable page, so that damage in the middle loses only the middle.
    /// - Returns: the number of rows copied.
    func copy(from source: Database, into target: Database) -> Int {
        var saved = 0
        for direction in ["ASC", "DESC"] {
            guard let rows = try? Row.fetchCursor(source, sql: "\(selection) ORDER BY rowid \(direction)") else {
                continue
            }
            while let row = try? rows.next() { saved += (try? insert(row, into: target)) ?? 0 }
        }
        return saved
    }

    /// - Returns: the number of rows inserted: none if the row is there already, or if what it refers to is not.
    private func insert(_ row: Row, into target: Database) throws -> Int {
        do {
            try target.cachedStatement(sql: insertion).execute(arguments: StatementArguments(row.databaseValues))
            return target.changesCount
        } catch DatabaseError.SQLITE_CONSTRAINT {
            return 0
        }
    }
}
