/// One question to a catalog. Two equal queries may share an answer.
public struct SearchQuery: Sendable, Codable, Hashable {
    /// As the person typed it, without the white space around it; qualifiers included. Empty for what is trending.
    public var text: String
    public var sort: SortOrder
    /// Results asked for at once.
    public var batchSize: Int
    /// The least strict of what may be found; nil for what the catalog has by itself.
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
