import Foundation
import Testing

@testable import StargazerServices

struct RequestDescriptionTests {
    private struct Envelope {
        let request: HTTPRequest
    }

    @Test func `what a request carries is never printed`() throws {
        let request = HTTPRequest(
            method: "PUT", url: try #require(URL(string: "https://api.github.com/user/starred/a/b?api_key=k-secret")),
            headers: ["Authorization": "Bearer ghp_secret", "Accept": "x/y"], body: Data("b-secret".utf8))
        var dumped = ""
        dump(Envelope(request: request), to: &dumped)
        let validated = try ValidatedRequest(request)
        var dumpedHop = ""
        dump(validated, to: &dumpedHop)
        for text in [
            "\(request)", String(reflecting: request), "\(Envelope(request: request))", dumped,
            String(describing: Optional(request)), "\(["x": request])", "\(validated)", String(reflecting: validated),
            dumpedHop,
        ] {
            #expect(!text.contains("secret"), "\(text)")
        }
        #expect("\(request)" == "PUT https://api.github.com:443/user/starred/a/b [Accept Authorization]")
    }
}
