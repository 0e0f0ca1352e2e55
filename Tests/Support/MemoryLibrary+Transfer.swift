import StargazerCore
public import StargazerLibrary
import StargazerServices
import Synchronization

extension MemoryLibrary {
    /// In parts of a hundred.
    public func export(
        only items: [ItemID]?, _ body: @escaping @Sendable (ExportPart) -> Bool
    ) async throws(LibraryFailure) {
        let parts = Mutex<[ExportPart]>([])
        try await inner.export(only: items) { part in
            parts.withLock { $0.append(part) }
            return true
        }
        for part in parts.withLock(\.self) {
            guard case .favorites(let favorites) = part else {
                guard body(part) else { return }
                continue
            }
            for part in favorites.parts {
                guard body(.favorites(part)) else { return }
                await passResponses()
            }
        }
    }

    public func favorites(
        titled titles: Set<String>, of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> [String: ItemID] {
        try await inner.favorites(titled: titles, of: catalog, host: host)
    }

    /// In parts of a hundred, after each of which `holdNextResponse` holds it.
    public func importContent(
        _ content: ImportContent, step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> ImportResult {
        try await write(["import \(content.favorites.count)"]) { () async throws(LibraryFailure) in
            for done in stride(from: 100, to: content.steps + 100, by: 100) {
                guard step(min(done, content.steps)) else { throw .cancelled }
                await self.passResponses()
            }
        } change: { library throws(LibraryFailure) in
            try await library.importContent(content) { _ in true }
        }
    }
}

/// The lookups of imported files: not in the log.
extension MemoryLibrary {
    public func lookupCounts(
        of catalog: CatalogKind, host: String
    ) async throws(LibraryFailure) -> ImportLookupCounts {
        try await inner.lookupCounts(of: catalog, host: host)
    }

    public func lookups(
        of catalog: CatalogKind, host: String, leftOut: Bool, limit: Int
    ) async throws(LibraryFailure) -> [ImportLookup] {
        try await inner.lookups(of: catalog, host: host, leftOut: leftOut, limit: limit)
    }

    public func endLookups(_ results: [Int64: ItemLookupResult]) async throws(LibraryFailure) -> Int {
        try await write([]) { library throws(LibraryFailure) in try await library.endLookups(results) }
    }

    public func cancelLookups(of catalog: CatalogKind, host: String) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in
            try await library.cancelLookups(of: catalog, host: host)
        }
    }

    public func forgetLeftOut(_ items: [ImportLookup]) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.forgetLeftOut(items) }
    }
}

extension [AnnotatedFavorite] {
    /// A hundred at a time.
    fileprivate var parts: [[AnnotatedFavorite]] {
        stride(from: 0, to: count, by: 100).map { Array(self[$0..<Swift.min($0 + 100, count)]) }
    }
}
