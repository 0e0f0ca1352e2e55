public import StargazerCore
import StargazerServices

extension MemoryLibrary {
    public func favoritesCounts() async throws(LibraryFailure) -> FavoritesCounts {
        try await inner.favoritesCounts()
    }

    public func stampSummary() async throws(LibraryFailure) -> StampSummary { try await inner.stampSummary() }
    public func stamps(after id: ItemID?, limit: Int) async throws(LibraryFailure) -> [ItemStamp] {
        try await inner.stamps(after: id, limit: limit)
    }

    public func documentFields(of ids: [ItemID]) async throws(LibraryFailure) -> [DocumentFields] {
        try await inner.documentFields(of: ids)
    }

    public func add(_ favorites: [Favorite], sending changes: [OutboxChange]) async throws(LibraryFailure) {
        try await write([entry("add", favorites.map(\.id))]) { library throws(LibraryFailure) in
            try await library.add(favorites, sending: changes)
        }
    }

    public func remove(_ ids: [ItemID], sending changes: [OutboxChange]) async throws(LibraryFailure) -> [Favorite] {
        try await write([entry("remove", ids)]) { library throws(LibraryFailure) in
            try await library.remove(ids, sending: changes)
        }
    }

    /// One entry of the log for each transaction: `add 1 2 3`.
    private func entry(_ change: String, _ ids: [ItemID]) -> String {
        ([change] + ids.map(\.id)).joined(separator: " ")
    }

    public func refresh(_ items: [Item]) async throws(LibraryFailure) {
        try await write(items.map { "refresh \($0.id.id)" }) { library throws(LibraryFailure) in
            try await library.refresh(items)
        }
    }

    public func recordStar(_ isStarred: Bool, on item: Item) async throws(LibraryFailure) {
        try await write(["\(isStarred ? "star" : "unstar") \(item.id.id)"]) { library throws(LibraryFailure) in
            try await library.recordStar(isStarred, on: item)
        }
    }

    public func recordGone(_ isGone: Bool, of id: ItemID) async throws(LibraryFailure) {
        let isChange = favorites.contains { $0.id == id && $0.isGone != isGone }
        try await write(isChange ? ["\(isGone ? "gone" : "found") \(id.id)"] : []) { library throws(LibraryFailure) in
            try await library.recordGone(isGone, of: id)
        }
    }
}
