import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// A catalog with a key and scripted responses.
struct GiphyFixture {
    let transport: ScriptedTransport
    let catalog: GiphyCatalog
    let key: ServiceAPIKey
    let clock = SteppingClock()

    init(_ steps: [ScriptedTransport.Step] = [], key secret: String? = "k3y") {
        transport = ScriptedTransport(steps)
        key = GiphyServer.key(for: GiphyServer.own, secret: secret.map { Secret($0) })
        catalog = GiphyCatalog(GiphyServer.own, key, transport, clock.source)
    }

    /// Path and parameters of the requests, in order.
    var targets: [String] {
        transport.requests.map { $0.url.absoluteString.replacing("https://api.giphy.com/v1/", with: "") }
    }

    func search(
        _ text: String = "cat", size: Int = 25, rating: ContentRating? = nil, after cursor: BatchCursor? = nil
    ) async throws(CatalogFailure) -> ResultBatch {
        try await catalog.search(SearchQuery(text: text, batchSize: size, rating: rating), after: cursor)
    }

    func failure(_ text: String = "cat", after cursor: BatchCursor? = nil) async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await search(text, after: cursor)
            return nil
        } catch {
            return error
        }
    }

    static func list(_ ids: [String], total: Int, extra: String = "") -> ScriptedTransport.Step {
        let gifs = ids.map { #"{"id":"\#($0)","title":"\#($0)"\#(extra)}"# }.joined(separator: ",")
        return .json(
            """
            {"data":[\(gifs)],"pagination":{"total_count":\(total),"count":\(ids.count),"offset":0},\
            "meta":{"status":200,"msg":"OK","response_id":"r1"}}
            """)
    }
}

