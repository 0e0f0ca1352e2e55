import GRDB

extension Database {
    /// Checks a file for damage. A larger file is not checked, since that reads all of it.
    /// - Parameter size: in bytes.
    /// - Throws: `SQLITE_CORRUPT` when the file is damaged.
    func checkForDamage(upTo size: Int) throws {
        let pages = try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0
        guard pages.multipliedReportingOverflow(by: pageSize).partialValue <= size else { return }
        let found = try String.fetchOne(self, sql: "PRAGMA quick_check(1)")
        if found != "ok" { throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: found) }
    }
}
