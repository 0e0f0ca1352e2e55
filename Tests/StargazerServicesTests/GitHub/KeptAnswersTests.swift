import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// What GitHub answered before, asked again and without a network.
@Suite(.timeLimit(.minutes(25))) struct KeptAnswersTests {
    private let disk: TemporaryFolder
    private let clock = SteppingClock()

    init() throws { disk = try TemporaryFolder("cache/stargazer") }

    private func scene(_ steps: [ScriptedTransport.Step]) -> Scene {
        Scene(steps, clock: clock, answers: AnswerCache(folder: disk.place, time: clock.source))
    }

    private static let tag = ["ETag": "W/\"abc\""]
    private static let whole = ScriptedTransport.Step.json(Wire.repository(), headers: tag)
    private static let same = ScriptedTransport.Step.answer(status: 304, headers: ["ETag": "\"abc\""])
    private static let item = Item.listed()

    private func asked(_ scene: Scene) -> [String?] { scene.transport.requests.map { $0.headers["If-None-Match"] } }

    @Test func `the second question asks whether it is so still`() async throws {
        let scene = scene([Self.whole, Self.same, Self.whole])
        let first = try await scene.catalog.details(of: Self.item)
        await scene.client.settled()
        clock.advance(by: 600)
        #expect(try await scene.catalog.details(of: Self.item) == first)
        #expect(first.kept == nil)
        _ = try await scene.catalog.details(of: Self.item)
        #expect(asked(scene) == [nil, "W/\"abc\"", "W/\"abc\""])
    }

    @Test func `without a network it is as it was, and says since when`() async throws {
        let scene = scene([Self.whole, .fail(.offline)])
        let told = clock.now
        let first = try await scene.catalog.details(of: Self.item)
        await scene.client.settled()
        clock.advance(by: 3 * 3600)
        let second = try await scene.catalog.details(of: Self.item)
        #expect(second.item == first.item && second.kept == KeptAnswer(at: told, insteadOf: .offline))
    }

    @Test func `what is asked of the disk alone sends nothing`() async throws {
        let scene = scene([Self.whole, .json(Wire.page())])
        let ask = { () async throws in
            try await Errand.$current.withValue(Errand(.kept)) { () async throws in
                (try await scene.catalog.details(of: Self.item), try await scene.search())
            }
        }
        await #expect(throws: CatalogFailure.cancelled) { try await ask() }
        #expect(scene.transport.requests.isEmpty)
        let told = clock.now
        let first = (try await scene.catalog.details(of: Self.item), try await scene.search())
        await scene.client.settled()
        clock.advance(by: 3 * 3600)
        let kept = try await ask()
        #expect(kept.0.item == first.0.item && kept.1.items == first.1.items)
        let age = KeptAnswer(at: told, insteadOf: .cancelled)
        #expect(kept.0.kept == age && kept.1.kept == age)
        #expect(scene.transport.requests.count == 2)
    }

    @Test(arguments: [HTTPFailure.offline, .timedOut])
    func `what was never asked fails as it always did`(failure: HTTPFailure) async {
        let scene = scene([.fail(failure)])
        #expect(await scene.detailsFailure() == CatalogFailure(failure))
    }

    @Test func `what is gone is gone, also without a network`() async throws {
        let scene = scene([Self.whole, .json(Wire.error("Not Found"), status: 404), .fail(.offline)])
        _ = try await scene.catalog.details(of: Self.item)
        await scene.client.settled()
        #expect(await scene.detailsFailure() == .gone)
        #expect(await scene.detailsFailure() == .offline)
    }

    @Test func `a search that was made before comes back without a network, and no other`() async throws {
        let next = "https://api.github.com/search/repositories?q=swift&page=2"
        let page = ScriptedTransport.Step.json(
            Wire.page(total: 9), headers: ["Link": "<\(next)>; rel=\"next\"", "ETag": "x"])
        let scene = scene([page, .fail(.offline), .fail(.offline), .fail(.offline)])
        let first = try await scene.search("swift")
        await scene.client.settled()
        let again = try await scene.search("swift")
        #expect(again.items == first.items && again.end == first.end && again.total == 9)
        #expect(again.kept?.failure == .offline)
        #expect(await scene.searchFailure("rust") == .offline)
        await #expect(throws: CatalogFailure.offline) { try await scene.search("swift", after: BatchCursor(next)) }
        #expect(asked(scene).allSatisfy { $0 == nil }, "searches have nothing to be asked by")
    }

    @Test func `a limit leaves what was seen before`() async throws {
        let used = ScriptedTransport.Step.json(
            Wire.error("API rate limit exceeded"), status: 403,
            headers: Wire.rate(0, of: 60, resource: "core", resetsIn: 1800, at: clock))
        let scene = scene([Self.whole, used])
        _ = try await scene.catalog.details(of: Self.item)
        await scene.client.settled()
        guard case .rateLimited? = try await scene.catalog.details(of: Self.item).kept?.failure else {
            return #expect(Bool(false), "no limit was told")
        }
    }

    @Test func `a refusal that waiting does not mend is told as it is`() async throws {
        let scene = scene([.json(Wire.page()), .json(Wire.error("Validation Failed"), status: 422)])
        _ = try await scene.search("swift")
        await scene.client.settled()
        guard case .invalidQuery? = await scene.searchFailure("swift") else {
            return #expect(Bool(false), "the server refused it")
        }
    }

    @Test func `what was said to one asker is told to no other, and forgotten when they leave`() async throws {
        let scene = scene([Self.whole, Self.whole, .fail(.offline), .fail(.offline)])
        try scene.client.use(.sample())
        _ = try await scene.catalog.details(of: Self.item)
        try scene.client.use(.sample("ghp_other"))
        _ = try await scene.catalog.details(of: Self.item)
        await scene.client.settled()
        #expect(asked(scene) == [nil, nil])
        try scene.client.use(nil)
        await scene.client.settled()
        #expect(await scene.detailsFailure() == .offline)
        try scene.client.use(.sample("ghp_other"))
        #expect(await scene.detailsFailure() == .offline)
    }

    @Test func `an answer that comes when the asker has changed is kept for nobody`() async throws {
        let scene = scene([.hold, .fail(.offline), .fail(.offline)])
        let asking = Task { try await scene.catalog.details(of: Self.item) }
        await eventually("the question on its way") { scene.transport.heldCount == 1 }
        try scene.client.use(.sample())
        scene.transport.release(with: Self.whole)
        _ = try await asking.value
        await scene.client.settled()
        #expect(await scene.detailsFailure() == .offline)
        try scene.client.use(nil)
        #expect(await scene.detailsFailure() == .offline)
    }

    @Test func `rows are filled by what is less than a day old without asking`() async throws {
        let scene = scene([.json(Wire.person(2, "tom")), .json(Wire.person(2, "tom"))])
        let catalog = PeopleCatalog(client: scene.client)
        let item = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom", followers: 2))
        #expect(await catalog.completed(item)?.person?.repositories == 3)
        await scene.client.settled()
        #expect(await catalog.completed(item)?.person?.repositories == 3)
        #expect(scene.transport.requests.count == 1)
        clock.advance(by: 25 * 3600)
        #expect(await catalog.completed(item) != nil)
        #expect(scene.transport.requests.count == 2)
    }

    @Test func `when the clock is set back, what was answered before is asked for again`() async throws {
        let scene = scene([.json(Wire.person(2, "tom")), .json(Wire.person(2, "tom"))])
        let catalog = PeopleCatalog(client: scene.client)
        let item = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom", followers: 2))
        #expect(await catalog.completed(item) != nil)
        await scene.client.settled()
        clock.advance(by: -1)
        #expect(await catalog.completed(item) != nil)
        #expect(scene.transport.requests.count == 2)
    }
}
