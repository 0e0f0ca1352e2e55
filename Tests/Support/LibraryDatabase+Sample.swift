import Foundation
import GRDB
import StargazerCore
@testable public import StargazerLibrary
@testable import StargazerServices

extension EditStore {
    /// Creates a tag that no item has. If a tag has this name, returns that one.
    @discardableResult
    public func createTag(_ name: String, color: TagColor?) async throws(AnnotationFailure) -> Tag {
        let edit = LibraryEdit.assignTag(TagAssignment(name, color: color, isSet: true, on: [], creates: true))
        guard let tag = try await apply(edit, sending: [], if: .none).tag else { throw .deleted }
        return tag
    }
}

/// A library in memory whose favorites and queries a test writes and reads at once.
extension LibraryDatabase {
    private static let sampleCodecs = ItemCodecs([RepositoryCodec(), PersonCodec(), GifCodec(), PhotoCodec()])

    /// - Parameters:
    ///   - queries: the repository queries, the newest first.
    ///   - account: the login on the host `test` whose stars the library has.
    static func sample(
        _ favorites: [Favorite], queries: [String], account: String?, time: TimeSource = .system
    ) -> LibraryDatabase {
        let library = LibraryDatabase.inMemory(codecs: sampleCodecs, time: time)
        library.writeSample { db in
            if let account {
                try StarListRecord(list: StarListID(host: "test", login: account), codecs: sampleCodecs).setAccount(db)
            }
            for favorite in favorites { try put(db, favorite) }
            for (number, text) in queries.reversed().enumerated() {
                let date = Date(timeIntervalSince1970: Double(number))
                try RecentQueries.record(db, text, catalog: .repositories, at: date)
            }
        }
        return library
    }

    /// The newest first.
    var sampleFavorites: [Favorite] {
        let reader = FavoriteReader(Self.sampleCodecs)
        let found = try? connection.current.database?.read { db in
            try Row.fetchAll(db, sql: FavoriteReader.selectAll).filter { $0.value(in: "is_favorite") == true }
                .compactMap { reader.favorite(from: $0) }
        }
        return (found ?? []).sorted { $0.addedAt > $1.addedAt }
    }

    /// The repository queries, the newest first.
    var sampleQueries: [String] {
        let found = try? connection.current.database?.read { db in
            try RecentQueries.newest(db, 1_000, catalog: .repositories)
        }
        return found ?? []
    }

    /// Writes only the favorites that differ.
    func changeSample(_ change: (inout [Favorite]) -> Void) {
        let before = sampleFavorites
        var favorites = before
        change(&favorites)
        let old = Dictionary(uniqueKeysWithValues: before.map { ($0.id, $0) })
        let removed = Set(old.keys).subtracting(favorites.map(\.id))
        writeSample { db in
            for id in removed { try ItemRecord.remove(db, id, now: Date(timeIntervalSince1970: 0)) }
            for favorite in favorites where old[favorite.id] != favorite { try Self.put(db, favorite) }
        }
    }

    private static func put(_ db: Database, _ favorite: Favorite) throws {
        var index: [LibraryIndex.Entry] = []
        try ItemRecord(favorite.item, by: sampleCodecs).add(
            db, addedAt: favorite.addedAt, starredOnServer: favorite.isStarredOnServer, isGone: favorite.isGone,
            now: favorite.addedAt, index: &index)
        try LibraryIndex.write(db, &index)
        try db.execute(
            sql: """
                UPDATE item SET added_at = ?, starred_on_server = ?, is_lost = ?
                WHERE catalog = ? AND host = ? AND item_id = ?
                """,
            arguments: [favorite.addedAt, favorite.isStarredOnServer, favorite.isGone] + ItemRecord.key(favorite.id))
    }

    private func writeSample(_ change: (Database) throws -> Void) {
        do {
            try connection.current.database?.write(change)
        } catch {
            preconditionFailure("a database in memory cannot be written: \(error)")
        }
    }
}
