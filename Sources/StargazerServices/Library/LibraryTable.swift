/// The description of one table of the library, from which come its creation, its salvage from a damaged file and the
/// copying from files of earlier versions.
struct LibraryTable: Sendable {
    struct Column: Sendable {
        let name: String
        /// Type and constraints, in SQL.
        let declaration: String
        /// What salvage reads instead of the column, so that one damaged value does not lose its row.
        var salvaged: String?
        /// The value after damage, when other rows may be missing that it depends on.
        var afterDamage: String?
        /// Whether the value is derived from the snapshot and so never copied.
        var isDerived = false

        init(
            _ name: String, _ declaration: String, salvaged: String? = nil, afterDamage: String? = nil,
            isDerived: Bool = false
        ) {
            self.name = name
            self.declaration = declaration
            self.salvaged = salvaged
            self.afterDamage = afterDamage
            self.isDerived = isDerived
        }
    }

    /// The same rows in a file of an earlier version.
    struct Earlier: Sendable {
        let table: String
        /// The expressions of columns that have another name there, or none.
        var expressions: [String: String] = [:]
        /// An SQL condition for the rows that belong here.
        var condition = "1"
    }

    let name: String
    let columns: [Column]
    /// Constraints of the whole table, in SQL.
    var constraints: [String] = []
    /// Whether salvage copies the rows. If not, the program writes them again as it runs.
    var isSalvaged = true
    /// Nil when earlier versions did not have such rows.
    var earlier: Earlier?

    var copied: [Column] { columns.filter { !$0.isDerived } }

    var creation: String {
        let parts = columns.map { "\($0.name) \($0.declaration)" } + constraints
        return "CREATE TABLE \(name) (\n    \(parts.joined(separator: ",\n    "))\n);"
    }
}

extension LibraryTable.Column {
    // Columns that several tables have.

    static let key = [
        Self("catalog", "TEXT NOT NULL"), Self("host", "TEXT NOT NULL"), Self("item_id", "TEXT NOT NULL"),
    ]
    static let title = Self("title", "TEXT NOT NULL", salvaged: "CASE typeof(title) WHEN 'text' THEN title ELSE '' END")
    static let snapshot = [
        Self(
            "snapshot_format", "INTEGER NOT NULL",
            salvaged: "CASE typeof(snapshot_format) WHEN 'integer' THEN snapshot_format ELSE 0 END"),
        Self("snapshot", "TEXT NOT NULL", salvaged: "CASE typeof(snapshot) WHEN 'text' THEN snapshot ELSE '' END"),
    ]
    static let place = Self(
        "place", "INTEGER NOT NULL", salvaged: "CASE typeof(place) WHEN 'integer' THEN place ELSE 0 END")
    /// When the user changed the row's value, and on which device (`library_info`), so that two libraries can be merged.
    /// Nil for values from before there was a schema with devices.
    static let change = [Self("changed_at", "DATETIME"), Self("device", "TEXT")]
    static let item = Self("item", "INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE")
}
