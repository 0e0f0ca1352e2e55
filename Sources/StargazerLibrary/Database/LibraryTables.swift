extension LibraryTable {
    /// All tables that cannot be rebuilt, each after those that it refers to.
    static let all = [
        info, item, tag, itemTag, note, savedSearch, savedSearchSeen, recentQuery, viewed, listSnapshot,
        listSnapshotMember, outbox, importLookup, starList, starListItem,
        starUpdate, itemCheck, fileImport, importItem, importTag,
    ]

    /// Single values: `device` identifies this library among those of other machines.
    static let info = LibraryTable(
        name: "library_info",
        columns: [Column("key", "TEXT NOT NULL PRIMARY KEY"), Column("value", "TEXT NOT NULL")])

    /// Items that are favorites, starred by the account, or were favorites until a short time ago.
    ///
    /// `row` identifies an item for life; AUTOINCREMENT never reuses it. Equal `stamp`s mean an unchanged row.
    static let item = LibraryTable(
        name: "item",
        columns: [Column("row", "INTEGER PRIMARY KEY AUTOINCREMENT", isDerived: true)] + Column.key + [
            Column.title, Column("title_key", "TEXT NOT NULL DEFAULT ''", isDerived: true),
            Column(
                "is_favorite", "BOOLEAN NOT NULL",
                salvaged: """
                    CASE typeof(is_favorite) WHEN 'integer' THEN is_favorite
                        ELSE added_at IS NOT NULL AND removed_at IS NULL END
                    """),
            Column(
                "added_at", "DATETIME",
                salvaged: "CASE WHEN is_favorite THEN coalesce(added_at, 0) ELSE added_at END"),
            Column("removed_at", "DATETIME"),
        ] + Column.change + [
            Column("starred_on_server", "BOOLEAN"), Column("starred_at", "DATETIME"),
            Column("is_lost", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_lost, 0)"),
            Column(
                "stamp", "INTEGER NOT NULL", salvaged: "CASE typeof(stamp) WHEN 'integer' THEN stamp ELSE random() END"),
        ] + Column.snapshot + [
            Column("node_id", "TEXT"), Column("owner", "TEXT", isDerived: true),
            Column("language", "TEXT", isDerived: true), Column("license", "TEXT", isDerived: true),
            Column("stars", "INTEGER", isDerived: true), Column("pushed_at", "REAL", isDerived: true),
            Column("created_at", "REAL", isDerived: true), Column("is_archived", "BOOLEAN", isDerived: true),
            Column("is_fork", "BOOLEAN", isDerived: true),
        ],
        constraints: ["UNIQUE (catalog, host, item_id)", "CHECK (NOT is_favorite OR added_at IS NOT NULL)"])

    /// A deleted tag stays for a while, so that a library it is merged with does not bring it back.
    static let tag = LibraryTable(
        name: "tag",
        columns: [
            Column("id", "INTEGER PRIMARY KEY AUTOINCREMENT", isDerived: true),
            Column("name", "TEXT NOT NULL"), Column("name_key", "TEXT NOT NULL UNIQUE"), Column("color", "TEXT"),
            Column("is_deleted", "BOOLEAN NOT NULL DEFAULT 0", salvaged: "coalesce(is_deleted, 0)"),
        ] + Column.change)

    static let itemTag = LibraryTable(
        name: "item_tag",
        columns: [
            Column.item, Column("tag", "INTEGER NOT NULL REFERENCES tag (id) ON DELETE CASCADE"),
            Column("is_set", "BOOLEAN NOT NULL", salvaged: "coalesce(is_set, 1)"),
        ] + Column.change,
        constraints: ["PRIMARY KEY (item, tag)"])

    static let note = LibraryTable(
        name: "note",
        columns: [
            Column("item", "INTEGER PRIMARY KEY REFERENCES item (row) ON DELETE CASCADE", isDerived: true),
            Column("text", "TEXT NOT NULL"),
        ] + Column.change)

    static let savedSearch = LibraryTable(
        name: "saved_search",
        columns: [
            Column("id", "INTEGER PRIMARY KEY AUTOINCREMENT", isDerived: true), Column("name", "TEXT NOT NULL"),
            Column("source", "TEXT NOT NULL"), Column("text", "TEXT NOT NULL"),
            Column("sort_order", "TEXT"), Column("seen_at", "DATETIME"), Column.position,
        ] + Column.change)

    /// What the user has seen of a saved search's results, and how many new ones there are. Not a change of the search.
    static let savedSearchSeen = LibraryTable(
        name: "saved_search_seen",
        columns: [
            Column("search", "INTEGER PRIMARY KEY REFERENCES saved_search (id) ON DELETE CASCADE", isDerived: true),
            Column("results", "TEXT"),
            Column(
                "new_count", "INTEGER NOT NULL DEFAULT 0",
                salvaged: "CASE typeof(new_count) WHEN 'integer' THEN new_count ELSE 0 END"),
            Column("checked_at", "DATETIME"),
        ])

    static let recentQuery = LibraryTable(
        name: "recent_query",
        columns: [
            Column("catalog", "TEXT NOT NULL"), Column("text_key", "TEXT NOT NULL"), Column("text", "TEXT NOT NULL"),
            Column("used_at", "DATETIME NOT NULL", salvaged: "coalesce(used_at, 0)"),
        ],
        constraints: ["PRIMARY KEY (catalog, text_key)"])

    /// The items whose details were opened, without a time.
    static let viewed = LibraryTable(
        name: "viewed", columns: Column.key + [Column.position, Column.title] + Column.snapshot,
        constraints: ["PRIMARY KEY (catalog, host, item_id)"])

    /// An item's related lists, as of the last complete load. Members have the same host as the item.
    static let listSnapshot = LibraryTable(
        name: "list_snapshot",
        columns: Column.key + [Column("relation", "TEXT NOT NULL"), Column("seen_at", "DATETIME NOT NULL")],
        constraints: ["PRIMARY KEY (catalog, host, item_id, relation)"])

    static let listSnapshotMember = LibraryTable(
        name: "list_snapshot_member",
        columns: Column.key + [
            Column("relation", "TEXT NOT NULL"), Column.position, Column("member_catalog", "TEXT NOT NULL"),
            Column("member_id", "TEXT NOT NULL"), Column.title,
        ] + Column.snapshot,
        constraints: ["PRIMARY KEY (catalog, host, item_id, relation, member_catalog, member_id)"])

    /// Changes for an account's server that it has not confirmed yet.
    static let outbox = LibraryTable(
        name: "outbox",
        columns: [
            Column("id", "INTEGER PRIMARY KEY AUTOINCREMENT", isDerived: true), Column("host", "TEXT NOT NULL"),
            Column("login", "TEXT NOT NULL"), Column("kind", "TEXT NOT NULL"), Column("catalog", "TEXT NOT NULL"),
            Column("item_id", "TEXT NOT NULL"), Column("is_set", "BOOLEAN NOT NULL"),
            // The state that the server has without the change.
            Column("was_set", "BOOLEAN NOT NULL", salvaged: "coalesce(was_set, NOT is_set)"),
            Column("created_at", "DATETIME NOT NULL", salvaged: "coalesce(created_at, 0)"),
            Column("send_at", "DATETIME NOT NULL", salvaged: "coalesce(send_at, 0)"),
            Column("attempts", "INTEGER NOT NULL DEFAULT 0", salvaged: "coalesce(attempts, 1)"),
            // Whether a request may have reached the server without an answer.
            Column("is_uncertain", "BOOLEAN NOT NULL DEFAULT 0", afterDamage: "1"),
            // Why it was not sent; nil for what has not failed since the user's last change.
            Column("last_error", "TEXT"), Column.title,
        ] + Column.snapshot + [
            // No other process sends it before.
            Column("claimed_until", "DATETIME", afterDamage: "NULL")
        ],
        constraints: ["UNIQUE (host, login, kind, catalog, item_id)"])
}

/// The description of one table of the library, from which come its creation and its salvage from a damaged file.
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

    let name: String
    let columns: [Column]
    /// Constraints of the whole table, in SQL.
    var constraints: [String] = []
    /// Whether salvage copies the rows. If not, the program writes them again as it runs.
    var isSalvaged = true

    var copied: [Column] { columns.filter { !$0.isDerived } }

    var creation: String {
        let parts = columns.map { "\($0.name) \($0.declaration)" } + constraints
        return "CREATE TABLE IF NOT EXISTS \(name) (\n    \(parts.joined(separator: ",\n    "))\n);"
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
    static let position = Self(
        "place", "INTEGER NOT NULL", salvaged: "CASE typeof(place) WHEN 'integer' THEN place ELSE 0 END")
    /// When the user changed the row's value, and on which device (`library_info`), so that two libraries can be merged.
    static let change = [Self("changed_at", "DATETIME"), Self("device", "TEXT")]
    static let item = Self("item", "INTEGER NOT NULL REFERENCES item (row) ON DELETE CASCADE")
}
