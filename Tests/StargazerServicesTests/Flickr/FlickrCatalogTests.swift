import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// A photo catalog with scripted responses.
struct FlickrFixture {
    let transport: ScriptedTransport
    let catalog: FlickrCatalog
    let key: ServiceAPIKey
    let clock = SteppingClock()

    init(_ steps: [ScriptedTransport.Step] = []) {
        transport = ScriptedTransport(steps)
        key = FlickrServer.key(for: FlickrServer.own, secret: Secret("k3y"))
        catalog = FlickrCatalog(FlickrServer.own, key, transport, clock.source)
    }

    /// The parameters of the requests, in order.
    var parameters: [[String: String]] {
        transport.requests.map { request in
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems ?? []
            return Dictionary(items.map { ($0.name, $0.value ?? "") }, uniquingKeysWith: { $1 })
        }
    }

    func search(
        _ text: String = "owl", sort: ItemOrder = .bestMatch, size: Int = 100,
        after cursor: BatchCursor? = nil
    ) async throws(CatalogFailure) -> ResultBatch {
        try await catalog.search(SearchQuery(text: text, sort: sort, batchSize: size), after: cursor)
    }

    func failure(after cursor: BatchCursor? = nil) async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await search(after: cursor)
            return nil
        } catch {
            return error
        }
    }

    static func list(_ count: Int, page: Int, pages: Int, total: String, extra: String = "") -> ScriptedTransport.Step {
        let photos = (0..<count).map { #"{"id":"\#(page)\#($0)","owner":"7@N0","title":"t"\#(extra)}"# }
        return .json(
            """
            {"photos":{"page":\(page),"pages":\(pages),"perpage":100,"total":\(total),\
            "photo":[\(photos.joined(separator: ","))]},"stat":"ok"}
            """)
    }

    static let item = Item(
        id: ItemID(catalog: .photos, host: "api.flickr.com", id: "42"), facts: Photo(title: "old", ownerID: "7@N0"))

    func details() async throws(CatalogFailure) -> ItemDetails { try await catalog.details(of: Self.item) }
}

@Suite struct FlickrCatalogTests {
    @Test(arguments: [
        (ItemOrder.bestMatch, "relevance"),
        (ItemOrder(.interesting, .ascending), "interestingness-asc"),
        (ItemOrder(.posted), "date-posted-desc"),
        (ItemOrder(.taken, .ascending), "date-taken-asc"),
    ])
    func `a search sends all parameters, for safe photos only`(sort: ItemOrder, name: String) async throws {
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1")])
        _ = try await fixture.search("black owl", sort: sort, size: 30)
        let sent = try #require(fixture.parameters.first)
        #expect(sent["method"] == "flickr.photos.search" && sent["text"] == "black owl" && sent["sort"] == name)
        #expect(sent["safe_search"] == "1" && sent["per_page"] == "30" && sent["page"] == "1")
        #expect(sent["format"] == "json" && sent["nojsoncallback"] == "1" && sent["api_key"] == "k3y")
        #expect(sent["extras"]?.contains("url_l") == true && sent["extras"]?.contains("license") == true)
        #expect(fixture.transport.requests.first?.url.path() == "/services/rest/")
    }

    @Test func `an empty search loads today's interesting photos`() async throws {
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1")])
        _ = try await fixture.search("")
        #expect(fixture.parameters.first?["method"] == "flickr.interestingness.getList")
        #expect(fixture.parameters.first?["text"] == nil)
    }

    @Test func `pages load to the last, whether the total is a number or a string`() async throws {
        let fixture = FlickrFixture([
            FlickrFixture.list(2, page: 1, pages: 2, total: "\"3\""),
            FlickrFixture.list(1, page: 2, pages: 2, total: "3"),
        ])
        let first = try await fixture.search(size: 2)
        #expect(first.total == 3 && first.end == .more(BatchCursor("2")))
        let second = try await fixture.search(size: 2, after: BatchCursor("2"))
        #expect(second.total == 3 && second.end == .complete && fixture.parameters[1]["page"] == "2")
    }

    @Test func `results beyond the four thousandth are not requested`() async throws {
        let fixture = FlickrFixture([FlickrFixture.list(100, page: 40, pages: 9_000, total: "900000")])
        #expect(try await fixture.search(after: BatchCursor("40")).end == .resultLimit(limit: 4_000))
        for cursor in ["41", "1", "0", "-3", "x", ""] {
            #expect(await fixture.failure(after: BatchCursor(cursor)) == .unreadable(code: "cursor"))
        }
        #expect(fixture.parameters.count == 1)
    }

