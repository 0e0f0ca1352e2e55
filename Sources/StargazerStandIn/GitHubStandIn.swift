import Foundation
import Synchronization

/// Answers as GitHub's REST API would, from sample data. Used in process and behind a socket; safe from any thread.
public final class GitHubStandIn: Sendable {
    private struct State {
        var buckets: RateBuckets
        var catalog: SampleCatalog?
        var requests = 0
        /// Until when the `rate-limit` scenario refuses, in seconds since 1970; set by the first call.
        var exhaustedUntil: [RateResource: Int] = [:]
    }
    private let options: StandInOptions
    private let reference: Date
    private let memory = SearchMemory()
    private let state: Mutex<State>

    public init(options: StandInOptions) {
        self.options = options
        reference = options.now()
        state = Mutex(State(buckets: RateBuckets(limit: options.limit)))
    }

    public func answer(_ request: StandInRequest) -> StandInResponse {
        switch options.scenario {
        case .offline: return silence(.dropped)
        case .timeout: return silence(.never)
        default: break
        }
        let call = Call(request, defaultBase: options.baseURL)
        if let picture = PictureEndpoint.answer(call) { return response(picture) }
        let resource: RateResource = call.path == "/search/repositories" ? .search : .core
        let refusal = Gate.refusal(of: request, call)
        let number = state.withLock { state in
            state.requests += 1
            return state.requests
        }
        let (rate, limited) = pay(resource, call, isFree: refusal != nil)
        let answer = refusal ?? limited ?? route(call)
        var whole = response(answer, Gate.headers(request, rate: rate, number: number))
        if options.scenario == .cut { whole.delivery = .cut(afterBytes: whole.body.count / 2) }
        return whole
    }

    /// The catalog is made when it is first needed: a program that only links the stand-in pays nothing.
    private var catalog: SampleCatalog {
        state.withLock { state in
            if let catalog = state.catalog { return catalog }
            let catalog = SampleCatalog(reference: reference)
            state.catalog = catalog
            return catalog
        }
    }

    private func pay(_ resource: RateResource, _ call: Call, isFree: Bool) -> (rate: RateState, refusal: Answer?) {
        let now = options.now()
        let seconds = Int(now.timeIntervalSince1970)
        return state.withLock { state in
            if isFree { return (state.buckets.state(of: resource, for: call.token, at: now), nil) }
            let refusal = Answer.rateLimited(hasToken: call.token != nil)
            if options.scenario == .rateLimit {
                let until = state.exhaustedUntil[resource] ?? seconds + ScenarioRules.exhaustedSeconds
                state.exhaustedUntil[resource] = until
                if seconds < until {
                    var rate = state.buckets.state(of: resource, for: call.token, at: now)
                    rate.used = rate.limit
                    rate.reset = until
                    return (rate, refusal)
                }
            }
            let (paid, rate) = state.buckets.pay(resource, for: call.token, at: now)
            return (rate, paid ? nil : refusal)
        }
    }

    private func route(_ call: Call) -> Answer {
        let scenario = options.scenario
        let parts = call.parts
        guard call.method == "GET" || call.method == "HEAD" else {
            return ScenarioRules.fault(scenario, .other) ?? .notFound
        }
        switch (parts.first, parts.count) {
        case ("search", 2) where parts[1] == "repositories":
            return ScenarioRules.fault(scenario, .search)
                ?? SearchEndpoint(call: call, catalog: catalog, scenario: scenario, memory: memory).answer()
        case ("repos", 3):
            return ScenarioRules.fault(scenario, .repository)
                ?? RepositoryEndpoint(call: call, catalog: catalog, scenario: scenario)
                .answer(fullName: "\(parts[1])/\(parts[2])")
        case ("repositories", 2):
            return ScenarioRules.fault(scenario, .repository)
                ?? RepositoryEndpoint(call: call, catalog: catalog, scenario: scenario).answer(id: parts[1])
        case ("", 1), (nil, 0):
            return ScenarioRules.fault(scenario, .other) ?? RootEndpoint.answer(call)
        default:
            return ScenarioRules.fault(scenario, .other) ?? .notFound
        }
    }

    private func silence(_ delivery: StandInDelivery) -> StandInResponse {
        StandInResponse(status: 0, headers: [], body: Data(), delivery: delivery, delay: options.latency)
    }

    private func response(_ answer: Answer, _ extra: [(name: String, value: String)] = []) -> StandInResponse {
        StandInResponse(
            status: answer.status, headers: [("content-type", answer.contentType)] + answer.headers + extra,
            body: answer.body, delivery: .whole, delay: options.latency)
    }
}
