import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// What two accounts have in common.
@MainActor struct ComparisonViewModelTests {
    private let time = ManualTime()
    private let library = MemoryLibrary([.sample(99), .sample(7)])
    private let relations = ScriptedRelations([.followers, .starred])
    private let catalog: ScriptedCatalog

    init() {
        catalog = ScriptedCatalog(relations: relations)
        catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 1))) }
    }

    private func page() -> ComparisonViewModel {
        ComparisonViewModel(
            of: .sample(99), catalogs: Catalogs([catalog]),
            flags: ItemFlagSource(favoritesModel: FavoritesModel(library: library, time: time.source)),
            time: time.source,
            formats: .sample())
    }

    /// A page where the other account was chosen from the favorites.
    private func chosen() async -> ComparisonViewModel {
        let page = page()
        await eventually { page.candidates.count == 1 }
        page.choose(.sample(7))
        await eventually { if case .ready = page.phase { true } else { false } }
        return page
    }

    /// Answers each list of both accounts, in batches of two.
    private func reply(_ lists: [RelationKind: [ItemID: [Int]]]) {
        relations.reply { request in
            let numbers = lists[request.kind]?[request.item] ?? []
            let start = request.cursor.flatMap { Int($0.opaque) } ?? 0
            let end = min(start + 2, numbers.count)
            return .success(.sample(numbers[start..<end], next: end < numbers.count ? "\(end)" : nil))
        }
    }

    private func shown(_ page: ComparisonViewModel) -> ComparisonContent? {
        if case .shown(let content) = page.phase { content } else { nil }
    }

    @Test func `other favorites of the catalog can be chosen, without a request`() async {
        let page = page()
        await eventually { page.candidates.map(\.id) == [.sample(7)] }
        #expect(page.phase == .choosing(refused: nil))
        await settle()
        #expect(catalog.requestedDetails == [] && relations.requests == [])
    }

    @Test func `the necessary requests are known before a list is loaded`() async {
        relations.stub(ListSize(items: 230, requests: 3), requestsLeft: 60)
        let page = await chosen()
        #expect(page.phase == .ready(name: "owner/name7", requests: NumberContent(12, formats: .sample())))
        #expect(relations.requests == [])
    }

    @Test func `common members show in the order of the first list and can be opened`() async {
        reply([
            .followers: [.sample(99): [1, 2, 3, 4, 5], .sample(7): [5, 9, 2]],
            .starred: [.sample(99): [11, 12], .sample(7): []],
        ])
        let page = await chosen()
        page.compare()
        await eventually { shown(page) != nil }
        #expect(shown(page)?.parts.map(\.kind) == [.followers, .starred])
        #expect(shown(page)?.parts.map { $0.rows.map(\.id.id) } == [["2", "5"], []])
        #expect(shown(page)?.parts.map(\.count.number) == [2, 0])
        #expect(shown(page)?.one == "owner/name99" && shown(page)?.other == "owner/name7")
        #expect(page.item(for: .sample(5)) == .sample(5))
        #expect(relations.maxConcurrent == 1, "one list after the other")
    }

    @Test func `the requests of all four lists together are compared with the rate limit`() async {
        relations.stub(ListSize(items: 230, requests: 3), requestsLeft: 11)
        let page = await chosen()
        page.compare()
        let formats = Formats.sample()
        await eventually {
            page.phase
                == .unfinished(
                    .tooManyRequests(
                        needed: NumberContent(12, formats: formats), left: NumberContent(11, formats: formats)))
        }
        #expect(relations.requests == [])
        reply([:])
        relations.stub(ListSize(items: 230, requests: 3), requestsLeft: 12)
        page.compare()
        await eventually { shown(page) != nil }
    }

    @Test func `a cancelled comparison can start again, and late responses are dropped`() async {
        let page = await chosen()
        page.compare()
        await eventually { relations.requests.count == 1 }
        page.cancel()
        await eventually { relations.cancelledCount == 1 }
        #expect(page.phase == .ready(name: "owner/name7", requests: nil))
        reply([.followers: [.sample(99): [1], .sample(7): [1]]])
        page.compare()
        await eventually { shown(page)?.parts.first?.count.number == 1 }
    }

    @Test func `a cached list is not used for a comparison`() async {
        relations.reply { _ in
            var batch = ResultBatch.sample([1])
            batch.cached = CachedResponse(at: .distantPast, insteadOf: .offline)
            return .success(batch)
        }
        let page = await chosen()
        page.compare()
        await eventually {
            if case .unfinished(.failed(let content)) = page.phase { content.failure == .offline } else { false }
        }
        reply([:])
        page.tryAgain()
        await eventually { shown(page) != nil }
    }

    @Test func `a name that no account has is refused beside the entry, and another can be typed`() async {
        let page = page()
        page.choose(named: "mistyped")
        await catalog.respondReference(0, .failure(.gone))
        await eventually { page.phase == .choosing(refused: .unknown("mistyped")) }
        page.choose(named: "other")
        await catalog.respondReference(1, .success(.sample(7)))
        await eventually { page.phase == .ready(name: "owner/name7", requests: nil) }
    }

    @Test func `an account that is gone itself is not called a name that was mistyped`() async {
        let page = page()
        catalog.replyDetails { _ in .failure(.gone) }
        page.choose(named: "other")
        await catalog.respondReference(0, .success(.sample(7)))
        await eventually {
            if case .unfinished(.failed(let content)) = page.phase { content.failure == .gone } else { false }
        }
    }

    @Test(arguments: [("-a", ComparisonNameProblem.invalid(.nameHyphens)), ("two words", .notAName), ("", .notAName)])
    func `an invalid username is not looked up`(text: String, refusal: ComparisonNameProblem) async {
        let page = page()
        page.choose(named: text)
        #expect(page.phase == .choosing(refused: refusal))
        await settle()
        #expect(catalog.requestedDetails == [])
    }

    @Test func `a username is looked up, and an account cannot be compared with itself`() async {
        let page = page()
        page.choose(named: " ada ")
        #expect(page.phase == .counting(name: "ada"))
        await catalog.respondReference(0, .success(.sample(99)))
        await eventually { page.phase == .choosing(refused: .itself) }
        page.choose(named: "bob")
        await catalog.respondReference(1, .success(.sample(7)))
        await eventually { page.phase == .ready(name: "owner/name7", requests: nil) }
        page.chooseAnother()
        #expect(page.phase == .choosing(refused: nil))
    }

    @Test func `a username that could not be looked up is reported and can be retried`() async {
        let page = page()
        page.choose(named: "nobody")
        await catalog.respondReference(0, .failure(.offline))
        await eventually {
            if case .unfinished(.failed(let content)) = page.phase { content.failure == .offline } else { false }
        }
        page.tryAgain()
        await catalog.respondReference(1, .success(.sample(7)))
        await eventually { page.phase == .ready(name: "owner/name7", requests: nil) }
    }
}
