import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite struct CommonsCatalogTests {
    @Test func `a search asks for files with thumbnails of a known width`() async throws {
        let fixture = CommonsFixture([CommonsFixture.batch([CommonsFixture.page(7, index: 1)])])
        let batch = try await fixture.search("black owl", sort: ItemOrder(.posted), size: 500)
        let sent = try #require(fixture.parameters.first)
        #expect(sent["generator"] == "search" && sent["gsrnamespace"] == "6" && sent["gsrlimit"] == "50")
        #expect(sent["gsrsearch"] == "black owl filetype:bitmap -filemime:gif -fileres:0")
        #expect(sent["gsrsort"] == "create_timestamp_desc" && sent["iiurlwidth"] == "330")
        #expect(sent["format"] == "json" && sent["formatversion"] == "2")
        #expect(fixture.transport.requests.first?.url.path() == "/w/api.php")
        let photo = try #require(batch.items.first?.photo)
        #expect(batch.items.first?.id.host == "commons.wikimedia.org" && batch.items.first?.id.id == "7")
        #expect(photo.title == "Owl 7" && photo.service == "Wikimedia Commons" && batch.total == 99)
        #expect(photo.small?.url.host() == "thumb.wikimedia.org")
        #expect(photo.small?.width == 330 && photo.small?.height == 165 && photo.original?.width == 2_000)
        #expect(photo.large == nil)
    }

    @Test func `searches and pictures share three places, and searches go first`() async throws {
        let (limits, transport) = (WikimediaLimits(), ScriptedTransport([.hold, .hold, .hold, .hold, .hold]))
        let pictures = PictureClient(server: .gitHub, transport: transport, wikimedia: limits)
        let photos = CommonsPhotoCatalog(
            CommonsClient(
                server: CommonsServer.own, transport: transport, limits: limits, time: .system, language: "en"))
        let loading = try (1...4).map { number in
            let address = try #require(URL(string: "https://thumb.wikimedia.org/\(number).jpg"))
            return Task { try await pictures.bytes(at: address) }
        }
        await eventually("three load, one waits") { transport.heldCount == 3 && limits.queue.waitingCount == 1 }
        let search = Task { try await photos.search(SearchQuery(text: "owl"), after: nil) }
        await eventually("the search waits too") { limits.queue.waitingCount == 2 }
        transport.release(with: .response(status: 200))
        await eventually("the search is sent") { transport.requests.count == 4 }
        #expect(transport.requests.last?.url.path() == "/w/api.php" && transport.maxConcurrent == 3)
        for step in [ScriptedTransport.Step.response(status: 200), .response(status: 200), .json("{}")] {
            transport.release(with: step)
        }
        _ = try await search.value
        await eventually("the last picture is sent") { transport.heldCount == 1 }
        transport.release(with: .response(status: 200))
        for task in loading { _ = try await task.value }
    }

    @Test func `descriptions are asked for in the language of the program`() async throws {
        let fixture = CommonsFixture([CommonsFixture.batch([CommonsFixture.page(7, index: 1)])])
        _ = try await fixture.search()
        #expect(fixture.parameters.first?["iiextmetadatalanguage"] == "zh-cn")
    }

    @Test func `subjects with a category are suggested in the order of their index`() async throws {
        let fixture = CommonsFixture([
            .json(
                """
                {"batchcomplete":true,"query":{"pages":[
                    {"pageid":2,"ns":14,"title":"Category:Owls: Asia","index":2},
                    {"pageid":9,"ns":14,"title":"Category:Owls","index":1}]}}
                """)
        ])
        #expect(try await fixture.photos.terms?.matching("ow") == ["Owls", "Owls: Asia"])
        let sent = try #require(fixture.parameters.first)
        #expect(sent["generator"] == "prefixsearch" && sent["gpssearch"] == "ow" && sent["gpsnamespace"] == "14")
        #expect(try await fixture.gifs.terms?.matching(String(repeating: "a", count: 301)) == [])
        #expect(try await fixture.gifs.terms?.trending() == [] && fixture.transport.requests.count == 1)
    }

    @Test func `an empty search starts with the picture of the day`() async throws {
        let fixture = CommonsFixture([.hold, .hold])
        let search = Task { try await fixture.search("") }
        await eventually("both are asked") { fixture.transport.heldCount == 2 }
        let isDayFirst = fixture.parameters[0]["generator"] == "images"
        let day = CommonsFixture.batch([CommonsFixture.page(9, index: 0, #","mime":"image/jpeg""#)])
        let featured = CommonsFixture.batch([CommonsFixture.page(3, index: 1), CommonsFixture.page(9, index: 2)])
        for step in isDayFirst ? [day, featured] : [featured, day] { fixture.transport.release(with: step) }
        #expect(try await search.value.items.map(\.id.id) == ["9", "3"])
        let sent = fixture.parameters.sorted { $0["generator"] ?? "" < $1["generator"] ?? "" }
        #expect(sent[0]["titles"] == "Template:Potd/2027-01-15")
        #expect(sent[1]["gsrlimit"] == "49" && sent[1]["gsrsort"] == "create_timestamp_desc")
    }

    @Test func `featured pictures show without the picture of the day`() async throws {
        let fixture = CommonsFixture([.hold, .hold])
        let search = Task { try await fixture.search("") }
        await eventually("both are asked") { fixture.transport.heldCount == 2 }
        let featured = CommonsFixture.batch([CommonsFixture.page(3, index: 1)])
        for sent in fixture.parameters {
            fixture.transport.release(with: sent["generator"] == "images" ? .fail(.timedOut) : featured)
        }
        #expect(try await search.value.items.map(\.id.id) == ["3"])
    }

    @Test func `results are in the order of their index, and parts of a batch are merged`() async throws {
        let fixture = CommonsFixture([
            CommonsFixture.batch(
                [CommonsFixture.page(3, index: 2), CommonsFixture.page(9, index: 1, hasImage: false)],
                more: #"{"iistart":"x","continue":"gsroffset||"}"#, isComplete: false),
            CommonsFixture.batch(
                [CommonsFixture.page(9, index: 1), CommonsFixture.page(3, index: 2, hasImage: false)],
                more: #"{"gsroffset":50,"continue":"gsroffset||"}"#),
            CommonsFixture.batch([CommonsFixture.page(4, index: 51)]),
        ])
        let first = try await fixture.search()
        #expect(first.items.map(\.id.id) == ["9", "3"])
        #expect(fixture.parameters[1]["iistart"] == "x" && fixture.parameters[1]["gsrsearch"]?.hasPrefix("owl") == true)
        guard case .more(let cursor) = first.end else { return #expect(Bool(false), "there is more") }
        let second = try await fixture.search(after: cursor)
        #expect(second.items.map(\.id.id) == ["4"] && second.end == .complete)
        #expect(fixture.parameters[2]["gsroffset"] == "50")
    }

    @Test func `a batch that never completes ends after a few responses`() async throws {
        let part = { (number: Int) in
            CommonsFixture.batch(
                [CommonsFixture.page(1, index: 1)], more: #"{"iistart":"\#(number)"}"#, isComplete: false)
        }
        let fixture = CommonsFixture((1...20).map(part))
        #expect(try await fixture.search().items.count == 1)
        #expect(fixture.transport.requests.count == 8)
    }

    @Test func `the list ends where the service returns no more`() async throws {
        let page = CommonsFixture.page(1, index: 1)
        let fixture = CommonsFixture([CommonsFixture.batch([page], more: #"{"gsroffset":10000}"#)])
        let batch = try await fixture.search(after: BatchCursor("9990"))
        #expect(fixture.parameters.first?["gsrlimit"] == "10" && batch.end == .resultLimit(limit: 10_000))
    }

    @Test func `a response that leads back ends the list`() async throws {
        let page = CommonsFixture.page(1, index: 1)
        for next in [10, 50] {
            let fixture = CommonsFixture([CommonsFixture.batch([page], more: #"{"gsroffset":\#(next)}"#)])
            #expect(try await fixture.search(after: BatchCursor("50")).end == .complete)
        }
    }

    @Test func `a picture smaller than its thumbnail keeps its size`() async throws {
        let page = CommonsFixture.page(1, index: 1, width: 200, height: 50)
        let small = try await CommonsFixture([CommonsFixture.batch([page])]).search().items.first?.photo?.small
        #expect(small?.width == 200 && small?.height == 50)
    }

    @Test func `without results there are no pages, and warnings are no failure`() async throws {
        let fixture = CommonsFixture([
            .json(
                #"{"batchcomplete":true,"warnings":{"main":{"warnings":"x"}},"query":{"searchinfo":{"totalhits":0}}}"#),
            .json(#"{"batchcomplete":""}"#),
        ])
        for _ in 0..<2 {
            let batch = try await fixture.search()
            #expect(batch.items.isEmpty && batch.end == .complete)
        }
    }

    @Test(arguments: [
        (#"{"error":{"code":"maxlag","info":"x"}}"#, true), (#"{"error":{"code":"ratelimited"}}"#, true),
        (#"{"errors":[{"code":"unknown_action","text":"x"}]}"#, false),
    ])
    func `errors come with status 200`(body: String, isThrottled: Bool) async {
        let failure = await CommonsFixture([.json(body)]).failure()
        if isThrottled {
            guard case .throttled? = failure else { return #expect(Bool(false), "\(String(describing: failure))") }
        } else {
            #expect(failure == .unexpected(code: "files-unknown_action"))
        }
    }

    @Test(arguments: [429, 503]) func `requests wait for as long as the service asks`(status: Int) async throws {
        let fixture = CommonsFixture([
            .response(status: status, headers: ["Retry-After": "10"]),
            CommonsFixture.batch([CommonsFixture.page(1, index: 1)]),
        ])
        let until = fixture.clock.now.addingTimeInterval(10)
        #expect(await fixture.failure() == .throttled(until: until))
        // The catalogs of the wiki wait together.
        await #expect(throws: CatalogFailure.throttled(until: until)) {
            try await fixture.gifs.search(SearchQuery(text: "owl"), after: nil)
        }
        #expect(fixture.transport.requests.count == 1)
        fixture.clock.advance(by: 11)
        #expect(try await fixture.search().items.count == 1)
    }

    @Test func `at most three requests run at once`() async throws {
        let fixture = CommonsFixture(Array(repeating: .hold, count: 5))
        let tasks = (0..<5).map { _ in Task { try await fixture.search() } }
        await eventually("three run") { fixture.transport.heldCount == 3 }
        for left in (0..<5).reversed() {
            fixture.transport.release(with: CommonsFixture.batch([]))
            await eventually("one ended") { fixture.transport.heldCount == min(3, left) }
        }
        for task in tasks { _ = try await task.value }
        #expect(fixture.transport.maxConcurrent == 3)
    }

    @Test func `GIFs that do not move are left out, and the next batch is loaded when none is left`() async throws {
        let frames = { (count: Int) in #","mime":"image/gif","metadata":[{"name":"frameCount","value":\#(count)}]"# }
        let fixture = CommonsFixture([
            CommonsFixture.batch([CommonsFixture.page(1, index: 1, frames(1))], more: #"{"gsroffset":50}"#),
            CommonsFixture.batch(
                [CommonsFixture.page(2, index: 1, frames(1)), CommonsFixture.page(3, index: 2, frames(12))]),
        ])
        let batch = try await fixture.gifs.search(SearchQuery(text: "owl"), after: nil)
        #expect(batch.items.map(\.id.id) == ["3"] && batch.items.first?.gif?.frames == 12)
        #expect(fixture.parameters[0]["gsrsearch"] == "owl filetype:bitmap filemime:gif -fileres:0")
        #expect(fixture.parameters[0]["iiprop"]?.contains("metadata") == true)
    }

    @Test(arguments: [("2018-01-22 13:09:38", true), ("2018-01-22", false), ("circa 1900", false)])
    func `GIFs and photos were made at a date, or at what the author states`(text: String, isDate: Bool) async throws {
        let made = #","extmetadata":{"DateTimeOriginal":{"value":"\#(text)"}}"#
        let moving = #","mime":"image/gif","metadata":[{"name":"frameCount","value":12}]"# + made
        let pages = [made, moving].map { CommonsFixture.page(1, index: 1, $0) }
        let fixture = CommonsFixture(pages.map { CommonsFixture.batch([$0]) })
        let photo = try #require(try await fixture.search().items.first?.photo)
        let batch = try await fixture.gifs.search(SearchQuery(text: "owl"), after: nil)
        let gif = try #require(batch.items.first?.gif)
        let date = isDate ? Date(timeIntervalSince1970: 1_516_626_578) : nil
        #expect(gif.madeAt == date && gif.madeText == (isDate ? nil : text))
        #expect(photo.takenAt == date && photo.takenText == gif.madeText)
        let shown = gif.details(nil, formats: .sample(), now: Date()) as? GifDetailsContent
        #expect(shown?.made == (isDate ? "January 22, 2018" : text))
    }

    @Test(arguments: [
        "0000-00-00", "0000:00:00 00:00:00", "0000-00-00T00:00:00Z", "    :  :     :  :  ", "1970:01:01 00:00:00",
        "1970-01-01", "--",
    ])
    func `what cameras write without a date is none`(text: String) async throws {
        let made = #","extmetadata":{"DateTimeOriginal":{"value":"\#(text)"}}"#
        let fixture = CommonsFixture([CommonsFixture.batch([CommonsFixture.page(1, index: 1, made)])])
        let photo = try #require(try await fixture.search().items.first?.photo)
        #expect(photo.takenAt == nil && photo.takenText == nil)
    }

    @Test func `details load a larger picture of one file`() async throws {
        let more =
            #","extmetadata":{"Artist":{"value":"<a href=\"//commons.wikimedia.org/wiki/User:Ana\">Ana</a>"},"#
            + #""LicenseShortName":{"value":"CC BY-SA 4.0"},"#
            + #""LicenseUrl":{"value":"https://creativecommons.org/licenses/by-sa/4.0"}}"#
        let fixture = CommonsFixture([CommonsFixture.batch([CommonsFixture.page(42, index: 1, more)])])
        let photo = try #require(try await fixture.photos.details(of: CommonsFixture.item()).item.photo)
        #expect(fixture.parameters.first?["pageids"] == "42" && fixture.parameters.first?["iiurlwidth"] == "1280")
        #expect(photo.large?.width == 1_280 && photo.owner == "Ana")
        #expect(photo.ownerPage?.absoluteString == "https://commons.wikimedia.org/wiki/User:Ana")
        #expect(photo.credit == "Ana, CC BY-SA 4.0, via Wikimedia Commons")
    }

    @Test(arguments: [
        #"{"pageid":42,"missing":true}"#, #"{"pageid":42,"missing":""}"#,
        CommonsFixture.page(42, index: 1, hasImage: false),
    ])
    func `a deleted file is gone`(page: String) async {
        let fixture = CommonsFixture([CommonsFixture.batch([page])])
        await #expect(throws: CatalogFailure.gone) { try await fixture.photos.details(of: CommonsFixture.item()) }
    }

    @Test func `another file than the requested one is not accepted, and a foreign ID is not sent`() async {
        let fixture = CommonsFixture([CommonsFixture.batch([CommonsFixture.page(41, index: 1)])])
        await #expect(throws: CatalogFailure.unreadable(code: "file-id")) {
            try await fixture.photos.details(of: CommonsFixture.item())
        }
        await #expect(throws: CatalogFailure.gone) {
            try await fixture.photos.details(of: CommonsFixture.item("42|43"))
        }
        #expect(fixture.transport.requests.count == 1)
    }
}
