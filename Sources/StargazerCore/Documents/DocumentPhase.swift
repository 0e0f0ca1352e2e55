/// The one state of the long text about an item.
public enum DocumentPhase: Equatable, Sendable {
    /// The item has no such text, or nobody asked for it yet.
    case none
    /// `isSlow` after 500 ms: time for a spinner.
    case loading(isSlow: Bool)
    case shown(Document)
    /// It was looked for, and nobody has written any.
    case absent
    case failed(FailureContent)
}
