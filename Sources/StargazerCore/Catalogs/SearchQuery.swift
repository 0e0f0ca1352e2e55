/// One query to a catalog. Equal queries may share a response.
public struct SearchQuery: Sendable, Codable, Hashable {
    /// The search text as typed, trimmed, with its qualifiers. Empty for trending items.
    public var text: String
    public var sort: SortOrder
    /// Results per request.
    public var batchSize: Int
    /// The least strict rating to find; nil for the catalog's default.
    public var rating: ContentRating?

    public init(
        text: String, sort: SortOrder = .bestMatch, batchSize: Int = 100, rating: ContentRating? = nil
    ) {
        self.text = text
        self.sort = sort
        self.batchSize = batchSize
        self.rating = rating
    }
}
