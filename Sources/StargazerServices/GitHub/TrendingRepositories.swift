import Foundation
import StargazerCore

/// GitHub has no list of what is trending for programs. In its place stands a search that anybody can repeat: what was
/// created since a day, most stars first.
final class TrendingRepositories: TrendingItems {
    let periods = TrendingPeriod.allCases
    let filterQualifier: QualifierName? = .language

    private let client: GitHubClient

    init(client: GitHubClient) { self.client = client }

    /// Of what is trending and what many of it have in common, no more is looked at.
    private static let batchSize = 100
    /// A topic of a single one says nothing of the others.
    private static let minimumTopicCount = 2

    func query(_ choice: TrendingChoice, now: Date) -> SearchQuery {
        let day = Self.since(choice.period, now: now).formatted(.iso8601.year().month().day())
        let language = choice.filterValue.flatMap(RepositoryQualifier.language).map { " \($0)" } ?? ""
        return SearchQuery(text: "created:>=\(day)\(language)", sort: SortOrder(.stars), batchSize: Self.batchSize)
    }

    func cached(_ choice: TrendingChoice) async -> TrendingBatch? {
        var batch = await RequestContext.$current.withValue(RequestContext(.cacheOnly)) { try? await ask(choice) }
        // Nothing was asked of the server that could have failed.
        batch?.failure = nil
        return batch
    }

    func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch {
        let now = client.now
        let url = GitHubEndpoint.repositorySearch(query(choice, now: now)).url(on: client.server)
        let response = try await client.get(url, bucket: .search, cachedAs: name(choice))
        return try batch(response, choice, at: response.cached?.at ?? now)
    }

    /// Tomorrow the same choice has another address.
    private func name(_ choice: TrendingChoice) -> String {
        "trending \(client.server.host) \(choice.period) \(choice.filterValue ?? "")"
    }

    private func batch(
        _ response: HTTPResponse, _ choice: TrendingChoice, at: Date
    ) throws(CatalogFailure) -> TrendingBatch {
        let payload = try ResponseJSON.read(RepositorySearchPayload.self, from: response.body, what: "trending")
        let items = payload.items.prefix(Self.batchSize).map { Item($0, host: client.server.host) }
        return TrendingBatch(
            items: items, terms: Self.terms(of: items), since: Self.since(choice.period, now: at), at: at,
            failure: response.cached?.failure)
    }

    /// The topics of several, most often first.
    private static func terms(of items: [Item]) -> [TrendingTerm] {
        var counts: [String: Int] = [:]
        for item in items { for topic in Set(item.repository?.topics ?? []) { counts[topic, default: 0] += 1 } }
        return counts.filter { $0.value >= minimumTopicCount }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .compactMap { topic, _ in RepositoryQualifier.topic(topic).map { TrendingTerm(topic, query: $0) } }
    }

    /// The day's beginning in UTC, as GitHub takes a date without a time.
    private static func since(_ period: TrendingPeriod, now: Date) -> Date {
        let day: TimeInterval = 24 * 3600
        let today = (now.timeIntervalSince1970 / day).rounded(.down)
        return Date(timeIntervalSince1970: (today - Double(period.days)) * day)
    }
}
