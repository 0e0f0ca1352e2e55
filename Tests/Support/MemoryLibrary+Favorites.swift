import StargazerCore
public import StargazerLibrary
import StargazerServices

extension MemoryLibrary {
    public func favoritesCounts(account: String?) async throws(LibraryFailure) -> FavoritesCounts {
        try passRead()
        return try await inner.favoritesCounts(account: account)
    }

    public func stampSummary() async throws(LibraryFailure) -> StampSummary { try await inner.stampSummary() }
    public func stamps(after id: ItemID?, limit: Int) async throws(LibraryFailure) -> [ItemStamp] {
        try await inner.stamps(after: id, limit: limit)
    }

    public func documentFields(of ids: [ItemID]) async throws(LibraryFailure) -> [DocumentFields] {
        try await inner.documentFields(of: ids)
    }

    @discardableResult
    public func apply(
        _ edit: LibraryEdit, sending changes: [OutboxChange], if precondition: EditPrecondition
    ) async throws(AnnotationFailure) -> AppliedEdit {
        let name: String? =
            switch edit {
            case .addFavorites, .restoreFavorites: entry("add", edit.items)
            case .removeFavorites: entry("remove", edit.items)
            case .clearHistory: "clear"
            case .restoreHistory(let history): "restore \(history.queries.count) \(history.viewed.count)"
            default: nil
            }
        guard let name else {
            return try await annotate { library throws(AnnotationFailure) in
                try await library.apply(edit, sending: changes, if: precondition)
            }
        }
        do throws(LibraryFailure) {
            return try await write([name]) { library throws(LibraryFailure) in
                do throws(AnnotationFailure) {
                    return try await library.apply(edit, sending: changes, if: precondition)
                } catch {
                    guard case .library(let failure) = error else { throw .unavailable(code: "\(error)") }
                    throw failure
                }
            }
        } catch {
            throw .library(error)
        }
    }

    public func items(of ids: [ItemID]) async throws(LibraryFailure) -> [Item] { try await inner.items(of: ids) }

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
