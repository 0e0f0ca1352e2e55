import Foundation
import Testing

@testable import StargazerStandIn

/// Answers of the media services, as a client sees them.
struct MediaServicesTests {
    private func answer(_ target: String, in scenario: StandInScenario? = nil) -> StandInResponse {
        let options = StandInOptions(
            baseURL: URL(string: "http://127.0.0.1:9") ?? URL(filePath: "/"), scenario: scenario,
            now: { StandInClient.start })
        return StandInServices(options: options).response(
            to: StandInRequest(target: target, headers: ["User-Agent": "test"]))
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

    @Test func `a GIF moves, and its still is the first frame`() {
        func frames(_ file: String) -> Int {
            let answer = answer("/media/\(GiphyPayload.id(1))/\(file)")
            #expect(answer.header("content-type") == "image/gif")
            #expect(answer.body.starts(with: Data("GIF89a".utf8)) && answer.body.last == 0x3B)
            return answer.body.ranges(of: Data([0x21, 0xF9, 4])).count
        }
        #expect(frames("giphy.gif") == PictureFile.frameCount && frames("200w_s.gif") == 1)
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
