import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// A related list of an item.
@MainActor struct RelationViewModelTests {
    private let scene = RelationFixture()

    @Test func `the first batch loads with the page, the next near the end of the list`() async {
        let list = scene.list(of: 1)
        #expect(list.phase == .loading(isSlow: false))
        await scene.relations.respond(0, .success(.sample(1...100, total: 21_410, next: "2")))
        await eventually("a first batch") { list.shown.count == 100 }
        #expect(list.phase.shown?.count.shownText == "100")
        #expect(list.phase.shown?.count.totalText == "21,410")
        #expect(list.phase.shown?.footer == .loadMore)
        list.didApproachEnd()
        #expect(list.phase.shown?.footer == .loading)
        await scene.relations.respond(1, .success(.sample(101...150)))
        await eventually("the second batch") { list.shown.count == 150 }
        #expect(list.phase.shown?.footer == ListFooter.none)
        #expect(scene.relations.requests.map(\.cursor) == [nil, BatchCursor("2")])
    }

    @Test func `scrolling fast through a thousand items sends ten requests, in order, one at a time`() async {
        scene.relations.reply { request in
            let page = request.cursor.flatMap { Int($0.opaque) } ?? 1
            return .success(
                .sample((page - 1) * 100 + 1...page * 100, total: 1_000, next: page < 10 ? "\(page + 1)" : nil))
        }
        let list = scene.list(of: 1)
        await eventually("everything") {
            // Scrolling calls this repeatedly, also while a request is running.
            for _ in 0..<5 { list.didApproachEnd() }
            return list.shown.count == 1_000
        }
        for _ in 0..<5 { list.didApproachEnd() }
        let cursors: [String?] = (1...10).map { $0 == 1 ? nil : "\($0)" }
        #expect(scene.relations.requests.map(\.cursor?.opaque) == cursors)
        #expect(scene.relations.maxConcurrent == 1)
        let everything: [String] = (1...1_000).map { "\($0)" }
        #expect(list.shown == everything)
    }

    @Test func `repeated items show once`() async {
        let list = scene.list(of: 1)
        await scene.relations.respond(0, .success(.sample([1, 2, 2], next: "2")))
        await eventually("a first batch") { list.shown == ["1", "2"] }
        list.didApproachEnd()
        await scene.relations.respond(1, .success(.sample([2, 3])))
        await eventually("the second") { list.shown == ["1", "2", "3"] }
    }

    @Test func `slow loading is shown`() async {
        let list = scene.list(of: 1)
        await scene.time.advance(by: .milliseconds(499))
        #expect(list.phase == .loading(isSlow: false))
        await scene.time.advance(by: .milliseconds(1))
        await eventually("a sign of life") { list.phase == .loading(isSlow: true) }
    }

    @Test func `an empty list has its own state`() async {
        let list = scene.list(of: 1)
        await scene.relations.respond(0, .success(.sample([])))
        await eventually("an empty list") { list.phase == .empty }
    }

    @Test func `the filter matches anywhere in names, ignoring case and accents, without requests`() async {
        let list = await scene.filled([(1, "José"), (2, "johanna-smith"), (3, "smithsonian")], next: "2")
        list.filterChanged("JOSE")
        #expect(list.shown == ["1"])
        list.filterChanged("smith")
        #expect(list.shown == ["2", "3"])
        list.filterChanged(" smith  joh ")
        #expect(list.shown == ["2"])
        #expect(list.phase.shown?.count.shown == 1)
        #expect(list.phase.shown?.count.totalText == "3")
        for _ in 0..<3 { list.didApproachEnd() }
        #expect(scene.relations.requests.count == 1, "under a filter the end is always near")
        list.filterChanged("")
        #expect(list.shown == ["1", "2", "3"])
    }

    @Test func `without matches more items can be loaded and may match`() async {
        let list = await scene.filled([(1, "alice")], next: "2")
        list.filterChanged("bob")
        #expect(list.phase == .noMatch(filter: "bob", footer: .loadMore))
        list.loadNextBatch()
        #expect(list.phase == .noMatch(filter: "bob", footer: .loading))
        await scene.relations.respond(1, .success(ResultBatch(items: [.named(2, "bobby")], total: nil, end: .complete)))
        await eventually("a match") { list.shown == ["2"] }
    }

    @Test func `refreshing keeps the items until the new ones arrive`() async {
        let list = await scene.filled([(1, "alice"), (2, "bob")])
        list.select(.sample(2))
        list.refresh()
        list.refresh()
        #expect(list.shown == ["1", "2"])
        await scene.relations.respond(1, .success(.sample([3, 2])))
        await eventually("the new list") { list.shown == ["3", "2"] }
        #expect(list.item?.id == .sample(2))
        #expect(scene.relations.requests.count == 2)
    }

    @Test func `keyboard shortcuts act on the selected row while it exists`() async {
        let list = await scene.filled([(1, "alice"), (2, "bob")])
        #expect(list.item == nil)
        list.select(.sample(1))
        #expect(list.item?.id == .sample(1))
        list.refresh()
        await scene.relations.respond(1, .success(.sample([2])))
        await eventually("the new list") { list.shown == ["2"] }
        #expect(list.selection == nil)
        #expect(list.item == nil)
    }

    @Test func `stars follow the library`() async {
        let list = await scene.filled([(1, "alice"), (2, "bob")])
        list.toggleFavorite(.sample(2))
        await eventually("a star") { list.phase.shown?.rows.map(\.isFavorite) == [false, true] }
        #expect(scene.library.favorites.map(\.id) == [.sample(2)])
    }
}

