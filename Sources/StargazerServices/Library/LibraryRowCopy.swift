import GRDB

/// Copies the rows of one table, from the same table of another file or from that of an earlier version.
struct LibraryRowCopy {
    /// Maximum row ID to keep. A row with a greater ID gets a new one, so that IDs remain for later rows.
    static let maxRowID: Int64 = 1 << 53

    private let selection: String
    private let insertion: String

    /// - Parameters:
    ///   - earlier: the table of an earlier version; nil for the same table.
    ///   - isDamaged: whether other rows of the file may be missing.
    init(of table: LibraryTable, as earlier: LibraryTable.Earlier? = nil, prefix: String = "", isDamaged: Bool = false)
    {
        let columns = table.copied
        let values = columns.map { column in
            let damaged = isDamaged ? column.afterDamage : nil
            return "\(damaged ?? earlier?.expressions[column.name] ?? column.salvaged ?? column.name) AS \(column.name)"
        }
        let names = (["rowid"] + columns.map(\.name)).joined(separator: ", ")
        let marks = (["?"] + columns.map { _ in "?" }).joined(separator: ", ")
        selection = """
            SELECT CASE WHEN rowid <= \(Self.maxRowID) THEN rowid END, \(values.joined(separator: ", "))
            FROM \(prefix)\(earlier?.table ?? table.name) WHERE \(earlier?.condition ?? "1")
            """
        insertion = "INSERT OR IGNORE INTO \(table.name) (\(names)) VALUES (\(marks))"
    }

    /// Copies all rows.
    /// - Throws: `DatabaseError` if the source cannot be read.
    func copy(from source: Database, into target: Database) throws {
        let rows = try Row.fetchCursor(source, sql: "\(selection) ORDER BY rowid")
        while let row = try rows.next() { try insert(row, into: target) }
    }

    /// Copies the readable rows. It reads from both ends up to the first unreadable page, so that damage in the middle
    /// loses only the middle.
    /// - Returns: the number of rows copied.
    func copyReadable(from source: Database, into target: Database) -> Int {
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
    @discardableResult
    private func insert(_ row: Row, into target: Database) throws -> Int {
        do {
            try target.cachedStatement(sql: insertion).execute(arguments: StatementArguments(row.databaseValues))
            return target.changesCount
        } catch DatabaseError.SQLITE_CONSTRAINT {
            return 0
        }
    }
}
