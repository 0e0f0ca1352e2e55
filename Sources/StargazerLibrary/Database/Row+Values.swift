package import Foundation
package import GRDB
import GRDBSQLite

/// Reads columns without trapping. The subscripts of `Row` trap on NULL and on values of another type.
extension Row {
    /// - Returns: nil if the value is NULL or of another type, or if the column does not exist.
    package func value<Value: DatabaseValueConvertible>(_ type: Value.Type = Value.self, in column: String) -> Value? {
        (try? decode(DatabaseValue.self, forColumn: column)).flatMap(Value.fromDatabaseValue)
    }

    /// - Returns: nil also for a date that cannot be written again: before the year 1 or after the year 9999.
    package func date(in column: String) -> Date? {
        value(Date.self, in: column).flatMap { Self.years.contains($0) ? $0 : nil }
    }

    private static let years = Date.distantPast..<Date(timeIntervalSince1970: 253_402_300_800)
}

extension Statement {
    /// Calls `row` for each result row, to read it with SQLite's own functions, in half the time of a cursor.
    /// - Throws: `DatabaseError`.
    package func eachRow(
        _ db: Database, _ arguments: StatementArguments = StatementArguments(), _ row: (SQLiteStatement) -> Void
    ) throws {
        try setArguments(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        var code = sqlite3_step(sqliteStatement)
        while code == SQLITE_ROW {
            row(sqliteStatement)
            code = sqlite3_step(sqliteStatement)
        }
        guard code == SQLITE_DONE else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: db.lastErrorMessage)
        }
    }
}
