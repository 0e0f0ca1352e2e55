import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Trending repositories on GitHub: the query, the cache and the topics.
@Suite(.timeLimit(.minutes(25))) struct TrendingTests {
    private let disk: TemporaryFolder
    // Friday, January 15, 2027, 08:00 UTC.
    private let clock = SteppingClock()
    private let week = TrendingChoice(.week)

    init() throws { disk = try TemporaryFolder("cache/stargazer") }

    private func fixture(_ steps: [ScriptedTransport.Step]) -> GitHubFixture {
        GitHubFixture(steps, clock: clock, responseCache: ResponseCache(folder: disk.location, time: clock.source))
    }

    private func trending(_ fixture: GitHubFixture) throws -> any TrendingItems {
        try #require(fixture.catalog.trending)
    }

    @Test(
        arguments: [
            (TrendingChoice(.day), "created:>=2027-01-14"), (TrendingChoice(.week), "created:>=2027-01-08"),
            (TrendingChoice(.month, filterValue: "Emacs Lisp"), "created:>=2026-12-16 language:\"Emacs Lisp\""),
        ])
    func `trending is an ordinary search`(choice: TrendingChoice, text: String) throws {
        let fixture = fixture([])
        let query = try trending(fixture).query(choice, now: clock.now)
        #expect(query.text == text && query.sort == ItemOrder(.stars))
        #expect(fixture.catalog.problems(in: query.text) == [])
    }

    @Test func `one search is sent, and the next day's request uses its cached response`()
        async throws
    {
        let fixture = fixture([.json(GitHubJSON.page(total: 9)), .fail(.offline)])
        let trending = try trending(fixture)
        #expect(await trending.cached(week) == nil)
        let told = clock.now
        let first = try await trending.ask(week)
        #expect(first.at == told && first.failure == nil && !first.items.isEmpty)
        #expect(fixture.targets.count == 1 && fixture.targets[0].contains("sort=stars&order=desc"))
        await fixture.client.settled()
        clock.advance(by: 30 * 3600)
        let cached = try #require(await trending.cached(week))
        #expect(cached == first && fixture.targets.count == 1)
        #expect(await trending.cached(TrendingChoice(.month)) == nil)
        #expect(await trending.cached(TrendingChoice(.week, filterValue: "Swift")) == nil)
        let late = try await trending.ask(week)
        #expect(late.items == first.items && late.at == told && late.since == first.since && late.failure == .offline)
        #expect(fixture.targets[1].contains("2027-01-09"))
    }

    @Test func `trending is cached even without a search history`() async throws {
        let responseCache = ResponseCache(folder: disk.location, time: clock.source)
        await responseCache.setSearchCaching(false)
        let fixture = GitHubFixture([.json(GitHubJSON.page(total: 9))], clock: clock, responseCache: responseCache)
        _ = try await trending(fixture).ask(week)
        await fixture.client.settled()
        let cached = try await trending(fixture).cached(week)
        #expect(cached != nil)
    }

    @Test func `an uncached request fails`() async throws {
        let fixture = fixture([.fail(.offline)])
        let trending = try trending(fixture)
        await #expect(throws: CatalogFailure.offline) { try await trending.ask(week) }
    }

    @Test func `shared topics are listed by frequency, if they can be searched for`() async throws {
        let topics = [["cli", "gtk"], ["gtk", "cli", "gtk"], ["gtk", "lonely"], ["Not A Topic"], ["Not A Topic"]]
        let items = topics.enumerated().map { number, topics in
            let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
            return GitHubJSON.repository(id: number + 1, extra: ",\"topics\":[\(list)]")
        }
        let fixture = fixture([.json(GitHubJSON.page(items, total: 5))])
        let batch = try await trending(fixture).ask(week)
        #expect(batch.terms == [TrendingTerm("gtk", query: "topic:gtk"), TrendingTerm("cli", query: "topic:cli")])
    }
}
