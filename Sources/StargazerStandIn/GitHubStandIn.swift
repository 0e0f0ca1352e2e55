import Foundation
import Synchronization

/// Answers like GitHub's REST API, from sample data. Works in process and behind a socket, and is thread-safe.
public final class GitHubStandIn: Sendable {
    private struct State {
        var buckets: RateLimitBuckets
        var catalog: SampleCatalog?
        var requests = 0
        /// End of the refusals in scenario `rate-limit`, in seconds since 1970; the first call sets it.
        var exhaustedUntil: [RateLimitBucket: Int] = [:]
    }
    private let options: StandInOptions
    private let reference: Date
    private let searchCache = SearchResultCache()
    private let stars = StarStore()
    private let follows = FollowStore()
    private let state: Mutex<State>

    public init(options: StandInOptions) {
        self.options = options
        reference = options.now()
        state = Mutex(State(buckets: RateLimitBuckets(limit: options.limit)))
    }

    public func response(to request: StandInRequest) -> StandInResponse {
        switch options.scenario {
        case .offline: return failedDelivery(.dropped)
        case .timeout: return failedDelivery(.never)
        default: break
        }
        let call = APICall(request, defaultBase: options.baseURL)
        if let picture = PictureEndpoint.response(to: call) { return response(picture) }
        let resource: RateLimitBucket =
            call.isQuery ? .graphQL : call.path.hasPrefix("/search/") ? .search : .core
        let refusal = RequestValidator.refusal(of: request, call)
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let isFree = refusal != nil || call.path == "/rate_limit"
        let (consumed, limited) = isFree ? (rate(of: resource, call), nil) : consume(resource, call)
        let apiResponse = refusal ?? limited ?? router(call).response()
        // A 304 does not count against the limit of a signed-in client.
        let isRefunded = apiResponse.status == 304 && call.token != nil
        let figures = isRefunded ? refund(resource, call) : consumed
        let fields = RequestValidator.headers(call, rate: figures, number: number)
        var whole = response(apiResponse, fields + TokenHeaders.headers(call, start: reference))
        if options.scenario == .cut, !whole.body.isEmpty { whole.delivery = .cut(afterBytes: whole.body.count / 2) }
        return whole
    }

    /// The catalog, created on first use. A program that only links the stand-in pays nothing.
    private var catalog: SampleCatalog {
        state.withLock { state in
            if let catalog = state.catalog { return catalog }
            var catalog = SampleCatalog(reference: reference, hasOddItems: options.hasOddItems)
            if options.scenario == .later { catalog.laterNames = LaterRepositories(catalog).names }
            state.catalog = catalog
            return catalog
        }
    }

    private func consume(_ resource: RateLimitBucket, _ call: APICall) -> (rate: RateLimitState, refusal: APIResponse?)
    {
        let now = options.now()
        let seconds = Int(now.timeIntervalSince1970)
        let refusal = call.isQuery ? QueryEndpoint.rateLimited : .rateLimited(hasToken: call.token != nil)
        if options.scenario == .rateLimit {
            let until = state.withLock { state in
                let until = state.exhaustedUntil[resource] ?? seconds + ScenarioRules.exhaustedSeconds
                state.exhaustedUntil[resource] = until
                return until
            }
            if seconds < until { return (rate(of: resource, call), refusal) }
        }
        let (isConsumed, rate) = state.withLock { $0.buckets.consume(resource, for: call.token, at: now) }
        return (rate, isConsumed ? nil : refusal)
    }

    private func refund(_ resource: RateLimitBucket, _ call: APICall) -> RateLimitState {
        state.withLock { $0.buckets.refund(resource, for: call.token) }
        return rate(of: resource, call)
    }

    /// Returns the rate limit without counting a call.
    private func rate(of resource: RateLimitBucket, _ call: APICall) -> RateLimitState {
        let now = options.now()
        return state.withLock { state in
            var rate = state.buckets.state(of: resource, for: call.token, at: now)
            if let until = state.exhaustedUntil[resource], Int(now.timeIntervalSince1970) < until {
                rate.used = rate.limit
                rate.reset = until
            }
            return rate
        }
    }

    private func router(_ call: APICall) -> Router {
        Router(
            call: call, scenario: options.scenario, search: searchCache, stars: stars, follows: follows,
            now: options.now(),
            rate: { [self] in rate(of: $0, call) }, catalog: { [self] in catalog })
    }

    private func failedDelivery(_ delivery: StandInDelivery) -> StandInResponse {
        StandInResponse(status: 0, headers: [], body: Data(), delivery: delivery, delay: options.latency)
    }

    private func response(_ apiResponse: APIResponse, _ extra: [(name: String, value: String)] = []) -> StandInResponse
    {
        let hasBody = ![204, 304].contains(apiResponse.status)
        return StandInResponse(
            status: apiResponse.status,
            headers: (hasBody ? [("content-type", apiResponse.contentType)] : []) + apiResponse.headers + extra,
            body: apiResponse.body, delivery: .full, delay: options.latency)
    }
}
