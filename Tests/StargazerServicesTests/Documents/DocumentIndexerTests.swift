import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The index follows the library.
@MainActor struct DocumentIndexerTests {
    private let library = MemoryLibrary([.sample(1), .sample(2)])
    private let documents = DocumentDatabase.inMemory()

    private func found(_ text: String) async -> [String] {
        await documents.search(text, offset: 0, limit: 10).matches.map(\.id.id).sorted()
    }

    @Test func `indexes names, tags and notes, and removes what the library no longer has`() async throws {
        let id = Favorite.sample(2).id
        await documents.save([
            StoredDocument(id: Favorite.sample(3).id, text: "orphan", version: "1", fetchedAt: .distantPast)
        ])
        let tag = try await library.createTag("parsing", color: nil)
        _ = try await library.setTag(tag.id, to: true, on: [id])
        try await library.setNote("Remember the milk", of: id)
        await DocumentIndexer.update(documents, from: library)
        #expect(await found("parsing") == ["2"])
        #expect(await found("milk") == ["2"])
        #expect(await found("orphan") == [])
        #expect(await documents.usage().items == 2)
    }

    @Test func `compares more items than fit into one part`() async throws {
        let many = MemoryLibrary((1...1_200).map { .sample($0) })
        await documents.save([
            StoredDocument(id: Favorite.sample(0).id, text: "orphan", version: "1", fetchedAt: .distantPast),
            StoredDocument(id: Favorite.sample(9_999).id, text: "orphan", version: "1", fetchedAt: .distantPast),
        ])
        await DocumentIndexer.update(documents, from: many)
        #expect(await documents.usage().items == 1_200)
        #expect(await found("orphan") == [])
        #expect(await documents.stampSummary() == (try await many.stampSummary()))
        try await many.setNote("Remember the milk", of: Favorite.sample(777).id)
        #expect(await documents.stampSummary() != (try await many.stampSummary()))
        await DocumentIndexer.update(documents, from: many)
        #expect(await found("milk") == ["777"])
    }

    @Test func `texts stay while a restored copy lacks their items, until the next start`() async throws {
        let time = ManualTime()
        let ids = (1...2).map { ItemID.sample($0) }
        await documents.save(ids.map { StoredDocument(id: $0, text: "text", version: "1", fetchedAt: time.now) })
        let indexer = DocumentIndexer(documents, time: time.source)
        indexer.follow(library)
        await time.advance(by: DocumentIndexer.delay)
        await eventually { indexer.comparisons == 1 }
        indexer.keepTexts()
        library.replace(with: [])
        await library.reopen()
        await time.advance(by: DocumentIndexer.delay)
        await eventually { indexer.comparisons == 2 }
        #expect(await documents.versions(of: ids).count == 2)
        let next = DocumentIndexer(documents, time: time.source)
        next.follow(library)
        await time.advance(by: DocumentIndexer.delay)
        await eventually { next.comparisons == 1 }
        #expect(await documents.versions(of: ids).isEmpty)
    }

    @Test func `an index that is built again says how far it is`() async throws {
        let folder = try TemporaryFolder()
        let store = folder.documents
        await store.save((1...250).map { readme($0, "text \($0)") })
        await store.write(DocumentSchema.resetIndex)
        _ = await store.write { try DocumentIndex.addPending($0, limit: 50) }
        #expect(await store.usage().pending == 200)
        let time = ManualTime()
        let indexer = DocumentIndexer(store, time: time.source)
        indexer.follow(library)
        await eventually { indexer.rebuilding.map { $0 == (50, 250) } == true }
        await store.write { while try DocumentIndex.addPending($0, limit: 100) {} }
        await time.advance(by: DocumentIndexer.progressInterval)
        await eventually { indexer.rebuilding == nil }
    }

    @Test func `changes in quick succession are indexed together, after a delay`() async throws {
        let time = ManualTime()
        let indexer = DocumentIndexer(documents, time: time.source)
        indexer.follow(library)
        await time.advance(by: DocumentIndexer.delay)
        await eventually("both items are indexed") { indexer.comparisons == 1 }
        let tag = try await library.createTag("parsing", color: nil)
        _ = try await library.setTag(tag.id, to: true, on: [Favorite.sample(1).id])
        #expect(await found("parsing") == [])
        await time.advance(by: DocumentIndexer.delay)
        await eventually("both changes are indexed") { indexer.comparisons == 2 }
        #expect(await found("parsing") == ["1"])
    }
}
