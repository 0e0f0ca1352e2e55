import GRDB

extension LibraryDatabase {
    /// The favorites of one part of an export.
    private static let partSize = 500

    public func export(
        only items: [ItemID]?, _ body: @escaping @Sendable (ExportPart) -> Bool
    ) async throws(LibraryFailure) {
        try await read { [codecs, scans] db in
            let rows =
                if let items {
                    try items.compactMap { try db.annotatedRow(of: $0) }.map(FavoriteRowID.init(rawValue:))
                } else {
                    try FavoritesFetchRequest(query: FavoritesQuery(), codecs: codecs, scans: scans).rows(db).rows
                }
            let reader = try AnnotationReader(db)
            let tags =
                if items != nil { try reader.tags(ofRows: rows.map(\.rawValue)) } else {
                    try TagRecord.all(db).map(\.tag)
                }
            guard body(.heading(tags: tags, searches: items == nil ? try SavedSearchRecord.all(db) : [])) else {
                return
            }
            let favorites = FavoriteReader(codecs)
            for start in stride(from: 0, to: rows.count, by: Self.partSize) {
                let part = rows[start..<min(start + Self.partSize, rows.count)]
                let annotated = try favorites.favorites(db, in: part).map { stored in
                    let row = stored.row.rawValue
                    return AnnotatedFavorite(
                        stored.favorite, tags: try reader.names(ofRow: row), note: try reader.note(ofRow: row))
                }
                if !body(.favorites(annotated)) { return }
            }
        }
    }

    public func favorites(
        titled titles: Set<String>, of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> [String: ItemID] {
        try await read { db in
            var ids: [String: ItemID] = [:]
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT catalog, host, item_id, title FROM item
                    WHERE is_favorite AND catalog = ? AND host = ? ORDER BY row
                    """, arguments: [catalog.rawValue, host])
            while let row = try rows.next() {
                guard let title = row.value(String.self, in: "title")?.lowercased(), titles.contains(title),
                    let id = FavoriteReader.id(from: row)
                else { continue }
                ids[title] = id
            }
            return ids
        }
    }

    public func importContent(
        _ content: ImportContent, step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> ImportResult {
        let now = time.now()
        return try await write { [codecs] db in
            // A large import touches pages all over the indexes.
            try db.execute(sql: "PRAGMA cache_size = -16384")
            defer { try? db.execute(sql: "PRAGMA cache_size = \(LibraryOpener.cacheSize); PRAGMA shrink_memory") }
            let record = try ImportRecord.begin(db, now: now)
            var work = LibraryImport(db: db, codecs: codecs, now: now, record: record, step: step)
            try work.add(content.favorites)
            try work.add(content.tags)
            try work.add(content.annotations)
            try work.add(content.searches)
            try work.add(content.lookups)
            var result = work.result
            if try !record.forgetIfUnused() { result.number = record.number }
            return result
        }
    }
}

/// Reads the tags and notes of rows. Reuse one reader for many rows.
private struct AnnotationReader {
    private let tags: Statement
    private let note: Statement

    init(_ db: Database) throws {
        tags = try db.makeStatement(
            sql: """
                SELECT tag.id AS id, name, color FROM item_tag JOIN tag ON tag.id = item_tag.tag
                WHERE item_tag.item = ? AND is_set AND NOT is_deleted ORDER BY name_key
                """)
        note = try db.makeStatement(sql: "SELECT text FROM note WHERE item = ? AND text <> ''")
    }

    func names(ofRow row: Int64) throws -> [String] { try found(row).map(\.name) }

    func note(ofRow row: Int64) throws -> String? { try String.fetchOne(note, arguments: [row]) }

    /// Returns the tags that at least one of the rows has, by name.
    func tags(ofRows rows: [Int64]) throws -> [Tag] {
        var known: [TagID: Tag] = [:]
        for row in rows { for tag in try found(row) { known[tag.id] = tag } }
        return known.values.sorted { SearchWords.folded($0.name) < SearchWords.folded($1.name) }
    }

    private func found(_ row: Int64) throws -> [Tag] {
        try Row.fetchAll(tags, arguments: [row]).compactMap(TagRecord.tag(from:))
    }
}
