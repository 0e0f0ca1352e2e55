import Foundation
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// Revalidating cached GitHub responses, and using them without a network.
@Suite(.timeLimit(.minutes(25))) struct GitHubCachingTests {
    private let disk: TemporaryFolder
    private let clock = SteppingClock()

    init() throws { disk = try TemporaryFolder("cache/stargazer") }

    private func fixture(_ steps: [ScriptedTransport.Step]) -> GitHubFixture {
        GitHubFixture(steps, clock: clock, responseCache: ResponseCache(folder: disk.location, time: clock.source))
    }

    private static let tag = ["ETag": "W/\"abc\""]
    private static let whole = ScriptedTransport.Step.json(GitHubJSON.repository(), headers: tag)
    private static let same = ScriptedTransport.Step.response(status: 304, headers: ["ETag": "\"abc\""])
    private static let item = Item.listed()

    private func requested(_ fixture: GitHubFixture) -> [String?] {
        fixture.transport.requests.map { $0.headers["If-None-Match"] }
    }

    @Test func `the second request revalidates the first response`() async throws {
        let fixture = fixture([Self.whole, Self.same, Self.whole])
        let first = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        clock.advance(by: 600)
        #expect(try await fixture.catalog.details(of: Self.item) == first)
        #expect(first.cached == nil)
        _ = try await fixture.catalog.details(of: Self.item)
        #expect(requested(fixture) == [nil, "W/\"abc\"", "W/\"abc\""])
    }

    @Test func `without a network, the cached response is returned with its date`() async throws {
        let fixture = fixture([Self.whole, .fail(.offline)])
        let told = clock.now
        let first = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        clock.advance(by: 3 * 3600)
        let second = try await fixture.catalog.details(of: Self.item)
        #expect(second.item == first.item && second.cached == CachedResponse(at: told, insteadOf: .offline))
    }

    @Test func `a cache-only request sends nothing`() async throws {
        let fixture = fixture([Self.whole, .json(GitHubJSON.page())])
        let ask = { () async throws in
            try await RequestContext.$current.withValue(RequestContext(cachePolicy: .cacheOnly)) { () async throws in
                (try await fixture.catalog.details(of: Self.item), try await fixture.search())
            }
        }
        await #expect(throws: CatalogFailure.notCached) { try await ask() }
        #expect(fixture.transport.requests.isEmpty)
        let told = clock.now
        let first = (try await fixture.catalog.details(of: Self.item), try await fixture.search())
        await fixture.client.settled()
        clock.advance(by: 3 * 3600)
        let cached = try await ask()
        #expect(cached.0.item == first.0.item && cached.1.items == first.1.items)
        let age = CachedResponse(at: told)
        #expect(cached.0.cached == age && cached.1.cached == age)
        #expect(fixture.transport.requests.count == 2)
    }

    /// The search is cached, and the account of that name is not.
    @Test func `a cache-only search of people does not look up the exact match`() async throws {
        let fixture = fixture([
            .json(GitHubJSON.page([GitHubJSON.account(1, "tommy"), GitHubJSON.account(2, "tom")], total: 2)),
            .fail(.offline),
        ])
        let people = PeopleCatalog(client: fixture.client)
        let fresh = try await people.search(SearchQuery(text: "tom"), after: nil)
        await fixture.client.settled()
        #expect(fixture.transport.requests.count == 2)
        let cached = try await RequestContext.$current.withValue(RequestContext(cachePolicy: .cacheOnly)) {
            () async throws in
            try await people.search(SearchQuery(text: "tom"), after: nil)
        }
        #expect(fixture.transport.requests.count == 2)
        #expect(cached.items == fresh.items && cached.exact == fresh.exact)
        #expect(cached.cached == CachedResponse(at: clock.now))
    }

    @Test func `a cache-only request without a cache fails while another request is running`() async throws {
        let fixture = GitHubFixture([.hold, Self.whole], clock: clock)
        let first = Task { try await fixture.catalog.details(of: Self.item) }
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        let failure = Mutex<CatalogFailure?>(nil)
        let second = Task {
            let found = await RequestContext.$current.withValue(RequestContext(cachePolicy: .cacheOnly)) {
                await fixture.detailsFailure()
            }
            failure.withLock { $0 = found }
        }
        await eventually("the second has failed") { failure.withLock { $0 } == .notCached }
        fixture.transport.release(with: Self.whole)
        _ = try await first.value
        await second.value
        #expect(fixture.transport.requests.count == 1)
    }

    @Test(arguments: [HTTPFailure.offline, .timedOut])
    func `an uncached request fails without a network`(failure: HTTPFailure) async {
        let fixture = fixture([.fail(failure)])
        #expect(await fixture.detailsFailure() == CatalogFailure(failure))
    }

    @Test func `a response that is gone is removed from the cache`() async throws {
        let fixture = fixture([Self.whole, .json(GitHubJSON.error("Not Found"), status: 404), .fail(.offline)])
        _ = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        #expect(await fixture.detailsFailure() == .gone)
        #expect(await fixture.detailsFailure() == .offline)
    }

    @Test func `without a network, only cached searches return results`() async throws {
        let next = "https://api.github.com/search/repositories?q=swift&page=2"
        let page = ScriptedTransport.Step.json(
            GitHubJSON.page(total: 9), headers: ["Link": "<\(next)>; rel=\"next\"", "ETag": "x"])
        let fixture = fixture([page, .fail(.offline), .fail(.offline), .fail(.offline)])
        let first = try await fixture.search("swift")
        await fixture.client.settled()
        let again = try await fixture.search("swift")
        #expect(again.items == first.items && again.end == first.end && again.total == 9)
        #expect(again.cached?.failure == .offline)
        #expect(await fixture.searchFailure("rust") == .offline)
        await #expect(throws: CatalogFailure.offline) { try await fixture.search("swift", after: BatchCursor(next)) }
        #expect(requested(fixture).allSatisfy { $0 == nil }, "searches have nothing to be asked by")
    }

    @Test func `a rate limit returns the cached response`() async throws {
        let used = ScriptedTransport.Step.json(
            GitHubJSON.error("API rate limit exceeded"), status: 403,
            headers: GitHubJSON.rate(0, of: 60, resource: "core", resetsIn: 1800, at: clock))
        let fixture = fixture([Self.whole, used])
        _ = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        guard case .rateLimited? = try await fixture.catalog.details(of: Self.item).cached?.failure else {
            return #expect(Bool(false), "no limit was told")
        }
    }

    @Test func `a permanent failure does not return the cached response`() async throws {
        let fixture = fixture([.json(GitHubJSON.page()), .json(GitHubJSON.error("Validation Failed"), status: 422)])
        _ = try await fixture.search("swift")
        await fixture.client.settled()
        guard case .invalidQuery? = await fixture.searchFailure("swift") else {
            return #expect(Bool(false), "the server refused it")
        }
    }

    @Test func `cached responses belong to one account and are deleted when it signs out`() async throws {
        let fixture = fixture([Self.whole, Self.whole, .fail(.offline), .fail(.offline)])
        try fixture.client.use(.sample())
        _ = try await fixture.catalog.details(of: Self.item)
        try fixture.client.use(.sample("ghp_other"))
        _ = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        #expect(requested(fixture) == [nil, nil])
        try fixture.client.use(nil)
        await fixture.client.settled()
        #expect(await fixture.detailsFailure() == .offline)
        try fixture.client.use(.sample("ghp_other"))
        #expect(await fixture.detailsFailure() == .offline)
    }

    @Test func `a response that arrives after the account changed is not cached`() async throws {
        let fixture = fixture([.hold, .fail(.offline), .fail(.offline)])
        let asking = Task { try await fixture.catalog.details(of: Self.item) }
        await eventually("the question on its way") { fixture.transport.heldCount == 1 }
        try fixture.client.use(.sample())
        fixture.transport.release(with: Self.whole)
        _ = try await asking.value
        await fixture.client.settled()
        #expect(await fixture.detailsFailure() == .offline)
        try fixture.client.use(nil)
        #expect(await fixture.detailsFailure() == .offline)
    }

    @Test func `rows use responses less than a day old without a request`() async throws {
        let fixture = fixture([.json(GitHubJSON.person(2, "tom")), .json(GitHubJSON.person(2, "tom"))])
        let catalog = PeopleCatalog(client: fixture.client)
        let item = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom", followers: 2))
        #expect(await catalog.completed(item)?.person?.repositories == 3)
        await fixture.client.settled()
        #expect(await catalog.completed(item)?.person?.repositories == 3)
        #expect(fixture.transport.requests.count == 1)
        clock.advance(by: 25 * 3600)
        #expect(await catalog.completed(item) != nil)
        #expect(fixture.transport.requests.count == 2)
    }

    @Test func `a response that the server confirmed needs no request for another day`() async throws {
        let fixture = fixture([.json(GitHubJSON.person(2, "tom"), headers: Self.tag), Self.same])
        let catalog = PeopleCatalog(client: fixture.client)
        let item = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom", followers: 2))
        #expect(await catalog.completed(item) != nil)
        await fixture.client.settled()
        clock.advance(by: 25 * 3600)
        #expect(await catalog.completed(item) != nil)
        clock.advance(by: 23 * 3600)
        #expect(await catalog.completed(item)?.person?.repositories == 3)
        #expect(requested(fixture) == [nil, "W/\"abc\""])
    }

    @Test func `without a network, a list is marked as cached`() async throws {
        let fixture = fixture([.json("[\(GitHubJSON.account(5, "a"))]"), .fail(.offline)])
        let relations = try #require(PeopleCatalog(client: fixture.client).relations)
        let item = Item(id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom"))
        let told = clock.now
        #expect(try await relations.items(.followers, of: item, after: nil).cached == nil)
        await fixture.client.settled()
        clock.advance(by: 3600)
        let cached = try await relations.items(.followers, of: item, after: nil)
        #expect(cached.items.count == 1 && cached.cached == CachedResponse(at: told, insteadOf: .offline))
    }

    @Test func `after the account changed, no cached response of the former one is returned`() async throws {
        let fixture = fixture([Self.whole, .hold])
        try fixture.client.use(.sample())
        _ = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        let asking = Task { await fixture.detailsFailure() }
        await eventually("the second is sent") { fixture.transport.heldCount == 1 }
        try fixture.client.use(.sample("ghp_other"))
        fixture.transport.release(with: .fail(.offline))
        #expect(await asking.value == .offline)
    }

    @Test func `a repetition without the rejected token does not use its ETag`() async throws {
        let fixture = fixture([Self.whole, .json(GitHubJSON.error("Bad credentials"), status: 401), Self.whole])
        try fixture.client.use(.sample())
        _ = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        _ = try await fixture.catalog.details(of: Self.item)
        #expect(requested(fixture) == [nil, "W/\"abc\"", nil])
    }

    @Test func `a confirmation that arrives after the account changed is not enough`() async throws {
        let fixture = fixture([Self.whole, .hold, Self.whole])
        try fixture.client.use(.sample())
        let first = try await fixture.catalog.details(of: Self.item)
        await fixture.client.settled()
        let asking = Task { try await fixture.catalog.details(of: Self.item) }
        await eventually("the second is sent") { fixture.transport.heldCount == 1 }
        try fixture.client.use(.sample("ghp_other"))
        fixture.transport.release(with: Self.same)
        #expect(try await asking.value == first)
        #expect(requested(fixture) == [nil, "W/\"abc\"", nil])
    }

    @Test func `a clock that is set back makes cached responses stale`() async throws {
        let fixture = fixture([.json(GitHubJSON.person(2, "tom")), .json(GitHubJSON.person(2, "tom"))])
        let catalog = PeopleCatalog(client: fixture.client)
        let item = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: "2"), facts: Person(login: "tom", followers: 2))
        #expect(await catalog.completed(item) != nil)
        await fixture.client.settled()
        clock.advance(by: -1)
        #expect(await catalog.completed(item) != nil)
        #expect(fixture.transport.requests.count == 2)
    }
}
