/// The state of the search screen.
public enum SearchPhase: Equatable, Sendable {
    /// No search is active.
    case start
    /// Previous results stay until the new ones replace them in one step. `isSlow` after 500 ms, when a spinner shows.
    case searching(previous: ResultsContent?, isSlow: Bool)
    /// `notice` is a later search that failed while these results stay.
    case results(ResultsContent, notice: FailureContent?)
    /// The search has no results.
    case empty(query: String)
    /// The search failed, and there are no results to show.
    case failed(FailureContent)

    /// Whether a search is running.
    public var isAsking: Bool {
        if case .searching = self { return true }
        return false
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
