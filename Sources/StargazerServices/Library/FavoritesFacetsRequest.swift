import GRDB
import StargazerCore

/// Counts the values of the favorites that a query finds.
struct FavoritesFacetsRequest {
    private let request: FavoritesFetchRequest
    private let cache: FacetCache

    init(_ query: FavoritesQuery, codecs: ItemCodecs, scans: TitleScans, cache: FacetCache) {
        var query = query
        query.order = .sorted(SortOrder(.added))
        request = FavoritesFetchRequest(query: query, codecs: codecs, scans: scans)
        self.cache = cache
    }

    func answer(_ db: Database) throws -> FavoritesFacets {
        let found = try request.rows(db).rows
        let rows = RowSet(found.lazy.map(\.rawValue))
        var counts = try cache.columns(db).counts(in: rows)
        var starred = try QualifierRows(db: db, account: request.query.account).starred()
        starred.formIntersection(rows)
        counts[.state] = ["starred": starred.count]
        return FavoritesFacets(total: found.count, counts: counts)
    }
}
