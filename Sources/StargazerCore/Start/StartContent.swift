/// The content of the start page. Empty sections are hidden.
public struct StartContent: Equatable, Sendable {
    /// Recent searches, newest first.
    public var recent: [String] = []
    /// Recently viewed items, newest first.
    public var viewed: [ItemContent] = []
    /// Newest first.
    public var favorites: [ItemContent] = []
    public var examples: [SearchExample] = []
    /// Nil for catalogs without trending items.
    public var trending: TrendingPhase?
}

/// An example search that shows what qualifiers do.
public struct SearchExample: Equatable, Sendable {
    public let text: String
    public let chips: [QueryChip]
}

/// The state of the trending items.
public enum TrendingPhase: Equatable, Sendable {
    /// Nothing is known and nothing is loading. Contains the failure when a request failed.
    case unknown(FailureContent?)
    /// Nothing is known yet. `isSlow` after 500 ms, when a spinner shows.
    case loading(isSlow: Bool)
    case shown(TrendingContent)
}

public struct TrendingContent: Equatable, Sendable {
    /// The first trending items; `query` finds the others. Empty only when nothing is trending.
    public let rows: [ItemContent]
    public let terms: [TrendingTerm]
    /// The first day of the formula.
    public let since: String
    /// The age, `3 hours ago`; nil for a fresh response.
    public let age: String?
    /// The search for all of these items.
    public let query: SearchQuery
}
