import Foundation
import StargazerCore

/// What is in a library in memory, with the rows and stamps of the real one's file.
struct MemoryLibraryContents {
    /// The newest first.
    private(set) var favorites: [Favorite] = []
    private var rows: [ItemID: StoredFavorite] = [:]
    private var lastNumber: Int64 = 0
    /// What is starred on a server without being a favorite.
    private(set) var stars: Set<ItemID> = []
    var account: String?
    private(set) var place: StarImportResumePoint?
    /// The last walk came to its end.
    private(set) var isWhole = false
    private var came: [ItemID: Bool] = [:]
    /// Counts those that changed anything.
    private(set) var changes = 0

    subscript(_ id: ItemID) -> Favorite? { rows[id]?.favorite }

    /// What changed gets another stamp, what is new another row than ever before.
    mutating func change(_ change: (inout [Favorite]) -> Void) {
        let before = favorites
        change(&favorites)
        favorites.sort { $0.addedAt > $1.addedAt }
        guard favorites != before else { return }
        changes += 1
        let old = rows
        rows = [:]
        for favorite in favorites {
            if let stored = old[favorite.id], stored.favorite == favorite {
                rows[favorite.id] = stored
            } else {
                lastNumber += 1
                let row = old[favorite.id]?.row ?? FavoriteRowID(rawValue: lastNumber)
                rows[favorite.id] = StoredFavorite(row: row, stamp: lastNumber, favorite: favorite)
            }
        }
    }

    // MARK: Reading

    func stored(_ wanted: [FavoriteRowID]) -> [StoredFavorite] {
        let byRow = Dictionary(uniqueKeysWithValues: rows.values.map { ($0.row, $0) })
        return wanted.compactMap { byRow[$0] }
    }

    func answer(_ query: FavoritesQuery, reading first: Int) -> FavoritesResult {
        let found = query.order.ordered(favorites.filter(query.matches)).compactMap { rows[$0.id] }
        return FavoritesResult(
            rows: found.map(\.row), first: Array(found.prefix(first)),
            counts: Dictionary(grouping: favorites, by: \.id.catalog).mapValues(\.count),
            hasStarred: favorites.contains {
                query.knowsStar(of: $0) && $0.isStarredOnServer == true
                    && query.catalog ?? $0.id.catalog == $0.id.catalog
            })
    }

    func facts(of ids: [ItemID]) -> [ItemID: FavoriteFacts] {
        ids.reduce(into: [:]) { facts, id in
            if let favorite = self[id] {
                facts[id] = FavoriteFacts(addedAt: favorite.addedAt, isStarredOnServer: favorite.isStarredOnServer)
            } else if stars.contains(id) {
                facts[id] = FavoriteFacts(isStarredOnServer: true)
            }
        }
    }

    /// What is known of the star on an item that is no favorite.
    private func star(on id: ItemID) -> Bool? { stars.contains(id) ? true : nil }

    // MARK: Favorites

    mutating func add(_ new: Favorite) {
        var favorite = new
        let known = self[new.id]
        favorite.addedAt = known?.addedAt ?? new.addedAt
        favorite.isStarredOnServer = new.isStarredOnServer ?? known?.isStarredOnServer ?? star(on: new.id)
        stars.remove(new.id)
        change { [favorite] favorites in
            favorites.removeAll { $0.id == favorite.id }
            favorites.append(favorite)
        }
    }

    mutating func remove(_ id: ItemID) -> Favorite? {
        let removed = self[id]
        if removed?.isStarredOnServer == true { stars.insert(id) }
        change { $0.removeAll { $0.id == id } }
        return removed
    }

    mutating func refresh(_ items: [Item]) {
        for item in items { change(item.id) { $0.item = item } }
    }

    /// - Returns: how many were no favorites before.
    mutating func importFavorites(_ favorites: [Favorite]) -> Int {
        let known = favorites.filter { self[$0.id] != nil }
        for favorite in known { change(favorite.id) { $0.addedAt = min($0.addedAt, favorite.addedAt) } }
        let new = favorites.filter { self[$0.id] == nil }.map { favorite in
            var favorite = favorite
            if account != nil { favorite.isStarredOnServer = star(on: favorite.id) }
            return favorite
        }
        change { $0 += new }
        return new.count
    }

    private mutating func change(_ id: ItemID, _ change: (inout Favorite) -> Void) {
        self.change { favorites in
            for index in favorites.indices where favorites[index].id == id { change(&favorites[index]) }
        }
    }

    // MARK: Stars

    mutating func recordStar(_ isStarred: Bool, on id: ItemID) {
        stars.remove(id)
        if isStarred, self[id] == nil { stars.insert(id) }
        change(id) { $0.isStarredOnServer = isStarred }
    }

    /// What did not come stays as it was known.
    mutating func importStars(
        _ batch: [StarredItem], of login: String, as step: StarImportStep, next: BatchCursor?
    ) -> StarImportCount {
        if step == .beginning { came = [:] }
        for starred in batch {
            let id = starred.item.id
            let isNew = self[id] == nil
            if isNew { add(Favorite(item: starred.item, addedAt: starred.starredAt ?? .distantPast)) }
            change(id) { $0.isStarredOnServer = true }
            if came[id] == nil { came[id] = isNew }
        }
        let tally = StarImportCount(total: came.count, new: came.values.count { $0 })
        account = login
        place = next.map { StarImportResumePoint(next: $0, tally: tally) }
        isWhole = next == nil
        return tally
    }

    mutating func setStarAccount(_ login: String, host: String) {
        guard account != login else { return }
        (account, place, isWhole) = (login, nil, false)
        stars = stars.filter { $0.host != host }
        change { favorites in
            for index in favorites.indices where favorites[index].id.host == host {
                favorites[index].isStarredOnServer = nil
            }
        }
    }
}
