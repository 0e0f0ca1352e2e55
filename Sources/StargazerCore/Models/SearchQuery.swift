/// What a catalog may order its results by.
public enum SortKey: String, Sendable, Codable, Hashable, CaseIterable {
    /// The catalog's own judgment; it has no direction.
    case bestMatch
    case stars
    case forks
    case helpWantedIssues
    case updated
}

public enum SortDirection: String, Sendable, Codable, Hashable {
    case descending
    case ascending
}

public struct SortOrder: Sendable, Codable, Hashable {
    public var key: SortKey
    public var direction: SortDirection

    public init(_ key: SortKey, _ direction: SortDirection = .descending) {
        self.key = key
        self.direction = direction
    }

    public static let bestMatch = SortOrder(.bestMatch)
}

/// One question to a catalog. Two equal queries may share an answer.
public struct SearchQuery: Sendable, Codable, Hashable {
    /// As the person typed it, without the white space around it; qualifiers included.
    public var text: String
    public var sort: SortOrder
    /// Results asked for at once (GitHub: 1 to 100).
    public var batchSize: Int

    public init(text: String, sort: SortOrder = .bestMatch, batchSize: Int = 100) {
        self.text = text
        self.sort = sort
        self.batchSize = batchSize
    }
}
