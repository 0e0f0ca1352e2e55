import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// What a window was asked to open wins over what the last window showed, at the start and later.
@MainActor struct WindowRequestTests {
    private let scene = WindowFixture()

    /// How a request arrives: with the start of the process, or at a window that still waits for the library.
    enum Door: CaseIterable { case start, running }

    /// What the last window showed.
    enum LastView: CaseIterable { case search, nothing, favorites, updates, savedSearch, savedFavorites }

    private static let reference = ItemReference(catalog: .repositories, path: ["owner", "link"])

    /// Returns a window that opened the request, after the library has been read.
    private func window(_ request: OpenRequest, by door: Door, after last: LastView) async throws -> WindowModel {
        scene.catalog.reply { _ in .success(.sample([1, 2])) }
        let saved = try await scene.library.addSavedSearch(
            "Mine", source: last == .savedFavorites ? "favorites" : "search:repositories", text: "rust", order: nil)
        let source: ListSource? =
            switch last {
            case .search, .nothing: nil
            case .favorites: .favorites(.all)
            case .updates: .favorites(.updates)
            case .savedSearch, .savedFavorites: .savedSearch(saved.id)
            }
        // Without a history, no text is saved.
        let text = last == .search || last == .savedFavorites ? "old" : ""
        scene.settings.save(WindowState(source: source, searches: [.repositories: LastSearch(query: text)]))
        let window: WindowModel
        switch door {
        case .start: window = WindowModel(scene.app, opening: request)
        case .running:
            window = WindowModel(scene.app)
            window.handle(request)
        }
        window.begin()
        await scene.app.start()
        _ = window.restoreSavedSearch()
        return window
    }

    @Test(arguments: Door.allCases, LastView.allCases)
    func `words are searched for`(door: Door, last: LastView) async throws {
        let window = try await window(.search("swift", in: nil), by: door, after: last)
        await eventually { window.search.phase.shownResults != nil }
        #expect(window.source == .search(.repositories) && window.search.text == "swift")
        #expect(scene.catalog.texts.last == "swift")
        #expect((window.stateSaver.state.source ?? .search(.repositories)) == .search(.repositories))
    }

    @Test(arguments: Door.allCases, LastView.allCases)
    func `a new search is empty`(door: Door, last: LastView) async throws {
        let window = try await window(.newSearch, by: door, after: last)
        await settle()
        #expect(window.source == .search(.repositories) && window.search.text.isEmpty)
        #expect(window.search.phase.shownResults == nil)
    }

    @Test(arguments: Door.allCases, LastView.allCases)
    func `a source shows`(door: Door, last: LastView) async throws {
        let window = try await window(.source(.favorites(.all)), by: door, after: last)
        await settle()
        #expect(window.source == .favorites(.all) && window.list === window.favorites)
        #expect(window.stateSaver.state.source == .favorites(.all))
    }

    @Test(arguments: Door.allCases, LastView.allCases)
    func `an item shows next to the last list, and no row replaces it`(door: Door, last: LastView) async throws {
        let window = try await window(.item(.sample(9)), by: door, after: last)
        #expect(window.showsItemFromElsewhere && window.current?.id == .sample(9) && window.isShowingContent)
        window.listReplaced()
        await settle()
        #expect(window.current?.id == .sample(9) && window.selection == nil)
        #expect(window.listSource.isFavorites == [.favorites, .updates, .savedFavorites].contains(last))
        #expect(window.source.isSavedSearch == [.savedSearch, .savedFavorites].contains(last))
    }

    @Test(arguments: Door.allCases, LastView.allCases)
    func `a link shows what it names`(door: Door, last: LastView) async throws {
        let window = try await window(.reference(Self.reference), by: door, after: last)
        await settle()
        #expect(window.showsItemFromElsewhere && window.isShowingContent)
        guard case .resolving(Self.reference, _) = window.navigation.first.phase else {
            Issue.record("shows \(window.navigation.first.phase)")
            return
        }
    }

    @Test(arguments: Door.allCases)
    func `a link that cannot be opened changes nothing`(door: Door) async throws {
        let window = try await window(.invalidLink("x"), by: door, after: .favorites)
        #expect(window.source == .favorites(.all) && !window.showsItemFromElsewhere)
    }
}
