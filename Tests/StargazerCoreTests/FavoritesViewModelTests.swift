import Foundation
import StargazerCore
import TestSupport
import Testing

@MainActor struct FavoritesViewModelTests {
    private let time = ManualTime()

    private func model(_ library: MemoryLibrary) -> (FavoritesViewModel, FavoritesShelf) {
        let shelf = FavoritesShelf(library: library, time: time.source)
        return (FavoritesViewModel(shelf: shelf, formats: .sample(), time: time.source), shelf)
    }

    private func rows(_ model: FavoritesViewModel) -> [String] {
        if case .rows(let content) = model.phase { return content.rows.map(\.id.id) }
        return []
    }

    @Test func `before the library has answered the page is loading, then it says what is there`() async {
        let shelf = FavoritesShelf(time: time.source)
        let model = FavoritesViewModel(shelf: shelf, formats: .sample(), time: time.source)
        await settle()
        #expect(model.phase == .loading)
        let library = MemoryLibrary()
        shelf.attach(library: library)
        await eventually { model.phase == FavoritesPhase.none }
        library.change { $0 = [.sample(1)] }
        await eventually { rows(model) == ["1"] }
        library.change { $0 = [] }
        await eventually { model.phase == FavoritesPhase.none }
    }

    @Test func `rows are as in the results, with their count`() async {
        let (model, _) = model(MemoryLibrary((1...1_200).map { .sample($0) }))
        model.filterChanged("name11")
        await eventually { rows(model).count == 111 }
        guard case .rows(let content) = model.phase else { return }
        #expect(content.rows.first?.id == .sample(1_199))
        #expect(!content.rows.contains { !$0.isFavorite })
        #expect((content.count.shownText, content.count.totalText) == ("111", "1,200"))
        #expect((content.count.shown, content.count.total) == (111, 1_200))
    }

    @Test(arguments: [
        ("", ["1", "2", "3"]), ("   ", ["1", "2", "3"]), ("VAPOR", ["1"]), ("cafe", ["2"]), ("café", ["2"]),
        ("swift web", ["1"]), ("web SWIFT", ["1"]), ("swift", ["1", "3"]), ("topic-x", ["3"]), ("apple/lang", ["3"]),
        ("日本", ["2"]), ("ｓｗｉｆｔ", ["1", "3"]),
    ])
    func `every word must be found, in any field, whatever its case and accents`(
        filter: String, found: [String]
    ) async {
        let (model, _) = model(
            MemoryLibrary([
                .sample(3) {
                    $0.owner = "apple"
                    $0.name = "lang"
                    $0.language = "Swift"
                    $0.topics = ["topic-x"]
                },
                .sample(2) {
                    $0.summary = "Un CAFÉ 日本"
                    $0.language = "Rust"
                },
                .sample(1) {
                    $0.owner = "vapor"
                    $0.summary = "A Web framework"
                    $0.language = "Swift"
                },
            ]))
        model.sortChanged(FavoritesSort(.added, .ascending))
        model.filterChanged(filter)
        await eventually { rows(model) == found }
    }

    @Test func `a filter that lets nothing through is told apart from having nothing`() async {
        let (model, _) = model(MemoryLibrary([.sample(1)]))
        model.filterChanged("zzz")
        await eventually { model.phase == .noMatch(filter: "zzz") }
        model.filterChanged("")
        await eventually { rows(model) == ["1"] }
    }

    @Test func `rows that are ready too late are dropped`() async {
        let library = MemoryLibrary((1...500).map { .sample($0) })
        let (late, shelf) = model(library)
        await eventually { shelf.isLoaded }
        late.filterChanged("name")
        library.change { $0 = [] }
        await eventually { late.phase == FavoritesPhase.none }
        // Twice the work, begun later: when it is done, so is the other.
        let (other, _) = model(MemoryLibrary((1...1_000).map { .sample($0) }))
        await eventually { rows(other).count == 1_000 }
        await settle()
        let isEmpty = late.phase == FavoritesPhase.none
        #expect(isEmpty)
    }

    @Test(arguments: [
        (FavoritesSort(.added), ["3", "2", "1"]), (FavoritesSort(.added, .ascending), ["1", "2", "3"]),
        (FavoritesSort(.name), ["2", "3", "1"]), (FavoritesSort(.name, .descending), ["1", "3", "2"]),
        (FavoritesSort(.stars), ["3", "1", "2"]), (FavoritesSort(.stars, .ascending), ["1", "2", "3"]),
        (FavoritesSort(.pushed), ["2", "1", "3"]), (FavoritesSort(.pushed, .ascending), ["1", "2", "3"]),
    ])
    func `each order has its own direction, and what has no date comes last`(
        sort: FavoritesSort, order: [String]
    ) async {
        let (model, _) = model(
            MemoryLibrary([
                .sample(1) {
                    $0.name = "zeta"
                    $0.stars = 5
                    $0.pushedAt = Date(timeIntervalSince1970: 10)
                },
                .sample(2) {
                    $0.name = "Alpha"
                    $0.stars = sort == FavoritesSort(.stars, .ascending) ? 6 : 4
                    $0.pushedAt = Date(timeIntervalSince1970: 20)
                },
                .sample(3) {
                    $0.name = "mid"
                    $0.stars = 9
                },
            ]))
        model.sortChanged(sort)
        await eventually { rows(model) == order }
        #expect(model.sort == sort)
    }

    @Test func `equals are in the order of their names`() async {
        let (model, _) = model(
            MemoryLibrary((1...3).map { number in .sample(number) { $0.stars = 1 } }))
        model.sortChanged(FavoritesSort(.stars))
        await eventually { rows(model) == ["1", "2", "3"] }
    }

    @Test func `a removal takes the row away and can be undone`() async {
        let (model, shelf) = model(MemoryLibrary([.sample(1), .sample(2)]))
        await eventually { rows(model) == ["2", "1"] }
        #expect(model.item(for: .sample(2)) == .sample(2))
        model.remove(.sample(2))
        await eventually { rows(model) == ["1"] && shelf.lastRemoval != nil }
        #expect(model.item(for: .sample(2)) == nil)
        model.undoRemoval()
        await eventually { rows(model) == ["2", "1"] }
    }

    @Test func `a changed snapshot shows in its row`() async {
        let library = MemoryLibrary([.sample(1)])
        let (model, _) = model(library)
        await eventually { rows(model) == ["1"] }
        library.change { $0 = [.sample(1) { $0.summary = "new" }] }
        await eventually {
            if case .rows(let content) = model.phase { return content.rows.first?.summary == "new" }
            return false
        }
    }

    @Test func `relative dates are written anew when they have aged`() async {
        let pushed = time.now
        let (model, _) = model(MemoryLibrary([.sample(1) { $0.pushedAt = pushed }]))
        let text = {
            if case .rows(let content) = model.phase { return content.rows.first?.pushed }
            return nil
        }
        await eventually { text() == "now" }
        await time.advance(by: .seconds(7_200), sleepers: 0)
        model.refresh()
        await eventually { text() == "2 hours ago" }
    }
}
