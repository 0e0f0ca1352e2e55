import Foundation
import StargazerServices
import StargazerStandIn

struct StandInTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse { throw .offline }
}
extension GitHubServer {
    static var sample: GitHubServer { .gitHub }
}
