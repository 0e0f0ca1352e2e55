public import Foundation
import GRDB

/// The tables `saved_search` and `saved_search_seen`, within one transaction. Every failure comes before the first write.
struct SavedSearchRecord {
    let db: Database
    let now: Date

    static let selectAll = """
        SELECT id, name, source, text, sort_order, seen_at, new_count, checked_at
        FROM saved_search LEFT JOIN saved_search_seen ON search = id ORDER BY place, id
        """
    private static let change = "changed_at = ?, device = \(LibrarySchema.device)"

    static func all(_ db: Database) throws -> [SavedSearch] {
        try Row.fetchAll(db, sql: selectAll).compactMap { row in
            guard let id = row.value(Int64.self, in: "id"), let name = row.value(String.self, in: "name"),
                let source = row.value(String.self, in: "source"), let text = row.value(String.self, in: "text")
            else { return nil }
            return SavedSearch(
                id: SavedSearchID(rawValue: id), name: name, source: source, text: text,
                order: row.value(String.self, in: "sort_order").flatMap(StargazerLibrary.ItemOrder.init(stored:)),
                seenAt: row.date(in: "seen_at"), newCount: max(0, row.value(Int.self, in: "new_count") ?? 0),
                checkedAt: row.date(in: "checked_at"))
        }
    }

    func add(_ name: AnnotationName, source: String, text: String, order: StargazerLibrary.ItemOrder?) throws
        -> SavedSearch
    {
        if try Self.all(db).count >= SavedSearch.maxCount { throw AnnotationFailure.tooMany }
        return try insert(name, source: source, text: text, order: order)
    }

    /// Adds a search where there are not too many.
    func insert(_ name: AnnotationName, source: String, text: String, order: StargazerLibrary.ItemOrder?) throws
        -> SavedSearch
    {
        let text = try Self.checked(text)
        try db.execute(
            sql: """
                INSERT INTO saved_search (name, source, text, sort_order, place, changed_at, device)
                VALUES (?, ?, ?, ?, (SELECT coalesce(max(place), 0) + 1 FROM saved_search), ?, \(LibrarySchema.device))
                """, arguments: [name.text, source, text, order?.stored, now])
        return SavedSearch(
            id: SavedSearchID(rawValue: db.lastInsertedRowID), name: name.text, source: source, text: text,
            order: order)
    }

    func rename(_ id: SavedSearchID, to name: AnnotationName) throws {
        guard try search(id).name != name.text else { return }
        try db.execute(
            sql: "UPDATE saved_search SET name = ?, \(Self.change) WHERE id = ?",
            arguments: [name.text, now, id.rawValue])
    }

    func update(_ id: SavedSearchID, text: String, order: StargazerLibrary.ItemOrder?) throws {
        let known = try search(id)
        let text = try Self.checked(text)
        guard known.text != text || known.order != order else { return }
        try db.execute(
            sql: "UPDATE saved_search SET text = ?, sort_order = ?, \(Self.change) WHERE id = ?",
            arguments: [text, order?.stored, now, id.rawValue])
        try db.execute(sql: "DELETE FROM saved_search_seen WHERE search = ?", arguments: [id.rawValue])
    }

    /// Changes the searches that name a tag. They find the same, so what the user has seen of it stays.
    func renameTag(_ name: String, to new: String) throws -> [RetaggedSearch] {
        let key = SearchWords.folded(name)
        let changes = try Self.all(db).map { search in
            let place = RetaggedSearch.Place(search)
            let renamed = place.renamingTags { SearchWords.folded($0) == key ? new : nil }
            return RetaggedSearch(id: search.id, old: place, new: renamed)
        }
        // A text that would be too long to save keeps the old name.
        return try retag(changes.filter { $0.old != $0.new && $0.new.text.utf8.count <= SavedSearch.maxTextLength })
    }

    /// - Returns: the changes of searches that are still as they were.
    func retag(_ changes: [RetaggedSearch]) throws -> [RetaggedSearch] {
        try changes.filter { change in
            try db.execute(
                sql: "UPDATE saved_search SET source = ?, text = ?, \(Self.change) "
                    + "WHERE id = ? AND source = ? AND text = ?",
                arguments: [
                    change.new.source, change.new.text, now, change.id.rawValue, change.old.source, change.old.text,
                ])
            return db.changesCount > 0
        }
    }

    static func seenResults(_ db: Database, of id: SavedSearchID) throws -> SeenResults? {
        let row = try Row.fetchOne(
            db, sql: "SELECT results FROM saved_search_seen WHERE search = ?", arguments: [id.rawValue])
        return row?.value(String.self, in: "results").flatMap(SeenResults.init(stored:))
    }

    func recordSeen(_ id: SavedSearchID, at date: Date, results: SeenResults?) throws {
        _ = try search(id)
        try db.execute(sql: "UPDATE saved_search SET seen_at = ? WHERE id = ?", arguments: [date, id.rawValue])
        try db.execute(
            sql: """
                INSERT INTO saved_search_seen (search, results) VALUES (?1, ?2)
                ON CONFLICT DO UPDATE SET results = coalesce(?2, results), new_count = 0
                """, arguments: [id.rawValue, results?.stored])
    }

