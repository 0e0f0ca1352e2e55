import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(1)))
struct SoupTransportTests {
    private let transport = SoupTransport(userAgent: "Stargazer/1.2.3", time: DeadlineByHand().time)

    @Test func anAnswerIsHandedOverWithStatusHeadersAndBody() async throws {
        let server = try FaultServer.answering { _ in
            WireText.answer(fields: ["Link: <a>", "X-Two: 1", "X-Two: 2"], body: #"{"total_count": 3}"#)
        }
        let url = server.url("/search?q=a%2Bb")
        let response = try await transport.send(HTTPRequest(url: url, headers: ["Accept": "application/json"]))
        #expect(response.status == 200)
        #expect(response.url == url)
        #expect(response.header("link") == "<a>")
        #expect(response.header("x-two") == "1, 2")
        #expect(response.body == Data(#"{"total_count": 3}"#.utf8))
        let head = try #require(server.requests.all.first)
        #expect(head.hasPrefix("GET /search?q=a%2Bb HTTP/1.1\r\n"))
        #expect(head.contains("\r\nAccept: application/json\r\n"))
        #expect(head.contains("\r\nUser-Agent: Stargazer/1.2.3\r\n"))
        #expect(head.contains("\r\nAccept-Encoding: gzip"))
    }
}
