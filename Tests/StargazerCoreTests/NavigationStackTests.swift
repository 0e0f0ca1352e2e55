import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct NavigationStackTests {
    private let scene = WindowFixture()

    @Test func `the first page follows the selection`() async {
        let window = await scene.searched(1...3)
        window.select(.sample(1))
        window.select(.sample(2))
        #expect(window.navigation.pages.count == 1)
        #expect(window.navigation.top.item?.id == .sample(2))
        #expect(!window.navigation.canGoBack)
    }

    @Test func `each page keeps its state, and going back returns to the same page`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        let first = window.navigation.top
        window.go(to: .sample(7))
        let second = window.navigation.top
        window.go(to: .sample(8))
        #expect(window.navigation.pages.map(\.item?.id) == [.sample(1), .sample(7), .sample(8)])
        #expect(window.goBack())
        #expect(window.navigation.top === second)
        #expect(window.goBack())
        #expect(window.navigation.top === first)
        #expect(first.item?.id == .sample(1))
        #expect(!window.goBack(), "with both panes there is nothing to go back to")
    }

    @Test func `the visible page is not pushed again`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        window.go(to: .sample(1))
        #expect(window.navigation.pages.count == 1)
    }

    @Test func `selecting another row starts over, and selecting the same row does not`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        window.go(to: .sample(7))
        window.select(.sample(1))
        #expect(window.navigation.top.item?.id == .sample(7))
        window.select(.sample(2))
        #expect(window.navigation.pages.map(\.item?.id) == [.sample(2)])
        window.go(to: .sample(7))
        #expect(window.open(.sample(2)))
        #expect(window.navigation.pages.map(\.item?.id) == [.sample(2)], "who opens the row again has come back to it")
    }

    @Test func `the stack holds at most fifty pages and keeps the first`() async {
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        for number in 100..<200 { window.go(to: .sample(number)) }
        #expect(window.navigation.pages.count == 50)
        #expect(window.navigation.first.item?.id == .sample(1))
        #expect(window.navigation.top.item?.id == .sample(199))
    }

    @Test func `pages share their loaded data`() async {
        scene.catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 1))) }
        let window = await scene.searched(1...3)
        #expect(window.open(.sample(1)))
        await eventually { window.navigation.top.isLoaded }
        window.go(to: .sample(7))
        await eventually { window.navigation.top.isLoaded }
        window.go(to: .sample(1))
        #expect(window.navigation.top.isLoaded)
        #expect(scene.catalog.requestedDetails.map(\.id) == [.sample(1), .sample(7)])
    }
}

extension NavigationPage {
    fileprivate var isLoaded: Bool {
        if case .item(let details) = content, case .shown(_, .loaded) = details.phase { true } else { false }
    }
}
