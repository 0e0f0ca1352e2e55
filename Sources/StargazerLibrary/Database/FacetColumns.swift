import GRDB
import GRDBSQLite
import Synchronization

/// The favorites' values that facets count, each with its rows. Each column is read once, in the order of an index.
struct FacetColumns: Sendable {
    /// The rows of one qualifier, grouped by value.
    private struct Column {
        /// Row IDs that do not fit are in manipulated files only, and left out.
        var rows: [UInt32] = []
        /// The values, each with the index after its last row.
        var values: [(text: String, end: Int)] = []

        mutating func append(_ row: Int64) {
            if let row = UInt32(exactly: row) { rows.append(row) }
        }

        /// Ends the run of rows of one value.
        mutating func end(_ text: String) {
            if rows.count > values.last?.end ?? 0 { values.append((text, rows.count)) }
        }

        func counts(in wanted: RowSet) -> [String: Int] {
            var counts: [String: Int] = [:]
            var start = 0
            for (text, end) in values {
                let count = rows[start..<end].count { wanted.contains(Int64($0)) }
                if count > 0, !text.isEmpty { counts[text, default: 0] += count }
                start = end
            }
            return counts
        }
    }

    private var columns: [QualifierName: Column] = [:]

    private static let selectYears = "SELECT row, added_at FROM item WHERE is_favorite ORDER BY added_at DESC"
    private static let selectStates = """
        SELECT row, is_archived, is_fork FROM item WHERE is_favorite ORDER BY is_archived, is_fork
        """

    private static let selectTags = """
        SELECT item, name FROM tag JOIN item_tag ON tag = id WHERE is_set AND NOT is_deleted ORDER BY id
        """

    static let selections = [selectYears, selectStates, selectTags]

    init(_ db: Database) throws {
        columns[.language] = try Self.texts(db, QualifierRows.TextColumn.language.selectAll)
        columns[.license] = try Self.texts(db, QualifierRows.TextColumn.license.selectAll)
        columns[.topic] = try Self.texts(db, QualifierRows.selectAllTopics)
        columns[.tag] = try Self.texts(db, Self.selectTags)
        columns[.added] = try Self.years(db)
        (columns[.archived], columns[.fork]) = try Self.states(db)
    }

    func counts(in rows: RowSet) -> [QualifierName: [String: Int]] { columns.mapValues { $0.counts(in: rows) } }

    /// - Parameter sql: selects rows and texts. Equal texts follow each other.
    private static func texts(_ db: Database, _ sql: String) throws -> Column {
        var column = Column()
        var runs = ValueRuns()
        try db.cachedStatement(sql: sql).eachRow(db) { statement in
            if runs.isNew(statement, at: 1) {
                column.end(runs.value)
                runs.begin(statement, at: 1)
            }
            column.append(sqlite3_column_int64(statement, 0))
        }
        column.end(runs.value)
        return column
    }

    /// Years in UTC, like the days of a query.
    private static func years(_ db: Database) throws -> Column {
        var column = Column()
        var year = 0
        try db.cachedStatement(sql: selectYears).eachRow(db) { statement in
            guard let date = sqlite3_column_text(statement, 1), sqlite3_column_bytes(statement, 1) >= 10,
                date[4] == UInt8(ascii: "-")
            else { return }
            let new = (0..<4).reduce(0) { $0 * 10 + Int(date[$1]) - 0x30 }
            guard (1_000...9_999).contains(new) else { return }
            if new != year {
                column.end(String(year))
                year = new
            }
            column.append(sqlite3_column_int64(statement, 0))
        }
        column.end(String(year))
        return column
    }

    private static func states(_ db: Database) throws -> (archived: Column, fork: Column) {
        // The rows in which a state is false, and those in which it is true.
        var rows = [Column](repeating: Column(), count: 4)
        try db.cachedStatement(sql: selectStates).eachRow(db) { statement in
            for column in 0..<2 where sqlite3_column_type(statement, Int32(column + 1)) != SQLITE_NULL {
                let isSet = sqlite3_column_int64(statement, Int32(column + 1)) != 0
                rows[column * 2 + (isSet ? 1 : 0)].append(sqlite3_column_int64(statement, 0))
            }
        }
        func column(_ first: (String, Column), _ second: (String, Column)) -> Column {
            var column = first.1
            column.end(first.0)
            column.rows += second.1.rows
            column.end(second.0)
            return column
        }
        return (column(("false", rows[0]), ("true", rows[1])), column(("false", rows[2]), ("only", rows[3])))
    }
}

/// Keeps the columns for the next query, until the next write.
final class FacetCache: Sendable {
    private let known = Mutex<(columns: FacetColumns, version: LibraryVersion)?>(nil)

    func columns(_ db: Database) throws -> FacetColumns {
        let version = try LibraryVersion(db)
        let current = known.withLock { known in
            if known?.version != version { known = nil }
            return known?.columns
        }
        if let current { return current }
        let columns = try FacetColumns(db)
        known.withLock { $0 = (columns, version) }
        return columns
    }
}
