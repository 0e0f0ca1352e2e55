/// How complete the details are.
public enum DetailsProgress: Equatable, Sendable {
    /// What the row knew; nothing was asked.
    case preview
    /// The full facts are on their way. `isSlow` after 500 ms: time for a spinner.
    case loading(isSlow: Bool)
    case loaded
    /// What was known stays.
    case failed(FailureContent)
}

/// The one state of the details pane.
public enum DetailsPhase: Equatable, Sendable {
    case none
    /// What is known by its name alone is being found, or could not be.
    case resolving(ItemReference, DetailsProgress)
    case shown(DetailsContent, DetailsProgress)

    /// How complete what is shown is; nil when no item is.
    public var progress: DetailsProgress? {
        if case .shown(_, let progress) = self { progress } else { nil }
    }
}
