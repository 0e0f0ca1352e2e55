import Foundation
import GRDB

/// The tables `tag` and `item_tag`, within one transaction.
///
/// Libraries of two devices know a tag by its folded name. So a deleted or renamed tag leaves its name as a deleted tag,
/// and a removed tag leaves its row in `item_tag`.
struct TagRecord {
    let db: Database
    let now: Date

    private static let columns = "id, name, color"
    static let selectAll = """
        SELECT \(columns), (
            SELECT count(*) FROM item_tag
            WHERE tag = tag.id AND is_set AND item NOT IN (SELECT row FROM item WHERE removed_at IS NOT NULL)
        ) AS favorites FROM tag WHERE NOT is_deleted ORDER BY name_key
        """
    static let selectOfItem = """
        SELECT \(columns) FROM item JOIN item_tag ON item_tag.item = item.row JOIN tag ON tag.id = item_tag.tag
        WHERE catalog = ? AND host = ? AND item_id = ? AND is_set AND NOT is_deleted ORDER BY name_key
        """
    private static let change = "changed_at = ?, device = \(LibrarySchema.device)"

    // MARK: Reading

    static func all(_ db: Database) throws -> [CountedTag] {
        try Row.fetchAll(db, sql: selectAll).compactMap { row in
            tag(from: row).map { CountedTag(tag: $0, favorites: row.value(in: "favorites") ?? 0) }
        }
    }

    static func tags(_ db: Database, of items: [ItemID]) throws -> [ItemID: [Tag]] {
        let statement = try db.cachedStatement(sql: selectOfItem)
        var tags: [ItemID: [Tag]] = [:]
        for item in items where tags[item] == nil {
            let found = try Row.fetchAll(statement, arguments: ItemRecord.key(item)).compactMap(tag(from:))
            if !found.isEmpty { tags[item] = found }
        }
        return tags
    }

    static func tag(from row: Row) -> Tag? {
        guard let id = row.value(Int64.self, in: "id"), let name = row.value(String.self, in: "name") else {
            return nil
        }
        return Tag(
            id: TagID(rawValue: id), name: name, color: row.value(String.self, in: "color").flatMap(TagColor.init))
    }

    private func tag(_ id: TagID) throws -> Tag {
        let found = try Row.fetchOne(
            db, sql: "SELECT \(Self.columns) FROM tag WHERE id = ? AND NOT is_deleted", arguments: [id.rawValue])
        guard let tag = found.flatMap(Self.tag(from:)) else { throw AnnotationFailure.deleted }
        return tag
    }

    func existingTag(named name: AnnotationName) throws -> Tag? {
        guard let found = try tag(named: name), !found.isDeleted else { return nil }
        return found.tag
    }

