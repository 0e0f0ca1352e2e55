import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The favorites with a tag, and those without any, as sources of the window.
@MainActor struct FavoritesTagScopeTests {
    private let library = MemoryLibrary((1...4).map { .sample($0) })
    private let app: AppModel
    private let settings = MemorySettings()

    init() async {
        let library = library
        app = AppModel(
            catalogs: Catalogs([ScriptedCatalog()]), account: nil, cache: nil, settings: settings, isSample: false,
            formats: .sample()
        ) { _ in (library, .ready) }
        await app.start()
    }

    private func window(_ source: ListSource) -> WindowModel {
        let window = WindowModel(app)
        window.favorites.shown(true)
        window.show(source)
        return window
    }

    private func tag(_ name: String, _ numbers: Int...) async throws -> TagID {
        try #require(await app.tags.add(name, to: numbers.map { .sample($0) })).id
    }

    private func rows(_ rows: [SourceList.Row]) -> [String] {
        rows.map { [$0.source.text, $0.count?.text].compactMap(\.self).joined(separator: " ") }
    }

    @Test func `tags and untagged favorites have rows with counts`() async throws {
        let sources = SourceList(app)
        await eventually { rows(sources.favorites) == ["favorites 4"] }
        _ = try await tag("text editor", 1, 2)
        _ = try await tag("none", 2)
        await eventually { rows(sources.favorites) == ["favorites 4", "favorites:untagged 2"] }
        await eventually { rows(sources.tags) == ["favorites:tag:none 1", "favorites:tag:text%20editor 2"] }
        _ = try await tag("all", 1, 2, 3, 4)
        await eventually { rows(sources.favorites) == ["favorites 4"] }
    }

    @Test func `more than thirteen tags show twelve and the current one`() async throws {
        let sources = SourceList(app)
        for number in 10...22 { _ = try await tag("t\(number)") }
        await eventually { sources.tags.count == 13 }
        #expect(sources.tags(showingAll: false, current: .favorites(.all)).hidden == 0)
        _ = try await tag("t23")
        await eventually { sources.tags.count == 14 }
        let some = sources.tags(showingAll: false, current: .favorites(.tag("t23")))
        #expect(some.rows.count == 13 && some.rows.last?.tag?.name == "t23" && some.hidden == 1)
        #expect(sources.tags(showingAll: true, current: .favorites(.all)).rows.count == 14)
    }

    @Test func `the list has the favorites of the tag, and those without one`() async throws {
        _ = try await tag("none", 1, 3)
        await eventually { app.tags.loaded?.count == 1 }
        let window = window(.favorites(.tag("none")))
        await eventually { window.favorites.shownIDs == ["3", "1"] }
        window.show(.favorites(.untagged))
        await eventually { window.favorites.shownIDs == ["4", "2"] }
    }

    @Test func `words for one part of the favorites do not narrow another`() async throws {
        _ = try await tag("none", 1, 3)
        await eventually { app.tags.loaded?.count == 1 }
        let window = window(.favorites(.all))
        window.favorites.queryChanged("nothing like it")
        await eventually { window.favorites.phase == .noMatch(.all, text: "nothing like it") }
        window.show(.search(.repositories))
        window.show(.favorites(.all))
        #expect(window.favorites.text == "nothing like it", "the list is as it was left")
        window.show(.favorites(.tag("none")))
        #expect(window.favorites.text.isEmpty)
        await eventually { window.favorites.shownIDs == ["3", "1"] }
    }

    @Test func `a renamed tag is followed, also to another spelling, and saved`() async throws {
        let id = try await tag("swift", 1)
        await eventually { app.tags.loaded?.count == 1 }
        let window = window(.favorites(.tag("swift")))
        app.tags.rename(id, to: "Swift")
        await eventually { window.source == .favorites(.tag("Swift")) }
        _ = try await library.renameTag(id, to: "apple")
        await eventually { window.source == .favorites(.tag("apple")) }
        await eventually { window.favorites.shownIDs == ["1"] }
        #expect(window.stateSaver.state.source == .favorites(.tag("apple")))
    }

    @Test func `a merged tag is followed to the other tag`() async throws {
        let id = try await tag("a", 1)
        _ = try await tag("b", 2)
        await eventually { app.tags.loaded?.count == 2 }
        let window = window(.favorites(.tag("a")))
        app.tags.rename(id, to: "b")
        await eventually { window.source == .favorites(.tag("b")) }
        await eventually { window.favorites.shownIDs == ["2", "1"] }
    }

    @Test func `a tag that is missing while tags change is waited for`() async throws {
        let id = try await tag("a", 1)
        await eventually { app.tags.loaded?.count == 1 }
        var resolver = FavoritesScopeResolver()
        library.hold()
        app.tags.setColor(.teal, of: id)
        #expect(resolver.followTags(of: .tag("merged"), text: "", in: app.tags).scope == .tag("merged"))
        library.release()
        await eventually { !app.tags.isChanging }
        #expect(resolver.followTags(of: .tag("merged"), text: "", in: app.tags).scope == .all)
    }

    @Test(arguments: ["deleted", "unknown"])
    func `without the tag all favorites show`(how: String) async throws {
        let id = try await tag("known", 1)
        await eventually { app.tags.loaded?.count == 1 }
        let window = window(.favorites(.tag(how == "unknown" ? "other" : "known")))
        if how == "deleted" { _ = try await library.deleteTag(id) }
        await eventually { window.source == .favorites(.all) }
        await eventually { window.favorites.shownIDs.count == 4 }
    }

