/// The one state of the search screen.
public enum SearchPhase: Equatable, Sendable {
    /// Nothing is searched for.
    case start
    /// Old results stay until the new ones replace them in one step. `isSlow` after 500 ms: time for a spinner.
    case searching(previous: ResultsContent?, isSlow: Bool)
    /// A notice is a later search that failed while these older results stay.
    case results(ResultsContent, notice: FailureContent?)
    /// Nothing matches the text.
    case empty(query: String)
    /// Nothing is there to be shown but the failure.
    case failed(FailureContent)

    /// An answer is awaited.
    public var isAsking: Bool {
        if case .searching = self { return true }
        return false
    }

    /// The results on the screen, new or old; nil when there are none.
    public var shownResults: ResultsContent? {
        switch self {
        case .searching(let previous, _): previous
        case .results(let results, _): results
        case .start, .empty, .failed: nil
        }
    }
}
