import Foundation
import StargazerCore

/// The pages of a search, whatever is searched for: where each is asked for, and how they end.
enum SearchPages {
    /// The first page is asked for by hand, every other by the address that the server gave, if it is its own.
    static func address(
        _ first: GitHubEndpoint, after next: String?, on server: GitHubServer
    ) throws(CatalogFailure) -> URL {
        guard let next else {
            guard let url = first.url(on: server) else { throw .unexpected(code: "address") }
            return url
        }
        guard let url = URL(string: next), server.owns(url) else { throw .unreadable(code: "search-link") }
        return url
    }

    static func end(of response: HTTPResponse, asked url: URL, total: Int) -> BatchEnd {
        let next = LinkHeader(response.header("link")).url("next", relativeTo: response.url)
        // A page that names itself as the next would be loaded for ever.
        if let next, next != url { return .more(BatchCursor(next.absoluteString)) }
        return total > max(GitHubEndpoint.resultLimit, resultCount(through: url))
            ? .resultLimit(limit: GitHubEndpoint.resultLimit) : .complete
    }

    /// What a refused page means for the walk; the failure itself where it means no more than that.
    static func batch(
        insteadOf failure: CatalogFailure, isFirst: Bool
    ) throws(CatalogFailure) -> ResultBatch {
        // A search is not a thing that can go: the address is no API's.
        if failure == .gone { throw .unexpected(code: "http-404") }
        guard !isFirst, case .invalidQuery(let reason?) = failure, isCeiling(reason) else { throw failure }
        return ResultBatch(items: [], total: nil, end: .resultLimit(limit: GitHubEndpoint.resultLimit))
    }

    /// How many results the pages up to this one hold: the last page of 30 ends at 1,020.
    private static func resultCount(through url: URL) -> Int {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        let number = { (name: String) in items.first { $0.name == name }?.value.flatMap { Int($0) } }
        let (resultCount, isTooLarge) = (number("page") ?? 1).multipliedReportingOverflow(by: number("per_page") ?? 30)
        return isTooLarge ? .max : resultCount
    }

    /// The page that would begin beyond the ceiling is refused with a 422 of its own.
    private static func isCeiling(_ reason: String) -> Bool {
        reason.hasPrefix("Only the first") && reason.contains("search results are available")
    }
}
