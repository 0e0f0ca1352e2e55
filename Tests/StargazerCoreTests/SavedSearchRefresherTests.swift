import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Asking for new results of saved searches.
@MainActor struct SavedSearchRefresherTests {
    private let scene = WindowFixture()
    private var model: SavedSearchesModel { scene.app.savedSearches }
    private var refresher: SavedSearchRefresher { scene.app.savedSearchRefresher }
    private var catalog: ScriptedCatalog { scene.catalog }

    /// Saves a search of which the user has seen the results 1 to 3.
    @discardableResult
    private func add(_ text: String, source: String = "search:repositories") async throws -> SavedSearchID {
        let saved = try await scene.library.addSavedSearch(text, source: source, text: text, order: nil)
        let seen = SeenResults(.sample(1...3), host: "test")
        try await scene.library.recordSeen(saved.id, at: scene.time.now, results: seen)
        return saved.id
    }

    private func isWaiting(_ reason: BackgroundWait) -> Bool {
        if case .waiting(reason, _) = refresher.phase { true } else { false }
    }

    @Test func `each search is asked once, one after the other, and its new results are counted`() async throws {
        let ids = [try await add("swift"), try await add("rust"), try await add("x", source: "favorites")]
        await scene.app.start()
        refresher.refresh()
        refresher.refresh()
        await catalog.respond(0, .success(.sample([7, 1, 2, 8])))
        await eventually { catalog.texts == ["swift", "rust"] }
        #expect(refresher.phase.progress.map { [$0.done.number, $0.total.number] } == [1, 2])
        await catalog.respond(1, .success(.sample(1...3)))
        await eventually { !refresher.isRunning }
        #expect(model.newCounts == [ids[0]: 2] && catalog.texts.count == 2)
        #expect(model[ids[1]]?.checkedAt == scene.time.now)
    }

    @Test func `a response that comes after the stop counts for nothing`() async throws {
        let scene = WindowFixture(catalog: ScriptedCatalog(ignoresCancellation: true))
        let saved = try await scene.library.addSavedSearch(
            "a", source: "search:repositories", text: "a", order: nil)
        try await scene.library.recordSeen(
            saved.id, at: scene.time.now, results: SeenResults(.sample(1...3), host: "test"))
        await scene.app.start()
        scene.app.savedSearchRefresher.refresh()
        await eventually { scene.catalog.texts == ["a"] }
        scene.app.savedSearchRefresher.stop()
        await scene.catalog.respond(0, .success(.sample(1...9)))
        await settle()
        #expect(try await scene.library.savedSearches().map(\.checkedAt) == [nil])
    }

    @Test func `a search whose results were never seen has no new ones`() async throws {
        let saved = try await scene.library.addSavedSearch("a", source: "search:repositories", text: "a", order: nil)
        await scene.app.start()
        catalog.reply { _ in .success(.sample(1...5)) }
        refresher.refresh()
        await eventually { !refresher.isRunning && model[saved.id]?.checkedAt != nil }
        #expect(model.newCounts == [:])
    }

    @Test func `three searches are left for the user`() async throws {
        try await add("swift")
        await scene.app.start()
        catalog.reply { _ in .success(.sample(1...4)) }
        catalog.setSearchesLeft(3)
        refresher.refresh()
        await eventually { isWaiting(.reserved) }
        await scene.time.advance(by: .seconds(15))
        await eventually { scene.time.sleepers == 1 }
        #expect(catalog.texts == [])
        catalog.setSearchesLeft(4)
        await scene.time.advance(by: .seconds(15))
        await eventually { !refresher.isRunning }
        #expect(catalog.texts == ["swift"] && model.newCounts.values.sorted() == [1])
    }

    @Test func `a search waits for the end of the limit and goes on`() async throws {
        try await add("swift")
        await scene.app.start()
        let end = scene.time.now.addingTimeInterval(40)
        refresher.refresh()
        let limit = RateLimit(bucket: "search", limit: 10, resetsAt: end)
        await catalog.respond(0, .failure(.rateLimited(limit)))
        await eventually { isWaiting(.rateLimit(until: scene.app.formats.timeOfDay(end))) }
        await scene.time.advance(by: .seconds(40))
        await catalog.respond(1, .failure(.notSent))
        await eventually { isWaiting(.reserved) }
        await scene.time.advance(by: .seconds(15))
        await catalog.respond(2, .success(.sample(1...5)))
        await eventually { !refresher.isRunning }
        #expect(refresher.failures.isEmpty && model.newCounts.values.sorted() == [2])
    }

