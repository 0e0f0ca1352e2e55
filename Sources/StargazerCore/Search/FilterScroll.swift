/// Where a list scrolls when a filter narrows it: to the top for the rows that match, and back when all rows show again.
public struct FilterScroll: Sendable {
    public enum Move: Equatable, Sendable {
        case stay
        /// To the top. The place before is worth keeping if all rows showed until now.
        case top(keepsPlace: Bool)
        /// Back to the place that was kept.
        case back
    }

    /// The filter that narrows the visible rows.
    private var shown: String?

    public init() {}

    /// - Parameters:
    ///   - filter: the filter that narrows the rows; nil while all of them show.
    ///   - isNew: whether the rows answer another search.
    public mutating func move(to filter: String?, isNew: Bool) -> Move {
        defer { shown = filter }
        if isNew { return .top(keepsPlace: false) }
        if shown == filter { return .stay }
        if filter == nil { return .back }
        return .top(keepsPlace: shown == nil)
    }
}
