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
        let qualifiers = QualifierRows(db: db, account: request.query.account)
        for (name, value, found) in [
            (QualifierName.state, "starred", try qualifiers.starred()), (.has, "note", try qualifiers.noted()),
        ] {
            var found = found
            found.formIntersection(rows)
            counts[name] = [value: found.count]
        }
        return FavoritesFacets(total: found.count, counts: counts)
    }
}
