import Foundation
import StargazerCore

extension FavoritesQuery {
    func knowsStar(of favorite: Favorite) -> Bool { account == favorite.id.host }

    /// Returns whether every word occurs in the name or in another text. The library's own tests check finer rules.
    func matches(_ favorite: Favorite) -> Bool {
        let isStarred = knowsStar(of: favorite) && favorite.isStarredOnServer == true
        switch place {
        case .onServer where account != nil && !isStarred: return false
        case .onlyHere where account != nil && isStarred: return false
        default: break
        }
        guard catalog == nil || catalog == favorite.id.catalog else { return false }
        let text = ([favorite.item.title] + favorite.item.facts.words).joined(separator: " ").folded
        return words.folded.split(separator: " ").allSatisfy { text.contains($0) }
    }
}

extension FavoritesOrder {
    /// - Parameter favorites: Newest first.
    func ordered(_ favorites: [Favorite]) -> [Favorite] {
        guard case .sorted(let sort) = self, sort.key != .bestMatch else { return favorites }
        let isAscending = sort.direction == .ascending
        if sort.key == .added { return isAscending ? favorites.reversed() : favorites }
        let byName = favorites.sorted { $0.item.title.folded < $1.item.title.folded }
        if sort.key == .name { return isAscending ? byName : byName.reversed() }
        let valued = byName.map { ($0, $0.item.facts.value(of: sort.key)?.number) }
        let known = valued.filter { $0.1 != nil }.sorted { one, other in
            guard let left = one.1, let right = other.1 else { return false }
            return isAscending ? left < right : left > right
        }
        return (known + valued.filter { $0.1 == nil }).map(\.0)
    }
}

extension String {
    fileprivate var folded: String {
        folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }
}