@Suite struct GiphyCatalogTests {
    @Test func `a search sends all parameters, and an empty one loads trending GIFs`() async throws {
        let fixture = GiphyFixture([GiphyFixture.list(["a"], total: 1), GiphyFixture.list(["a"], total: 1)])
        _ = try await fixture.search("black cat&x=y", size: 30, rating: .guidance)
        _ = try await fixture.search("", size: 500, rating: ContentRating(rawValue: "anything"))
        #expect(
            fixture.targets == [
                "gifs/search?q=black%20cat%26x%3Dy&limit=30&offset=0&rating=pg&api_key=k3y",
                "gifs/trending?limit=50&offset=0&rating=g&api_key=k3y",
            ])
    }

    @Test func `the offset advances by the items received, up to the total`() async throws {
        let fixture = GiphyFixture([
            GiphyFixture.list(["a", "b"], total: 3), GiphyFixture.list(["c"], total: 3),
            GiphyFixture.list([], total: 900),
        ])
        let first = try await fixture.search(size: 2)
        #expect(first.end == .more(BatchCursor("2")) && first.total == 3)
        #expect(try await fixture.search(size: 2, after: BatchCursor("2")).end == .complete)
        #expect(try await fixture.search(size: 2, after: BatchCursor("9")).end == .complete, "nothing more came")
        #expect(fixture.targets[1].contains("limit=2&offset=2"))
    }

    @Test func `nothing beyond the highest offset is requested`() async throws {
        let fixture = GiphyFixture([GiphyFixture.list((0..<10).map { "g\($0)" }, total: 90_000)])
        let last = try await fixture.search(size: 50, after: BatchCursor("4990"))
        #expect(last.end == .resultLimit(limit: 5_000) && last.items.count == 10)
        #expect(fixture.targets[0].contains("limit=10&offset=4990"))
        for cursor in ["5000", "0", "-1", "x", ""] {
            #expect(await fixture.failure(after: BatchCursor(cursor)) == .unreadable(code: "cursor"))
        }
        #expect(fixture.targets.count == 1)
    }

    @Test func `a query that is too long is not sent`() async {
        let fixture = GiphyFixture()
        #expect(await fixture.failure(String(repeating: "x", count: 51)) == .badQuery(.gifWordsTooLong))
        #expect(fixture.targets.isEmpty)
    }

    @Test(arguments: [
        (401, #"{"meta":{"msg":"Unauthorized"}}"#, CatalogFailure.unauthorized),
        (403, #"{"message":"Invalid authentication credentials"}"#, .unauthorized),
        (403, #"{"meta":{"msg":"BANNED"}}"#, .notAllowed(needs: nil)), (404, "", .unexpected(code: "http-404")),
        (400, #"{"meta":{"msg":"Why"}}"#, .invalidQuery(reason: "Why")), (414, "<html>", .invalidQuery(reason: nil)),
        (500, "", .server(status: 500)), (302, "", .unexpected(code: "http-302")),
        (200, #"{"data":[],"meta":{"status":200,"msg":"OK","response_id":""}}"#, .unreadable(code: "gifs-response-id")),
        (200, #"{"data":[],"meta":{"status":401,"msg":"No","response_id":"x"}}"#, .unauthorized),
        (200, #"{"data":[{"title":"x"}]}"#, .unreadable(code: "gifs-data.0.id")),
        (200, #"{"data":{}}"#, .unreadable(code: "gifs-data")),
    ])
    func `each error response maps to its failure`(status: Int, body: String, failure: CatalogFailure) async {
        #expect(await GiphyFixture([.json(body, status: status)]).failure() == failure)
    }

    @Test func `a limit without a time pauses for a minute, then longer, without requests`() async throws {
        let fixture = GiphyFixture([
            .json("{}", status: 429), .json("{}", status: 429), GiphyFixture.list(["a"], total: 1),
        ])
        let start = fixture.clock.now
        #expect(await fixture.failure() == .throttled(until: start.addingTimeInterval(60)))
        #expect(await fixture.failure() == .throttled(until: start.addingTimeInterval(60)))
        #expect(fixture.targets.count == 1)
        fixture.clock.advance(by: 61)
        #expect(await fixture.failure() == .throttled(until: start.addingTimeInterval(61 + 120)))
        fixture.clock.advance(by: 121)
        #expect(try await fixture.search().items.count == 1)
    }

    @Test func `a clock set back ends the pause`() async throws {
        let fixture = GiphyFixture([.json("{}", status: 429), GiphyFixture.list(["a"], total: 1)])
        #expect(await fixture.failure() == .throttled(until: fixture.clock.now.addingTimeInterval(60)))
        fixture.clock.advance(by: -86_400)
        #expect(try await fixture.search().items.count == 1)
    }

    @Test func `a rejected key is not sent again, and a new one is`() async throws {
        let fixture = GiphyFixture([.json("{}", status: 401), GiphyFixture.list(["a"], total: 1)])
        #expect(await fixture.failure() == .unauthorized)
        #expect(fixture.key.value == nil)
        #expect(await fixture.failure() == .unauthorized)
        #expect(fixture.targets.count == 1, "nothing is asked without a key")
        fixture.key.use(Secret("other"))
        _ = try await fixture.search()
        #expect(fixture.targets.last?.hasSuffix("api_key=other") == true)
    }

    @Test func `checking a key does not replace the current one`() async throws {
        let fixture = GiphyFixture([.json("{}", status: 401), GiphyFixture.list([], total: 0)])
        await #expect(throws: CatalogFailure.unauthorized) { try await fixture.catalog.check(Secret("new")) }
        #expect(fixture.key.value == Secret("k3y"))
        try await fixture.catalog.check(Secret("newer"))
        #expect(fixture.targets.map { $0.hasPrefix("trending/searches?api_key=new") } == [true, true])
        #expect(fixture.key.value == Secret("k3y"))
    }

    @Test func `the key appears in no description of a request or failure`() async {
        let fixture = GiphyFixture([.json("{}", status: 500)], key: "s3cret")
        let failure = await fixture.failure()
        #expect(failure == .server(status: 500))
        #expect(fixture.transport.requests.first?.url.absoluteString.contains("s3cret") == true)
        for text in ["\(fixture.transport.requests)", "\(failure as Any)", "\(fixture.key)", "\(fixture.catalog)"] {
            #expect(!text.contains("s3cret"))
        }
    }

    @Test func `missing renditions are replaced by others`() async throws {
        let images = #"""
            ,"username":"","images":{"original":{"url":"https://m.invalid/o.gif","width":"500","height":"250",
            "size":"3000000","frames":"26"},"downsized":{"url":"https://m.invalid/d.gif","size":"1999999"},
            "fixed_width":{"url":"ftp://m.invalid/w.gif"},"fixed_width_downsampled":{"url":"https://m.invalid/wd.gif",
            "width":"200","height":"100"},"fixed_width_still":7,"480w_still":{"url":"https://m.invalid/s.jpg"}}
            """#
        let fixture = GiphyFixture([GiphyFixture.list(["a"], total: 1, extra: images)])
        let gif = try #require(try await fixture.search().items.first?.gif)
        #expect(gif.original?.width == 500 && gif.original?.ratio == 2 && gif.frames == 26)
        #expect(gif.large?.url.absoluteString == "https://m.invalid/d.gif", "the original is too heavy")
        #expect(gif.small?.url.absoluteString == "https://m.invalid/wd.gif")
        #expect(gif.still?.url.absoluteString == "https://m.invalid/s.jpg")
        #expect(gif.author == nil && gif.username == nil)
    }

    @Test func `a channel's GIFs are searched by its name`() async throws {
        let signed = #","username":"ada","user":{"display_name":"Ada","profile_url":"https://giphy.com/ada/"}"#
        let fixture = GiphyFixture([
            GiphyFixture.list(["a"], total: 1, extra: signed), GiphyFixture.list(["b"], total: 1),
        ])
        let item = try #require(try await fixture.search().items.first)
        let relations = try #require(fixture.catalog.relations)
        #expect(relations.kinds(of: item) == [.sameChannel] && item.gif?.author == "Ada")
        _ = try await relations.items(.sameChannel, of: item, after: nil)
        #expect(fixture.targets.last?.hasPrefix("gifs/search?q=%40ada&limit=50") == true)
        for name in ["", "a b", "@x", String(repeating: "x", count: 50)] {
            var gif = Gif(title: "x")
            gif.username = name
            #expect(relations.kinds(of: Item(id: item.id, facts: gif)).isEmpty, "\(name)")
        }
    }

    @Test func `trending searches and suggestions`() async throws {
        let fixture = GiphyFixture([
            .json(#"{"data":["snow"," ",7],"meta":{"status":200,"response_id":"r"}}"#),
            .json(#"{"data":[{"name":"cats"},{"other":1}],"meta":{"status":200,"response_id":"r"}}"#),
            .json(#"{"data":[{"name":"cats"}],"meta":{"status":200,"response_id":""}}"#),
        ])
        let terms = try #require(fixture.catalog.terms)
        #expect(try await terms.trending() == ["snow", "7"])
        #expect(try await terms.matching("black ca") == ["cats"])
        await #expect(throws: CatalogFailure.unreadable(code: "gifs-response-id")) { try await terms.matching("ca") }
        #expect(try await terms.matching(String(repeating: "x", count: 51)) == [])
        #expect(
            fixture.targets == [
                "trending/searches?api_key=k3y", "gifs/search/tags?q=black%20ca&limit=5&api_key=k3y",
                "gifs/search/tags?q=ca&limit=5&api_key=k3y",
            ])
    }
}
