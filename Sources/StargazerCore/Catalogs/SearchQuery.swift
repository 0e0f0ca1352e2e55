public import Foundation
public import StargazerLibrary

/// One query to a catalog. Equal queries may share a response.
public struct SearchQuery: Sendable, Codable, Hashable {
    /// The search text as typed, trimmed, with its qualifiers. Empty for trending items.
    public var text: String
    public var sort: ItemOrder
    /// Results per request.
    public var batchSize: Int
    /// The least strict rating to find; nil for the catalog's default.
    public var rating: ContentRating?

    public init(
        text: String, sort: ItemOrder = .bestMatch, batchSize: Int = 100, rating: ContentRating? = nil
    ) {
        self.text = text
        self.sort = sort
        self.batchSize = batchSize
        self.rating = rating
    }
}

extension SearchQuery {
    /// Returns the query with its text in the catalog's own spelling.
    public func inCatalogText(rules: QueryRules, now: Date) -> SearchQuery {
        var query = self
        query.text = ParsedQuery(text, rules: rules).catalogText(rules: rules, now: now)
        return query
    }

    /// A query with the user's batch size and rating for the catalog.
    init(_ text: String, sort: ItemOrder, in catalog: CatalogProfile, _ preferences: Preferences) {
        self.init(
            text: text, sort: sort, batchSize: preferences.batchSize(for: catalog),
            rating: preferences.rating(for: catalog))
    }
}
