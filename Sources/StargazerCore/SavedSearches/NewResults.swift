import Foundation
public import StargazerLibrary

/// The results of a saved search that are new since the user last saw them.
public struct NewResults: Sendable, Equatable {
    /// The query that they answer.
    public var query: SearchQuery
    public var ids: Set<ItemID>
    public var content: NewResultsContent
}

/// The number of new results of a saved search, and since when.
public struct NewResultsContent: Sendable, Equatable {
    public let count: NumberContent
    /// When the user last saw the results: a weekday, a date or a time of day.
    public let since: String

    public init(count: NumberContent, since: String) {
        self.count = count
        self.since = since
    }
}

/// The favorites of a saved search that are new since the user last saw it.
struct NewFavorites: Equatable {
    var text: String
    var since: Date
    var content: NewResultsContent
}
