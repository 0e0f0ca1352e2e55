/// What was searched for before, to be offered again.
extension SearchViewModel {
    /// Newest first.
    public var recentQueries: [String] { history.queries }

    /// - Parameter done: called with what was cleared, for `putBackHistory`.
    public func clearHistory(done: @escaping (Result<[String], LibraryFailure>) -> Void = { _ in }) {
        history.clear(done: done)
    }

    public func putBackHistory(_ cleared: [String]) { history.putBack(cleared) }
}

extension String {
    /// Letters enough to find something by; a Chinese, Japanese or Korean character is a word.
    var isWorthSearching: Bool {
        count >= SearchViewModel.fewestLetters || unicodeScalars.contains { $0.value >= 0x2E80 }
    }
}
