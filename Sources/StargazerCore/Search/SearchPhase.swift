import StargazerLibrary

public enum SearchPhase: Equatable, Sendable {
    /// No search is active.
    case start
    /// Previous results stay until the new ones replace them in one step. `isSlow` after 500 ms, when a spinner shows.
    case searching(previous: ResultsContent?, isSlow: Bool)
    /// `notice` is a later search that failed while these results stay.
    case results(ResultsContent, notice: FailureContent?)
    case empty(query: String)
    /// The search failed, and there are no results to show.
    case failed(FailureContent)

    public var isAsking: Bool {
        if case .searching = self { return true }
        return false
    }

    /// Whether there are items, or may be once the answer arrives.
    var mayHaveItems: Bool {
        switch self {
        case .empty, .failed: false
        case .start, .searching, .results: true
        }
    }

    /// The visible results, current or previous; nil when there are none.
    public var shownResults: ResultsContent? {
        switch self {
        case .searching(let previous, _): previous
        case .results(let results, _): results
        case .start, .empty, .failed: nil
        }
    }
}

extension SearchPhase {
    /// The state of a list of results.
    /// - Parameters:
    ///   - requested: the text that is searched for, or would be if the rate limit allowed it.
    ///   - new: which results are new, for a saved search.
    ///   - filter: the words that shown rows contain; nil while the filter is closed.
    ///   - resultLimit: the API's documented limit, known before it is reached.
    @MainActor init(
        _ list: BatchedList<SearchQuery>, requested: String?, new: NewResults?, filter: String?, resultLimit: Int?,
        formats: Formats
    ) {
        let older = list.shownQuery.flatMap { requested == nil || requested == $0.text ? nil : $0.text }
        var content = list.results?.content(
            formats: formats, catalogResultLimit: resultLimit, footer: list.footer, olderQuery: older,
            cacheAge: list.cacheAge)
        if let new, new.query == list.shownQuery { content = content?.marking(new) }
        if let filter { content = content?.filtered(to: filter, formats: formats) }
        self =
            switch list.stage {
            case .start: .start
            case .loading(let isSlow): .searching(previous: content, isSlow: isSlow)
            case .shown(let notice): content.map { .results($0, notice: notice) } ?? .start
            case .empty: .empty(query: list.requestedQuery?.text ?? "")
            case .failed(let failure): .failed(failure)
            }
    }
}
