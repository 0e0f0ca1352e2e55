import Foundation
import StargazerCore
import StargazerLibrary

/// The meaning of an error: 403 can be an exhausted limit, a missing permission or user agent, a blocked repository.
enum GitHubErrorResponse {
    /// The primary rate limit, with the values of its headers.
    case limitExhausted
    /// A secondary rate limit.
    case slowDown
    case failure(CatalogFailure)

    init(_ response: HTTPResponse, headers: RateHeaders, call: GitHubCall) {
        let isSearch = call.bucket == .search
        let payload = ErrorPayload.read(response.body)
        // The meanings that GitHub documents hold for its own errors alone, which are JSON with a message.
        switch response.status {
        case 500...599: self = .failure(.server(status: response.status))
        case 403, 429:
            self =
                Self.limit(response, payload: payload, headers: headers)
                ?? .failure(
                    payload.isGitHub ? Self.refused(response, payload: payload, call: call) : Self.unknown(response))
        case 414 where isSearch: self = .failure(.invalidQuery(reason: payload.message))
        case _ where !payload.isGitHub: self = .failure(Self.unknown(response))
        case 401: self = .failure(.unauthorized)
        case 404 where call.isWrite: self = .failure(Self.hidden(response, from: call.subject))
        case 410 where call.isWrite: self = .failure(Self.unknown(response))
        case 404, 410: self = .failure(.gone)
        case 451: self = .failure(Self.blocked(payload))
        case 422 where isSearch: self = .failure(.invalidQuery(reason: payload.firstDetail ?? payload.message))
        default: self = .failure(Self.unknown(response))
        }
    }

    /// An error that says nothing about the item, the token or the change, such as that of a gateway on the way.
    private static func unknown(_ response: HTTPResponse) -> CatalogFailure {
        .unreadable(code: "http-\(response.status)")
    }

    /// Returns the rate limit that an error reports; nil for every other error.
    private static func limit(_ response: HTTPResponse, payload: ErrorPayload, headers: RateHeaders)
        -> GitHubErrorResponse?
    {
        guard !payload.isBlock else { return nil }
        let message = payload.message?.lowercased() ?? ""
        if message.contains("secondary rate limit") || message.contains("abuse detection") { return .slowDown }
        if message.contains("rate limit") { return .limitExhausted }
        // The last request of a window also carries "remaining: 0", and its error can have another reason.
        if headers.remaining == 0, message.isEmpty || response.status == 429 { return .limitExhausted }
        if response.status == 429 || response.header("retry-after") != nil || response.header("gh-limited-by") != nil {
            return .slowDown
        }
        return nil
    }

    private static func refused(_ response: HTTPResponse, payload: ErrorPayload, call: GitHubCall) -> CatalogFailure {
        if payload.isBlock { return blocked(payload) }
        let signOn = response.header("x-github-sso")
        if var refusal = TokenRefusal(message: payload.message ?? "", signOn: signOn) {
            refusal.organization = refusal.organization ?? call.owner
            return .tokenRefused(refusal)
        }
        return .notAllowed(needs: needs(response))
    }

    /// Returns the permission that the server would have accepted, if it names one.
    private static func needs(_ response: HTTPResponse) -> TokenPermission? {
        response.header("x-accepted-github-permissions").flatMap(TokenPermission.init(permissions:))
            ?? response.header("x-accepted-oauth-scopes").flatMap(TokenPermission.init(scopes:))
    }

    /// GitHub answers a write with 404 when the token lacks the scope. With the scope, starring lacks another
    /// permission that GitHub does not name, and following means that the account is gone.
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

extension TokenRefusal {
    /// What GitHub's messages about organizations that refuse a token say.
    private static let phrases = [
        "saml enforcement", "forbids access via", "ip allow list", "access restrictions",
        "appear to have the correct authorization credentials",
    ]

    /// Returns nil for another error.
    /// - Parameter signOn: the header `X-GitHub-SSO`: `required; url=…`.
    init?(message: String, signOn: String? = nil) {
        let text = message.lowercased()
        let needsSignOn = signOn?.lowercased().hasPrefix("required") == true || text.contains(Self.phrases[0])
        guard needsSignOn || Self.phrases.contains(where: text.contains) else { return nil }
        let page = needsSignOn ? signOn.flatMap(Self.page) : nil
        self.init(
            organization: Self.quotedName(message) ?? page.flatMap(Self.organization), message: message,
            needsSignOn: needsSignOn, page: page)
    }

