/// What the person chose. What is not chosen is as these defaults say.
public struct Preferences: Sendable, Hashable {
    /// Results asked for at once, by catalog; what is missing is as many as the catalog gives.
    public var batchSizes: [CatalogKind: Int]
    /// What may be found at the most, by catalog; what is missing is the strictest that the catalog has.
    public var ratings: [CatalogKind: ContentRating]
    /// A pause in typing searches; without it only Enter does.
    public var searchesWhileTyping: Bool
    /// Searches are noted, to be offered again.
    public var savesHistory: Bool
    /// The pictures of READMEs and other documents are loaded with them; otherwise when the user asks for them.
    public var loadsDocumentPictures: Bool

    public init(
        batchSizes: [CatalogKind: Int] = [:], ratings: [CatalogKind: ContentRating] = [:],
        searchesWhileTyping: Bool = true, savesHistory: Bool = true, loadsDocumentPictures: Bool = true
    ) {
        self.batchSizes = batchSizes
        self.ratings = ratings
        self.searchesWhileTyping = searchesWhileTyping
        self.savesHistory = savesHistory
        self.loadsDocumentPictures = loadsDocumentPictures
    }

    /// What was chosen, within the catalog's range.
    public func batchSize(for catalog: CatalogProfile) -> Int {
        let sizes = catalog.batchSizes
        return min(max(batchSizes[catalog.kind] ?? sizes.upperBound, sizes.lowerBound), sizes.upperBound)
    }

    /// What was chosen of what the catalog offers; nil where it rates nothing.
    public func rating(for catalog: CatalogProfile) -> ContentRating? {
        ratings[catalog.kind].flatMap { catalog.ratings.contains($0) ? $0 : nil } ?? catalog.ratings.first
    }
}
