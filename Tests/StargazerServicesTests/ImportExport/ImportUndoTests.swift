import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// An import is removed and restored by its number: all that it added, and nothing else.
@Suite(.timeLimit(.minutes(25)))
struct ImportUndoTests {
    private let time = ManualTime()
    private let library: LibraryDatabase

    init() { library = inMemory(time: time.source) }

    private func id(_ number: Int) -> ItemID { favorite(number).id }

    /// Two favorites, one with a tag and a note.
    private func fill(_ library: LibraryDatabase) async throws {
        try await library.importFavorites([favorite(1), favorite(2)])
        let mine = try await library.createTag("mine", color: nil)
        _ = try await library.setTag(mine.id, to: true, on: [id(1)])
        try await library.setNote("my words", of: id(1))
        try await library.addSavedSearch("Own", source: "favorites", text: "swift", order: nil)
        await time.advance(by: .seconds(60), sleepers: 0)
    }

    /// A new favorite, an earlier date, and tags and notes of both old favorites and the new one.
    private var content: ImportContent {
        var earlier = favorite(2)
        earlier.addedAt -= 1_000
        return ImportContent(
            favorites: [earlier, favorite(3)],
            annotations: [
                .init(item: id(1), tags: ["mine", "theirs"], note: "their words"),
                .init(item: id(3), tags: ["theirs"], note: "new words"),
            ],
            tags: [FileTag("theirs", color: .green), FileTag("empty", color: .red)],
            searches: [FileSearch("Theirs", source: "favorites", text: "rust", order: nil)],
            lookups: [ImportEntry(.id(id(9)), tags: ["theirs"])])
    }

    private func contents(_ library: LibraryDatabase) async throws -> [String] {
        let all = try await library.exported()
        let lookups = try await library.lookupCounts(of: id(9).catalog, host: id(9).host)
        return all.favorites.map {
            "\($0.favorite.id.id) \($0.favorite.addedAt.timeIntervalSince1970) \($0.tags) \($0.note ?? "")"
        } + all.tags.map { "\($0.name) \($0.color?.rawValue ?? "")" } + all.searches.map(\.name)
            + ["\(lookups.pending) \(lookups.leftOut)"]
    }

    private func number(_ content: ImportContent) async throws -> Int64 {
        let result = try await library.importContent(content) { _ in true }
        await time.advance(by: .seconds(60), sleepers: 0)
        return try #require(result.number)
    }

    @discardableResult
    private func apply(_ edit: LibraryEdit, to library: LibraryDatabase? = nil) async throws -> AppliedEdit {
        try await (library ?? self.library).apply(edit, sending: [], if: .unchanged)
    }

    private func found(_ words: String) async throws -> [ItemID] {
        try await library.favorites(FavoritesQuery(text: words), reading: .max).first.map(\.favorite.id)
    }