    func recordNewResults(_ count: Int, of id: SavedSearchID, at date: Date) throws {
        _ = try search(id)
        try db.execute(
            sql: """
                INSERT INTO saved_search_seen (search, new_count, checked_at) VALUES (?1, ?2, ?3)
                ON CONFLICT DO UPDATE SET new_count = ?2, checked_at = ?3
                """, arguments: [id.rawValue, count, date])
    }

    func delete(_ id: SavedSearchID) throws -> RemovedSavedSearch {
        let all = try Self.all(db)
        guard let index = all.firstIndex(where: { $0.id == id }) else { throw AnnotationFailure.deleted }
        let seen = try Self.seenResults(db, of: id)
        try db.execute(sql: "DELETE FROM saved_search WHERE id = ?", arguments: [id.rawValue])
        return RemovedSavedSearch(search: all[index], index: index, seen: seen)
    }

    func restore(_ removed: RemovedSavedSearch) throws {
        var ids = try Self.all(db).map(\.id)
        let search = removed.search
        guard !ids.contains(search.id) else { return }
        try db.execute(
            sql: """
                INSERT INTO saved_search (id, name, source, text, sort_order, seen_at, place, changed_at, device)
                VALUES (?, ?, ?, ?, ?, ?, 0, ?, \(LibrarySchema.device))
                """,
            arguments: [
                search.id.rawValue, search.name, search.source, search.text, search.order?.stored, search.seenAt, now,
            ])
        try restoreSeen(removed)
        ids.insert(search.id, at: min(max(0, removed.index), ids.count))
        try order(ids)
    }

    func restoreSeen(_ removed: RemovedSavedSearch) throws {
        let search = removed.search
        try db.execute(
            sql:
                "INSERT OR REPLACE INTO saved_search_seen (search, results, new_count, checked_at) VALUES (?, ?, ?, ?)",
            arguments: [search.id.rawValue, removed.seen?.stored, search.newCount, search.checkedAt])
    }

    func order(_ ids: [SavedSearchID]) throws {
        let named = Set(ids)
        let others = try Self.all(db).map(\.id).filter { !named.contains($0) }
        for (index, id) in (ids + others).enumerated() {
            try db.execute(
                sql: "UPDATE saved_search SET place = ?1, changed_at = ?2, device = \(LibrarySchema.device) "
                    + "WHERE id = ?3 AND place <> ?1",
                arguments: [index + 1, now, id.rawValue])
        }
    }

    private func search(_ id: SavedSearchID) throws -> SavedSearch {
        guard let search = try Self.all(db).first(where: { $0.id == id }) else { throw AnnotationFailure.deleted }
        return search
    }

    /// SQLite ends a text at the first NUL.
    private static func checked(_ text: String) throws -> String {
        if text.utf8.count > SavedSearch.maxTextLength { throw AnnotationFailure.textTooLong }
        return text.replacing("\0", with: " ")
    }
}

extension StargazerLibrary.ItemOrder {
    /// The form in the column `sort_order`.
    var stored: String { "\(key.rawValue) \(direction.rawValue)" }

    fileprivate init?(stored: String) {
        let parts = stored.split(separator: " ")
        guard parts.count == 2, let direction = SortDirection(rawValue: String(parts[1])) else { return nil }
        self.init(SortKey(rawValue: String(parts[0])), direction)
    }
}

extension LibraryDatabase {
    public func savedSearches() async throws(LibraryFailure) -> [SavedSearch] {
        try await read { try SavedSearchRecord.all($0) }
    }

    public func seenResults(of id: SavedSearchID) async throws(LibraryFailure) -> SeenResults? {
        try await read { try SavedSearchRecord.seenResults($0, of: id) }
    }

    public func recordSeen(
        _ id: SavedSearchID, at date: Date, results: SeenResults?
    ) async throws(AnnotationFailure) {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).recordSeen(id, at: date, results: results) }
    }

    public func recordNewResults(
        _ count: Int, of id: SavedSearchID, at date: Date
    ) async throws(AnnotationFailure) {
        try await annotate { try SavedSearchRecord(db: $0, now: $1).recordNewResults(count, of: id, at: date) }
    }
}

extension SeenResults {
    /// The form in the column `results`: JSON.
    var stored: String? { (try? JSONEncoder().encode(self)).map { String(decoding: $0, as: UTF8.self) } }

    /// Nil for a text that is not in this form, or longer than this program writes.
    init?(stored: String) {
        guard stored.utf8.count <= 8 * Self.maxCount * Self.maxIDLength,
            let read = try? JSONDecoder().decode(Self.self, from: Data(stored.utf8)),
            read.ids.count <= Self.maxCount
        else { return nil }
        self = read
    }
}
