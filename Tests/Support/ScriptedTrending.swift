public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Trending items that answer as a test scripts them, and record the requests.
public final class ScriptedTrending: TrendingItems {
    private struct State {
        var requested: [TrendingChoice] = []
        var urgencies: [RequestPriority] = []
        var cached: [TrendingChoice: TrendingBatch] = [:]
        var reply: (@Sendable (TrendingChoice) -> Result<TrendingBatch, CatalogFailure>)?
        var waiting: [CheckedContinuation<Result<TrendingBatch, CatalogFailure>, Never>] = []
    }

    public let periods: [TrendingPeriod]
    public let filterQualifier: QualifierName?
    private let state = Mutex(State())

    public init(periods: [TrendingPeriod] = TrendingPeriod.allCases, filterQualifier: QualifierName? = nil) {
        self.periods = periods
        self.filterQualifier = filterQualifier
    }

    public var requested: [TrendingChoice] { state.withLock { $0.requested } }

    /// The priorities of the requests, in order.
    public var urgencies: [RequestPriority] { state.withLock { $0.urgencies } }

    public func stubCached(_ batch: TrendingBatch, for choice: TrendingChoice) {
        state.withLock { $0.cached[choice] = batch }
    }

    /// Answers each request at once.
    public func reply(_ reply: @escaping @Sendable (TrendingChoice) -> Result<TrendingBatch, CatalogFailure>) {
        state.withLock { $0.reply = reply }
    }

    /// Answers the oldest waiting request as soon as there is one.
    public func respond(_ response: Result<TrendingBatch, CatalogFailure>) async {
        await eventually("a question") { state.withLock { !$0.waiting.isEmpty } }
        state.withLock { $0.waiting.removeFirst() }.resume(returning: response)
    }

    public func query(_ choice: TrendingChoice, now: Date) -> SearchQuery {
        SearchQuery(text: "last:\(choice.period.days) \(choice.filterValue ?? "")", sort: ItemOrder(.stars))
    }

    public func cached(_ choice: TrendingChoice) async -> TrendingBatch? { state.withLock { $0.cached[choice] } }

    public func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch {
        let reply = state.withLock { state in
            state.requested.append(choice)
            state.urgencies.append(RequestContext.current.priority)
            return state.reply
        }
        if let reply { return try reply(choice).get() }
        let response = await withCheckedContinuation { continuation in
            state.withLock { $0.waiting.append(continuation) }
        }
        return try response.get()
    }
}

extension TrendingBatch {
    /// Returns a batch of items by their numbers.
    public static func sample(
        _ numbers: some Sequence<Int>, at: Date, terms: [TrendingTerm] = [], failure: CatalogFailure? = nil
    ) -> TrendingBatch {
        TrendingBatch(items: numbers.map { .sample($0) }, terms: terms, since: at, at: at, failure: failure)
    }
}
