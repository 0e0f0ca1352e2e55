import Foundation
import StargazerCore

/// What an answer that is not a success means. The status alone does not tell: 403 is a used-up limit, a missing
/// permission, a blocked repository or a request without a name.
enum GitHubErrorResponse {
    /// The primary limit, with what the server said of it.
    case limitExhausted
    /// A secondary limit.
    case slowDown
    case failure(CatalogFailure)

    init(_ response: HTTPResponse, headers: RateHeaders, call: GitHubCall) {
        let isSearch = call.bucket == .search
        let payload = ErrorPayload.read(response.body)
        switch response.status {
        case 401: self = .failure(.unauthorized)
        case 403, 429: self = Self.refused(response, payload: payload, headers: headers)
        case 404 where call.isWrite: self = .failure(Self.hidden(response, from: call.subject))
        case 410 where call.isWrite: self = .failure(.unexpected(code: "http-410"))
        case 404, 410: self = .failure(.gone)
        case 451: self = .failure(Self.blocked(payload))
        case 414 where isSearch: self = .failure(.invalidQuery(reason: payload.message))
        case 422 where isSearch: self = .failure(.invalidQuery(reason: payload.firstDetail ?? payload.message))
        case 500...599: self = .failure(.server(status: response.status))
        default: self = .failure(.unexpected(code: "http-\(response.status)"))
        }
    }

    private static func refused(_ response: HTTPResponse, payload: ErrorPayload, headers: RateHeaders)
        -> GitHubErrorResponse
    {
        let message = payload.message?.lowercased() ?? ""
        if payload.block != nil || message.contains("access blocked") { return .failure(blocked(payload)) }
        if message.contains("secondary rate limit") || message.contains("abuse detection") { return .slowDown }
        if message.contains("rate limit") { return .limitExhausted }
        // The last request of a window carries "remaining: 0" too, and may have been refused for another reason.
        if headers.remaining == 0, message.isEmpty || response.status == 429 { return .limitExhausted }
        if response.status == 429 || response.header("retry-after") != nil || response.header("gh-limited-by") != nil {
            return .slowDown
        }
        return .failure(.notAllowed(needs: needs(response)))
    }

    /// What the server would have accepted, as far as it says so.
    private static func needs(_ response: HTTPResponse) -> TokenPermission? {
        response.header("x-accepted-github-permissions").flatMap(TokenPermission.init(permissions:))
            ?? response.header("x-accepted-oauth-scopes").flatMap(TokenPermission.init(scopes:))
    }

    /// GitHub says "not found" to a write when the token lacks the scope for it. With the scope, something else is
    /// missing to star that it does not tell; and whom the token may follow is gone.
    private static func hidden(_ response: HTTPResponse, from subject: GitHubCall.Subject) -> CatalogFailure {
        let scopes = TokenHeaders(response).scopes
        switch subject {
        case .star:
            return .notAllowed(
                needs: TokenPermission.mayStar(scopes ?? []) ? nil : needs(response) ?? .publicRepositories)
        case .follow:
            guard let scopes, !TokenPermission.mayFollow(scopes) else { return .gone }
            return .notAllowed(needs: .userFollow)
        }
    }

    private static func blocked(_ payload: ErrorPayload) -> CatalogFailure {
        .blocked(reason: payload.block?.reason, link: WebLink.url(payload.block?.htmlUrl))
    }
}
