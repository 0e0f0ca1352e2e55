import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The new and the lost members of a list.
@MainActor struct ListChangesViewModelTests {
    private let time = ManualTime()
    private let library = MemoryLibrary()
    private let relations = ScriptedRelations([.followers])

    private func page() -> ListChangesViewModel {
        ListChangesViewModel(
            .followers, of: .sample(99), catalogs: Catalogs([ScriptedCatalog(relations: relations)]),
            flags: ItemFlagSource(favoritesModel: FavoritesModel(library: library, time: time.source)),
            time: time.source,
            formats: .sample())
    }

    private func reply(_ numbers: [Int], atOnce: Int = 2) {
        relations.reply { request in
            let start = request.cursor.flatMap { Int($0.opaque) } ?? 0
            let end = min(start + atOnce, numbers.count)
            return .success(.sample(numbers[start..<end], next: end < numbers.count ? "\(end)" : nil))
        }
    }

    private func shown(_ page: ListChangesViewModel) -> ListChangesContent? {
        if case .shown(let content) = page.phase { content } else { nil }
    }

    @Test func `no request is sent before the button is pressed, and the necessary requests are shown`() async {
        relations.stub(ListSize(items: 230, requests: 3), requestsLeft: nil)
        let page = page()
        page.load()
        await eventually { page.phase == .ready(last: nil) }
        #expect(page.requests?.number == 3)
        #expect(relations.requests.isEmpty)
    }

    @Test func `the first visit saves the list, and the second shows new and lost members`() async {
        reply([1, 2, 3])
        let first = page()
        await eventually { first.phase == .ready(last: nil) }
        first.load()
        await eventually { shown(first)?.total.number == 3 }
        #expect(shown(first)?.last == nil && shown(first)?.new.rows.isEmpty == true)
        await eventually { library.log == ["list 3 followers"] }
        reply([5, 3, 1, 4])
        let second = page()
        await eventually {
            if case .ready(let last?) = second.phase { last.count.number == 3 } else { false }
        }
        second.load()
        await eventually { shown(second) != nil }
        #expect(shown(second)?.new.rows.map(\.id.id) == ["5", "4"])
        #expect(shown(second)?.left.rows.map(\.id.id) == ["2"])
        #expect(second.item(for: .sample(2)) == .sample(2), "who left can still be gone to")
        #expect(shown(second)?.total.number == 4)
        second.load()
        await eventually { shown(second)?.new.count.number == 0 && shown(second)?.left.count.number == 0 }
    }

    @Test func `the last list is read again after a failed read, and nothing is saved over it before`() async throws {
        try await library.saveSnapshot(
            ListSnapshot(items: [.sample(1), .sample(2)], seenAt: time.now), as: .followers, of: .sample(99))
        library.failNextReads(2)
        reply([1, 3])
        let page = page()
        // The facts of items are read too.
        await eventually { library.failingReads == 0 && time.sleepers == 2 }
        page.load()
        #expect(page.phase == .reading && relations.requests.isEmpty)
        await time.advance(by: .seconds(1), sleepers: 2)
        await eventually { if case .ready(_?) = page.phase { true } else { false } }
        page.load()
        await eventually { shown(page) != nil }
        #expect(shown(page)?.new.rows.map(\.id.id) == ["3"] && shown(page)?.left.rows.map(\.id.id) == ["2"])
    }

    @Test func `no request is sent when the rate limit is too low`() async {
        relations.stub(ListSize(items: 1_300, requests: 13), requestsLeft: 12)
        let page = page()
        await eventually { page.phase == .ready(last: nil) }
        page.load()
        await eventually {
            if case .unfinished(.tooManyRequests(let needed, let left)) = page.phase {
                (needed.number, left.number) == (13, 12)
            } else {
                false
            }
        }
        #expect(relations.requests.isEmpty)
        relations.stub(ListSize(items: 1_300, requests: 13), requestsLeft: 13)
        reply([1])
        page.load()
        await eventually { shown(page) != nil }
    }

