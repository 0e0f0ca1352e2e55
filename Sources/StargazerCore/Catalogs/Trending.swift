public import Foundation
public import StargazerLibrary

/// Trending items found by a formula that the page states, for catalogs where an empty search does not return them.
public protocol TrendingItems: Sendable {
    /// The periods in display order. Never empty.
    var periods: [TrendingPeriod] { get }
    /// The qualifier that filters the items, one value at a time; nil for none.
    var filterQualifier: QualifierName? { get }
    /// The search that returns all of these items.
    func query(_ choice: TrendingChoice, now: Date) -> SearchQuery
    /// Returns the last response, regardless of its age. Sends no request.
    func cached(_ choice: TrendingChoice) async -> TrendingBatch?
    /// Loads the items with one search request. After a transient failure, returns the last response.
    func ask(_ choice: TrendingChoice) async throws(CatalogFailure) -> TrendingBatch
}

/// How far back the items may have been created.
public enum TrendingPeriod: Int, Sendable, CaseIterable {
    case day = 1
    case week = 7
    case month = 30

    public var days: Int { rawValue }
}

public struct TrendingChoice: Sendable, Hashable {
    public var period: TrendingPeriod
    /// A value of `filterQualifier`; nil for all.
    public var filterValue: String?

    public init(_ period: TrendingPeriod, filterValue: String? = nil) {
        self.period = period
        self.filterValue = filterValue
    }
}

/// Trending items, as the server returned them at some time.
public struct TrendingBatch: Sendable, Hashable {
    /// In order of rank.
    public var items: [Item]
    /// Terms that many of the items share, most frequent first.
    public var terms: [TrendingTerm]
    /// The start of the formula's first day, in UTC.
    public var since: Date
    /// When the server sent it.
    public var at: Date
    /// Why there is no newer batch, when one was requested.
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

/// A term that several items share, and the search for it.
public struct TrendingTerm: Sendable, Hashable {
    public var text: String
    public var query: String

    public init(_ text: String, query: String) {
        self.text = text
        self.query = query
    }
}
