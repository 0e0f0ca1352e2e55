import StargazerCore

/// Search suggestions of Wikimedia Commons: subjects that have a category. It has no trending searches.
struct CommonsSearchTerms: SearchTerms {
    private let client: CommonsClient

    init(_ client: CommonsClient) { self.client = client }

    func trending() async throws(CatalogFailure) -> [String] { [] }

    func matching(_ typed: String) async throws(CatalogFailure) -> [String] {
        guard typed.count <= CommonsSearchText.longest else { return [] }
        return try await client.categories(beginningWith: typed)
    }
}
