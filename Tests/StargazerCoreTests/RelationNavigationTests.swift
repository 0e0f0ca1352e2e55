@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Lists as pages of the navigation stack.
@MainActor struct RelationNavigationTests {
    private let relations = ScriptedRelations([.followers])

    private func window() async -> WindowModel {
        let scene = WindowFixture(catalog: ScriptedCatalog(relations: relations))
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        return window
    }

    private func list(_ window: WindowModel) throws -> RelationViewModel {
        guard case .list(let list) = window.navigation.top.content else { throw NoList() }
        return list
    }

    private struct NoList: Error {}

    @Test func `the details have the item's related lists`() async {
        let window = await window()
        guard case .shown(let details, _) = window.navigation.first.phase else { return #expect(Bool(false)) }
        #expect(details.relations == [.followers])
    }

    @Test func `a related list is a new page, and an item in it another`() async throws {
        let window = await window()
        window.go(to: .followers, of: .sample(1))
        window.go(to: .followers, of: .sample(1))
        #expect(window.navigation.pages.count == 2, "the page that shows is not repeated")
        let first = try list(window)
        await relations.respond(0, .success(.sample([7, 8])))
        await eventually("followers") { first.shown == ["7", "8"] }
        #expect(window.current == nil, "no row is selected")
        first.select(.sample(7))
        #expect(window.current?.id == .sample(7))
        window.toggleFavorite()
        await eventually("a star") { first.phase.shown?.rows.first?.isFavorite == true }
        window.go(to: .sample(7))
        #expect(window.navigation.pages.count == 3)
        #expect(window.goBack())
        #expect(window.navigation.top === first)
        #expect(window.current?.id == .sample(7))
    }

    @Test func `each list starts over, and going back from ten pages restores the first one`() async throws {
        relations.reply { request in
            let number = Int(request.item.id) ?? 0
            return .success(.sample([number * 2, number * 2 + 1]))
        }
        let window = await window()
        window.go(to: .followers, of: .sample(1))
        let first = try list(window)
        await eventually("followers") { first.shown == ["2", "3"] }
        first.filterChanged("name2")
        first.select(.sample(2))
        var item = Item.sample(2)
        for _ in 0..<10 {
            window.go(to: item)
            window.go(to: .followers, of: item)
            let list = try list(window)
            #expect(list.filter.isEmpty && list.selection == nil)
            await eventually("followers") { list.shown.count == 2 }
            item = list.item(for: .sample((Int(item.id.id) ?? 0) * 2)) ?? item
        }
        #expect(relations.requests.map(\.item.id) == (0...10).map { "\(1 << $0)" })
        for _ in 0..<20 { #expect(window.goBack()) }
        #expect(window.navigation.top === first)
        #expect(first.filter == "name2")
        #expect(first.selection == .sample(2))
        #expect(first.shown == ["2"])
        #expect(relations.requests.count == 11, "Back asks nothing")
    }

    @Test func `after switching quickly while lists load, only the last one shows`() async throws {
        let window = await window()
        for number in 1...3 {
            #expect(window.open(.sample(number)))
            window.go(to: .followers, of: .sample(number))
            await eventually("a question") { relations.requests.count == number }
        }
        let last = try list(window)
        #expect(last.origin.id == .sample(3))
        await eventually("the others given up") { relations.cancelledCount == 2 }
        await relations.respond(2, .success(.sample([33])))
        await eventually("the last list") { last.shown == ["33"] }
        #expect(window.navigation.pages.count == 2)
    }

    @Test func `a late response for the previous item does not replace the current one`() async throws {
        let relations = ScriptedRelations([.followers], ignoresCancellation: true)
        let window = await WindowFixture(catalog: ScriptedCatalog(relations: relations)).searched(1...3)
        #expect(window.open(.sample(1)))
        window.go(to: .followers, of: .sample(1))
        await eventually("a question") { relations.requests.count == 1 }
        #expect(window.open(.sample(2)))
        window.go(to: .followers, of: .sample(2))
        let new = try list(window)
        await relations.respond(1, .success(.sample([22])))
        await eventually("the new list") { new.shown == ["22"] }
        await relations.respond(0, .success(.sample([11])))
        await settle()
        #expect(new.shown == ["22"])
        #expect(try list(window) === new)
    }

    @Test func `a newer request for the same list discards the older response`() async throws {
        let scene = RelationFixture(ignoresCancellation: true)
        let list = await scene.filledOnce()
        list.didApproachEnd()
        await eventually("the older question") { scene.relations.requests.count == 2 }
        list.refresh()
        await scene.relations.respond(2, .success(.sample([9])))
        await eventually("the new list") { list.shown == ["9"] }
        await scene.relations.respond(1, .success(.sample([2])))
        await settle()
        #expect(list.shown == ["9"])
    }

    @Test func `a closed page is released with its requests`() async throws {
        let window = await window()
        window.go(to: .followers, of: .sample(1))
        weak let left = try list(window)
        await eventually("a question") { relations.requests.count == 1 }
        #expect(window.goBack())
        await eventually("gone") { left == nil && relations.cancelledCount == 1 }
    }
}

extension RelationFixture {
    fileprivate func filledOnce() async -> RelationViewModel {
        let list = list(of: 1)
        await relations.respond(0, .success(.sample([1], next: "2")))
        await eventually("a list") { list.shown == ["1"] }
        return list
    }
}
