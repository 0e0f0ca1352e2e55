/// The last query comes back at the next start.
extension SearchViewModel {
    /// The text to come back to; empty at the start page.
    public var lastQuery: String { isRestored ? text : searchedQuery?.text ?? "" }

    /// Takes over the last query of an earlier run. Nothing is asked before `resume`.
    public func restore(_ text: String, sort: SortOrder) {
        guard searchedQuery == nil, self.text.isEmpty else { return }
        self.text = text
        self.sort = sortKeys.contains(sort.key) ? sort : .bestMatch
        isRestored = wantedQuery != nil
    }

    /// Loads the results of the restored query, once, unless something else was typed or asked meanwhile.
    public func resume() {
        guard isRestored, let query = wantedQuery else { return }
        begin(query)
    }
}
