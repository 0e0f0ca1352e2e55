/// The state of a document about an item.
public enum DocumentPhase: Equatable, Sendable {
    /// The item has no such document, or it has not been requested.
    case none
    /// `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(Document)
    /// The server has no such document.
    case absent
    case failed(FailureContent)
}
