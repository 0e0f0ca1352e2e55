/// What the person chose. What is not chosen is as these defaults say.
public struct Preferences: Sendable, Hashable {
    /// Results asked for at once, by catalog; what is missing is as many as the catalog gives.
    public var batchSizes: [CatalogKind: Int]
    /// A pause in typing searches; without it only Enter does.
    public var searchesWhileTyping: Bool
    /// Searches are noted, to be offered again.
    public var keepsHistory: Bool

    public init(
        batchSizes: [CatalogKind: Int] = [:], searchesWhileTyping: Bool = true, keepsHistory: Bool = true
    ) {
        self.batchSizes = batchSizes
        self.searchesWhileTyping = searchesWhileTyping
        self.keepsHistory = keepsHistory
    }

    /// What was chosen, within the catalog's range.
    public func batchSize(for catalog: CatalogProfile) -> Int {
        let sizes = catalog.batchSizes
        return min(max(batchSizes[catalog.kind] ?? sizes.upperBound, sizes.lowerBound), sizes.upperBound)
    }
}
