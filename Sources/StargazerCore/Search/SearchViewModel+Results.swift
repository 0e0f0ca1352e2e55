/// The loaded results, and loading more of them.
extension SearchViewModel {
    /// Loads the next batch if there is one and nothing is loading.
    public func loadNextBatch() { list.loadNext() }

    /// Prefetches the next batch near the end of the list. Not while a filter is active: the end is then always near.
    public func didApproachEnd() {
        if ItemFilter(filter ?? "").isBlank { list.loadNext(at: .prefetch) }
    }

    /// Loads results beyond the API's limit, where the catalog supports it.
    public func loadBeyondResultLimit() { list.loadBeyondLimit() }

    /// Retries a failed batch.
    public func retryBatch() { list.retryNextBatch() }

    /// Repeats what failed and may succeed now.
    func retry(after change: ServiceChange) {
        switch phase {
        case .failed(let content) where content.failure.mayPass(after: change): tryAgain()
        case .results(_, notice: let content?) where content.failure.mayPass(after: change): tryAgain()
        default: break
        }
    }

    public func restoreText() { queryChanged(searchedQuery?.text ?? "") }

    /// Records the search of an opened result in the history.
    public func itemOpened(_ id: ItemID) {
        if let query = list.answered, list.item(for: id) != nil { history.record(query.text) }
    }

    /// Returns the item of a result row.
    public func item(for id: ItemID) -> Item? { list.item(for: id) ?? matchingFavorites.item(for: id) }

    /// The query of the visible results and their first batch, if the server has answered.
    var answer: (query: SearchQuery, first: ResultBatch)? {
        guard case .shown(nil) = list.stage, let query = list.answered, query == searchedQuery else { return nil }
        return list.firstBatch.map { (query, $0) }
    }
}
