import Foundation
import Testing

@testable import StargazerStandIn

/// Answers of the stand-in for Wikimedia Commons, as a client sees them.
struct CommonsServiceTests {
    private static let api = "/w/api.php?action=query&format=json&formatversion=2&prop=imageinfo&iiprop=url%7Csize"
    private static let search = api + "&iiurlwidth=330&generator=search&gsrnamespace=6&gsrsearch="

    private func answer(
        _ target: String, in scenario: StandInScenario? = nil, userAgent: String = "test/1 (https://test.invalid)"
    ) -> StandInResponse {
        let options = StandInOptions(
            baseURL: URL(string: "http://127.0.0.1:9") ?? URL(filePath: "/"), scenario: scenario,
            now: { StandInClient.start })
        return StandInServices(options: options).response(
            to: StandInRequest(target: target, headers: ["User-Agent": userAgent]))
    }

    private func object(_ response: StandInResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    }

    private func pages(_ body: [String: Any]) throws -> [[String: Any]] {
        try #require((body["query"] as? [String: Any])?["pages"] as? [[String: Any]])
    }

    @Test func `pages come in no order, with an index and a way to go on`() throws {
        let body = try object(answer(Self.search + "golden%20filetype:bitmap&gsrlimit=3&gsroffset=3"))
        #expect(try pages(body).compactMap { $0["index"] as? Int } == [6, 5, 4])
        #expect((body["continue"] as? [String: Any])?["gsroffset"] as? Int == 6)
        #expect(body["batchcomplete"] as? Bool == true && body["warnings"] != nil)
    }

    @Test func `the scenario with many pictures has more than a search returns`() throws {
        let body = try object(answer(Self.search + "filetype:bitmap&gsrlimit=50&gsroffset=9950", in: .many))
        #expect(try pages(body).count == 50)
        let query = try #require(body["query"] as? [String: Any])
        #expect(try #require((query["searchinfo"] as? [String: Any])?["totalhits"] as? Int) > 10_000)
    }

    @Test func `a search without results has no pages, and one in another namespace has none`() throws {
        for target in [
            Self.search + "qxzqxz", Self.search.replacing("gsrnamespace=6", with: "gsrnamespace=0") + "golden",
        ] {
            let query = try #require(try object(answer(target))["query"] as? [String: Any])
            #expect(query["pages"] == nil)
        }
    }

    @Test func `facts may come in several responses`() throws {
        let target = Self.search + "golden&gsrlimit=30"
        let first = try object(answer(target, in: .incomplete))
        #expect(first["batchcomplete"] == nil)
        #expect(try pages(first).filter { $0["imageinfo"] != nil }.count == 20)
        let second = try object(answer(target + "&iicontinue=20", in: .incomplete))
        #expect(try pages(second).filter { $0["imageinfo"] != nil }.count == 10)
        #expect(second["batchcomplete"] != nil)
    }

    @Test func `thumbnails have known widths alone, and a small file is its own thumbnail`() throws {
        let body = try object(answer(Self.search + "golden%20filemime:gif&gsrlimit=50"))
        var (own, other) = (0, 0)
        for page in try pages(body) {
            let image = try #require((page["imageinfo"] as? [[String: Any]])?.first)
            let width = try #require(image["width"] as? Int)
            if image["thumburl"] as? String == image["url"] as? String {
                own += 1
                #expect(width <= 330)
            } else {
                other += 1
                let path = try #require((image["thumburl"] as? String).flatMap { URL(string: $0) }).path()
                #expect(answer(path).body.starts(with: Data("GIF89a".utf8)))
                #expect(answer(path.replacing("330px", with: "321px")).status == 400)
            }
        }
        #expect(own > 0 && other > 0)
    }

    @Test func `errors have status 200, and a user agent needs a contact`() throws {
        let long = String(repeating: "a", count: 301)
        let body = try object(answer(Self.search + long))
        #expect((body["error"] as? [String: Any])?["code"] as? String == "cirrussearch-query-too-long")
        #expect(answer(Self.search + "golden", userAgent: "test").status == 403)
    }

    @Test(arguments: [
        ("golden", "golden -fileres:>1000 fileres:>1000", 0), ("golden -lighthouse", "golden", 1),
        ("golden haslicense:attribution", "golden", 1), ("golden filetype:drawing", "golden filetype:bitmap", 1),
    ])
    func `keywords and exclusions narrow a search`(narrow: String, wide: String, sign: Int) throws {
        func total(_ text: String) throws -> Int {
            let words = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
            let query = try #require(try object(answer(Self.search + words))["query"] as? [String: Any])
            return try #require((query["searchinfo"] as? [String: Any])?["totalhits"] as? Int)
        }
        let (first, second) = (try total(narrow), try total(wide))
        #expect(sign == 0 ? second == 0 && first > 0 : first > 0 && first < second)
    }
}
