import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct StartViewModelTests {
    private let trending = ScriptedTrending()
    private let fixture: SearchFixture
    private let model: StartViewModel

    init() async {
        fixture = await SearchFixture(
            catalog: ScriptedCatalog(trending: trending, query: QueryRules(examples: ["swift ui"])),
            favorites: (1...4).map { .sample($0) }, queries: ["swift"])
        let history = fixture.history
        await eventually("the history is there") { !history.queries.isEmpty }
        model = Self.model(fixture)
    }

    private static func model(_ fixture: SearchFixture) -> StartViewModel {
        StartViewModel(
            search: fixture.model, catalog: fixture.catalog,
            flags: ItemFlagSource(favoritesModel: fixture.favoritesModel),
            time: fixture.time.source, formats: .sample())
    }

    private let week = TrendingChoice(.week)

    private var content: TrendingContent? {
        if case .shown(let content)? = model.content.trending { content } else { nil }
    }
    private var rows: [String]? { content?.rows.map(\.id.id) }

    private func ago(_ hours: Double) -> Date { fixture.time.now.addingTimeInterval(-hours * 3600) }

    // MARK: The user's items

    @Test func `three examples are for a page without recent searches and favorites`() async {
        let catalog = ScriptedCatalog(query: QueryRules(examples: ["swift ui", "gtk", "rust", "zig"]))
        let other = Self.model(await SearchFixture(catalog: catalog, favorites: [.sample(1)]))
        other.start()
        await eventually { !other.content.favorites.isEmpty }
        #expect(!other.isFirstUse && other.content.examples == [])
        let fixture = await SearchFixture(catalog: catalog)
        let model = Self.model(fixture)
        #expect(!model.isFirstUse, "the favorites have not been read")
        model.start()
        await eventually { model.isFirstUse }
        #expect(model.content.examples.map(\.text) == ["swift ui", "gtk", "rust"])
        fixture.history.record("swift")
        await eventually { !model.isFirstUse && model.content.examples == [] }
    }

    @Test func `favorites that cannot be read are not taken for none`() async {
        let fixture = await SearchFixture(catalog: ScriptedCatalog(), favorites: [.sample(1)])
        let model = Self.model(fixture)
        fixture.library.failNextReading(.busy)
        model.start()
        await eventually { fixture.library.favoritesQueries.count == 1 && fixture.time.sleepers > 0 }
        #expect(!model.isFirstUse && model.content.favorites.isEmpty)
        await fixture.time.advance(by: .seconds(1))
        await eventually { model.content.favorites.count == 1 }
    }

    @Test func `the newest favorites and recent searches are shown`() async {
        model.start()
        await eventually { model.content.favorites.map(\.id.id) == ["4", "3", "2"] }
        #expect(model.content.favorites.map(\.isFavorite) == [true, true, true])
        #expect(model.content.recent == ["swift"])
        #expect(model.content.viewed == [])
    }

    @Test func `favorites update while the page is visible and are not queried afterwards`() async {
        model.start()
        await eventually { model.content.favorites.count == 3 }
        model.toggleFavorite(.sample(4))
        await eventually { model.content.favorites.map(\.id.id) == ["3", "2", "1"] }
        model.stop()
        let requested = fixture.library.favoritesQueries.count
        fixture.favoritesModel.toggle(.sample(4))
        await eventually { fixture.library.favorites.count == 4 }
        await settle()
        #expect(fixture.library.favoritesQueries.count == requested)
        model.start()
        await eventually { model.content.favorites.map(\.id.id) == ["4", "3", "2"] }
    }

    @Test func `viewed items show newest first, without duplicates and without favorites`() async {
        model.start()
        await eventually { model.content.favorites.count == 3 }
        for number in [7, 8, 4, 7] { fixture.history.record(viewed: .sample(number)) }
        #expect(model.content.viewed.map(\.id.id) == ["7", "8"])
    }

    @Test func `without favorites and recent items their sections are empty`() async {
        let new = await SearchFixture()
        let model = Self.model(new)
        model.start()
        await settle()
        #expect(model.content == StartContent())
    }

    // MARK: Requests

    @Test func `trending items load when the page opens and once a day`() async {
        #expect(trending.requested == [])
        model.start()
        await trending.respond(.success(.sample(1...9, at: fixture.time.now)))
        await eventually { rows == ["1", "2", "3", "4", "5"] }
        #expect(content?.age == nil)
        for hours in [1, 22.9] {
            model.stop()
            await fixture.time.advance(by: .seconds(hours * 3600), sleepers: 0)
            model.start()
            await settle()
        }
        #expect(trending.requested == [week] && content?.age == "23 hours ago")
        model.stop()
        await fixture.time.advance(by: .seconds(3600), sleepers: 0)
        model.start()
        #expect(rows?.count == 5, "what is known shows until there is more")
        await trending.respond(.success(.sample([8], at: fixture.time.now)))
        await eventually { rows == ["8"] && content?.age == nil }
    }

    @Test(arguments: [(23.0, 0), (24.0, 1), (200.0, 1), (-1.0, 1)])
    func `cached trending items show at once and are requested again after a day`(hours: Double, requested: Int) async {
        trending.stubCached(.sample([3], at: ago(hours)), for: week)
        model.start()
        await eventually { rows == ["3"] }
        await settle()
        #expect(trending.requested.count == requested)
        #expect((content?.age == nil) == (hours < 0))
    }

    @Test(arguments: [(nil, true), (4, true), (3, false), (0, false)] as [(Int?, Bool)])
    func `the last searches are left to the Enter key`(left: Int?, isAsked: Bool) async {
        fixture.catalog.setSearchesLeft(left)
        model.start()
        if isAsked {
            await eventually { trending.requested == [week] }
        } else {
            await eventually { model.content.trending == .unknown(nil) }
            #expect(trending.requested == [])
            model.refresh()
            await eventually { trending.requested == [week] }
        }
    }

    @Test func `requests by the user have a higher priority than automatic ones`() async {
        model.start()
        await trending.respond(.success(.sample([1], at: fixture.time.now)))
        await eventually { rows == ["1"] }
        model.choose(.month)
        await eventually { trending.requested.count == 2 }
        #expect(trending.urgencies == [.prefetch, .userInitiated])
    }

    @Test func `with no searches left, cached trending items stay at any age`() async {
        fixture.catalog.setSearchesLeft(0)
        trending.stubCached(.sample([3], at: ago(50)), for: week)
        model.start()
        await eventually { rows == ["3"] }
        await settle()
        #expect(content?.age == "2 days ago" && trending.requested == [])
    }

    @Test func `choosing a period or filter always sends a request unless its items are known`() async {
        trending.reply { choice in
            .success(
                .sample(
                    [choice.period.days + (choice.filterValue == nil ? 0 : 100)],
                    at: .init(timeIntervalSince1970: 1_800_000_000)))
        }
        model.start()
        await eventually { rows == ["7"] }
        fixture.catalog.setSearchesLeft(0)
        model.choose(.month)
        await eventually { rows == ["30"] }
        model.filter(by: "Swift")
        await eventually { rows == ["130"] }
        model.filter(by: nil)
        model.choose(.week)
        #expect(rows == ["7"])
        await settle()
        #expect(trending.requested == [week, TrendingChoice(.month), TrendingChoice(.month, filterValue: "Swift")])
    }

    @Test func `a second choice discards the response to the first`() async {
        model.start()
        await eventually { trending.requested.count == 1 }
        model.choose(.day)
        await eventually { trending.requested.count == 2 }
        await trending.respond(.success(.sample([1], at: fixture.time.now)))
        await settle()
        #expect(model.content.trending == .loading(isSlow: false))
        await trending.respond(.success(.sample([2], at: fixture.time.now)))
        await eventually { rows == ["2"] }
    }

    @Test func `leaving the page cancels the request`() async {
        model.start()
        await eventually { trending.requested.count == 1 }
        model.stop()
        await trending.respond(.success(.sample([1], at: fixture.time.now)))
        await settle()
        #expect(rows == nil)
        #expect(fixture.time.sleepers == 0, "nothing wakes up for a page that nobody sees")
    }

    @Test func `slow loading is shown`() async {
        model.start()
        await fixture.time.advance(by: LatestRequest.slowThreshold)
        await eventually { model.content.trending == .loading(isSlow: true) }
    }

    // MARK: Failures

    @Test func `a failure is shown and can be retried`() async {
        model.start()
        await trending.respond(.failure(.offline))
        await eventually { model.content.trending != .loading(isSlow: false) }
        guard case .unknown(let failure?) = model.content.trending else { return #expect(Bool(false)) }
        #expect(failure.failure == .offline)
        model.refresh()
        await trending.respond(.success(.sample([1], at: fixture.time.now)))
        await eventually { rows == ["1"] }
    }

    @Test func `offline, cached trending items stay with their age`() async {
        trending.stubCached(.sample([3], at: ago(30)), for: week)
        trending.reply { _ in .failure(.offline) }
        model.start()
        await eventually { trending.requested == [week] }
        await settle()
        #expect(rows == ["3"] && content?.age == "1 day ago")
    }

    // MARK: Opening items

    @Test func `all trending items open as a search`() async {
        trending.stubCached(.sample([3], at: ago(1)), for: week)
        model.start()
        await eventually { rows != nil }
        model.searchTrending()
        await eventually { fixture.catalog.requests.map(\.query.text) == ["last:7"] }
        #expect(fixture.catalog.requests[0].query.sort == ItemOrder(.stars) && fixture.model.text == "last:7 ")
    }

    @Test func `the star of a trending item is that of a favorite`() async {
        trending.stubCached(.sample([9], at: ago(1)), for: week)
        model.start()
        await eventually { rows == ["9"] }
        model.toggleFavorite(.sample(9))
        await eventually { content?.rows.first?.isFavorite == true }
        #expect(fixture.library.favorites.map(\.id.id).contains("9"))
    }

    @Test func `the model is released with its last owner`() async {
        weak var gone: StartViewModel?
        do {
            let model = Self.model(fixture)
            gone = model
            model.start()
            await eventually { trending.requested.count == 1 }
        }
        await trending.respond(.success(.sample([1], at: fixture.time.now)))
        await eventually { gone == nil }
    }
}
