/// How complete the details are.
public enum DetailsProgress: Equatable, Sendable {
    /// Only the row's facts; no request was sent.
    case preview
    /// Only the row's facts: the details of the selected item were not requested, to save the rate limit, or did not
    /// arrive.
    case skipped
    /// The full details are loading. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case loaded
    /// The known facts stay visible.
    case failed(FailureContent)

    /// Whether more facts may arrive without the user's help.
    public var isLoading: Bool {
        switch self {
        case .preview, .loading: true
        case .skipped, .loaded, .failed: false
        }
    }
}

/// The state of the details pane.
public enum DetailsPhase: Equatable, Sendable {
    case none
    /// The item is known only by its name and is being resolved, or could not be.
    case resolving(ItemReference, DetailsProgress)
    case shown(DetailsContent, DetailsProgress)

    /// How complete the shown details are; nil when no item is shown.
    public var progress: DetailsProgress? {
        if case .shown(_, let progress) = self { progress } else { nil }
    }
}