/// A list that fails, and its recovery.
@MainActor struct RelationFailureTests {
    private let scene = RelationFixture()

    @Test func `a failed list can be retried`() async {
        let list = scene.list(of: 1)
        await scene.relations.respond(0, .failure(.offline))
        await eventually("a failure") { list.failure?.failure == .offline }
        list.tryAgain()
        await scene.relations.respond(1, .success(.sample([1])))
        await eventually("the list") { list.shown == ["1"] }
    }

    @Test func `a rate limit is counted down and the request repeated once automatically`() async {
        let list = scene.list(of: 1)
        let until = scene.time.now.addingTimeInterval(2)
        await scene.relations.respond(0, .failure(.throttled(until: until)))
        await eventually("a countdown") { list.failure?.countdown == "0:02" }
        #expect(list.failure?.willRetry == true)
        await scene.time.advance(by: .seconds(1))
        await eventually("a second less") { list.failure?.countdown == "0:01" }
        await scene.time.advance(by: .seconds(1))
        await scene.relations.respond(1, .failure(.throttled(until: until.addingTimeInterval(60))))
        await eventually("no second retry") { list.failure?.willRetry == false }
        #expect(scene.relations.requests.count == 2)
    }

    @Test func `a failed batch keeps the items, and the retry row repeats the request`() async {
        let list = await scene.filled([(1, "alice")], next: "2")
        list.didApproachEnd()
        await scene.relations.respond(1, .failure(.timedOut))
        await eventually("a retry row") { list.footerFailure?.failure == .timedOut }
        #expect(list.shown == ["1"])
        for _ in 0..<3 { list.didApproachEnd() }
        #expect(scene.relations.requests.count == 2, "scrolling does not press the button")
        list.retryBatch()
        await scene.relations.respond(2, .success(.sample([2])))
        await eventually("the batch") { list.shown == ["1", "2"] }
        #expect(scene.relations.requests.map(\.cursor) == [nil, BatchCursor("2"), BatchCursor("2")])
    }

    @Test func `a rate limit in a later batch is counted down and the batch requested once more`() async {
        let list = await scene.filled([(1, "alice")], next: "2")
        list.didApproachEnd()
        await scene.relations.respond(1, .failure(.throttled(until: scene.time.now.addingTimeInterval(1))))
        await eventually("a countdown") { list.footerFailure?.countdown == "0:01" }
        await scene.time.advance(by: .seconds(1))
        await scene.relations.respond(2, .success(.sample([2])))
        await eventually("the batch") { list.shown == ["1", "2"] }
    }

    @Test func `a transient refresh failure shows above the items, and a permanent one replaces them`() async {
        let list = await scene.filled([(1, "alice")])
        list.refresh()
        await scene.relations.respond(1, .failure(.offline))
        await eventually("a notice") { list.notice?.failure == .offline }
        #expect(list.shown == ["1"])
        list.tryAgain()
        await scene.relations.respond(2, .failure(.gone))
        await eventually("gone") { list.failure?.failure == .gone }
    }

    @Test func `an item of another server has no lists`() async {
        let id = ItemID(catalog: .repositories, host: "elsewhere", id: "1")
        let list = scene.list(of: Item(id: id, facts: Repository(owner: "a", name: "b")))
        await eventually("a reason") { list.failure?.failure == .otherServer(host: "elsewhere") }
        #expect(scene.relations.requests.isEmpty)
    }
}

/// Lists from scripted relations.
@MainActor final class RelationFixture {
    let relations: ScriptedRelations
    let library = MemoryLibrary()
    let time = ManualTime()
    private let catalog: ScriptedCatalog
    private let favoritesModel: FavoritesModel

    init(ignoresCancellation: Bool = false) {
        relations = ScriptedRelations([.followers], ignoresCancellation: ignoresCancellation)
        catalog = ScriptedCatalog(relations: relations)
        favoritesModel = FavoritesModel(library: library, time: time.source)
    }

    func list(of number: Int) -> RelationViewModel { list(of: .sample(number)) }

    func list(of item: Item) -> RelationViewModel {
        RelationViewModel(
            .followers, of: item, catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: favoritesModel),
            time: time.source, formats: .sample())
    }

    /// Returns a list that shows these items.
    func filled(_ named: [(Int, String)], next: String? = nil) async -> RelationViewModel {
        let list = list(of: 1)
        let end = next.map { BatchEnd.more(BatchCursor($0)) } ?? .complete
        await relations.respond(
            0, .success(ResultBatch(items: named.map { .named($0, $1) }, total: nil, end: end)))
        await eventually("a list") { list.shown.count == named.count }
        return list
    }
}

extension RelationKind {
    static let followers = RelationKind(rawValue: "followers")
}

extension Item {
    fileprivate static func named(_ number: Int, _ name: String) -> Item { .sample(number) { $0.name = name } }
}

extension RelationViewModel {
    var shown: [String] { phase.shown?.rows.map(\.id.id) ?? [] }

    fileprivate var failure: FailureContent? {
        if case .failed(let failure) = phase { failure } else { nil }
    }

    fileprivate var notice: FailureContent? {
        if case .shown(_, .failed(let failure)) = phase { failure } else { nil }
    }

    fileprivate var footerFailure: FailureContent? {
        if case .failed(let failure)? = phase.shown?.footer { failure } else { nil }
    }
}
