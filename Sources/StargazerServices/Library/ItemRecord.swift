import Foundation
import GRDB
import StargazerCore

/// The columns of the table `item` that come from an item.
struct ItemRecord {
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

    /// The columns that are written whenever the item is.
    private static let names = ["title", "title_key", "snapshot_format", "snapshot"] + derivedNames
    private static let derivedNames = [
        "owner", "language", "license", "stars", "pushed_at", "created_at", "is_archived", "is_fork",
    ]
    static let derivedUpdates = derivedNames.map { "\($0) = ?" }.joined(separator: ", ")
    static let columns = names.joined(separator: ", ")
    static let marks = names.map { _ in "?" }.joined(separator: ", ")
    /// Takes the columns from the row that an `INSERT` would have added.
    static let assignments = names.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    static let updates = names.map { "\($0) = ?" }.joined(separator: ", ")
    /// Whether an update would change any of the columns, in SQL.
    static let isChanged = """
        title IS NOT excluded.title OR snapshot_format IS NOT excluded.snapshot_format
            OR snapshot IS NOT excluded.snapshot
        """

    /// The values of `columns`.
    var values: StatementArguments {
        [title, SearchWords.titleKey(title), format, snapshot] + Self.derived(facts.attributes)
    }

    /// The values of the columns that come from the attributes.
    static func derived(_ attributes: ItemAttributes) -> StatementArguments {
        [
            attributes.owner, attributes.language, attributes.license, attributes.stars,
            attributes.pushedAt?.timeIntervalSince1970, attributes.createdAt?.timeIntervalSince1970,
            attributes.isArchived, attributes.isFork,
        ]
    }

    /// The arguments that identify an item's row.
    static func key(_ id: ItemID) -> StatementArguments { [id.catalog.rawValue, id.host, id.id] }
    /// The same for tables that begin with the host.
    static func hostKey(_ id: ItemID) -> StatementArguments { [id.host, id.catalog.rawValue, id.id] }
}

/// Reads rows of the table `item`. Reuse one reader for many rows.
///
/// A damaged row does not fail the read: if its snapshot cannot be decoded, the identity and the title remain.
struct FavoriteReader {
    private static let columns = """
        row, stamp, catalog, host, item_id, title, added_at, starred_on_server, snapshot_format, snapshot
        """
    static let selectRow = "SELECT \(columns) FROM item WHERE row = ? AND is_favorite"
    static let selectID = "SELECT catalog, host, item_id FROM item WHERE row = ? AND is_favorite"
    static let selectItem = """
        SELECT \(columns) FROM item WHERE catalog = ? AND host = ? AND item_id = ? AND is_favorite
        """
    static let selectAll = "SELECT \(columns), is_favorite FROM item ORDER BY row"
    static let selectFacts = """
        SELECT is_favorite, added_at, starred_on_server FROM item
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

    static func ids(_ db: Database, of rows: [FavoriteRowID]) throws -> [FavoriteRowID: ItemID] {
        let statement = try db.cachedStatement(sql: selectID)
        return try rows.reduce(into: [:]) { ids, row in
            ids[row] = try Row.fetchOne(statement, arguments: [row.rawValue]).flatMap(id)
        }
    }

    func favorite(_ db: Database, _ id: ItemID) throws -> Favorite? {
        let cursor = try Row.fetchCursor(
            db.cachedStatement(sql: Self.selectItem), arguments: ItemRecord.key(id))
        return try cursor.next().flatMap { favorite(from: $0) }
    }

    func facts(_ db: Database, of ids: [ItemID]) throws -> [ItemID: FavoriteFacts] {
        let statement = try db.cachedStatement(sql: Self.selectFacts)
        var facts: [ItemID: FavoriteFacts] = [:]
        for id in ids {
            guard let row = try Row.fetchOne(statement, arguments: ItemRecord.key(id)) else { continue }
            let isFavorite = row.value(Bool.self, in: "is_favorite") ?? false
            let isStarred: Bool? = row.value(in: "starred_on_server")
            guard isFavorite || isStarred == true else { continue }
            facts[id] = FavoriteFacts(
                addedAt: isFavorite ? row.date(in: "added_at") ?? .distantPast : nil,
                isStarredOnServer: isStarred)
        }
        return facts
    }

    /// Returns the row's favorite, or nil if it belongs to no known catalog.
    func favorite(from row: Row) -> Favorite? {
        guard let id = Self.id(from: row), let facts = codecs.facts(in: row, of: id.catalog, by: reader) else {
            return nil
        }
        return Favorite(
            item: Item(id: id, facts: facts), addedAt: row.date(in: "added_at") ?? .distantPast,
            isStarredOnServer: row.value(in: "starred_on_server"))
    }

    /// Returns the identity in the columns `catalog`, `host` and `item_id`; nil if it cannot be read.
    static func id(from row: Row) -> ItemID? {
        guard let catalog = row.value(String.self, in: "catalog"), let host = row.value(String.self, in: "host"),
            let itemID = row.value(String.self, in: "item_id"), !host.isEmpty, !itemID.isEmpty
        else { return nil }
        return ItemID(catalog: CatalogKind(rawValue: catalog), host: host, id: itemID)
    }
}

extension ItemCodecs {
    /// Returns the facts in the columns `title`, `snapshot_format` and `snapshot`: only the title if the snapshot cannot
    /// be decoded, and nil for an unknown catalog.
    func facts(in row: Row, of catalog: CatalogKind, by reader: ItemFactsReader) -> (any ItemFacts)? {
        guard let codec = self[catalog] else { return nil }
        if let format = row.value(Int.self, in: "snapshot_format"), let text = row.value(String.self, in: "snapshot"),
            let facts = try? reader.facts(Data(text.utf8), format: format, by: codec)
        {
            return facts
        }
        return codec.facts(titled: row.value(in: "title") ?? "")
    }
}
