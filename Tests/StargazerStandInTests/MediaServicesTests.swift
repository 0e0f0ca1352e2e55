import Foundation
import Testing

@testable import StargazerStandIn

/// Answers of the media services, as a client sees them.
struct MediaServicesTests {
    private func answer(_ target: String, in scenario: StandInScenario? = nil) -> StandInResponse {
        let options = StandInOptions(
            baseURL: URL(string: "http://127.0.0.1:9") ?? URL(filePath: "/"), scenario: scenario,
            now: { StandInClient.start })
        return StandInServices(options: options).answer(StandInRequest(target: target, headers: ["User-Agent": "test"]))
    }

    private func object(_ response: StandInResponse) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: response.body) as? [String: Any])
    }

    private static let flickr = "/services/rest/?format=json&nojsoncallback=1&api_key=k3y&method=flickr."

    @Test func `each path has its service, and all others are GitHub's`() throws {
        #expect(try object(answer("/v1/gifs/trending?api_key=k3y"))["pagination"] != nil)
        #expect(try object(answer(Self.flickr + "test.echo"))["stat"] as? String == "ok")
        #expect(answer("/search/repositories?q=swift").header("x-ratelimit-limit") != nil)
    }

    @Test(arguments: ["", "bad0", "with-dash"])
    func `each service refuses an invalid key in its own way`(key: String) throws {
        let gifs = answer("/v1/gifs/search?q=a&api_key=\(key)")
        #expect(gifs.status == 401)
        #expect((try object(gifs)["meta"] as? [String: Any])?["response_id"] as? String == "")
        let photos = answer("/services/rest/?format=json&method=flickr.test.echo&api_key=\(key)")
        #expect(photos.status == 200)
        #expect(try object(photos)["code"] as? Int == 100)
    }

    @Test func `GIPHY encodes rendition numbers as strings and sends every address`() throws {
        let body = try object(answer("/v1/gifs/search?q=golden&limit=3&offset=1&api_key=k3y"))
        let gifs = try #require(body["data"] as? [[String: Any]])
        #expect(gifs.count == 3 && (body["pagination"] as? [String: Int])?["offset"] == 1)
        let images = try #require(gifs.first?["images"] as? [String: [String: Any]])
        for name in ["original", "fixed_width", "fixed_width_still", "original_still"] {
            let picture = try #require(images[name])
            #expect(picture["width"] is String && picture["height"] is String)
            let address = try #require((picture["url"] as? String).flatMap { URL(string: $0) })
            let file = answer(address.path() + "?cid=x")
            #expect(file.status == 200 && file.header("content-type") == "image/gif")
            #expect(file.body.starts(with: Data("GIF89a".utf8)) && file.body.last == 0x3B)
        }
    }

    @Test func `photos have the requested extras and no others`() throws {
        let bare = try object(answer(Self.flickr + "photos.search&text=golden&per_page=2"))
        let page = try #require(bare["photos"] as? [String: Any])
        let photo = try #require((page["photo"] as? [[String: Any]])?.first)
        #expect(photo["url_n"] == nil && photo["tags"] == nil && page["perpage"] as? Int == 2)
        let asked = try object(answer(Self.flickr + "photos.search&text=golden&per_page=2&extras=url_n,tags"))
        let full = try #require(((asked["photos"] as? [String: Any])?["photo"] as? [[String: Any]])?.first)
        let address = try #require((full["url_n"] as? String).flatMap { URL(string: $0) })
        #expect(full["tags"] is String)
        #expect(answer(address.path()).body.starts(with: [0xFF, 0xD8, 0xFF]))
    }

    @Test func `hostile pictures come only with odd items`() throws {
        for hostile in HostileMedia.allCases {
            let target = "/media/\(GiphyPayload.id(hostile.rawValue))/giphy.gif"
            let file = answer(target, in: .odd)
            #expect(file.status == (hostile == .missing ? 404 : 200), "\(hostile)")
            let usual = answer(target)
            #expect(usual.status == 200 && usual.body.starts(with: Data("GIF89a".utf8)), "\(hostile)")
            #expect(usual.body != file.body, "\(hostile)")
            let found = try object(answer("/v1/gifs/search?q=\(hostile)&api_key=k3y"))
            #expect((found["data"] as? [Any])?.isEmpty == true, "\(hostile)")
        }
    }
}
