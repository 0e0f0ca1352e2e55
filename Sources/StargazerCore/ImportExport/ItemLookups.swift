public import Foundation
public import StargazerLibrary

/// The first results of a lookup.
public struct ItemLookupBatch: Sendable {
    /// Without those that were not looked up yet.
    public var results: [ItemLookupName: ItemLookupResult]
    /// Seconds until the next request.
    public var pause: TimeInterval

    public init(_ results: [ItemLookupName: ItemLookupResult] = [:], pause: TimeInterval) {
        self.results = results
        self.pause = pause
    }
}

/// Finds items that a file names.
public protocol ItemLookups: Sendable {
    /// Whether the server in use has the items of this host.
    func canLookUp(on host: String) -> Bool
    /// Looks up the first of these names, as many as one request can.
    func lookUp(_ names: [ItemLookupName]) async throws(CatalogFailure) -> ItemLookupBatch
}
