import Foundation
import StargazerCore
import StargazerLibrary

/// The pages of GitHub's lists and searches: their URLs and how they end.
enum SearchPages {
    /// Returns the URL of a page: the endpoint's for the first, else the server's link, which must stay on the server.
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

    /// Returns whether another page follows this one of a list.
    /// - Throws: for a page that links to itself. It would load forever, and what follows it is unknown.
    static func end(of response: HTTPResponse, requested url: URL) throws(CatalogFailure) -> BatchEnd {
        let next = LinkHeader(response.header("link")).url("next", relativeTo: response.url)
        guard let next else { return .complete }
        guard next != url else { throw .unreadable(code: "page-loop") }
        return .more(BatchCursor(next.absoluteString))
    }

    /// Returns whether another page follows this one of a search, or whether the search limit ends it.
    static func end(
        of response: HTTPResponse, requested url: URL, total: Int
    ) throws(CatalogFailure) -> BatchEnd {
        let end = try end(of: response, requested: url)
        guard end == .complete else { return end }
        return total > max(GitHubEndpoint.resultLimit, resultCount(through: url))
            ? .resultLimit(limit: GitHubEndpoint.resultLimit) : .complete
    }

    /// Returns the empty last batch if the failure means that the search limit is reached, or throws the failure.
    static func batch(
        insteadOf failure: CatalogFailure, isFirst: Bool
    ) throws(CatalogFailure) -> ResultBatch {
        // A search cannot be gone: the URL is not that of an API.
        if failure == .gone { throw .unexpected(code: "http-404") }
        guard !isFirst, case .invalidQuery(let reason?) = failure, isCeiling(reason) else { throw failure }
        return ResultBatch(items: [], total: nil, end: .resultLimit(limit: GitHubEndpoint.resultLimit))
    }

    /// Returns how many results the pages up to this one hold. With 30 per page, the last ends at 1,020.
    private static func resultCount(through url: URL) -> Int {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.percentEncodedQueryItems ?? []
        let number = { (name: String) in items.first { $0.name == name }?.value.flatMap { Int($0) } }
        let (resultCount, isTooLarge) = (number("page") ?? 1).multipliedReportingOverflow(by: number("per_page") ?? 30)
        return isTooLarge ? .max : resultCount
    }

    /// Whether the reason of a 422 is that the page starts beyond the search limit.
    private static func isCeiling(_ reason: String) -> Bool {
        reason.hasPrefix("Only the first") && reason.contains("search results are available")
    }
}
