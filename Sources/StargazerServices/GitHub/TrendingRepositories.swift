import Foundation
import StargazerCore

/// Trending repositories.
///
/// GitHub's API has no such list. This uses a public search instead: repositories created since a date, most stars
/// first.
final class TrendingRepositories: TrendingItems {
    let periods = TrendingPeriod.allCases
    let filterQualifier: QualifierName? = .language

    private let client: GitHubClient

    init(client: GitHubClient) { self.client = client }

    /// Number of trending repositories, which are also the source of the trending topics.
    private static let batchSize = 100
    /// A topic of a single repository is not a trend.
    private static let minimumTopicCount = 2

    func query(_ choice: TrendingChoice, now: Date) -> SearchQuery {
        let day = Self.since(choice.period, now: now).formatted(.iso8601.year().month().day())
        let language = choice.filterValue.flatMap(RepositoryQualifier.language).map { " \($0)" } ?? ""
        return SearchQuery(text: "created:>=\(day)\(language)", sort: SortOrder(.stars), batchSize: Self.batchSize)
    }

    func cached(_ choice: TrendingChoice) async -> TrendingBatch? {
        await RequestContext.$current.withValue(RequestContext(cachePolicy: .cacheOnly)) { try? await ask(choice) }
    }

    func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch {
        let now = client.now
        let url = GitHubEndpoint.repositorySearch(query(choice, now: now)).url(on: client.server)
        let response = try await client.get(url, bucket: .search, cachedAs: name(choice))
        return try batch(response, choice, at: response.cached?.at ?? now)
    }

    /// Returns the cache key. The URL contains a date and changes every day.
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

    /// Returns the topics of two or more repositories, most frequent first.
    private static func terms(of items: [Item]) -> [TrendingTerm] {
        var counts: [String: Int] = [:]
        for item in items { for topic in Set(item.repository?.topics ?? []) { counts[topic, default: 0] += 1 } }
        return counts.filter { $0.value >= minimumTopicCount }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .compactMap { topic, _ in RepositoryQualifier.topic(topic).map { TrendingTerm(topic, query: $0) } }
    }

    /// Returns the start of the day in UTC, as GitHub reads a date without a time.
    private static func since(_ period: TrendingPeriod, now: Date) -> Date {
        let day: TimeInterval = 24 * 3600
        let today = (now.timeIntervalSince1970 / day).rounded(.down)
        return Date(timeIntervalSince1970: (today - Double(period.days)) * day)
    }
}
