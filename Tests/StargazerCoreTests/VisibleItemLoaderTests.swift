import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// Rows with facts that the search did not return.
@MainActor struct VisibleItemLoaderTests {
    /// Returns only the names of people until a person's details are requested.
    private final class PartialItemCatalog: Catalog {
        let profile = CatalogProfile(kind: .people, host: "test", service: "Test")
        let codec: any ItemCodec = PersonCodec()
        let requested = Mutex<[String]>([])
        /// Closed, it holds the missing facts.
        let gate = AsyncGate()
        let relations: (any Relations)?
        private let mayFill: Bool

        init(mayFill: Bool = true, relations: (any Relations)? = nil) {
            self.mayFill = mayFill
            self.relations = relations
        }

        func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
            let items = (1...40).map { number in Self.item("\(query.text)\(number)") }
            return ResultBatch(items: items, total: 40, exact: items[0].id, end: .complete)
        }

        func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
            ItemDetails(item: item, facts: PersonDetails())
        }

        func completed(_ item: Item) async -> Item? {
            requested.withLock { $0.append(item.title) }
            await gate.pass()
            return mayFill ? Self.item(item.title, followers: 7) : nil
        }

        static func item(_ login: String, followers: Int? = nil) -> Item {
            Item(
                id: ItemID(catalog: .people, host: "test", id: login), facts: Person(login: login, followers: followers)
            )
        }
    }

    private func model(_ catalog: PartialItemCatalog, _ time: ManualTime) -> SearchViewModel {
        let flags = ItemFlagSource(favoritesModel: FavoritesModel(time: time.source), stars: nil)
        return SearchViewModel(
            catalog: catalog, flags: flags, history: SearchHistory(of: .people), time: time.source,
            formats: .sample())
    }

    private func followers(_ model: SearchViewModel) -> [Int] {
        (model.phase.shownResults?.rows ?? []).enumerated().compactMap { index, row in
            (row.more as? PersonContent)?.followers == nil ? nil : index
        }
    }

    @Test func `visible rows load in order, and their known facts stay`() async {
        let (catalog, time) = (PartialItemCatalog(), ManualTime())
        let model = model(catalog, time)
        model.searchAgain(recent: "a")
        await eventually { model.phase.shownResults?.rows.count == 40 }
        #expect(catalog.requested.withLock { $0.isEmpty }, "who types on is not interested yet")
        await time.advance(by: .milliseconds(500))
        await eventually { followers(model) == Array(0..<15) }
        #expect(model.phase.shownResults?.rows.map(\.isExactMatch).prefix(2) == [true, false])
        model.rowsBecameVisible(from: 20)
        await time.advance(by: .milliseconds(500))
        await eventually { followers(model) == Array(0..<15) + Array(20..<35) }
        #expect(catalog.requested.withLock { $0.count } == 30)
        model.rowsBecameVisible(from: 0)
        await settle()
        #expect(catalog.requested.withLock { $0.count } == 30, "nothing is asked for twice")
    }

    @Test func `rows of a related list load as well, including filtered rows`() async {
        let relations = ScriptedRelations([.followers])
        relations.reply { _ in
            .success(ResultBatch(items: (1...40).map { PartialItemCatalog.item("f\($0)") }, total: 40, end: .complete))
        }
        let (catalog, time) = (PartialItemCatalog(relations: relations), ManualTime())
        let list = RelationViewModel(
            .followers, of: PartialItemCatalog.item("a"), catalogs: Catalogs([catalog]),
            flags: ItemFlagSource(favoritesModel: FavoritesModel(time: time.source)), time: time.source,
            formats: .sample())
        let filled = {
            (list.phase.shown?.rows ?? []).filter { ($0.more as? PersonContent)?.followers != nil }.map(\.title)
        }
        await eventually { list.phase.shown?.rows.count == 40 }
        await time.advance(by: .milliseconds(500))
        await eventually { filled() == (1...15).map { "f\($0)" } }
        list.filterChanged("f4")
        list.rowsBecameVisible(from: 0)
        await time.advance(by: .milliseconds(500))
        await eventually { filled() == ["f4", "f40"] }
        #expect(catalog.requested.withLock { $0.count } == 16)
        list.refresh()
        await eventually { filled().isEmpty }
    }

    @Test func `when no more facts are available the rows stay unchanged`() async {
        let (catalog, time) = (PartialItemCatalog(mayFill: false), ManualTime())
        let model = model(catalog, time)
        model.searchAgain(recent: "a")
        await eventually { model.phase.shownResults?.rows.count == 40 }
        await time.advance(by: .milliseconds(500))
        await eventually { catalog.requested.withLock { $0.count } == 15 }
        await settle()
        #expect(followers(model).isEmpty)
    }

    @Test func `another search drops the rows of the previous one`() async {
        let (catalog, time) = (PartialItemCatalog(), ManualTime())
        let model = model(catalog, time)
        model.searchAgain(recent: "a")
        await eventually { model.phase.shownResults?.rows.count == 40 }
        model.searchAgain(recent: "b")
        await eventually { model.phase.shownResults?.rows.first?.title == "b1" }
        await time.advance(by: .milliseconds(500))
        await eventually { followers(model).count == 15 }
        #expect(catalog.requested.withLock { $0.allSatisfy { $0.hasPrefix("b") } })
    }

    @Test func `what is still asked for the previous search ends without a second loader`() async {
        let (catalog, time) = (PartialItemCatalog(), ManualTime())
        let model = model(catalog, time)
        catalog.gate.close()
        model.searchAgain(recent: "a")
        await eventually { model.phase.shownResults?.rows.count == 40 }
        await time.advance(by: .milliseconds(500))
        await eventually { catalog.gate.heldCount == 1 }
        model.searchAgain(recent: "b")
        await eventually { model.phase.shownResults?.rows.first?.title == "b1" && time.sleepers == 1 }
        catalog.gate.open()
        await settle()
        model.rowsBecameVisible(from: 20)
        await settle()
        #expect(time.sleepers == 1)
    }
}
