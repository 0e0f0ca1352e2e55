import Foundation
import GRDB

extension LibraryTable {
    /// Items of imported files that are looked up, or were left out.
    static let importLookup = LibraryTable(
        name: "import_lookup",
        columns: [
            Column("id", "INTEGER PRIMARY KEY AUTOINCREMENT", isDerived: true), Column("catalog", "TEXT NOT NULL"),
            Column("host", "TEXT NOT NULL"),
            // An item's ID, else its title.
            Column("is_id", "BOOLEAN NOT NULL"), Column("name", "TEXT NOT NULL"),
            // The name in lower case.
            Column("name_key", "TEXT NOT NULL"),
            // A JSON list of names.
            Column("tags", "TEXT"), Column("note", "TEXT"), Column("added_at", "DATETIME"),
            Column(
                "state", "INTEGER NOT NULL DEFAULT 0",
                salvaged: "CASE typeof(state) WHEN 'integer' THEN state ELSE 0 END"),
            // The import that added it, for its undo.
            Column("import", "INTEGER", afterDamage: "NULL"),
        ],
        constraints: ["UNIQUE (catalog, host, is_id, name_key)"])
}

/// The rows of ``LibraryTable/importLookup``. Those of an undone import have a negative state and do not count.
struct ImportLookupRecord {
    let db: Database

    /// Adds an item. One that is there already gets the other tags and the note as well, and is looked up again.
    func add(_ entry: ImportEntry, by number: Int64?) throws {
        let (catalog, host, isID, name): (CatalogKind, String, Bool, String)
        switch entry.target {
        case .favorite: return
        case .id(let id): (catalog, host, isID, name) = (id.catalog, id.host, true, id.id)
        case .title(let title, let kind, let server): (catalog, host, isID, name) = (kind, server, false, title)
        }
        let key: StatementArguments = [catalog.rawValue, host, isID, name.lowercased()]
        let known = try Row.fetchOne(
            db,
            sql: """
                SELECT tags, note, added_at FROM import_lookup
                WHERE catalog = ? AND host = ? AND is_id = ? AND name_key = ? AND state >= 0
                """, arguments: key)
        var tags = known.map(Self.tags) ?? []
        tags += entry.tags.filter { !tags.contains($0) }
        var note = known?.value(String.self, in: "note")
        if let text = entry.note {
            let joined = NoteText.joined(note, text)
            if joined.utf8.count <= Note.maxLength { note = joined }
        }
        let addedAt = [known?.date(in: "added_at"), entry.addedAt].compactMap(\.self).min()
        let list = tags.isEmpty ? nil : String(decoding: try JSONEncoder().encode(tags), as: UTF8.self)
        try db.execute(
            sql: """
                INSERT INTO import_lookup (catalog, host, is_id, name_key, name, tags, note, added_at, import)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET tags = excluded.tags, note = excluded.note, added_at = excluded.added_at,
                    import = CASE WHEN state = 0 THEN import ELSE excluded.import END, state = 0
                """, arguments: key + [name, list, note, addedAt, number])
    }

    private static func tags(_ row: Row) -> [String] {
        let data = row.value(String.self, in: "tags").map { Data($0.utf8) }
        return data.flatMap { try? JSONDecoder().decode([String].self, from: $0) } ?? []
    }

    func counts(of catalog: CatalogKind, host: String) throws -> ImportLookupCounts {
        let row = try Row.fetchOne(
            db,
            sql: """
                SELECT count(CASE WHEN state = 0 THEN 1 END) AS pending, count(CASE WHEN state > 0 THEN 1 END) AS out
                FROM import_lookup WHERE catalog = ? AND host = ?
                """, arguments: [catalog.rawValue, host])
        return ImportLookupCounts(pending: row?.value(in: "pending") ?? 0, leftOut: row?.value(in: "out") ?? 0)
    }

