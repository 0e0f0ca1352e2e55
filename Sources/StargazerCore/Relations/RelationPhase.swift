/// The one state of a page that lists what an item leads to.
public enum RelationPhase: Equatable, Sendable {
    /// Nothing has come yet. `isSlow` after 500 ms: time for a spinner.
    case loading(isSlow: Bool)
    case shown(ResultsContent, RelationProgress)
    /// The item leads to nothing.
    case empty
    /// Of what has been loaded nothing matches; there may be more.
    case noMatch(filter: String, footer: ListFooter)
    case failed(FailureContent)

    /// What is on the screen; nil when nothing is.
    public var shown: ResultsContent? {
        if case .shown(let content, _) = self { content } else { nil }
    }
}

/// What becomes of a list that shows.
public enum RelationProgress: Equatable, Sendable {
    case none
    /// It is asked for again. `isSlow` after 500 ms.
    case refreshing(isSlow: Bool)
    /// It was asked for again, and that failed.
    case failed(FailureContent)
}
