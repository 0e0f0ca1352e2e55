import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Words of tags and notes", .timeLimit(.minutes(25)))
struct AnnotationWordsTests {
    private let fixture = AnnotationsFixture()
    private var library: LibraryDatabase { fixture.library }

    @Test func `favorites are found by the words of tags and notes`() async throws {
        try await fixture.add(1...4)
        let tag = try await fixture.tag("C++ Parsers", on: 1, 2)
        try await library.setNote("Compare with Überläufer 漢語", of: itemID(2))
        #expect(try await fixture.found("parser") == ["2", "1"])
        #expect(try await fixture.found("c++ uberlauf name2") == ["2"])
        #expect(try await fixture.found("漢語") == ["2"])
        _ = try await library.renameTag(tag.id, to: "lexers")
        #expect(try await fixture.found("parser").isEmpty)
        #expect(try await fixture.found("lex") == ["2", "1"])
        _ = try await library.setTag(tag.id, to: false, on: [itemID(1)])
        #expect(try await fixture.found("lex") == ["2"])
        let removed = try await library.deleteTag(tag.id)
        #expect(try await fixture.found("lex").isEmpty)
        try await library.restoreTag(removed)
        #expect(try await fixture.found("lex compare") == ["2"])
        try await library.setNote("", of: itemID(2))
        #expect(try await fixture.found("compare").isEmpty)
    }

    @Test func `words of tags and notes outlive new snapshots and a new index`() async throws {
        try await fixture.add(1...2)
        try await fixture.tag("parsers", on: 1)
        try await library.setNote("zebra", of: itemID(1))
        let changed = Repository(owner: "other", name: "renamed", stars: 5)
        try await library.refresh([Item(id: itemID(1), facts: changed)])
        #expect(try await fixture.found("renamed parsers zebra") == ["1"])
        let words = "SELECT rowid || words || '|' || annotations FROM favorite_words ORDER BY rowid"
        let before = try await fixture.values(words)
        try await library.database.write { db in
            try LibraryIndex.drop(db)
            try LibraryIndex.create(db, codecs: codecs)
            #expect(try !LibraryIndex.isDamaged(db))
        }
        #expect(try await fixture.values(words) == before)
    }

    @Test func `words that were made by other rules are made again`() async throws {
        let folder = try TemporaryFolder()
        let first = try await folder.ready()
        try await first.add(favorite(1))
        try await first.setNote("zebra", of: itemID(1))
        try first.database.close()
        try folder.sqlite(
            """
            UPDATE library_info SET value = 'others' WHERE key = 'words';
            DELETE FROM favorite_words;
            """)
        let library = try await folder.ready()
        #expect(try await library.favorites(FavoritesQuery(text: "zebra"), reading: 0).rows.count == 1)
        #expect(try await library.database.read(LibraryIndex.hasCurrentWords))
    }

    @Test func `an index without words of tags is made again`() async throws {
        let folder = try TemporaryFolder()
        let first = try await folder.ready()
        try await first.add(favorite(1))
        try await first.setNote("zebra", of: itemID(1))
        try first.database.close()
        try folder.sqlite(
            """
            DROP TABLE favorite_words;
            CREATE VIRTUAL TABLE favorite_words USING fts5(
                words, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'");
            """)
        let library = try await folder.ready()
        #expect(try await library.favorites(FavoritesQuery(text: "zebra"), reading: 0).rows.count == 1)
    }
}
