import GRDB

/// Rewrites the repository snapshots of the first libraries in format 2. They had other names, and seconds since 1970.
enum FirstSnapshots {
    /// The tables with snapshots, and their column with the catalog.
    private static let tables = [
        ("item", "catalog"), ("viewed", "catalog"), ("outbox", "catalog"), ("list_snapshot_member", "member_catalog"),
    ]

    /// Requires a transaction. Snapshots that are not JSON stay: in any format, they leave identity and title.
    static func rewrite(_ db: Database) throws {
        guard try !areRewritten(db) else { return }
        for (table, catalog) in tables {
            try db.execute(
                sql: """
                    UPDATE \(table) SET snapshot_format = 2, snapshot = \(snapshot)
                    WHERE \(isFirst(catalog)) AND json_valid(snapshot)
                    """)
        }
        try db.execute(sql: "INSERT INTO library_info VALUES ('repository_snapshots', '2')")
    }

    /// Whether there is something to rewrite.
    static func exist(_ db: Database) throws -> Bool {
        guard try !areRewritten(db) else { return false }
        return try tables.contains { table, catalog in
            try Row.fetchOne(db, sql: "SELECT 1 FROM \(table) WHERE \(isFirst(catalog)) LIMIT 1") != nil
        }
    }

    /// Whether the library is marked as having no such snapshot. Without the mark, all rows must be read to know.
    static func areRewritten(_ db: Database) throws -> Bool {
        try Row.fetchOne(db, sql: "SELECT 1 FROM library_info WHERE key = 'repository_snapshots'") != nil
    }

    private static func isFirst(_ catalog: String) -> String { "snapshot_format = 1 AND \(catalog) = 'repositories'" }

    /// The patch leaves out what is null.
    private static let snapshot = """
        json_patch('{}', json_object(
            'archived', snapshot -> '$.archived', 'avatar_url', snapshot -> '$.avatar',
            'clone_url', snapshot -> '$.clone', 'created_at', \(date("created")),
            'description', snapshot -> '$.summary', 'fork', snapshot -> '$.fork', 'forks', snapshot -> '$.forks',
            'homepage', snapshot -> '$.homepage', 'language', snapshot -> '$.language',
            'license', snapshot -> '$.license', 'mirror', snapshot -> '$.mirror', 'name', snapshot -> '$.name',
            'open_issues', snapshot -> '$.openIssues', 'owner', snapshot -> '$.owner',
            'private', snapshot -> '$.private', 'pushed_at', \(date("pushed")), 'stars', snapshot -> '$.stars',
            'template', snapshot -> '$.template', 'topics', snapshot -> '$.topics', 'url', snapshot -> '$.web'))
        """

    private static func date(_ name: String) -> String {
        "strftime('%Y-%m-%dT%H:%M:%fZ', snapshot ->> '$.\(name)', 'unixepoch')"
    }
}