    func lookups(of catalog: CatalogKind, host: String, leftOut: Bool, limit: Int) throws -> [ImportLookup] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, is_id, name, state FROM import_lookup
                WHERE catalog = ? AND host = ? AND state >= 0 AND (state <> 0) = ? ORDER BY id LIMIT ?
                """, arguments: [catalog.rawValue, host, leftOut, limit])
        return rows.compactMap { row in
            guard let id = row.value(Int64.self, in: "id"), let name = row.value(String.self, in: "name") else {
                return nil
            }
            return ImportLookup(
                id: id, name: row.value(Bool.self, in: "is_id") == true ? .id(name) : .title(name),
                state: row.value(Int.self, in: "state").flatMap(ImportLookupState.init) ?? .refused)
        }
    }

    /// - Returns: what the found items add to the library, by the number of their import.
    func end(_ results: [Int64: ItemLookupResult], now: Date) throws -> [Int64?: ImportContent] {
        var contents: [Int64?: ImportContent] = [:]
        for (id, result) in results.sorted(by: { $0.key < $1.key }) {
            switch result {
            case .gone: try set(.gone, of: id)
            case .refused: try set(.refused, of: id)
            case .found(let item):
                // It may have been undone meanwhile, or looked up by another process.
                guard
                    let row = try Row.fetchOne(
                        db,
                        sql: """
                            SELECT tags, note, added_at, number FROM import_lookup
                            LEFT JOIN file_import ON number = import WHERE id = ? AND state >= 0
                            """, arguments: [id])
                else { continue }
                let number = row.value(Int64.self, in: "number")
                var content = contents[number] ?? ImportContent()
                defer { contents[number] = content }
                let addedAt = row.date(in: "added_at") ?? now
                content.favorites.append(Favorite(item: item, addedAt: addedAt))
                let (tags, note) = (Self.tags(row), row.value(String.self, in: "note"))
                if !tags.isEmpty || note != nil {
                    content.annotations.append(ImportContent.Annotation(item: item.id, tags: tags, note: note))
                }
                try db.execute(sql: "DELETE FROM import_lookup WHERE id = ?", arguments: [id])
            }
        }
        return contents
    }

    private func set(_ state: ImportLookupState, of id: Int64) throws {
        try db.execute(
            sql: "UPDATE import_lookup SET state = ? WHERE id = ? AND state >= 0", arguments: [state.rawValue, id])
    }
}

extension LibraryDatabase {
    public func lookupCounts(
        of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> ImportLookupCounts {
        guard canWrite else { return ImportLookupCounts() }
        return try await read { db in try ImportLookupRecord(db: db).counts(of: catalog, host: host) }
    }

    public func lookups(
        of catalog: CatalogKind, host: String, leftOut: Bool, limit: Int
    ) async throws(LibraryFailure) -> [ImportLookup] {
        try await read { db in
            try ImportLookupRecord(db: db).lookups(of: catalog, host: host, leftOut: leftOut, limit: limit)
        }
    }

    public func endLookups(_ results: [Int64: ItemLookupResult]) async throws(LibraryFailure) -> Int {
        guard !results.isEmpty else { return 0 }
        let now = time.now()
        return try await write { [codecs] db in
            var new = 0
            for (number, content) in try ImportLookupRecord(db: db).end(results, now: now) {
                var work = LibraryImport(
                    db: db, codecs: codecs, now: now, record: number.map { ImportRecord(db: db, number: $0) }
                ) { _ in true }
                try work.add(content.favorites)
                try work.add(content.annotations)
                new += work.result.new
            }
            return new
        }
    }

    public func cancelLookups(of catalog: CatalogKind, host: String) async throws(LibraryFailure) {
        try await write { db in
            try db.execute(
                sql: "UPDATE import_lookup SET state = ? WHERE catalog = ? AND host = ? AND state = 0",
                arguments: [ImportLookupState.cancelled.rawValue, catalog.rawValue, host])
        }
    }

    public func forgetLeftOut(_ items: [ImportLookup]) async throws(LibraryFailure) {
        try await write { db in
            let delete = try db.makeStatement(sql: "DELETE FROM import_lookup WHERE id = ? AND state > 0")
            for item in items { try delete.execute(arguments: [item.id]) }
        }
    }
}
