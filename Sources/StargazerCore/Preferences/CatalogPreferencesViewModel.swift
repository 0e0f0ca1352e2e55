public import Observation

/// The search preferences of one catalog. A rating takes effect immediately.
@MainActor @Observable public final class CatalogPreferencesViewModel {
    /// The ratings to choose from, strictest first; empty when the catalog has none.
    public var ratings: [ContentRating] { catalog.ratings }
    /// The rating in use; nil when the catalog has none.
    public var rating: ContentRating? { current.value.rating(for: catalog) }

    @ObservationIgnored private let current: CurrentPreferences
    @ObservationIgnored private let catalog: CatalogProfile

    public init(current: CurrentPreferences, catalog: CatalogProfile) {
        self.current = current
        self.catalog = catalog
    }

    /// Sets the least strict rating, from the next search on.
    public func allow(_ rating: ContentRating) { current.change { [catalog] in $0.ratings[catalog.kind] = rating } }
}