    /// Saves what a window shows for a tag and a text, and opens it in another window.
    private func opened(_ scope: FavoritesScope, _ text: String = "") async throws -> WindowModel {
        let first = window(.favorites(scope))
        first.favorites.queryChanged(text)
        first.favorites.sortChanged(ItemOrder(.name))
        let saved = try await first.saveSearch(#require(first.savedSearchDraft), as: "Mine")
        let window = window(.savedSearch(saved.id))
        #expect(window.source == .savedSearch(saved.id))
        return window
    }

    enum Renaming: CaseIterable { case here, elsewhere, mergedHere, mergedElsewhere }

    @Test(arguments: Renaming.allCases, [FavoritesScope.tag("a"), .all])
    func `an open saved search follows its tag, and back`(_ how: Renaming, _ scope: FavoritesScope) async throws {
        let id = try await tag("a", 1)
        if how != .here, how != .elsewhere { _ = try await tag("b", 2) }
        await eventually { app.tags.loaded?.isEmpty == false && app.tags.loaded?.count == app.tags.all.count }
        let window = try await opened(scope, "tag:a")
        await eventually { window.favorites.shownIDs == ["1"] }
        let source = window.source
        var inverse: LibraryEdit?
        switch how {
        case .here, .mergedHere: app.tags.rename(id, to: "b")
        case .elsewhere, .mergedElsewhere:
            inverse = try await library.apply(.renameTag("a", to: "b"), sending: [], if: .none).inverse
        }
        await eventually { window.list.text == "tag:b" && window.source == source }
        #expect(window.listSource == .favorites(scope == .all ? .all : .tag("b")))
        await eventually { window.favorites.shownIDs.contains("1") }
        if let inverse { try await library.apply(inverse, sending: [], if: .unchanged) } else { app.undo.undo() }
        await eventually { window.list.text == "tag:a" && window.source == source }
        #expect(window.listSource == .favorites(scope))
        await eventually { window.favorites.shownIDs == ["1"] }
    }

    @Test func `a text of the user follows a renamed tag too`() async throws {
        let id = try await tag("a", 1)
        await eventually { app.tags.loaded?.count == 1 }
        let window = window(.favorites(.all))
        window.favorites.queryChanged("name tag:a")
        app.tags.rename(id, to: "b c")
        await eventually { window.favorites.text == "name tag:\"b c\"" }
        await eventually { window.favorites.shownIDs == ["1"] }
    }

    @Test func `a saved search of a deleted tag shows nothing until the tag is back`() async throws {
        let id = try await tag("a", 1)
        await eventually { app.tags.loaded?.count == 1 }
        let window = try await opened(.tag("a"))
        await eventually { window.favorites.shownIDs == ["1"] }
        let source = window.source
        app.tags.delete(id)
        await eventually { window.favorites.phase == .noMatch(.tag("a"), text: "") }
        #expect(window.source == source)
        window.show(.favorites(.all))
        window.show(source)
        await eventually { window.favorites.phase == .noMatch(.tag("a"), text: "") }
        app.undo.undo()
        await eventually { window.favorites.shownIDs == ["1"] }
        app.tags.delete(try #require(app.tags.tag(named: "a")).id)
        await eventually { window.favorites.phase == .noMatch(.tag("a"), text: "") }
        guard case .savedSearch(let saved) = source else { return }
        try await app.savedSearches.delete(saved)
        await eventually { window.listSource == .favorites(.all) }
    }

    @Test func `Go To finds tags`() async throws {
        _ = try await tag("text editor", 1)
        await eventually { app.tags.loaded?.count == 1 }
        let goTo = GoToViewModel(window(.favorites(.all))) { $0.text }
        goTo.typed("editor")
        #expect(goTo.results.contains(.source(.favorites(.tag("text editor")))))
        #expect(goTo.tag(of: .favorites(.tag("text editor")))?.name == "text editor")
    }

    @Test func `Go To begins with names that begin with the text`() async throws {
        for name in ["history", "my tools", "tools"] { _ = try await tag(name) }
        await eventually { app.tags.loaded?.count == 3 }
        let goTo = GoToViewModel(window(.favorites(.all))) { $0.text.replacing("favorites:tag:", with: "") }
        goTo.typed("to")
        let named = goTo.results.compactMap { if case .source(let source) = $0 { source.text } else { nil } }
        #expect(named.first == "favorites:tag:tools")
        #expect(named.contains("favorites:tag:history"))
    }

    @Test func `Go To finds names by some of their letters, after everything that has the text`() async throws {
        for name in ["rust-side", "trust", "worst"] { _ = try await tag(name) }
        await eventually { app.tags.loaded?.count == 3 }
        let goTo = GoToViewModel(window(.favorites(.all))) { $0.text.replacing("favorites:tag:", with: "") }
        func named() -> [String] {
            goTo.results.compactMap { if case .source(let source) = $0 { source.text } else { nil } }
        }
        goTo.typed("rst")
        #expect(named() == ["favorites:tag:worst", "favorites:tag:rust-side"])
        goTo.typed("rts")
        #expect(named() == ["favorites:tag:rust-side"], "in this order")
        goTo.typed("r")
        #expect(Set(named()).isSuperset(of: ["favorites:tag:trust", "favorites:tag:worst"]))
    }
}
