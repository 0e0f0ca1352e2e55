import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Library salvage", .timeLimit(.minutes(25)))
struct LibrarySalvageTests {
    /// Columns with another value after damage.
    private static let changed = Set(LibraryTable.all.flatMap(\.columns).filter { $0.afterDamage != nil }.map(\.name))

    /// Creates a library with rows in every table.
    private func filled(_ folder: TemporaryFolder) async throws -> LibraryDatabase {
        let library = try await folder.ready()
        try await library.importFavorites((1...3).map { favorite($0, starred: $0 == 2) })
        try await library.recordStar(true, on: repository(4))
        try await library.recordQuery("swift", of: .repositories)
        let list = ListSnapshot(items: [repository(5), repository(6)], seenAt: day0)
        try await library.saveSnapshot(list, as: .followers, of: favorite(1).id)
        try await library.saveViewedItems([repository(8)], of: .repositories, host: "api.github.com")
        try await library.add(favorite(10))
        try await library.remove(favorite(10).id)
        try await library.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO tag VALUES (1, 'Tools', 'tools', NULL, 0, '2026-01-02 03:04:05.678', 'here');
                    INSERT INTO item_tag SELECT row, 1, 1, NULL, NULL FROM item;
                    INSERT INTO note SELECT row, 'a note', NULL, NULL FROM item WHERE item_id = '1';
                    INSERT INTO saved_search VALUES (1, 'New', 'favorites', 'swift', NULL, NULL, 1, NULL, NULL);
                    INSERT INTO saved_search_seen VALUES (1, '{"host":"h","ids":["1"]}', 2, NULL);
                    INSERT INTO import_lookup VALUES (1, 'repositories', 'h', 0, 'o/n', 'o/n', '["a"]', 'n', NULL, 0,
                        NULL);
                    INSERT INTO import_tag SELECT 1, 1, row FROM item WHERE item_id = '1';
                    INSERT INTO outbox SELECT 1, host, 'ada', 'star', catalog, item_id, 1, 0, added_at, added_at, 0, 1,
                        NULL, title, snapshot_format, snapshot, NULL FROM item WHERE item_id = '1';
                    """)
            try StarUpdateRecord.record(db, .renamed, of: favorite(1).id, formerTitle: "old/name", now: day0)
            try StarListRecord.recordCheck(db, of: favorite(1).id, now: day0)
        }
        let stars = [StarredItem(item: repository(7), starredAt: day0)]
        let next = BatchCursor("2")
        _ = try await library.importStars(stars, of: "ada", host: "api.github.com", next: next)
        let owner = StarListOwner(login: "bob", stars: 1, requests: 1)
        let brought = try await library.beginStarList(
            owner, on: "api.github.com", StarListWish(keepsInStep: true)
        ).list
        _ = try await library.bringStars(StarredBatch(items: stars, end: .more(next)), of: brought)
        return library
    }

    /// Returns all rows of each table in the schema, except the index, which is rebuilt.
    private func contents(_ database: any DatabaseReader) async throws -> [String: [[String: DatabaseValue]]] {
        try await database.read { db in
            let tables = try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'favorite\\_%' ESCAPE '\\'
                        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                    """)
            return try tables.reduce(into: [:]) { contents, table in
                contents[table] = try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY rowid").map { row in
                    Dictionary(row.map { ($0, $1) }) { first, _ in first }.filter { !Self.changed.contains($0.key) }
                }
                // Each start writes when it was.
                contents[table]?.removeAll { $0["key"] == "started_at".databaseValue }
            }
        }
    }

    @Test func `every table is salvaged or excluded`() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        let before = try await contents(library.database)
        #expect(Set(before.keys) == Set(LibraryTable.all.map(\.name)), "the schema names all tables")
        #expect(before.values.allSatisfy { !$0.isEmpty }, "the test has rows in every table: \(before)")
        try library.database.close()

        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = try LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        let after = try await contents(target.database)
        for table in LibraryTable.all {
            #expect(after[table.name] == (table.isSalvaged ? before[table.name] : []), "\(table.name)")
        }
    }

    @Test func `damage in one table or index costs nothing else`() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        let before = try await contents(library.database)
        try library.database.close()
        let places = try folder.sqlite("SELECT name, pageno FROM dbstat WHERE name <> 'sqlite_schema'")
        let pages = places.split(separator: "\n").reduce(into: [String: [Int]]()) { pages, line in
            let parts = line.split(separator: "|").map(String.init)
            pages[parts[0], default: []] += parts.dropFirst().compactMap { Int($0) }
        }
        #expect(pages.count > LibraryTable.all.count, "there are indexes")
        for (damaged, pages) in pages {
            let copy = try TemporaryFolder()
            try FileManager.default.createDirectory(at: copy.library, withIntermediateDirectories: true)
            try FileManager.default.copyItem(at: folder.file, to: copy.file)
            try copy.overwrite(pages)
            let opened = await openLibrary(at: copy.library)
            let after = try await contents(opened.library.database)
            try opened.library.database.close()
            if LibraryTable.all.contains(where: { $0.name == damaged }), case .ready = opened.condition {
                Issue.record("a damaged \(damaged) is not noticed")
            }
            // Rows that refer to a lost row are lost with it.
            let lost =
                [damaged]
                + (["item": ["item_tag", "note"], "tag": ["item_tag"], "saved_search": ["saved_search_seen"]][damaged]
                    ?? [])
            for table in LibraryTable.all where table.isSalvaged && !lost.contains(table.name) {
                #expect(after[table.name] == before[table.name], "\(table.name), with a damaged \(damaged)")
            }
        }
    }

    @Test func `an import of stars begins again after salvage`() async throws {
        let folder = try TemporaryFolder()
        try await filled(folder).database.close()
        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = try LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        let owner = StarListOwner(login: "ada", stars: nil, requests: 0)
        let wish = StarListWish(isOwn: true)
        #expect(try await target.beginStarList(owner, on: "api.github.com", wish).next == nil)
    }

    @Test(
        arguments: ["title", "is_favorite", "added_at", "starred_on_server", "stamp", "snapshot_format", "snapshot"],
        ["NULL", "x'00FF'", "'no value'"])
    func `one damaged value does not cost the favorite`(column: String, value: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.writeWithoutTransaction { db in
            try db.damage("item", "\(column) = \(value) WHERE item_id = '2'")
        }
        try library.database.close()
        let other = try TemporaryFolder()
        let target = try await other.ready()
        _ = try LibrarySalvage(from: folder.file, codecs: codecs).copy(into: target.database)
        let isKnown = try await target.facts(of: [favorite(2).id])[favorite(2).id] != nil
        #expect(isKnown)
        #expect(try await shown(target).filter { $0.id.id == "3" } == [favorite(3)])
        try target.database.close()
        let again = await openLibrary(at: other.library)
        #expect(again.condition == .ready, "what was saved is sound")
    }

    @Test func `a forbidden null is found at the next start and the rest is salvaged`() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.writeWithoutTransaction { db in
            try db.damage("item", "host = NULL WHERE item_id = '2'")
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
        "UPDATE item SET row = 9223372036854775807 WHERE row = 2",
    ])
    func `row numbers that are used up are given back`(damage: String) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try library.database.close()
        try folder.sqlite(damage)
        let opened = await openLibrary(at: folder.library)
        #expect(try await shown(opened.library).count == 4)
        try await opened.library.add(favorite(9))
        #expect(try await shown(opened.library).count == 5)
    }

    @Test(arguments: [0, 3, 5, 6])
    func `a damaged number of the version is damage`(version: Int) async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
        try library.database.close()
        let opened = await openLibrary(at: folder.library)
        #expect(try await shown(opened.library).count == 4)
        try await opened.library.add(favorite(9))
        #expect(try await shown(opened.library).count == 5)
    }

    @Test func `words that cannot be read are made again at the next start`() async throws {
        let folder = try TemporaryFolder()
        let library = try await filled(folder)
        try await library.database.write {
            try $0.execute(sql: "UPDATE favorite_words_data SET block = x'FF' WHERE id > 10")
        }
        let words = FavoritesQuery(text: "someth")
        await #expect(throws: LibraryFailure.self) { try await library.favorites(words, reading: 10) }
        try library.database.close()
        let again = try await folder.ready()
        #expect(try await again.favorites(words, reading: 10).rows.count == 4)
    }
}
