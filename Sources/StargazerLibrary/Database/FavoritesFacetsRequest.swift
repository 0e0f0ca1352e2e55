import GRDB

/// Counts the values of the favorites that a query finds.
struct FavoritesFacetsRequest {
    private let request: FavoritesFetchRequest
    private let cache: FacetCache

    init(
        _ query: FavoritesQuery, codecs: ItemCodecs, scans: TitleScans, packages: PackageStates?, cache: FacetCache
    ) {
        var query = query
        query.order = .sorted(ItemOrder(.added))
        request = FavoritesFetchRequest(query: query, codecs: codecs, scans: scans, packages: packages)
        self.cache = cache
    }

    func fetch(_ db: Database) throws -> FavoritesFacets {
        let found = try request.rows(db).rows
        let rows = RowSet(found.lazy.map(\.rawValue))
        var counts = try cache.columns(db).counts(in: rows)
        let qualifiers = request.qualifiers(db)
        var states = [
            (QualifierName.state, "starred", try qualifiers.starred()), (.state, "gone", try qualifiers.gone()),
            (.state, "only-here", try qualifiers.onlyHere()), (.has, "note", try qualifiers.noted()),
        ]
        if let packages = try qualifiers.packages?.rows(db) {
            states += [
                (.state, "packaged", packages.packaged), (.state, "installed", packages.installed),
                (.state, "library", packages.library),
            ]
        }
        for (name, value, found) in states {
            var found = found
            found.formIntersection(rows)
            counts[name, default: [:]][value] = found.count
        }
        return FavoritesFacets(total: found.count, counts: counts)
    }
}
