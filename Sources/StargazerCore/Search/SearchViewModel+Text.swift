import Foundation

/// What becomes the text without being typed, and where it is kept.
extension SearchViewModel {
    public func searchAgain(recent text: String) { edit(text, searches: true) }

    /// Searches for what is in the entry and these words as well, which may be a qualifier. What is there already is not
    /// repeated.
    public func searchAgain(adding words: String) {
        let known = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let hasThem = " \(known) ".range(of: " \(words) ", options: .caseInsensitive) != nil
        edit(hasThem || known.isEmpty ? (known.isEmpty ? words : known) : "\(known) \(words)", searches: true)
    }

    /// What was searched for before, newest first.
    public var recentQueries: [String] { history.queries }

    /// - Parameter done: called with what was cleared, for `putBackHistory`.
    public func clearHistory(done: @escaping (Result<[String], LibraryFailure>) -> Void = { _ in }) {
        history.clear(done: done)
    }

    public func putBackHistory(_ cleared: [String]) { history.putBack(cleared) }
}
