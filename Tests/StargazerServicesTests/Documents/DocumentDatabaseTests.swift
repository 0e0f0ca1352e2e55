import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("Stored documents")
struct DocumentDatabaseTests {
    private let folder: TemporaryFolder
    private let store: DocumentDatabase

    init() throws {
        folder = try TemporaryFolder()
        store = folder.documents
    }

    @Test func `a text is read as it was saved`() async {
        let saved = readme(1, "# Title\n漢字 & \u{1F600}\n\0 end")
        #expect(await store.save([saved, readme(2, "")]) == 2)
        #expect(await store.document(of: documentID(1)) == saved)
        #expect(await store.document(of: documentID(2)) == readme(2, ""))
        #expect(await store.document(of: documentID(3)) == nil)
        #expect(await folder.documents.document(of: documentID(1)) == saved, "also after opening again")
    }

    @Test func `a new version replaces the text`() async throws {
        await store.save([readme(1, "old words")])
        await store.save([readme(1, "new words", version: "v2")])
        #expect(await store.document(of: documentID(1))?.version == "v2")
        #expect(await store.numbers("old") == [])
        #expect(await store.numbers("new words") == [1])
        try await store.expectConsistentIndex()
    }

    @Test func `a check changes only its date`() async {
        await store.save([readme(1, "text")])
        await store.index([fields(2, "title")])
        for number in 1...3 { await store.recordCheck(of: documentID(number), at: day0.addingTimeInterval(60)) }
        let document = await store.document(of: documentID(1))
        #expect(document?.checkedAt == day0.addingTimeInterval(60))
        #expect(document?.fetchedAt == day0 && document?.text == "text" && document?.version == "v1")
        #expect(await store.document(of: documentID(2)) == nil)
        #expect(await store.usage().items == 2)
    }

    @Test func `a text over the limit is refused and a long one cut`() async throws {
        await store.save([readme(1, "before")])
        let tooLong = String(repeating: "a", count: StoredDocument.maxSize + 1)
        #expect(await store.save([readme(1, tooLong), readme(2, "small")]) == 1)
        #expect(await store.document(of: documentID(1))?.text == "before")
        let long = "a" + String(repeating: "漢", count: 333_333)
        #expect(await store.save([readme(3, long)]) == 1)
        let cut = try #require(await store.document(of: documentID(3))?.text)
        #expect(long.hasPrefix(cut))
        #expect((StoredDocument.maxStoredSize - 3...StoredDocument.maxStoredSize).contains(cut.utf8.count))
        await store.save([readme(3, "short")])
        try await store.expectConsistentIndex()
    }

    @Test func `fields with a known stamp are skipped`() async throws {
        await store.index([fields(1, "first", stamp: 7), fields(2, "second", stamp: 8)])
        await store.index([fields(1, "changed", stamp: 7), fields(2, "changed", stamp: 9)])
        #expect(await store.numbers("first") == [1])
        #expect(await store.numbers("changed") == [2])
        let stamps = [ItemStamp(documentID(1), 7), ItemStamp(documentID(2), 8), ItemStamp(documentID(3), 1)]
        #expect(await store.outdated(stamps, after: nil, keepsOthers: false) == [documentID(2), documentID(3)])
        try await store.expectConsistentIndex()
    }

    @Test func `removed items are not found`() async throws {
        await store.save((1...5).map { readme($0, "word\($0) common") })
        await store.index((1...6).map { fields($0, "title\($0)") })
        await store.remove([documentID(1), documentID(1), documentID(9)])
        #expect(await store.numbers("common") == [2, 3, 4, 5])
        // A part of the library, up to the last of its items, and the end.
        _ = await store.outdated(
            [ItemStamp(documentID(2), 0), ItemStamp(documentID(4), 0)], after: documentID(1), keepsOthers: false)
        #expect(await store.numbers("title") == [2, 4, 5, 6])
        _ = await store.outdated([], after: documentID(4), keepsOthers: false)
        #expect(await store.numbers("title") == [2, 4])
        await store.remove([documentID(4)])
        #expect(await store.numbers("title") == [2])
        #expect(await store.numbers("common") == [2])
        #expect(await store.document(of: documentID(3)) == nil)
        try await store.expectConsistentIndex()
        await store.removeAll()
        #expect(await store.usage() == DocumentUsage())
        #expect(await store.numbers("title") == [])
        await store.save([readme(1, "again")])
        #expect(await store.numbers("again") == [1])
    }

    @Test func `an item twice in a batch counts as the last`() async throws {
        await store.save([readme(1, "one"), readme(1, "two")])
        await store.index([fields(1, "first", stamp: 1), fields(1, "second", stamp: 2)])
        #expect(await store.numbers("one") == [])
        #expect(await store.numbers("two") == [1])
        #expect(await store.numbers("second") == [1])
        try await store.expectConsistentIndex()
    }

    @Test func `items of other servers are others`() async {
        let other = ItemID(catalog: .people, host: "api.github.com", id: "1")
        await store.save([readme(1, "mine")])
        await store.save([StoredDocument(id: other, text: "other", version: "v1", fetchedAt: day0)])
        #expect(await store.document(of: documentID(1))?.text == "mine")
        #expect(await store.search("other", offset: 0, limit: 9).matches.map(\.id) == [other])
        #expect(await store.usage().documents == 2)
    }

    @Test func `more than a batch is saved`() async throws {
        let count = DocumentIndex.batchSize * 2 + 1
        #expect(await store.save((1...count).map { readme($0, "text \($0)") }) == count)
        await store.index((1...count).map { fields($0, "title") })
        #expect(await store.search("text title", offset: 0, limit: 5).total == count)
        #expect(await store.usage().items == count)
        await store.remove((1...count).map(documentID))
        #expect(await store.usage().items == 0)
    }

    @Test func `no more items than the limit are stored`() async throws {
        await store.save([readme(1, "first")])
        await store.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                    INSERT INTO item (catalog, host, item_id, is_indexed) SELECT 'a', 'b', n, 1 FROM number
                    """, arguments: [DocumentRecord.maxItems])
        }
        #expect(await store.save([readme(2, "one too many"), readme(1, "changed")]) == 1)
        #expect(await store.document(of: documentID(1))?.text == "changed")
        #expect(await store.document(of: documentID(2)) == nil)
    }
}
