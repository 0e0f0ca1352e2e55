import Foundation
import GRDB
import StargazerCore
import Testing

@testable import StargazerServices

@Suite("Library salvage", .timeLimit(.minutes(25)))
struct LibrarySalvageTests {
    /// Columns whose values restart with the import of stars.
    private static let excluded = ["next_batch", "is_whole"]

    /// Creates a library with rows in every table.
    private func filled(_ folder: TemporaryFolder) async throws -> LibraryDatabase {
        let library = try await folder.ready()
        try await library.importFavorites((1...3).map { favorite($0, starred: $0 == 2) })
        try await library.recordStar(true, on: repository(4))
        try await library.recordQuery("swift", of: .repositories)
        let list = ListSnapshot(items: [repository(5), repository(6)], seenAt: day0)
        try await library.saveSnapshot(list, as: .followers, of: favorite(1).id)
        let stars = [StarredItem(item: repository(7), starredAt: day0)]
        let next = BatchCursor("2")
        _ = try await library.importStars(stars, of: "ada", host: "api.github.com", as: .beginning, next: next)
        return library
    }

    /// Returns all rows of each table in the schema, except the index, which is rebuilt.
    private func contents(_ database: any DatabaseReader) async throws -> [String: [[String: DatabaseValue]]] {
        try await database.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'favorite\\_%' ESCAPE '\\'
                        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'grdb_migrations'
                    """)
            return try tables.reduce(into: [:]) { contents, table in
                contents[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY rowid").map { row in
                    Dictionary(row.map { ($0, $1) }) { first, _ in first }.filter { !Self.excluded.contains($0.key) }
                }
            }
        }
    }

    @Test func everyTableIsSalvagedOrExcluded() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        let before = try await contents(library.database)
        #expect(Set(before.keys) == Set(LibrarySchema.tables), "the schema names all tables")
        #expect(before.values.allSatisfy { !$0.isEmpty }, "the test has rows in every table: \(before)")
        try library.database.close()

        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        let after = try await contents(target.database)
        for table in LibrarySchema.tables where !LibrarySalvage.excluded.contains(table) {
            #expect(after[table] == before[table], "all of \(table) is saved")
        }
        for table in LibrarySalvage.excluded { #expect(after[table] == [], "\(table) begins again") }
    }

    @Test func anImportOfStarsBeginsAgainAfterSalvage() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder).database.close()
        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        #expect(await target.starImportResumePoint(of: "ada", host: "api.github.com") == nil)
        #expect(await target.starImportState(of: "ada", host: "api.github.com") == .nothing)
    }

    @Test(
        arguments: ["title", "is_favorite", "added_at", "starred_on_server", "stamp", "snapshot_format", "snapshot"],
        ["NULL", "x'00FF'", "'no value'"])
    func oneDamagedValueDoesNotCostTheFavorite(column: String, value: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.writeWithoutTransaction { db in
            try db.damage("favorite", "\(column) = \(value) WHERE item_id = '2'")
        }
        try library.database.close()
        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        let isKnown = try await target.facts(of: [favorite(2).id])[favorite(2).id] != nil
        #expect(isKnown)
        #expect(try await shown(target).filter { $0.id.id == "3" } == [favorite(3)])
        try target.database.close()
        let again = await openLibrary(at: other.library)
        #expect(again.condition == .ready, "what was saved is sound")
    }

    @Test func aForbiddenNullIsFoundAtTheNextStartAndTheRestIsSalvaged() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.writeWithoutTransaction { db in
            try db.damage("favorite", "host = NULL WHERE item_id = '2'")
        }
        try library.database.close()
        let opened = await openLibrary(at: folder.library)
        guard case .movedAside = opened.condition else {
            Issue.record("a library with a NULL is \(opened.condition)")
            return
        }
        #expect(Set(numbers(try await shown(opened.library))) == ["1", "3", "7"])
    }

    @Test(arguments: [
        "UPDATE sqlite_sequence SET seq = 9223372036854775807",
        "UPDATE favorite SET row = 9223372036854775807 WHERE row = 2",
    ])
    func rowNumbersThatAreUsedUpAreGivenBack(damage: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.write { try $0.execute(sql: damage) }
        try library.database.close()
        let opened = await openLibrary(at: folder.library)
        #expect(try await shown(opened.library).count == 4)
        try await opened.library.add(favorite(9))
        #expect(try await shown(opened.library).count == 5)
    }

    @Test(arguments: ["v1", "v2", "v3", "v4"])
    func aMissingNumberOfAVersionIsDamage(version: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.write { db in
            try db.execute(sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [version])
        }
        try library.database.close()
        let opened = await openLibrary(at: folder.library)
        #expect(try await shown(opened.library).count == 4)
    }

    @Test func aDamagedNumberOfAVersionIsDamage() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.writeWithoutTransaction { db in
            try db.damage("grdb_migrations", "identifier = NULL WHERE identifier = 'v2'")
        }
        try library.database.close()
        let opened = await openLibrary(at: folder.library)
        #expect(try await shown(opened.library).count == 4)
        try await opened.library.add(favorite(9))
        #expect(try await shown(opened.library).count == 5)
    }

    @Test func wordsThatCannotBeReadAreMadeAgainAtTheNextStart() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.write {
            try $0.execute(sql: "UPDATE favorite_words_data SET block = x'FF' WHERE id > 10")
        }
        let words = FavoritesQuery(words: "someth")
        await #expect(throws: LibraryFailure.self) { try await library.favorites(words, reading: 10) }
        try library.database.close()
        let again = try await folder.ready()
        #expect(try await again.favorites(words, reading: 10).rows.count == 4)
    }
}
