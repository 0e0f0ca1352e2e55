import Foundation
import StargazerCore

extension FavoritesQuery {
    func knowsStar(of favorite: Favorite) -> Bool { account == favorite.id.host }

    /// Every word is somewhere in the name or in another word; what is finer than that the real library's tests test.
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
    /// - Parameter favorites: the newest first.
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
