import Foundation
import StargazerServices
import StargazerStandIn

/// Sends requests to the stand-in in this process. Its responses go through the network's decoders and failure mapping.
struct StandInTransport: HTTPTransport {
    private let standIn: StandInServices
    private let userAgent: String

    /// - Parameter server: its address becomes the base of the links in the responses.
    init(userAgent: String, server: GitHubServer, scenario: StandInScenario? = nil) {
        self.userAgent = userAgent
        standIn = StandInServices(
            options: StandInOptions(baseURL: server.baseURL ?? URL(filePath: "/"), scenario: scenario, limit: .off))
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        var url = request.url
        // Follows redirects like the network transport, with the same limit.
        for _ in 0...5 {
            let response = await self.response(request, at: url)
            guard [301, 302, 307, 308].contains(response.status), let place = response.header("Location"),
                let next = URL(string: place, relativeTo: url)?.absoluteURL
            else {
                switch response.delivery {
                case .full: break
                case .cut: throw .truncated
                case .never: throw .timedOut
                case .dropped: throw .offline
                }
                let headers = Dictionary(response.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
                return HTTPResponse(status: response.status, url: url, headers: headers, body: response.body)
            }
            url = next
        }
        throw .tooManyRedirects
    }

    /// Runs off the caller's actor: a broad search filters many repositories.
    @concurrent private func response(_ request: HTTPRequest, at url: URL) async -> StandInResponse {
        var headers = request.headers
        headers["User-Agent"] = userAgent
        headers["Host"] = url.host()
        let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        return standIn.response(
            to: StandInRequest(method: request.method, target: target, headers: headers, body: request.body ?? Data()))
    }
}
