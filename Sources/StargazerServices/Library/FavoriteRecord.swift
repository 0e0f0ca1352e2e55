import Foundation
import GRDB
import StargazerCore

/// One row of the table `favorite`: what is written of an item, and how a stored row is read back.
///
/// Reading never fails for one row's sake: a snapshot that cannot be decoded leaves the identity and the title.
struct FavoriteRecord {
    var id: ItemID
    var title: String
    var snapshot: String

    init(_ item: Item) throws {
        id = item.id
        title = item.title
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        switch item.payload {
        case .repository(let repository):
            snapshot = String(decoding: try encoder.encode(RepositorySnapshot(repository)), as: UTF8.self)
        }
    }

    static let selectOrder = "SELECT rowid, stamp FROM favorite WHERE is_favorite ORDER BY added_at DESC, rowid DESC"
    static let selectOne = """
        SELECT catalog, host, item_id, title, added_at, starred_on_server, snapshot_format, snapshot
        FROM favorite WHERE rowid = ?
        """

    /// What a snapshot is read with; one is enough for many rows.
    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }

    /// The row as a favorite, or nil when it names no item of a catalog that this version knows.
    static func favorite(from row: Row, _ decoder: JSONDecoder) -> Favorite? {
        guard
            let name = String.fromDatabaseValue(row["catalog"]), let catalog = CatalogKind(rawValue: name),
            let host = String.fromDatabaseValue(row["host"]),
            let itemID = String.fromDatabaseValue(row["item_id"]),
            let payload = payload(from: row, catalog: catalog, decoder)
        else { return nil }
        return Favorite(
            item: Item(id: ItemID(catalog: catalog, host: host, id: itemID), payload: payload),
            addedAt: Date.fromDatabaseValue(row["added_at"]) ?? .distantPast,
            isStarredOnServer: Bool.fromDatabaseValue(row["starred_on_server"]))
    }

    private static func payload(from row: Row, catalog: CatalogKind, _ decoder: JSONDecoder) -> Item.Payload? {
        switch catalog {
        case .repositories:
            if let repository = repository(from: row, decoder) { return .repository(repository) }
            let title = String.fromDatabaseValue(row["title"]) ?? ""
            let parts = title.split(separator: "/", maxSplits: 1)
            guard let owner = parts.first, let name = parts.last, parts.count == 2 else {
                return .repository(Repository(owner: "", name: title))
            }
            return .repository(Repository(owner: String(owner), name: String(name)))
        case .people, .gifs, .photos:
            return nil
        }
    }

    private static func repository(from row: Row, _ decoder: JSONDecoder) -> Repository? {
        guard Int.fromDatabaseValue(row["snapshot_format"]) == RepositorySnapshot.format,
            let text = String.fromDatabaseValue(row["snapshot"])
        else { return nil }
        return try? decoder.decode(RepositorySnapshot.self, from: Data(text.utf8)).repository
    }
}
