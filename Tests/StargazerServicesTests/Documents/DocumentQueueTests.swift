import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The favorites whose texts are to be loaded.
@MainActor struct DocumentQueueTests {
    private let library = MemoryLibrary((1...9).map { .sample($0) })
    private let documents = DocumentDatabase.inMemory()
    private let catalogs = Catalogs([ScriptedCatalog(documentTexts: ScriptedDocumentTexts())])
    private let queue = DocumentQueue()
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func update() async throws { try await queue.update(from: library, documents, catalogs) }

    /// Returns the numbers of the favorites to load next, in order.
    private func next() async throws -> [Int] {
        let rows = queue.next(50, now: now)
        let favorites = try await library.favorites(in: rows, cached: [:])
        let numbers = Dictionary(uniqueKeysWithValues: favorites.map { ($0.row, Int($0.favorite.id.id) ?? 0) })
        return rows.compactMap { numbers[$0] }
    }

    private func row(_ number: Int) async throws -> FavoriteRowID {
        let rows = try await library.favorites(FavoritesQuery(order: .sorted(ItemOrder(.added))), reading: 0).rows
        let favorites = try await library.favorites(in: rows, cached: [:])
        return try #require(favorites.first { $0.favorite.id == .sample(number) }).row
    }

    @Test func `favorites that come and go leave the states of the others`() async throws {
        try await update()
        #expect(try await next() == Array((1...9).reversed()))
        for number in [2, 5, 8] { queue.set(.stored(checkedAt: now), of: try await row(number)) }
        _ = try await library.remove([.sample(4), .sample(8)], sending: [])
        try await library.add([.sample(10), .sample(11)], sending: [])
        try await update()
        #expect(try await next() == [11, 10, 9, 7, 6, 3, 1])
        #expect(queue.count(now: now) == (done: 2, total: 9))
        _ = try await library.remove((1...11).map { .sample($0) }, sending: [])
        try await update()
        #expect(try await next().isEmpty)
        #expect(queue.count(now: now) == (done: 0, total: 0))
    }

    @Test func `what was looked at comes first, the last one before the others`() async throws {
        try await update()
        let rows = try await library.rows(of: [2, 3, 5, 10].map { .sample($0) })
        for number in [2, 5, 3, 5] { queue.prefer(try #require(rows[.sample(number)])) }
        #expect(try await next() == [5, 3, 2, 9, 8, 7, 6, 4, 1])
        #expect(queue.next(2, now: now) == Array(queue.next(9, now: now).prefix(2)))
        queue.set(.stored(checkedAt: now), of: try await row(3))
        #expect(try await next() == [5, 2, 9, 8, 7, 6, 4, 1])
        #expect(rows[.sample(10)] == nil)
    }

    @Test func `another order keeps the states`() async throws {
        try await update()
        queue.set(.skipped, of: try await row(3))
        _ = try await library.remove([.sample(2)], sending: [])
        try await library.add([Favorite(item: Favorite.sample(2).item, addedAt: now)], sending: [])
        try await update()
        #expect(try await next() == [2, 9, 8, 7, 6, 5, 4, 1])
    }

    @Test func `a text that was checked in the future is checked again`() async throws {
        library.change { $0 = [.sample(1), .sample(2), .sample(3)] }
        try await update()
        let ages = [1: -1, 2: DocumentQueue.maxAge - 1, 3: DocumentQueue.maxAge]
        for (number, age) in ages {
            queue.set(.stored(checkedAt: now.addingTimeInterval(-age)), of: try await row(number))
        }
        #expect(try await next() == [3, 1])
        #expect(queue.count(now: now) == (done: 1, total: 3))
    }

    @Test func `an update from before a reset counts for nothing`() async throws {
        library.holdNextResponse()
        let updating = Task { try await update() }
        await eventually { library.holdsResponse }
        queue.reset()
        library.releaseResponse()
        try await updating.value
        #expect(queue.isOutdated && queue.count(now: now) == (done: 0, total: 0))
    }

    @Test func `an update that ends early is repeated`() async throws {
        let ended = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await update()
        }
        await #expect(throws: LibraryFailure.cancelled) { try await ended.value }
        #expect(queue.isOutdated)
        try await update()
        #expect(!queue.isOutdated && queue.next(50, now: now).count == 9)
    }

    private func download(
        _ texts: ScriptedDocumentTexts, _ network: ScriptedNetwork, _ time: ManualTime,
        to store: DocumentDatabase? = nil
    ) -> DocumentDownloadViewModel {
        let download = DocumentDownloadViewModel(
            store ?? documents, catalogs: Catalogs([ScriptedCatalog(documentTexts: texts)]),
            preferences: CurrentPreferences(settings: MemorySettings()), network: network,
            time: time.source, formats: .sample())
        download.job.signedIn(as: "ada")
        download.follow(library)
        return download
    }

    @Test func `what can have no text is not requested, and not missing at the next start`() async {
        let (texts, time) = (ScriptedDocumentTexts(without: "8"), ManualTime())
        let first = download(texts, ScriptedNetwork(), time)
        await time.advance(by: .seconds(1))
        await eventually("a request") { !texts.requests.isEmpty }
        #expect(texts.requests[0] == [9, 7, 6, 5, 4, 3, 2, 1].map(String.init))
        // The pause after a request.
        await time.advance(by: .seconds(1))
        await eventually("the end") { first.phase == .idle }
        await first.job.stop()

        let network = ScriptedNetwork()
        network.isMetered = true
        let second = download(texts, network, time)
        await time.advance(by: .seconds(1))
        await eventually("a wait for old texts") { time.sleepers > 0 }
        #expect(second.phase == .idle)
        #expect(texts.requests.count == 1)
    }

    @Test func `what can have no text is left alone in this run when nothing can be stored`() async {
        let (texts, time) = (ScriptedDocumentTexts(without: "8"), ManualTime())
        library.change { $0 = [.sample(8)] }
        let store = DocumentDatabase(folder: URL(filePath: "/dev/null/nowhere"))
        let download = download(texts, ScriptedNetwork(), time, to: store)
        await time.advance(by: .seconds(1))
        // The step after one without a request.
        await time.advance(by: .seconds(1))
        await eventually("the end") { download.phase == .idle }
        #expect(texts.requests.isEmpty)
    }
}
