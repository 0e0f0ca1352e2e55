import Foundation
import StargazerCore

/// Maps GIPHY's error responses.
enum GiphyErrorResponse {
    static func of(_ response: HTTPResponse) -> APIErrorResponse? {
        guard response.status != 200 else { return fromStatus200(response) }
        let payload = try? JSONDecoder().decode(GiphyMeta.self, from: response.body)
        return of(status: response.status, errorMessage: payload?.errorMessage)
    }

    /// Checks a response with status 200. It can contain an error status in `meta`. An empty `response_id` marks a
    /// synthetic response, sent while servers are down; its items must not be used (developers.giphy.com, "Synthetic
    /// Response").
    private static func fromStatus200(_ response: HTTPResponse) -> APIErrorResponse? {
        guard let payload = try? JSONDecoder().decode(GiphyMeta.self, from: response.body),
            let meta = payload.meta?.value
        else { return nil }
        if let status = meta.status?.value, status >= 400 {
            return of(status: status, errorMessage: payload.errorMessage)
        }
        return meta.responseID?.value == "" ? .failure(.unreadable(code: "gifs-response-id")) : nil
    }

    private static func of(status: Int, errorMessage: String?) -> APIErrorResponse {
        switch status {
        case 401: .failure(.unauthorized)
        // The wording of an older gateway.
        case 403 where errorMessage?.lowercased().contains("authentication") == true: .failure(.unauthorized)
        case 403: .failure(.notAllowed(needs: nil))
        case 404, 410: .failure(.gone)
        case 400, 414, 422: .failure(.invalidQuery(reason: errorMessage))
        case 429: .slowDown
        case 451: .failure(.blocked(reason: errorMessage, link: nil))
        case 500...599: .failure(.server(status: status))
        default: .failure(.unexpected(code: "http-\(status)"))
        }
    }
}
