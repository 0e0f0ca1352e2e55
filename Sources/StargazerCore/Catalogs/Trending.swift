public import Foundation

/// What many look at just now, where a search for nothing does not tell it: found by a formula that the page states.
public protocol TrendingItems: Sendable {
    /// In the order they are offered. Never empty.
    var periods: [TrendingPeriod] { get }
    /// What it can be narrowed by, to one value at a time; nil for nothing.
    var filterQualifier: QualifierName? { get }
    /// The search that finds all of it.
    func query(_ choice: TrendingChoice, now: Date) -> SearchQuery
    /// What was answered last, however long ago. Nobody is asked.
    func cached(_ choice: TrendingChoice) async -> TrendingBatch?
    /// One search of those that the server allows. Where it fails in a way that may pass, what was answered last.
    func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch
}

/// How far back what is trending may have begun.
public enum TrendingPeriod: Int, Sendable, CaseIterable {
    case day = 1
    case week = 7
    case month = 30

    public var days: Int { rawValue }
}

public struct TrendingChoice: Sendable, Hashable {
    public var period: TrendingPeriod
    /// A value of what it is narrowed by, as it is written; nil for all.
    public var filterValue: String?

    public init(_ period: TrendingPeriod, filterValue: String? = nil) {
        self.period = period
        self.filterValue = filterValue
    }
}

/// What is trending, as the server once said.
public struct TrendingBatch: Sendable, Hashable {
    /// The first comes first.
    public var items: [Item]
    /// What many of them have in common, most often first.
    public var terms: [TrendingTerm]
    /// The day that the formula counts from, at its beginning in UTC.
    public var since: Date
    /// When the server said it.
    public var at: Date
    /// Why there is no newer one, where one was asked for.
    public var failure: CatalogFailure?

    public init(
        items: [Item], terms: [TrendingTerm] = [], since: Date, at: Date, failure: CatalogFailure? = nil
    ) {
        self.items = items
        self.terms = terms
        self.since = since
        self.at = at
        self.failure = failure
    }
}

/// A word that several items have, and the search for it.
public struct TrendingTerm: Sendable, Hashable {
    public var text: String
    public var query: String

    public init(_ text: String, query: String) {
        self.text = text
        self.query = query
    }
}
