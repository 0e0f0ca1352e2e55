import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The new favorites of saved searches that are found by the words of their documents.
@MainActor struct NewFavoritesTests {
    @Test func `favorites with only most of the words are not new`() async throws {
        let (library, documents, time) = (
            MemoryLibrary((1...6).map { .sample($0) }), DocumentDatabase.inMemory(), ManualTime()
        )
        await DocumentIndexer.update(documents, from: library)
        await documents.save(
            [(1, "alpha beta gamma"), (2, "alpha beta")].map { number, text in
                StoredDocument(id: .sample(number), text: text, version: "1", fetchedAt: time.now)
            })
        let found = try await FavoritesSearch(library: library, documents: documents)
            .favorites(FavoritesQuery(text: "alpha beta gamma", order: .best), reading: 0)
        #expect(found.rows.count == 2 && found.partialCount == 1)
        let saved = try await library.addSavedSearch("Mine", source: "favorites", text: "alpha beta gamma", order: nil)
        try await library.recordSeen(saved.id, at: .distantPast, results: nil)
        let writer = LibraryWriter.attached(to: library)
        let flags = ItemFlagSource(favoritesModel: await .sample(library, time, writer: writer))
        let model = SavedSearchesModel(flags: flags, documents: documents, writer: writer, time: time.source)
        await model.reload()
        #expect(model.newCounts == [saved.id: 1])
    }
}
