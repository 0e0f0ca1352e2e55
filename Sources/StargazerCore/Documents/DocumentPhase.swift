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

    /// Whether there are words to find, or to show on a page of their own.
    public var hasText: Bool {
        if case .shown(let document) = self { !document.blocks.isEmpty } else { false }
    }
}
