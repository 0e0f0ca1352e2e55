/// Narrowing what has been loaded to what has some words in its name. Nothing is asked of anybody for it.
extension SearchViewModel {
    /// A filter is wished for.
    /// - Returns: whether there is anything to narrow.
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

    /// All results show again.
    public func endFilter() {
        guard filter != nil else { return }
        filter = nil
        render()
    }
}
