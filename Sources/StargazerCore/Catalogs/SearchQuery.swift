/// One question to a catalog. Two equal queries may share an answer.
public struct SearchQuery: Sendable, Codable, Hashable {
    /// As the person typed it, without the white space around it; qualifiers included.
    public var text: String
    public var sort: SortOrder
    /// Results asked for at once.
    public var batchSize: Int

    public init(text: String, sort: SortOrder = .bestMatch, batchSize: Int = 100) {
        self.text = text
        self.sort = sort
        self.batchSize = batchSize
    }
}
