import Foundation
import GRDB

/// Reads columns without trapping. The subscripts of `Row` trap on NULL and on values of another type.
extension Row {
    /// - Returns: nil if the value is NULL or of another type, or if the column does not exist.
    func value<Value: DatabaseValueConvertible>(_ type: Value.Type = Value.self, in column: String) -> Value? {
        (try? decode(DatabaseValue.self, forColumn: column)).flatMap(Value.fromDatabaseValue)
    }

    /// - Returns: nil also for a date that cannot be written again: before the year 1 or after the year 9999.
    func date(in column: String) -> Date? {
        value(Date.self, in: column).flatMap { Self.years.contains($0) ? $0 : nil }
    }

    private static let years = Date.distantPast..<Date(timeIntervalSince1970: 253_402_300_800)
}
