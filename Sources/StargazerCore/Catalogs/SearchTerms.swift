/// Search terms that a service suggests. They are optional: after a failure, none are shown.
public protocol SearchTerms: Sendable {
    /// Returns the current trending searches, most popular first.
    func trending() async throws(CatalogFailure) -> [String]
    /// Returns searches related to a typed text.
    func matching(_ typed: String) async throws(CatalogFailure) -> [String]
}