    @Test func `a failed or cancelled visit does not change the saved list`() async {
        reply([1, 2, 3])
        let page = page()
        await eventually { page.phase == .ready(last: nil) }
        page.load()
        await eventually { shown(page) != nil }
        relations.reply { request in
            request.cursor == nil ? .success(.sample([1], next: "2")) : .failure(.offline)
        }
        page.load()
        await eventually { if case .unfinished(.failed) = page.phase { true } else { false } }
        reply([1, 2, 3, 4])
        page.load()
        await eventually { shown(page)?.new.rows.map(\.id.id) == ["4"] }
        #expect(shown(page)?.left.rows.isEmpty == true)
    }

    @Test func `a cached list is not used for changes`() async {
        reply([1, 2, 3])
        let page = page()
        await eventually { page.phase == .ready(last: nil) }
        relations.reply { _ in
            var cached = ResultBatch.sample([1])
            cached.cached = CachedResponse(at: Date(timeIntervalSince1970: 0), insteadOf: .offline)
            return .success(cached)
        }
        page.load()
        await eventually {
            if case .unfinished(.failed(let content)) = page.phase { content.failure == .offline } else { false }
        }
    }

    @Test func `cancelling restores the state before`() async {
        let page = page()
        await eventually { page.phase == .ready(last: nil) }
        page.load()
        await relations.respond(0, .success(.sample([1, 2], next: "2")))
        await eventually { relations.requests.count == 2 }
        guard case .unfinished(.loading(let loaded, _)) = page.phase else { return #expect(Bool(false)) }
        #expect(loaded.number == 2)
        page.cancel()
        #expect(page.phase == .ready(last: nil))
        await eventually { relations.cancelledCount == 1 }
        #expect(library.log.isEmpty)
    }

    @Test func `of very many members only the first show, and all are counted`() async {
        reply([1])
        let page = page()
        await eventually { page.phase == .ready(last: nil) }
        page.load()
        await eventually { shown(page) != nil }
        reply(Array(1...301), atOnce: 100)
        page.load()
        await eventually { shown(page)?.new.count.number == 300 }
        #expect(shown(page)?.new.rows.count == 200)
    }
}

/// The members of a list and of its inverse list.
@MainActor struct MutualFollowersTests {
    private let time = ManualTime()
    private let relations = ScriptedRelations([.followers], opposites: [.followers: .following])

    private func list(of answer: @escaping @Sendable (ScriptedRelations.Request) -> ScriptedRelations.Response) async
        -> RelationViewModel
    {
        relations.reply(answer)
        let list = RelationViewModel(
            .followers, of: .sample(99), catalogs: Catalogs([ScriptedCatalog(relations: relations)]),
            flags: ItemFlagSource(favoritesModel: FavoritesModel(time: time.source)), time: time.source,
            formats: .sample())
        await eventually { list.phase.shown != nil }
        return list
    }

    @Test func `members of both lists show, and the other list is loaded once`() async {
        let list = await list { request in
            guard request.kind == .following else { return .success(.sample(1...5, next: "2")) }
            return .success(request.cursor == nil ? .sample([2, 9], next: "b") : .sample([4]))
        }
        list.mutualChanged(true)
        await eventually { list.shown == ["2", "4"] }
        #expect(list.phase.shown?.count.totalText == "5")
        list.didApproachEnd()
        list.filterChanged("name4")
        #expect(list.shown == ["4"])
        list.filterChanged("")
        list.mutualChanged(false)
        #expect(list.shown.count == 5)
        list.mutualChanged(true)
        #expect(list.shown == ["2", "4"])
        #expect(relations.requests.count == 3, "neither by the end of the list nor for the same again")
    }

    @Test func `when the other list cannot be loaded, all members show with the failure`() async {
        let list = await list { request in
            request.kind == .following ? .failure(.offline) : .success(.sample(1...3))
        }
        list.mutualChanged(true)
        await eventually { if case .unfinished(.failed) = list.opposite?.phase { true } else { false } }
        #expect(!list.isMutual && list.shown.count == 3)
    }
}
