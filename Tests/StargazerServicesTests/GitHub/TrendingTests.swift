import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// What is trending on GitHub: the formula, what is kept of it, and the topics.
@Suite(.timeLimit(.minutes(25))) struct TrendingTests {
    private let disk: TemporaryFolder
    // Friday, January 15, 2027, 08:00 in UTC.
    private let clock = SteppingClock()
    private let week = TrendingChoice(.week)

    init() throws { disk = try TemporaryFolder("cache/stargazer") }

    private func scene(_ steps: [ScriptedTransport.Step]) -> Scene {
        Scene(steps, clock: clock, answers: AnswerCache(folder: disk.place, time: clock.source))
    }

    private func trending(_ scene: Scene) throws -> any Trending { try #require(scene.catalog.trending) }

    @Test(
        arguments: [
            (TrendingChoice(.day), "created:>=2027-01-14"), (TrendingChoice(.week), "created:>=2027-01-08"),
            (TrendingChoice(.month, narrowed: "Emacs Lisp"), "created:>=2026-12-16 language:\"Emacs Lisp\""),
        ])
    func `the formula is a search that anybody can make`(choice: TrendingChoice, text: String) throws {
        let scene = scene([])
        let query = try trending(scene).query(choice, now: clock.now)
        #expect(query.text == text && query.sort == SortOrder(.stars))
        #expect(scene.catalog.flaws(in: query.text) == [])
    }

    @Test func `one search is sent, and its answer is known by the next day, whatever the address is then`()
        async throws
    {
        let scene = scene([.json(Wire.page(total: 9)), .fail(.offline)])
        let trending = try trending(scene)
        #expect(await trending.kept(week) == nil)
        let told = clock.now
        let first = try await trending.ask(week)
        #expect(first.at == told && first.failure == nil && !first.items.isEmpty)
        #expect(scene.targets.count == 1 && scene.targets[0].contains("sort=stars&order=desc"))
        await scene.client.settled()
        clock.advance(by: 30 * 3600)
        let kept = try #require(await trending.kept(week))
        #expect(kept == first && scene.targets.count == 1)
        #expect(await trending.kept(TrendingChoice(.month)) == nil)
        #expect(await trending.kept(TrendingChoice(.week, narrowed: "Swift")) == nil)
        let late = try await trending.ask(week)
        #expect(late.items == first.items && late.at == told && late.since == first.since && late.failure == .offline)
        #expect(scene.targets[1].contains("2027-01-09"))
    }

    @Test func `it is kept also by who keeps no searches`() async throws {
        let answers = AnswerCache(folder: disk.place, time: clock.source)
        await answers.keepSearches(false)
        let scene = Scene([.json(Wire.page(total: 9))], clock: clock, answers: answers)
        _ = try await trending(scene).ask(week)
        await scene.client.settled()
        let kept = try await trending(scene).kept(week)
        #expect(kept != nil)
    }

    @Test func `what was never asked for fails as it is`() async throws {
        let scene = scene([.fail(.offline)])
        let trending = try trending(scene)
        await #expect(throws: CatalogFailure.offline) { try await trending.ask(week) }
    }

    @Test func `topics of several are told, most often first, and only those that can be searched for`() async throws {
        let topics = [["cli", "gtk"], ["gtk", "cli", "gtk"], ["gtk", "lonely"], ["Not A Topic"], ["Not A Topic"]]
        let items = topics.enumerated().map { number, topics in
            let list = topics.map { "\"\($0)\"" }.joined(separator: ",")
            return Wire.repository(id: number + 1, extra: ",\"topics\":[\(list)]")
        }
        let scene = scene([.json(Wire.page(items, total: 5))])
        let batch = try await trending(scene).ask(week)
        #expect(batch.terms == [TrendingTerm("gtk", query: "topic:gtk"), TrendingTerm("cli", query: "topic:cli")])
    }
}
