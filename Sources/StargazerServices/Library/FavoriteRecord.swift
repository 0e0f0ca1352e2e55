import Foundation
import GRDB
import StargazerCore

/// The columns of the table `favorite` that come from an item.
struct FavoriteRecord {
    let id: ItemID
    let title: String
    let format: Int
    let snapshot: String
    let facts: any ItemFacts
    let sortKeys: [SortKey]

    /// - Throws: the codec's error, or ``UnknownItemFormat`` if the item's catalog has no codec.
    init(_ item: Item, by codecs: ItemCodecs) throws {
        guard let codec = codecs[item.id.catalog] else { throw UnknownItemFormat(0) }
        id = item.id
        title = item.title
        format = codec.format
        snapshot = String(decoding: try codec.encode(item.facts), as: UTF8.self)
        facts = item.facts
        sortKeys = codec.sortKeys
    }

    /// The arguments that identify an item's row.
    static func key(_ id: ItemID) -> StatementArguments { [id.catalog.rawValue, id.host, id.id] }
}

/// Reads rows of the table `favorite`. Reuse one reader for many rows.
///
/// A damaged row does not fail the read: if its snapshot cannot be decoded, the identity and the title remain.
struct FavoriteReader {
    private static let columns = """
        row, stamp, catalog, host, item_id, title, added_at, starred_on_server, snapshot_format, snapshot
        """
    static let selectRow = "SELECT \(columns) FROM favorite WHERE row = ? AND is_favorite"
    static let selectItem = """
        SELECT \(columns) FROM favorite WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
        """
    static let selectAll = "SELECT \(columns) FROM favorite WHERE is_favorite ORDER BY row"
    static let selectFacts = """
        SELECT is_favorite, added_at, starred_on_server FROM favorite
        WHERE catalog = ? AND host = ? AND item_id = ?
        """

    let codecs: ItemCodecs
    private let reader = ItemFactsReader()

    init(_ codecs: ItemCodecs) { self.codecs = codecs }

    /// Returns the favorites of these rows, in the same order. Skips rows whose stamp is in `known`.
    func favorites(
        _ db: Database, in rows: some Sequence<FavoriteRowID>, known: [FavoriteRowID: Int64] = [:]
    ) throws -> [StoredFavorite] {
        let statement = try db.cachedStatement(sql: Self.selectRow)
        return try rows.compactMap { row in
            let cursor = try Row.fetchCursor(statement, arguments: [row.rawValue])
            guard let found = try cursor.next() else { return nil }
            let stamp = found.value(Int64.self, in: "stamp") ?? 0
            guard known[row] != stamp, let favorite = favorite(from: found) else { return nil }
            return StoredFavorite(row: row, stamp: stamp, favorite: favorite)
        }
    }

    func favorite(_ db: Database, _ id: ItemID) throws -> Favorite? {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: Self.selectItem), arguments: FavoriteRecord.key(id))
        return try cursor.next().flatMap { favorite(from: $0) }
    }

    func facts(_ db: Database, of ids: [ItemID]) throws -> [ItemID: FavoriteFacts] {
        let statement = try db.cachedStatement(sql: Self.selectFacts)
        var facts: [ItemID: FavoriteFacts] = [:]
        for id in ids {
            guard let row = try Row.fetchOne(statement, arguments: FavoriteRecord.key(id)) else { continue }
            let isFavorite = row.value(Bool.self, in: "is_favorite") ?? false
            facts[id] = FavoriteFacts(
                addedAt: isFavorite ? row.date(in: "added_at") ?? .distantPast : nil,
                isStarredOnServer: row.value(in: "starred_on_server"))
        }
        return facts
    }

    /// Returns the row's favorite, or nil if it belongs to no known catalog.
    func favorite(from row: Row) -> Favorite? {
        guard let id = id(from: row), let facts = facts(from: row, of: id.catalog) else { return nil }
        return Favorite(
            item: Item(id: id, facts: facts), addedAt: row.date(in: "added_at") ?? .distantPast,
            isStarredOnServer: row.value(in: "starred_on_server"))
    }

    private func id(from row: Row) -> ItemID? {
        guard let catalog = row.value(String.self, in: "catalog"), let host = row.value(String.self, in: "host"),
            let itemID = row.value(String.self, in: "item_id"), !host.isEmpty, !itemID.isEmpty
        else { return nil }
        return ItemID(catalog: CatalogKind(rawValue: catalog), host: host, id: itemID)
    }

    private func facts(from row: Row, of catalog: CatalogKind) -> (any ItemFacts)? {
        guard let codec = codecs[catalog] else { return nil }
        if let format = row.value(Int.self, in: "snapshot_format"), let text = row.value(String.self, in: "snapshot"),
            let facts = try? reader.facts(Data(text.utf8), format: format, by: codec)
        {
            return facts
        }
        return codec.facts(titled: row.value(in: "title") ?? "")
    }
}