    /// Returns the address of a field, if it is one of GitHub's website.
    private static func page(_ field: String) -> URL? {
        guard let start = field.range(of: "url=", options: .caseInsensitive)?.upperBound,
            let url = URL(string: field[start...].trimmingCharacters(in: .whitespaces)), url.scheme == "https",
            url.host() == GitHubServer.gitHub.webHost, url.user() == nil, url.password() == nil, url.port == nil
        else { return nil }
        return url
    }

    private static func organization(_ page: URL) -> String? {
        let parts = page.pathComponents
        guard parts.count > 2, ["orgs", "enterprises"].contains(parts[1]) else { return nil }
        return Login(parts[2])?.text
    }

    /// Returns the name in a sentence such as "`tea-lab` forbids …".
    private static func quotedName(_ message: String) -> String? {
        message.firstMatch(of: /[`'"]([A-Za-z0-9][A-Za-z0-9_-]*)[`'"]/).flatMap { Login(String($0.1))?.text }
    }
}

/// The body of an error response. Every field is optional: the body can be HTML or have another structure.
struct ErrorPayload: Decodable {
    struct Block: Decodable {
        let reason: String?
        let htmlUrl: String?

        private enum CodingKeys: String, CodingKey {
            case reason
            case htmlUrl = "html_url"
        }
    }

    private struct Detail: Decodable {
        let message: String?
    }

    private enum Key: CodingKey {
        case message, errors, block
    }

    let message: String?
    let block: Block?
    /// GitHub's message about the first error.
    let firstDetail: String?

    /// Whether the body has the form of GitHub's errors.
    var isGitHub: Bool { message != nil }
    var isBlock: Bool { block != nil || message?.lowercased().contains("access blocked") == true }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        message = try? fields.decode(String.self, forKey: .message)
        block = try? fields.decode(Block.self, forKey: .block)
        let details = try? fields.decode([Detail].self, forKey: .errors)
        let sentences = try? fields.decode([String].self, forKey: .errors)
        firstDetail = details?.lazy.compactMap(\.message).first ?? sentences?.first
    }

    private init() {
        message = nil
        block = nil
        firstDetail = nil
    }

    /// Decodes a body; one that cannot be decoded gives an empty payload.
    static func read(_ body: Data) -> ErrorPayload {
        (try? JSONDecoder().decode(ErrorPayload.self, from: body)) ?? ErrorPayload()
    }
}

/// The `errors` of a GraphQL response, which come with status 200.
struct GraphQLErrors: Decodable {
    struct Entry: Decodable {
        /// Such as `NOT_FOUND`; nil for errors of the query itself.
        let type: String?
        let message: String
        /// The alias of the part that failed; nil when the whole query did.
        let alias: String?

        private enum Key: CodingKey { case type, message, path }

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            type = try? fields.decode(String.self, forKey: .type)
            message = (try? fields.decode(String.self, forKey: .message)) ?? ""
            var path = try? fields.nestedUnkeyedContainer(forKey: .path)
            alias = try? path?.decode(String.self)
        }
    }

    private let errors: [Lenient<Entry>]?

    var entries: [Entry] { errors?.compactMap(\.value) ?? [] }

    /// Whether the server ran out of time or resources, so that a smaller query may succeed.
    var isTooMuch: Bool {
        entries.contains { entry in
            let message = entry.message.lowercased()
            return entry.type?.hasPrefix("RESOURCE_LIMIT") == true
                || ["something went wrong", "resource limits", "timeout", "timed out"].contains(where: message.contains)
        }
    }

    /// Returns the rate limit that a response reports; nil for every other response.
    static func limit(in response: HTTPResponse) -> GitHubErrorResponse? {
        // The status and the headers explain an error.
        guard response.status == 200, let errors = try? JSONDecoder().decode(GraphQLErrors.self, from: response.body)
        else { return nil }
        for entry in errors.entries {
            if ["RATE_LIMIT", "RATE_LIMITED"].contains(entry.type) { return .limitExhausted }
            if entry.message.lowercased().contains("secondary rate limit") { return .slowDown }
        }
        return nil
    }
}
