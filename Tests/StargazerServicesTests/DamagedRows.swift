import GRDB

/// Writes values that the schema does not allow, as a damaged disk or another program could.
extension Database {
    /// - Parameters:
    ///   - assignments: the `SET` and `WHERE` clauses of an `UPDATE`, in SQL.
    func damage(_ table: String, _ assignments: String) throws {
        try withoutConstraints(of: table) { try execute(sql: "UPDATE OR IGNORE \"\(table)\" SET \(assignments)") }
    }

    /// Runs `change` while the table accepts NULL in every column and its checks are not enforced.
    func withoutConstraints(of table: String, _ change: () throws -> Void) throws {
        let schema = try String.fetchOne(self, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [table])
        guard let schema else { return try change() }
        try execute(sql: "PRAGMA ignore_check_constraints = ON")
        defer { try? execute(sql: "PRAGMA ignore_check_constraints = OFF") }
        try setSchema(schema.replacing(/(TEXT|INTEGER|BOOLEAN|DATETIME|BLOB|REAL) NOT NULL/) { $0.output.1 }, of: table)
        defer { try? setSchema(schema, of: table) }
        try change()
    }

    private func setSchema(_ sql: String, of table: String) throws {
        try execute(sql: "PRAGMA writable_schema = ON")
        try execute(sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [sql, table])
        try execute(sql: "PRAGMA writable_schema = RESET")
    }
}

/// SQL values of every type. No column contains any of them.
let damagedValues = [
    "NULL", "x''", "x'00FF'", "-9223372036854775808", "9223372036854775807", "9e999", "-1e300", "''", "'no value'",
    "'9999-99-99 99:99:99.999'", "CAST(x'610062' AS TEXT)", "CAST(x'FFFE' AS TEXT)",
]
