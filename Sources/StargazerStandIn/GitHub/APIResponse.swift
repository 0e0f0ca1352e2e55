import Foundation

/// The answer to a call, without the headers that every answer has.
struct APIResponse: Sendable {
    var status: Int
    var headers: [(name: String, value: String)] = []
    var body: Data
    var contentType = "application/json; charset=utf-8"

    static func json(_ status: Int = 200, _ json: JSON, headers: [(name: String, value: String)] = []) -> APIResponse {
        APIResponse(status: status, headers: headers, body: json.data)
    }

    /// Returns GitHub's error body: message, address of the documentation, and the status as a string.
    static func failure(
        _ status: Int, _ message: String, documentation: String = "https://docs.github.com/rest",
        errors: [JSON] = [], headers: [(name: String, value: String)] = []
    ) -> APIResponse {
        var body = JSONObject()
        body.set("message", message)
        if !errors.isEmpty { body.set("errors", .array(errors)) }
        body.set("documentation_url", documentation)
        body.set("status", String(status))
        return .json(status, .object(body), headers: headers)
    }
}

/// GitHub's documented and observed errors.
extension APIResponse {
    static let noUserAgent = failure(
        403, "Request forbidden by administrative rules. Please make sure your request has a User-Agent header.",
        documentation: "https://docs.github.com/rest/overview/resources-in-the-rest-api#user-agent-required")
    static let badCredentials = failure(401, "Bad credentials")
    static let authenticationMissing = failure(401, "Requires authentication")
    static let badGateway = APIResponse(
        status: 502,
        body: Data("<html><head><title>502 Bad Gateway</title></head><body>Bad Gateway</body></html>\n".utf8),
        contentType: "text/html; charset=utf-8")
    static let noContent = APIResponse(status: 204, body: Data())
    static let notFound = failure(404, "Not Found")
    static let noSuchRepository = failure(
        404, "Not Found", documentation: "https://docs.github.com/rest/repos/repos#get-a-repository")
    static let beyondThousand = failure(
        422, "Only the first 1000 search results are available",
        documentation: "https://docs.github.com/v3/search/")

    /// - Parameter permissions: The permissions that a fine-grained token would need.
    static func notPermitted(_ permissions: String) -> APIResponse {
        failure(
            403, "Resource not accessible by personal access token",
            headers: [("x-accepted-github-permissions", permissions)])
    }

    static func unknownVersion(_ version: String) -> APIResponse {
        failure(
            400, "`\(version)` is not a version of this API",
            documentation: "https://docs.github.com/rest/about-the-rest-api/api-versions")
    }

    /// Returns 422 for an invalid `q`. Without a reason GitHub gives only the code.
    static func badQuery(code: String = "invalid", _ reason: String? = nil) -> APIResponse {
        var error = JSONObject()
        if let reason { error.set("message", reason) }
        error.set("resource", "Search")
        error.set("field", "q")
        error.set("code", code)
        return failure(
            422, "Validation Failed", documentation: "https://docs.github.com/v3/search/", errors: [.object(error)])
    }

    static func movedPermanently(to location: String) -> APIResponse {
        var body = JSONObject()
        body.set("message", "Moved Permanently")
        body.set("url", location)
        body.set(
            "documentation_url",
            "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects")
        return .json(301, .object(body), headers: [("location", location)])
    }

    static func rateLimited(hasToken: Bool) -> APIResponse {
        let whom = hasToken ? "user ID 1." : "127.0.0.1."
        let advice = " (But here's the good news: Authenticated requests get a higher rate limit.)"
        return failure(
            403, "API rate limit exceeded for \(whom)\(hasToken ? "" : advice)",
            documentation: "https://docs.github.com/rest/overview/rate-limits-for-the-rest-api")
    }
}
