import Foundation
import StargazerCore
import StargazerLibrary

/// Maps error responses of MediaWiki's API. Most have status 200.
enum CommonsErrorResponse {
    private struct Payload: Decodable {
        struct Failure: Decodable {
            var code: LenientString?
            var info: LenientString?
            var text: LenientString?
        }

        var error: Lenient<Failure>?
        /// In another error format.
        var errors: Lenient<[Failure]>?
    }

    static func of(_ response: HTTPResponse) -> APIErrorResponse? {
        switch response.status {
        case 200: break
        case 401: return .failure(.unauthorized)
        // Nearly always about the user agent.
        case 403: return .failure(.notAllowed(needs: nil))
        case 404, 410: return .failure(.unexpected(code: "http-\(response.status)"))
        case 414: return .failure(.badQuery(.commonsSearchTooLong))
        case 429: return .slowDown
        case 451: return .failure(.blocked(reason: nil, link: nil))
        case 503 where response.header("retry-after") != nil: return .slowDown
        case 500...599: return .failure(.server(status: response.status))
        default: return .failure(.unexpected(code: "http-\(response.status)"))
        }
        guard let payload = try? JSONDecoder().decode(Payload.self, from: response.body),
            let failure = payload.error?.value ?? payload.errors?.value?.first
        else { return nil }
        return errorResponse(failure.code?.nonBlank ?? "", reason: failure.info?.nonBlank ?? failure.text?.nonBlank)
    }

    private static func errorResponse(_ code: String, reason: String?) -> APIErrorResponse {
        switch code {
        case "ratelimited", "maxlag", "cirrussearch-too-busy-error", "search-busy": .slowDown
        case "cirrussearch-query-too-long", "toolong": .failure(.badQuery(.commonsSearchTooLong))
        case "cirrussearch-backend-error", "readonly": .failure(.server(status: 503))
        case _ where code.hasPrefix("internal_api_error"): .failure(.server(status: 500))
        case _ where code.hasPrefix("cirrussearch-") || code.hasPrefix("search-") || code.hasPrefix("gsrsearch"):
            .failure(.invalidQuery(reason: reason.map { CommonsText.plain($0) }))
        case "readapidenied", "permissiondenied", "blocked", "autoblocked": .failure(.notAllowed(needs: nil))
        default: .failure(.unexpected(code: "files-\(name(code))"))
        }
    }

    /// The part of an error code that can be shown: letters, digits and hyphens.
    private static func name(_ code: String) -> String {
        String(code.prefix(40).filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") })
    }
}