    @Test func `a failure belongs to its search, and the next one is asked`() async throws {
        let ids = [try await add("swift"), try await add("rust")]
        await scene.app.start()
        catalog.reply { $0.query.text == "swift" ? .failure(.invalidQuery(reason: "no")) : .success(.sample(1...4)) }
        refresher.refresh()
        await eventually { !refresher.isRunning }
        #expect(refresher.failures.mapValues(\.failure) == [ids[0]: .invalidQuery(reason: "no")])
        #expect(model.newCounts == [ids[1]: 1])
        catalog.reply { _ in .success(.sample(1...3)) }
        refresher.refresh()
        await eventually { !refresher.isRunning }
        #expect(refresher.failures.isEmpty)
    }

    @Test func `a cached answer counts as the failure that it stands for`() async throws {
        let id = try await add("swift")
        await scene.app.start()
        var cached = ResultBatch.sample([7, 1, 2])
        cached.cached = CachedResponse(at: scene.time.now, insteadOf: .offline)
        catalog.reply { [cached] _ in .success(cached) }
        refresher.refresh()
        await eventually { !refresher.isRunning }
        #expect(refresher.failures.mapValues(\.failure) == [id: .offline])
        #expect(model[id]?.checkedAt == nil && model.newCounts == [:])
    }

    @Test func `stopping sends nothing more and drops the running answer`() async throws {
        try await add("swift")
        try await add("rust")
        await scene.app.start()
        refresher.refresh()
        await eventually { catalog.texts == ["swift"] }
        refresher.stop()
        #expect(!refresher.isRunning)
        await settle()
        #expect(catalog.texts == ["swift"] && model.newCounts == [:] && refresher.failures.isEmpty)
        catalog.reply { _ in .success(.sample(1...3)) }
        refresher.refresh()
        await eventually { !refresher.isRunning }
        #expect(catalog.texts == ["swift", "swift", "rust"])
    }

    @Test func `nothing is asked in the background unless it is switched on`() async throws {
        try await add("swift")
        await scene.app.start()
        await settle()
        #expect(scene.time.sleepers == 0 && catalog.texts == [])
        scene.app.preferences.change { $0.refreshesSavedSearches = true }
        catalog.reply { _ in .success(.sample(1...4)) }
        await scene.time.advance(by: .seconds(SavedSearchRefresher.firstDelay))
        await eventually { model.newCounts.values.sorted() == [1] && !refresher.isRunning }
        await scene.time.advance(by: .seconds(SavedSearchRefresher.interval))
        await eventually { catalog.texts.count == 2 && !refresher.isRunning }
        scene.app.preferences.change { $0.refreshesSavedSearches = false }
        await eventually { scene.time.sleepers == 0 }
    }

    @Test func `each search is refreshed hourly, also one that was answered late in its round`() async throws {
        try await add("swift")
        try await add("rust")
        scene.app.preferences.change { $0.refreshesSavedSearches = true }
        await scene.app.start()
        await eventually { scene.time.sleepers == 1 }
        await scene.time.advance(by: .seconds(60))
        await catalog.respond(0, .success(.sample(1...3)))
        let end = scene.time.now.addingTimeInterval(300)
        await catalog.respond(1, .failure(.throttled(until: end)))
        await eventually("it waits") { scene.time.sleepers == 1 }
        await scene.time.advance(by: .seconds(300))
        await catalog.respond(2, .success(.sample(1...3)))
        await eventually { !refresher.isRunning && scene.time.sleepers == 1 }
        catalog.reply { _ in .success(.sample(1...3)) }
        await scene.time.advance(by: .seconds(3_300))
        await eventually { catalog.texts.count == 4 && scene.time.sleepers == 1 }
        await scene.time.advance(by: .seconds(300))
        await eventually("an hour after its response") { catalog.texts.count == 5 }
        #expect(catalog.texts == ["swift", "rust", "rust", "swift", "rust"])
    }

    @Test func `after the clock is set back, a search is asked for in the background`() async throws {
        let id = try await add("swift")
        try await scene.library.recordNewResults(0, of: id, at: scene.time.now.addingTimeInterval(86_400))
        await scene.app.start()
        catalog.reply { _ in .success(.sample(1...3)) }
        scene.app.preferences.change { $0.refreshesSavedSearches = true }
        await scene.time.advance(by: .seconds(SavedSearchRefresher.interval))
        await eventually { catalog.texts == ["swift"] }
    }
}