    @Test(arguments: [
        (100, CatalogFailure.unauthorized), (98, .unauthorized), (99, .notAllowed(needs: nil)),
        (105, .server(status: 105)), (201, .server(status: 201)), (10, .server(status: 10)),
        (3, .invalidQuery(reason: "Why")), (18, .invalidQuery(reason: "Why")),
        (116, .blocked(reason: "Why", link: nil)), (112, .unexpected(code: "photos-112")),
    ])
    func `a status 200 with an error code is an error, as number or string`(
        code: Int, failure: CatalogFailure
    ) async {
        for written in ["\(code)", "\"\(code)\""] {
            let fixture = FlickrFixture([.json(#"{"stat":"fail","code":\#(written),"message":"Why"}"#)])
            #expect(await fixture.failure() == failure)
            #expect((fixture.key.value == nil) == (failure == .unauthorized))
        }
    }

    @Test(arguments: [(1, CatalogFailure.gone), (2, .blocked(reason: nil, link: nil)), (100, .unauthorized)])
    func `an error of a photo's details concerns the photo`(code: Int, failure: CatalogFailure) async {
        let fixture = FlickrFixture([.json(#"{"stat":"fail","code":\#(code),"message":"Why"}"#)])
        await #expect(throws: failure) { try await fixture.details() }
    }

    @Test func `Retry-After sets the pause`() async {
        let fixture = FlickrFixture([.json("", status: 429, headers: ["Retry-After": "90"])])
        let end = fixture.clock.now.addingTimeInterval(90)
        #expect(await fixture.failure() == .throttled(until: end))
        #expect(await fixture.failure() == .throttled(until: end))
        #expect(fixture.parameters.count == 1)
    }

    /// - Parameter second: the server's second pause; nil if it sends none.
    @Test(arguments: ["5", nil])
    func `a later, shorter pause does not end a longer one`(second: String?) async {
        let fixture = FlickrFixture([.hold, .hold])
        let pause = { (seconds: String?) in
            ScriptedTransport.Step.json("", status: 429, headers: seconds.map { ["Retry-After": $0] } ?? [:])
        }
        let tasks = (0..<2).map { _ in Task { await fixture.failure() } }
        await eventually("both are under way") { fixture.transport.heldCount == 2 }
        let long = CatalogFailure.throttled(until: fixture.clock.now.addingTimeInterval(600))
        fixture.transport.release(with: pause("600"))
        await eventually("the first is over") { fixture.transport.heldCount == 1 }
        await settle()
        fixture.clock.advance(by: 1)
        fixture.transport.release(with: pause(second))
        for task in tasks { #expect(await task.value == long) }
        fixture.clock.advance(by: 10)
        #expect(await fixture.failure() == long)
        #expect(fixture.parameters.count == 2)
    }

    @Test func `numeric strings, placeholder dates and missing sizes are read`() async throws {
        let extra = #"""
            ,"description":{"_content":" "},"license":"4","dateupload":"1381061206","datetaken":"0000-00-00 00:00:00",
            "ownername":"Ada","pathalias":"ada","tags":"a b","views":"12","url_n":"https:\/\/l.invalid\/n.jpg",
            "width_n":"320","height_n":200,"url_l":"https:\/\/l.invalid\/l.jpg","height_l":"640","width_l":1024
            """#
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1", extra: extra)])
        let photo = try #require(try await fixture.search().items.first?.photo)
        #expect(photo.caption == nil && photo.license == 4 && photo.views == 12 && photo.tags == ["a", "b"])
        #expect(photo.postedAt == Date(timeIntervalSince1970: 1_381_061_206) && photo.takenAt == nil)
        #expect(photo.small?.width == 320 && photo.large?.ratio == 1.6 && photo.original == photo.large)
        #expect(photo.page?.absoluteString == "https://www.flickr.com/photos/ada/10")
        #expect(photo.ownerPage?.absoluteString == "https://www.flickr.com/photos/ada")
    }

    @Test func `details add fields and keep the pictures of the list`() async throws {
        let body = #"""
            {"photo":{"id":42,"owner":{"nsid":"7@N0","username":"Ada","realname":"Ada L.","location":"London",
            "path_alias":null},"title":{"_content":"New"},"description":{"_content":"Words"},"dates":{"posted":"1381061206",
            "taken":"2013-10-06 14:06:41","takenunknown":"0"},"views":"5","comments":{"_content":"3"},"license":"9",
            "tags":{"tag":[{"raw":"two words"},{"raw":""}]}},"stat":"ok"}
            """#
        let fixture = FlickrFixture([.json(body)])
        var known = Photo(title: "old", ownerID: "7@N0")
        known.small = URL(string: "https://l.invalid/n.jpg").map { Rendition(url: $0) }
        let details = try await fixture.catalog.details(of: Item(id: FlickrFixture.item.id, facts: known))
        let photo = try #require(details.item.photo)
        #expect(photo.title == "New" && photo.caption == "Words" && photo.tags == ["two words"] && photo.license == 9)
        #expect(photo.small == known.small)
        #expect(details.facts as? PhotoDetails == PhotoDetails(realName: "Ada L.", location: "London", comments: 3))
    }

    @Test func `a response with another photo's ID is an error`() async {
        let body = #"{"photo":{"id":"43","owner":{"nsid":"7@N0"}},"stat":"ok"}"#
        await #expect(throws: CatalogFailure.unreadable(code: "photo-id")) {
            try await FlickrFixture([.json(body)]).details()
        }
    }

    @Test func `photos by the same author are requested by the author's ID`() async throws {
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1")])
        let relations = try #require(fixture.catalog.relations)
        #expect(relations.kinds(of: FlickrFixture.item) == [.sameAuthor])
        _ = try await relations.items(.sameAuthor, of: FlickrFixture.item, after: nil)
        #expect(fixture.parameters.first?["user_id"] == "7@N0")
    }
}

@Suite struct TextBodyTests {
    @Test func `a text body may have any text or JSON type, and no other`() {
        for type in ["application/json", "text/plain; charset=utf-8", "text/xml", "text/javascript"] {
            #expect(HTTPBodyKind.text.allows(type), "\(type)")
        }
        for type in ["image/png", "application/octet-stream", nil] { #expect(!HTTPBodyKind.text.allows(type)) }
        #expect(!HTTPBodyKind.json.allows("text/plain"))
    }

    @Test func `trending tags, and tags related to the last word`() async throws {
        let fixture = FlickrFixture([
            .json(#"{"period":"day","hottags":{"tag":[{"_content":"owl"},{"x":1},{"_content":"fox"}]},"stat":"ok"}"#),
            .json(#"{"tags":{"source":"owl","tag":[{"_content":"bird"}]},"stat":"ok"}"#),
            .json(#"{"stat":"fail","code":1,"message":"Tag not found"}"#),
        ])
        let terms = try #require(fixture.catalog.terms)
        #expect(try await terms.trending() == ["owl", "fox"])
        #expect(try await terms.matching("snowy owl") == ["snowy owl bird"])
        await #expect(throws: CatalogFailure.self) { try await terms.matching("xyzzy") }
        #expect(
            fixture.parameters.map { $0["method"] } == [
                "flickr.tags.getHotList", "flickr.tags.getRelated", "flickr.tags.getRelated",
            ])
        #expect(fixture.parameters[1]["tag"] == "owl")
    }

    @Test(arguments: [
        ("owl license:cc", "1,2,3,4,5,6,11,12,13,14,15,16"), ("license:free owl", "7,8,9,10"),
        ("owl license:commercial license:changes", "4,5,7,8,9,10,11,12"), ("owl -license:cc", "0,7,8,9,10"),
        ("owl license:cc license:free", "-1"),
    ])
    func `a license filter is not part of the search text`(text: String, licenses: String) async throws {
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1")])
        _ = try await fixture.search(text)
        #expect(fixture.parameters.first?["license"] == licenses)
        #expect(fixture.parameters.first?["text"] == "owl")
    }

    @Test func `a license without words is not sent, and an unknown one is no filter`() async throws {
        let fixture = FlickrFixture([FlickrFixture.list(1, page: 1, pages: 1, total: "1")])
        #expect(fixture.catalog.problems(in: "license:cc") == [.photoWordsMissing])
        #expect(fixture.catalog.problems(in: "") == [])
        await #expect(throws: CatalogFailure.badQuery(.photoWordsMissing)) {
            try await fixture.search("license:cc")
        }
        #expect(fixture.transport.requests.isEmpty)
        _ = try await fixture.search("owl license:nonsense")
        #expect(fixture.parameters.first?["license"] == nil)
    }
}
