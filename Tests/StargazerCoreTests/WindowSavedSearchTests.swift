import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Saved searches in a window.
@MainActor struct WindowSavedSearchTests {
    private let scene = WindowFixture()
    private var model: SavedSearchesModel { scene.app.savedSearches }

    private func save(_ window: WindowModel, as name: String = "Mine") async throws -> SavedSearch {
        try await window.saveSearch(#require(window.savedSearchDraft), as: name)
    }

    private func newRows(_ window: WindowModel) -> [String] {
        window.search.phase.shownResults?.rows.filter(\.isNew).map(\.id.id) ?? []
    }

    @Test func `what the list shows is saved, and its row is selected until the text or the order changes`()
        async throws
    {
        let window = await scene.searched(1...3)
        window.search.sortChanged(ItemOrder(.stars))
        let saved = try await save(window)
        #expect(saved.source == "search:repositories" && saved.text == "swift" && saved.order == ItemOrder(.stars))
        #expect(window.source == .savedSearch(saved.id) && window.listSource == .search(.repositories))
        window.search.queryChanged("swift u")
        #expect(window.source == .search(.repositories) && window.changedSavedSearch?.id == saved.id)
        window.search.queryChanged("swift")
        #expect(window.source == .savedSearch(saved.id))
        window.search.sortChanged(.bestMatch)
        #expect(
            window.source == .search(.repositories) && model[saved.id] == saved.with(seenAt: model[saved.id]?.seenAt))
    }

    @Test func `a search without a text has nothing to save, and a name is made of the text`() async {
        await scene.app.start()
        let window = WindowModel(scene.app)
        #expect(window.savedSearchDraft == nil)
        window.search.queryChanged(" swift  ui ")
        #expect(window.savedSearchDraft?.name == "swift ui")
        window.show(.favorites(.all))
        #expect(window.savedSearchDraft == nil)
        window.favorites.sortChanged(ItemOrder(.name))
        #expect(window.savedSearchDraft?.order == ItemOrder(.name) && window.savedSearchDraft?.name == nil)
    }

    @Test func `a saved search opens with its text and order in one request`() async throws {
        let saved = try await scene.library.addSavedSearch(
            "Mine", source: "search:repositories", text: "rust", order: ItemOrder(.forks))
        let window = await scene.searched(1...3)
        window.show(.savedSearch(saved.id))
        #expect(window.source == .savedSearch(saved.id) && window.search.text == "rust")
        await eventually { scene.catalog.texts == ["swift", "rust"] }
        #expect(scene.catalog.requests.last?.query.sort == ItemOrder(.forks))
        window.show(.savedSearch(saved.id))
        window.show(.search(.repositories))
        await settle()
        #expect(scene.catalog.texts.count == 2 && window.source == .search(.repositories))
    }

    @Test func `a saved search of favorites opens with its text, scope and order`() async throws {
        scene.library.change { $0 = [.sample(1), .sample(2)] }
        let saved = try await scene.library.addSavedSearch(
            "Mine", source: "favorites", text: "name", order: ItemOrder(.name))
        let window = await scene.searched(1...3)
        window.favorites.shown(true)
        window.show(.savedSearch(saved.id))
        await eventually { window.favorites.item(for: .sample(2)) != nil }
        #expect(window.list === window.favorites && window.favorites.sort == ItemOrder(.name))
        #expect(window.source == .savedSearch(saved.id) && window.listSource == .favorites(.all))
    }

    @Test func `a changed search is updated to what the list shows`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        window.search.queryChanged("rust")
        let draft = try #require(window.savedSearchDraft)
        #expect(window.savedSearch(named: "Mine ", like: draft)?.id == saved.id)
        #expect(window.savedSearch(named: "Other", like: draft) == nil)
        try await window.update(saved, to: draft)
        #expect(model[saved.id]?.text == "rust" && window.source == .savedSearch(saved.id))
        try await window.update(saved, to: #require(SavedSearchDraft(saved)))
        #expect(model[saved.id]?.text == "swift" && window.source == .search(.repositories))
        window.search.queryChanged("swift")
        #expect(window.source == .savedSearch(saved.id))
        window.show(.favorites(.all))
        window.favorites.sortChanged(ItemOrder(.name))
        let favorites = try #require(window.savedSearchDraft)
        #expect(window.savedSearch(named: "Mine", like: favorites) == nil, "it is of another source")
    }