    @Test func `what an import added goes and comes back, and what was there stays`() async throws {
        try await fill(library)
        let before = try await contents(library)
        let number = try await number(content)
        let after = try await contents(library)
        let searches = try await library.savedSearches().filter { $0.name == "Theirs" }
        for _ in 1...2 {
            let removed = try await apply(.removeImport(number))
            let search = try #require(searches.first)
            let deleted = try await apply(.deleteSearch(search.id, SavedSearchFields(search)))
            #expect(removed.inverse == .restoreImport(number) && removed.skipped == 0)
            #expect(try await contents(library) == before)
            #expect(try await found("their").isEmpty)
            let restored = try await apply(.restoreImport(number))
            try await apply(try #require(deleted.inverse))
            #expect(restored.inverse == .removeImport(number) && restored.skipped == 0)
            #expect(try await contents(library) == after)
            #expect(try await Set(found("theirs")) == [id(1), id(3)])
        }
    }

    @Test func `tags and notes that were written since stay, with their favorites`() async throws {
        try await fill(library)
        let number = try await number(
            ImportContent(
                favorites: (3...6).map { favorite($0) },
                annotations: [
                    .init(item: id(1), tags: [], note: "their words"),
                    .init(item: id(3), tags: ["theirs"], note: "theirs"),
                ]))
        let later = try await library.createTag("later", color: nil)
        _ = try await library.setTag(later.id, to: true, on: [id(4)])
        try await library.setNote("since", of: id(3))
        try await library.setNote("of today", of: id(5))
        try await library.setNote("my words, and more", of: id(1))
        let applied = try await apply(.removeImport(number))
        #expect(applied.skipped == 4, "1 and 3 to 5")
        let all = try await library.exported().favorites
        #expect(Set(all.map(\.favorite.id)) == Set([1, 2, 3, 4, 5].map(id)))
        #expect(all.first { $0.favorite.id == id(4) }?.tags == ["later"])
        #expect(all.first { $0.favorite.id == id(3) }?.tags == [])
        let notes = try await library.database.read { db in
            try String.fetchAll(db, sql: "SELECT text FROM note WHERE text <> '' ORDER BY text")
        }
        #expect(notes == ["my words, and more", "of today", "since"])
        try await apply(.restoreImport(number))
        #expect(try await Set(library.exported().favorites.map(\.favorite.id)) == Set((1...6).map(id)))
        #expect(try await library.note(of: id(3))?.text == "since")
    }

    @Test func `what was looked up goes too, and an answer on its way adds nothing`() async throws {
        let item = favorite(9).item
        let number = try await number(content)
        let waiting = try await library.lookups(of: item.id.catalog, host: item.id.host, leftOut: false, limit: 9)
        let lookup = try #require(waiting.first)
        try await apply(.removeImport(number))
        #expect(try await library.endLookups([lookup.id: .found(item)]) == 0)
        #expect(try await library.exported().favorites.isEmpty)
        try await apply(.restoreImport(number))
        #expect(try await library.endLookups([lookup.id: .found(item)]) == 1)
        #expect(try await library.exported().favorites.contains { $0.favorite.id == item.id && $0.tags == ["theirs"] })
        try await apply(.removeImport(number))
        #expect(try await library.exported().favorites.isEmpty)
        #expect(try await library.lookupCounts(of: item.id.catalog, host: item.id.host) == ImportLookupCounts())
    }

    @Test func `an undone lookup is looked up when another import names it`() async throws {
        let item = favorite(9).item
        let first = try await number(content)
        try await apply(.removeImport(first))
        let second = try await number(ImportContent(lookups: [ImportEntry(.id(item.id), tags: ["mine"])]))
        let waiting = try await library.lookups(of: item.id.catalog, host: item.id.host, leftOut: false, limit: 9)
        _ = try await library.endLookups([try #require(waiting.first).id: .found(item)])
        #expect(try await library.exported().favorites.map(\.tags) == [["mine"]])
        try await apply(.removeImport(second))
        #expect(try await library.exported().favorites.isEmpty)
    }

    @Test func `stars stay`() async throws {
        var starred = favorite(3)
        starred.isStarredOnServer = true
        let number = try await number(ImportContent(favorites: [starred]))
        let star = OutboxChange(
            AccountMutation(.star, starred.item, isSet: true), of: OutboxAccount(host: starred.id.host, login: "ada"),
            wasSet: false, sendAt: time.now)
        try await library.apply(.setStars([starred.id], isSet: true, updates: []), sending: [star], if: .none)
        try await apply(.removeImport(number))
        let facts = try await library.facts(of: [starred.id])[starred.id]
        let waiting = try await library.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM outbox") }
        #expect(facts?.addedAt == nil && facts?.isStarredOnServer == true && waiting == 1)
    }

    @Test func `a library of before gets the tables, and old imports are forgotten`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.importFavorites([favorite(1)]) }
        try folder.sqlite(
            """
            DROP TABLE import_tag; DROP TABLE import_item; DROP TABLE file_import;
            ALTER TABLE import_lookup DROP COLUMN import; PRAGMA user_version = 7
            """)
        try await folder.opened { library in
            let before = try await contents(library)
            let result = try await library.importContent(content) { _ in true }
            let searches = try await library.savedSearches()
            try await apply(.removeImport(try #require(result.number)), to: library)
            for search in searches { try await apply(.deleteSearch(search.id, nil), to: library) }
            #expect(try await contents(library) == before)
        }
        try folder.sqlite("UPDATE file_import SET made_at = '2001-01-01 00:00:00.000'")
        // A start deletes by the time of the last one.
        for _ in 1...2 { try await folder.opened() }
        #expect(
            try folder.sqlite(
                """
                SELECT (SELECT count(*) FROM file_import) + (SELECT count(*) FROM import_item)
                    + (SELECT count(*) FROM import_tag) + (SELECT count(*) FROM import_lookup)
                """) == "0")
    }
}
