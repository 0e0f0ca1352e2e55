import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Filtering results by the words that their rows show.
@MainActor struct SearchFilterTests {
    private func filled(_ numbers: ClosedRange<Int>, next: String? = "2") async -> SearchFixture {
        let fixture = await SearchFixture()
        await fixture.search("swift", response: .success(.sample(numbers, total: 60, next: next)))
        return fixture
    }

    private func count(_ fixture: SearchFixture) -> CountContent? { fixture.model.phase.shownResults?.count }

    @Test func `only matching rows show with their count, without requests`() async throws {
        let fixture = await filled(1...12)
        let rows = try #require(fixture.model.phase.shownResults?.rows)
        #expect(fixture.model.beginFilter())
        #expect(fixture.model.filter == "" && fixture.shown.count == 12, "a filter without words narrows nothing")
        #expect(fixture.model.phase.shownResults?.isFiltered == false)
        fixture.model.filterChanged(rows[2].title.uppercased())
        #expect(fixture.shown == [rows[2].id.id])
        #expect(fixture.model.phase.shownResults?.isFiltered == true)
        #expect(count(fixture)?.shownText == "1" && count(fixture)?.totalText == "12")
        for _ in 0..<3 { fixture.model.didApproachEnd() }
        await settle()
        #expect(fixture.catalog.requests.count == 1, "the end of a narrowed list is always near")
        fixture.model.endFilter()
        #expect(fixture.model.filter == nil && fixture.shown.count == 12)
        #expect(count(fixture)?.totalText == "60")
    }

    @Test(arguments: ["PARSER fast", "fast rust", "owner/parser", "für", "fur parser"])
    func `a row matches by all that it shows`(words: String) async {
        let item = Item.sample(1) {
            $0.name = "parser"
            $0.summary = "A fast one, für alle"
            $0.language = "Rust"
        }
        let fixture = await SearchFixture()
        await fixture.search(
            "swift", response: .success(ResultBatch(items: [.sample(2), item], total: 2, end: .complete)))
        fixture.model.beginFilter()
        fixture.model.filterChanged(words)
        #expect(fixture.shown == ["1"])
    }

    @Test func `without matches the button loads more, which may match`() async throws {
        let fixture = await filled(1...3)
        fixture.model.beginFilter()
        fixture.model.filterChanged("no such name")
        #expect(fixture.shown.isEmpty && fixture.footer == .loadMore)
        #expect(fixture.model.phase.shownResults?.isFiltered == true)
        await fixture.loadNextBatch(response: .success(.sample(4...6, total: 6)))
        #expect(fixture.shown.isEmpty && fixture.footer == ListFooter.none)
        #expect(count(fixture)?.totalText == "6")
    }

    @Test func `the results of another search close the filter, and those of the same search do not`() async {
        let fixture = await filled(1...3)
        fixture.model.beginFilter()
        fixture.model.filterChanged("1")
        let shown = fixture.shown
        fixture.model.refresh()
        #expect(fixture.shown == shown)
        await fixture.catalog.respond(1, .success(.sample(1...3, total: 60, next: "2")))
        await eventually { !fixture.isSearching }
        #expect(fixture.model.filter == "1" && fixture.shown == shown)
        fixture.search("rust")
        #expect(fixture.model.filter == "1" && fixture.shown == shown, "what shows is still narrowed")
        await fixture.catalog.respond(2, .success(.sample(7...9, total: 3)))
        await eventually { !fixture.isSearching }
        #expect(fixture.model.filter == nil && fixture.shown == ["7", "8", "9"])
    }

    @Test func `the list keeps its place until the filter has words, and returns to it`() async {
        let fixture = await filled(1...12)
        var scroll = FilterScroll()
        func move(isNew: Bool = false) -> FilterScroll.Move {
            let isFiltered = fixture.model.phase.shownResults?.isFiltered == true
            return scroll.move(to: isFiltered ? fixture.model.filter : nil, isNew: isNew)
        }
        #expect(move(isNew: true) == .top(keepsPlace: false))
        fixture.model.beginFilter()
        #expect(move() == .stay)
        fixture.model.filterChanged("1")
        #expect(move() == .top(keepsPlace: true))
        fixture.model.filterChanged("12")
        #expect(move() == .top(keepsPlace: false))
        fixture.model.filterChanged("")
        #expect(move() == .back)
        fixture.model.endFilter()
        #expect(move() == .stay)
    }

    @Test func `there is nothing to filter without results`() async {
        let fixture = await SearchFixture()
        #expect(!fixture.model.beginFilter() && fixture.model.filter == nil)
        await fixture.search("swift", response: .success(.sample(1...3, total: 3)))
        fixture.model.beginFilter()
        fixture.model.clear()
        #expect(fixture.model.phase == .start && fixture.model.filter == nil)
        fixture.model.filterChanged("1")
        #expect(fixture.model.filter == nil)
    }
}
