import Foundation
import GRDB

@testable import StargazerLibrary
@testable import StargazerServices

/// Damages tables at random: values, rows and whole tables, including those of SQLite and GRDB.
struct DamagedTables {
    var random: FuzzRandom
    /// The damaged tables, with the SQL.
    private(set) var log: [(table: String, sql: String)] = []

    private static let values =
        damagedValues + [
            "0", "1", "2", "-1", "0.5", "1e15", "253402300800", "'0'", "'1'", "'{}'", "'null'", "'[]'", "x'7B7D'",
            "'0000-00-00 00:00:00.000'", "'2023-11-14'", "'22:13:20'", "'2023-11-14 22:13:20.250+99:99'",
            "'api.github.com'", "'repositories'", "x'7265706F7369746F72696573'", "zeroblob(50000)",
            "replace(hex(zeroblob(25000)), '00', 'xy')", "CAST(x'EDA080' AS TEXT)", "CAST(x'00' AS TEXT)", "'v9'",
        ]

    init(random: FuzzRandom) { self.random = random }

    var tables: Set<String> { Set(log.map(\.table)) }

    mutating func damage(_ db: Database) throws {
        let tables = try String.fetchAll(
            db,
            sql: "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
        for _ in 0...random.below(4) {
            let table = random.pick(tables)
            let sql = try change(db, table)
            log.append((table, sql))
            // SQLite refuses some statements, such as NULL in a key.
            try db.withoutConstraints(of: table) { try? db.execute(sql: sql) }
        }
    }

    private mutating func change(_ db: Database, _ table: String) throws -> String {
        let columns = try Row.fetchAll(db, sql: "SELECT name, pk FROM pragma_table_info(?)", arguments: [table])
        let names = columns.compactMap { $0.value(String.self, in: "name") }
        let hasNumbers = (try? db.makeStatement(sql: "SELECT rowid FROM \(table)")) != nil
        let keys =
            hasNumbers
            ? ["rowid"] : columns.filter { $0.value(Int.self, in: "pk") != 0 }.compactMap { $0.value(in: "name") }
        let key = keys.joined(separator: ", ")
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0
        let row = "(\(key)) = (SELECT \(key) FROM \(table) LIMIT 1 OFFSET \(random.below(count)))"
        let column = "\"\(random.pick(names))\""
        switch random.below(20) {
        case 0: return "DELETE FROM \(table)"
        case 1...3: return "DELETE FROM \(table) WHERE \(row)"
        case 4: return "UPDATE OR IGNORE \(table) SET \(column) = \(random.pick(Self.values))"
        case 5...6:
            let other = "(SELECT \(column) FROM \(table) LIMIT 1 OFFSET \(random.below(count)))"
            return "UPDATE OR IGNORE \(table) SET \(column) = \(other) WHERE \(row)"
        case 7:
            let cut = "substr(\(column), 1, \(random.below(200)))"
            return "UPDATE OR IGNORE \(table) SET \(column) = \(cut) WHERE \(row)"
        default: return "UPDATE OR IGNORE \(table) SET \(column) = \(random.pick(Self.values)) WHERE \(row)"
        }
    }
}
