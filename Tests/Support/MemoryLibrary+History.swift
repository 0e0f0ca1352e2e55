import StargazerCore
public import StargazerLibrary
import StargazerServices

extension MemoryLibrary {
    public func recentQueries(of catalog: CatalogKind, limit: Int) async -> [String] {
        await inner.recentQueries(of: catalog, limit: limit)
    }

    public func recordQuery(_ text: String, of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["query \(text)"]) { library throws(LibraryFailure) in
            try await library.recordQuery(text, of: catalog)
        }
    }

    public func clearRecentQueries(of catalog: CatalogKind) async throws(LibraryFailure) {
        try await write(["clear"]) { library throws(LibraryFailure) in
            try await library.clearRecentQueries(of: catalog)
        }
    }

    public func viewedItems(of catalog: CatalogKind, host: String) async throws(LibraryFailure) -> [Item] {
        try await inner.viewedItems(of: catalog, host: host)
    }

    public func saveViewedItems(
        _ items: [Item], of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) {
        try await write(["viewed \(items.count)"]) { library throws(LibraryFailure) in
            try await library.saveViewedItems(items, of: catalog, host: host)
        }
    }

    public func listSnapshot(_ kind: RelationKind, of id: ItemID) async throws(LibraryFailure) -> ListSnapshot? {
        try passRead()
        return try await inner.listSnapshot(kind, of: id)
    }

    public func saveSnapshot(_ list: ListSnapshot, as kind: RelationKind, of id: ItemID) async throws(LibraryFailure) {
        try await write(["list \(list.items.count) \(kind.rawValue)"]) { library throws(LibraryFailure) in
            try await library.saveSnapshot(list, as: kind, of: id)
        }
    }
}