    @Test func `another search of the same source must not have the same name`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window, as: "Mine")
        window.search.queryChanged("swift ui")
        let other = try await save(window, as: "Other")
        #expect(window.isTaken(" Mine ", for: other) && !window.isTaken("Mine", for: saved))
        #expect(!window.isTaken("New", for: other))
    }

    @Test func `a deleted search leaves its list`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        try await model.delete(saved.id)
        #expect(window.source == .search(.repositories) && window.search.text == "swift")
        scene.app.undo.undo()
        await eventually { window.source == .savedSearch(saved.id) }
    }

    @Test func `what is new since the last time is marked and counted, and not the next time`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        await eventually { model[saved.id]?.seenAt != nil }
        window.show(.favorites(.all))
        scene.catalog.reply { _ in .success(.sample([9, 1, 8, 2, 3])) }
        scene.app.savedSearchRefresher.refresh()
        await eventually { model.newCounts == [saved.id: 2] }
        window.show(.savedSearch(saved.id))
        await eventually { newRows(window) == ["9", "8"] }
        #expect(window.search.phase.shownResults?.new?.count.text == "2")
        await eventually { model.newCounts == [:] }
        window.search.refresh()
        await eventually { scene.catalog.requests.count == 4 && window.search.phase.isAsking == false }
        #expect(newRows(window) == ["9", "8"], "they stay until the user leaves")
        window.show(.favorites(.all))
        await scene.time.advance(by: .seconds(301), sleepers: 0)
        window.show(.savedSearch(saved.id))
        await eventually { scene.catalog.requests.count == 5 && window.search.phase.isAsking == false }
        await settle()
        #expect(newRows(window) == [] && window.search.phase.shownResults?.new == nil)
    }

    @Test func `a cached answer is not what the user has seen`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        await eventually { model[saved.id]?.seenAt != nil }
        window.show(.favorites(.all))
        await scene.time.advance(by: .seconds(301), sleepers: 0)
        var cached = ResultBatch.sample([9, 1])
        cached.cached = CachedResponse(at: scene.time.now, insteadOf: .offline)
        scene.catalog.reply { [cached] _ in .success(cached) }
        window.show(.savedSearch(saved.id))
        await eventually { scene.catalog.requests.count == 2 && !window.search.phase.isAsking }
        await settle()
        #expect(newRows(window) == [])
        #expect(try await scene.library.seenResults(of: saved.id)?.ids == ["1", "2", "3"])
    }

    @Test func `what one search has seen does not count for the search that is opened next`() async throws {
        func add(_ text: String, seen numbers: ClosedRange<Int>) async throws -> SavedSearchID {
            let saved = try await scene.library.addSavedSearch(
                text, source: "search:repositories", text: text, order: nil)
            let seen = SeenResults(.sample(numbers), host: "test")
            try await scene.library.recordSeen(saved.id, at: scene.time.now, results: seen)
            return saved.id
        }
        let (first, second) = (try await add("swift", seen: 1...3), try await add("rust", seen: 5...7))
        let window = await scene.searched(1...3)
        scene.catalog.reply { _ in .success(.sample(5...7)) }
        window.show(.savedSearch(first))
        window.show(.savedSearch(second))
        await eventually { window.search.phase.shownResults?.rows.first?.id == .sample(5) }
        await settle()
        #expect(newRows(window) == [])
    }

    @Test func `after the clock is set back, an opened search asks for its results`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        await eventually { model[saved.id]?.seenAt != nil }
        window.show(.favorites(.all))
        await scene.time.advance(by: .seconds(-3_600), sleepers: 0)
        window.show(.savedSearch(saved.id))
        await eventually { scene.catalog.requests.count == 2 }
    }

    @Test func `favorites added since the last time are new`() async throws {
        let saved = try await scene.library.addSavedSearch("Mine", source: "favorites", text: "name", order: nil)
        try await scene.library.recordSeen(saved.id, at: Date(timeIntervalSince1970: 2), results: nil)
        scene.library.change { $0 = (1...3).map { .sample($0) } }
        let window = await scene.searched(1...3)
        await eventually { model.newCounts == [saved.id: 1] }
        window.favorites.shown(true)
        window.show(.savedSearch(saved.id))
        await eventually { model.newCounts == [:] }
        await eventually { content(window)?.new?.count.number == 1 }
        #expect(
            content(window)?.rows.compactMap { window.favorites.rows.content(of: $0)?.isNew } == [true, false, false])
        window.favorites.queryChanged("name1")
        await eventually { content(window)?.rows.count == 1 }
        #expect(content(window)?.new == nil)
    }

    private func content(_ window: WindowModel) -> FavoritesContent? {
        if case .rows(let content) = window.favorites.phase { content } else { nil }
    }

    @Test func `the saved search comes back at the next start, and the last search when it is gone`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window)
        await eventually { window.stateSaver.state.source == .savedSearch(saved.id) }
        window.stateSaver.saveNow()
        let next = WindowModel(scene.app)
        #expect(next.awaitsSavedSearch && next.source == .search(.repositories))
        #expect(next.restoreSavedSearch() && next.source == .savedSearch(saved.id))
        let typing = WindowModel(scene.app)
        typing.search.queryChanged("typed before it was read")
        #expect(!typing.restoreSavedSearch() && typing.search.text == "typed before it was read")
        _ = try await model.delete(saved.id)
        let last = WindowModel(scene.app)
        #expect(!last.restoreSavedSearch() && last.source == .search(.repositories) && last.search.text == "swift")
        await eventually { last.search.phase.shownResults != nil }
    }

    @Test func `a saved search is found by its name`() async throws {
        let window = await scene.searched(1...3)
        let saved = try await save(window, as: "Weekly reading")
        let goTo = GoToViewModel(window) { $0.text }
        goTo.typed("reading")
        let found = goTo.results.compactMap { result in
            if case .savedSearch(let id, let content) = result { "\(id.rawValue) \(content.name)" } else { nil }
        }
        #expect(found == ["\(saved.id.rawValue) Weekly reading"])
    }
}

extension SavedSearch {
    fileprivate func with(seenAt: Date?) -> SavedSearch {
        var search = self
        search.seenAt = seenAt
        return search
    }
}
