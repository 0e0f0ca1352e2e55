/// Words that a service offers to search for. Asking for them is merely nice: who cannot be answered shows none.
public protocol TrendingSearches: Sendable {
    /// What many search for just now, the most wanted first.
    func trending() async throws(CatalogFailure) -> [String]
    /// Searches that somebody who typed this may mean, or like as well.
    func matching(_ typed: String) async throws(CatalogFailure) -> [String]
}
