/// Filters the loaded results by the words that rows show. Sends no requests.
extension SearchViewModel {
    /// Opens the filter.
    /// - Returns: whether there are results to filter.
    @discardableResult
    public func beginFilter() -> Bool {
        guard phase.shownResults != nil else { return false }
        if filter == nil { filter = "" }
        return true
    }

    public func filterChanged(_ text: String) {
        guard let filter, text != filter else { return }
        self.filter = text
        render()
    }

    /// Closes the filter and shows all results.
    public func endFilter() {
        guard filter != nil else { return }
        filter = nil
        render()
    }
}
