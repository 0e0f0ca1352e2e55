/// The user's preferences. Each defaults to the value in `init`.
public struct Preferences: Sendable, Hashable {
    /// Results per request, by catalog. The default is the catalog's maximum.
    public var batchSizes: [CatalogKind: Int]
    /// The least strict content rating to find, by catalog. The default is the catalog's strictest.
    public var ratings: [CatalogKind: ContentRating]
    /// The name of the service to search, by kind of item. Without a value, the best available one is searched.
    public var sources: [CatalogKind: String]
    /// Search when the user pauses typing; otherwise only on Enter.
    public var searchesWhileTyping: Bool
    /// Record searches in the history.
    public var savesHistory: Bool
    /// Load pictures in READMEs and other documents automatically; otherwise only when the user asks for them.
    public var loadsDocumentPictures: Bool
    /// Play all GIFs of a list, not only the one under the pointer or in focus.
    public var playsAnimations: Bool
    /// Ask services for new results of saved searches about once an hour.
    public var refreshesSavedSearches: Bool
    /// Download the texts of favorites, so that a search finds words in them.
    public var downloadsDocuments: Bool

    public init(
        batchSizes: [CatalogKind: Int] = [:], ratings: [CatalogKind: ContentRating] = [:],
        sources: [CatalogKind: String] = [:],
        searchesWhileTyping: Bool = true, savesHistory: Bool = true, loadsDocumentPictures: Bool = true,
        playsAnimations: Bool = false, refreshesSavedSearches: Bool = false,
        downloadsDocuments: Bool = true
    ) {
        self.batchSizes = batchSizes
        self.ratings = ratings
        self.sources = sources
        self.searchesWhileTyping = searchesWhileTyping
        self.savesHistory = savesHistory
        self.loadsDocumentPictures = loadsDocumentPictures
        self.playsAnimations = playsAnimations
        self.refreshesSavedSearches = refreshesSavedSearches
        self.downloadsDocuments = downloadsDocuments
    }

    /// Returns the chosen size, clamped to the catalog's range.
    public func batchSize(for catalog: CatalogProfile) -> Int {
        let sizes = catalog.batchSizes
        return min(max(batchSizes[catalog.kind] ?? sizes.upperBound, sizes.lowerBound), sizes.upperBound)
    }

    /// Returns the chosen rating if the catalog offers it, otherwise the strictest; nil for a catalog without ratings.
    public func rating(for catalog: CatalogProfile) -> ContentRating? {
        ratings[catalog.kind].flatMap { catalog.ratings.contains($0) ? $0 : nil } ?? catalog.ratings.first
    }
}
