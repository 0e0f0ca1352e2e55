/// What the start page offers. What is empty is not there.
public struct StartContent: Equatable, Sendable {
    /// Searches made before, the newest first.
    public var recent: [String] = []
    /// What was opened before, the last first.
    public var viewed: [ItemContent] = []
    /// The newest first.
    public var favorites: [ItemContent] = []
    public var examples: [SearchExample] = []
    /// Nil where nothing is ever trending.
    public var trending: TrendingPhase?
}

/// A search that teaches what its qualifiers do.
public struct SearchExample: Equatable, Sendable {
    public let text: String
    public let chips: [QueryChip]
}

/// What becomes of the question what is trending.
public enum TrendingPhase: Equatable, Sendable {
    /// Nothing is known, and nothing is asked for by itself. With the reason, where it was asked for.
    case unknown(FailureContent?)
    /// Nothing is known yet. `isSlow` after 500 ms: time for a spinner.
    case loading(isSlow: Bool)
    case shown(TrendingContent)
}

public struct TrendingContent: Equatable, Sendable {
    /// The first of them; the others are found by the query. Never empty, unless nothing at all is trending.
    public let rows: [ItemContent]
    public let terms: [TrendingTerm]
    /// The day that the formula counts from.
    public let since: String
    /// How old it is, `3 hours ago`; nil for what has just been said.
    public let age: String?
    /// Finds all of it.
    public let query: SearchQuery
}
