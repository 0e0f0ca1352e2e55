import Foundation

/// `GET /rate_limit`, which does not count against the limits.
enum RateLimitEndpoint {
    static func response(to call: APICall, _ state: (RateLimitBucket) -> RateLimitState) -> APIResponse {
        let core = state(.core)
        var resources = JSONObject()
        resources.set("core", json(core))
        resources.set("search", json(state(.search)))
        resources.set("graphql", json(state(.graphQL)))
        var body = JSONObject()
        body.set("resources", .object(resources))
        // The later API version has removed `rate`, the old name of `core`.
        if call.version == RequestValidator.version { body.set("rate", json(core)) }
        return .json(200, .object(body), headers: [("cache-control", "no-cache")])
    }

    private static func json(_ state: RateLimitState) -> JSON {
        var object = JSONObject()
        object.set("limit", state.limit)
        object.set("used", state.used)
        object.set("remaining", state.remaining)
        object.set("reset", state.reset)
        return .object(object)
    }
}