    /// Deletes a tag that no item has. Returns whether it was deleted.
    func deleteUnused(_ id: TagID) throws -> Bool {
        let isUsed = try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM item_tag WHERE tag = ? AND is_set)", arguments: [id.rawValue])
        guard isUsed == false else { return false }
        try markDeleted(id, [])
        return true
    }

    /// - Returns: the tag, which may be a deleted one.
    private func tag(named name: AnnotationName) throws -> (tag: Tag, isDeleted: Bool)? {
        let found = try Row.fetchOne(
            db, sql: "SELECT \(Self.columns), is_deleted FROM tag WHERE name_key = ?", arguments: [name.key])
        return found.flatMap { row in Self.tag(from: row).map { ($0, row.value(in: "is_deleted") ?? false) } }
    }

    // MARK: Tags

    func create(_ name: AnnotationName, color: TagColor?) throws -> Tag {
        let known = try tag(named: name)
        if let known, !known.isDeleted { return known.tag }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM tag WHERE NOT is_deleted") ?? 0
        if count >= Tag.maxCount { throw AnnotationFailure.tooMany }
        let id = try Int64.fetchOne(
            db,
            sql: """
                INSERT INTO tag (name, name_key, color, is_deleted, changed_at, device)
                VALUES (?, ?, ?, 0, ?, \(LibrarySchema.device))
                ON CONFLICT (name_key) DO UPDATE SET name = excluded.name, color = excluded.color, is_deleted = 0,
                    changed_at = excluded.changed_at, device = excluded.device
                RETURNING id
                """, arguments: [name.text, name.key, color?.rawValue, now])
        return Tag(id: TagID(rawValue: id ?? 0), name: name.text, color: color)
    }

    func rename(_ id: TagID, to name: AnnotationName) throws -> TagRenaming {
        var tag = try tag(id)
        if let other = try self.tag(named: name), !other.isDeleted, other.tag.id != id {
            return .merged(into: other.tag, removed: try merge(id, into: other.tag.id))
        }
        guard tag.name != name.text else { return .renamed(tag) }
        let oldName = tag.name
        let oldKey = try String.fetchOne(db, sql: "SELECT name_key FROM tag WHERE id = ?", arguments: [id.rawValue])
        tag.name = name.text
        try db.execute(sql: "DELETE FROM tag WHERE name_key = ? AND is_deleted", arguments: [name.key])
        try db.execute(
            sql: "UPDATE tag SET name = ?, name_key = ?, \(Self.change) WHERE id = ?",
            arguments: [name.text, name.key, now, id.rawValue])
        if oldKey != name.key {
            try db.execute(
                sql: """
                    INSERT INTO tag (name, name_key, is_deleted, changed_at, device)
                    VALUES (?, ?, 1, ?, \(LibrarySchema.device))
                    """, arguments: [oldName, oldKey, now])
        }
        try db.recordAnnotationChange(of: items(of: id).map(\.row))
        return .renamed(tag)
    }

    func setColor(_ color: TagColor?, of id: TagID) throws {
        guard try tag(id).color != color else { return }
        try db.execute(
            sql: "UPDATE tag SET color = ?, \(Self.change) WHERE id = ?",
            arguments: [color?.rawValue, now, id.rawValue])
        try db.recordAnnotationChange(of: items(of: id).map(\.row))
    }

    func merge(_ id: TagID, into other: TagID) throws -> RemovedTag {
        let tag = try tag(id)
        _ = try self.tag(other)
        guard id != other else { return RemovedTag(tag: tag, items: []) }
        let items = try items(of: id)
        let added = Set(try set(other, to: true, on: items.map(\.row)))
        try markDeleted(id, items.map(\.row))
        return RemovedTag(
            tag: tag, items: items.compactMap(\.id), mergedInto: other,
            addedByMerge: items.filter { added.contains($0.row) }.compactMap(\.id))
    }

    func delete(_ id: TagID) throws -> RemovedTag {
        let tag = try tag(id)
        let items = try items(of: id)
        try markDeleted(id, items.map(\.row))
        return RemovedTag(tag: tag, items: items.compactMap(\.id))
    }

    func restore(_ removed: RemovedTag) throws -> Tag {
        let tag = try create(AnnotationName(removed.tag.name), color: removed.tag.color)
        var rows = try set(tag.id, to: true, on: removed.items.compactMap(row(of:)))
        if let other = removed.mergedInto {
            rows += try set(other, to: false, on: removed.addedByMerge.compactMap(row(of:)))
        }
        try db.recordAnnotationChange(of: rows)
        return tag
    }

    private func markDeleted(_ id: TagID, _ rows: [Int64]) throws {
        _ = try set(id, to: false, on: rows)
        try db.execute(
            sql: "UPDATE tag SET is_deleted = 1, \(Self.change) WHERE id = ?", arguments: [now, id.rawValue])
        try db.recordAnnotationChange(of: rows)
    }

    // MARK: Tags of items

    func setTag(_ id: TagID, to isSet: Bool, on items: [ItemID]) throws -> TagChange {
        _ = try tag(id)
        var ids: [Int64: ItemID] = [:]
        var missing = 0
        for item in items {
            if let row = try row(of: item) { ids[row] = item } else { missing += 1 }
        }
        let changed = try set(id, to: isSet, on: ids.keys.sorted())
        try db.recordAnnotationChange(of: changed)
        return TagChange(changed: changed.compactMap { ids[$0] }, missing: missing)
    }

    /// - Returns: the rows whose tag was not so before. Their change is still to be recorded.
    func set(_ id: TagID, to isSet: Bool, on rows: [Int64]) throws -> [Int64] {
        let add = """
            INSERT INTO item_tag (tag, is_set, changed_at, item, device) VALUES (?, 1, ?, ?, \(LibrarySchema.device))
            ON CONFLICT (item, tag) DO UPDATE SET is_set = 1, changed_at = excluded.changed_at, device = excluded.device
            WHERE NOT is_set
            """
        let remove = "UPDATE item_tag SET is_set = 0, \(Self.change) WHERE item = ? AND tag = ? AND is_set"
        let statement = try db.cachedStatement(sql: isSet ? add : remove)
        return try rows.filter { row in
            try statement.execute(arguments: isSet ? [id.rawValue, now, row] : [now, row, id.rawValue])
            return db.changesCount > 0
        }
    }

    /// - Returns: all items that have the tag; the ID is nil if it cannot be read.
    private func items(of id: TagID) throws -> [(row: Int64, id: ItemID?)] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT row, catalog, host, item_id FROM item_tag JOIN item ON item.row = item_tag.item
                WHERE tag = ? AND is_set
                """, arguments: [id.rawValue])
        return rows.compactMap { row in row.value(in: "row").map { ($0, FavoriteReader.id(from: row)) } }
    }

    private func row(of item: ItemID) throws -> Int64? { try db.annotatedRow(of: item) }
}

/// A name as the user typed it, checked.
struct AnnotationName {
    /// One line of text.
    let text: String
    /// Equal for names that count as the same.
    let key: String

    init(_ typed: String) throws(AnnotationFailure) {
        if typed.utf8.count > 100 * Tag.maxNameLength { throw .nameTooLong }
        text = CleanText.line(typed, limit: .max).trimmingCharacters(in: .whitespaces)
        key = SearchWords.folded(text).trimmingCharacters(in: .whitespaces)
        if key.isEmpty { throw .emptyName }
        if text.unicodeScalars.count > Tag.maxNameLength { throw .nameTooLong }
    }
}
