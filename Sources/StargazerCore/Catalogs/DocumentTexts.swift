public import Foundation
public import StargazerLibrary

/// Loads the texts of many items, such as their READMEs, in few requests, in the background.
///
/// It uses at most half of a rate limit, evenly over the limit's window.
public protocol DocumentTexts: Sendable {
    /// Returns whether the item may have a text, without a request.
    func mayHaveText(_ item: Item) -> Bool
    /// Sends one request, or a second one when the first is refused or a text is too large for it.
    /// - Parameter requests: of one catalog, the most important first. Only the first of them may be answered.
    /// - Returns: the results that came. The others can be requested again.
    /// - Throws: `.rateLimited` also when half of the limit is used.
    func texts(of requests: [DocumentTextRequest]) async throws(CatalogFailure) -> DocumentTextBatch
}

public struct DocumentTextRequest: Sendable, Hashable {
    public var item: Item
    /// The version of the stored text; nil when there is none.
    public var version: String?

    public init(_ item: Item, version: String? = nil) {
        self.item = item
        self.version = version
    }
}

public enum DocumentTextResult: Sendable, Hashable {
    /// At most `StoredDocument.maxSize` of the text.
    case text(DocumentSource)
    /// The server still has the version of the request.
    case unchanged
    /// The item has no text, or none that can be stored.
    case none
    /// The server does not have the item any more.
    case gone
    case failed(CatalogFailure)
}

public struct DocumentTextBatch: Sendable, Hashable {
    public var results: [ItemID: DocumentTextResult]
    /// Seconds to wait before the next request.
    public var pause: TimeInterval

    public init(_ results: [ItemID: DocumentTextResult] = [:], pause: TimeInterval) {
        self.results = results
        self.pause = pause
    }
}
