/// The state of a page with a related list.
public enum RelationPhase: Equatable, Sendable {
    /// Nothing has been loaded. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(ResultsContent, RelationProgress)
    /// The list has no items.
    case empty
    /// None of the loaded items match the filter; there may be more to load.
    case noMatch(filter: String, footer: ListFooter)
    case failed(FailureContent)

    /// The visible content; nil when there is none.
    public var shown: ResultsContent? {
        if case .shown(let content, _) = self { content } else { nil }
    }
}

/// The progress of a visible list.
public enum RelationProgress: Equatable, Sendable {
    case none
    /// The list is being loaded again. `isSlow` after 500 ms.
    case refreshing(isSlow: Bool)
    /// Loading the list again has failed.
    case failed(FailureContent)
}
