/// Counts the values of favorites again only when the favorites or the query have changed.
@MainActor final class FavoritesFacetCounter {
    private let favoritesModel: FavoritesModel
    /// What the values were last counted for.
    private var counted: (query: FavoritesQuery, revision: Int)?

    init(_ favoritesModel: FavoritesModel) { self.favoritesModel = favoritesModel }

    /// Returns nil while the last counts are current, and when the library cannot count.
    func newFacets(of query: FavoritesQuery) async -> FavoritesFacets? {
        let revision = favoritesModel.revision
        if let counted, counted == (query, revision) { return nil }
        guard let library = favoritesModel.library else { return nil }
        counted = (query, revision)
        return try? await library.facets(of: query)
    }
}
