import Foundation
import StargazerCore

/// The meaning of a GitHub error response. The status is not enough: 403 can be an exhausted limit, a missing
/// permission, a blocked repository or a missing user agent.
enum GitHubErrorResponse {
    /// The primary rate limit, with the values of its headers.
    case limitExhausted
    /// A secondary rate limit.
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
        // The last request of a window also carries "remaining: 0", and its error can have another reason.
        if headers.remaining == 0, message.isEmpty || response.status == 429 { return .limitExhausted }
        if response.status == 429 || response.header("retry-after") != nil || response.header("gh-limited-by") != nil {
            return .slowDown
        }
        return .failure(.notAllowed(needs: needs(response)))
    }

    /// Returns the permission that the server would have accepted, if it names one.
    private static func needs(_ response: HTTPResponse) -> TokenPermission? {
        response.header("x-accepted-github-permissions").flatMap(TokenPermission.init(permissions:))
            ?? response.header("x-accepted-oauth-scopes").flatMap(TokenPermission.init(scopes:))
    }

    /// Maps a 404 after a write.
    ///
    /// GitHub sends it when the token lacks the scope. With the right scope, starring lacks another permission that
    /// GitHub does not name, and following means that the account is gone.
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
