import Foundation

/// Rows of favorites in the asked order, those that a filter lets through. What is costly (formatting, folding) is done
/// once for each favorite and kept as long as the favorite does not change.
struct FavoritesArrangement: Sendable {
    private struct Entry: Sendable {
        var favorite: Favorite
        var row: ItemRowContent
        /// All that the filter looks at, folded.
        var words: String
        var name: String
    }

    /// Relative dates older than this are written anew.
    private static let freshness: TimeInterval = 600

    private(set) var rows: [ItemRowContent] = []
    /// Somebody is signed in whose star is on one of the favorites at least: there is something to tell apart.
    private(set) var hasStarred = false
    private var entries: [ItemID: Entry] = [:]
    private var madeAt = Date.distantPast

    @concurrent
    func rearranged(
        _ favorites: [Favorite], in place: FavoritesPlace = .all, filter: String, sort: FavoritesSort,
        marks: StarMarks = StarMarks(), formats: Formats,
        now: Date
    ) async -> FavoritesArrangement {
        let isFresh = abs(now.timeIntervalSince(madeAt)) < Self.freshness
        let all = favorites.map { favorite in
            if isFresh, let known = entries[favorite.id], known.favorite == favorite { return known }
            return Self.entry(favorite, formats: formats, now: now)
        }
        let wanted = Self.folded(filter).split(whereSeparator: \.isWhitespace)
        var result = FavoritesArrangement()
        let isStarred = { (favorite: Favorite) in
            marks.isStarred(favorite.id, stored: favorite.isStarredOnServer) ?? false
        }
        result.hasStarred = favorites.contains(where: isStarred)
        let place = result.hasStarred ? place : .all
        let chosen = all.filter { entry in
            place.holds(isStarred: isStarred(entry.favorite)) && wanted.allSatisfy { entry.words.contains($0) }
        }
        result.rows = chosen.sorted { Self.isBefore($0, $1, sort) }.map { entry in
            var row = entry.row
            row.isStarredOnServer = marks.isStarred(row.id, stored: entry.favorite.isStarredOnServer)
            return row
        }
        result.entries = Dictionary(all.map { ($0.favorite.id, $0) }, uniquingKeysWith: { first, _ in first })
        result.madeAt = isFresh ? madeAt : now
        return result
    }

    private static func entry(_ favorite: Favorite, formats: Formats, now: Date) -> Entry {
        let repository = favorite.item.repository
        let words = [favorite.item.title, repository?.summary, repository?.language] + (repository?.topics ?? [])
        return Entry(
            favorite: favorite,
            row: ItemRowContent(favorite.item, isFavorite: true, formats: formats, now: now),
            words: folded(words.compactMap(\.self).joined(separator: "\n")),
            name: folded(favorite.item.title))
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    /// What has no date comes last whatever the direction; equals are in the order of their names.
    private static func isBefore(_ one: Entry, _ other: Entry, _ sort: FavoritesSort) -> Bool {
        let isAscending = sort.direction == .ascending
        switch sort.key {
        case .added where one.favorite.addedAt != other.favorite.addedAt:
            return (one.favorite.addedAt < other.favorite.addedAt) == isAscending
        case .name where one.name != other.name:
            return (one.name < other.name) == isAscending
        case .stars where one.row.starCount != other.row.starCount:
            return (one.row.starCount < other.row.starCount) == isAscending
        case .pushed:
            switch (one.favorite.item.repository?.pushedAt, other.favorite.item.repository?.pushedAt) {
            case (let first?, let second?) where first != second: return (first < second) == isAscending
            case (.some, nil): return true
            case (nil, .some): return false
            default: break
            }
        default: break
        }
        return (one.name, one.row.id.id) < (other.name, other.row.id.id)
    }
}
