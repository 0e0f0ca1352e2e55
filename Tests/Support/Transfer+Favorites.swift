public import Foundation
public import StargazerCore
public import StargazerLibrary
import Synchronization

/// Export and import of favorites alone.
extension TransferStore {
    @discardableResult
    public func importFavorites(
        _ favorites: [Favorite], step: @escaping @Sendable (Int) -> Bool
    ) async throws(LibraryFailure) -> Int {
        try await importContent(ImportContent(favorites: favorites), step: step).new
    }

    public func forEachFavoriteBatch(
        _ body: @escaping @Sendable ([Favorite]) -> Bool
    ) async throws(LibraryFailure) {
        try await export(only: nil) { part in
            if case .favorites(let favorites) = part { body(favorites.map(\.favorite)) } else { true }
        }
    }

    /// Returns everything that an export passes.
    public func exported(
        only items: [ItemID]? = nil
    ) async throws(LibraryFailure) -> (favorites: [AnnotatedFavorite], tags: [Tag], searches: [SavedSearch]) {
        let all = Mutex<([AnnotatedFavorite], [Tag], [SavedSearch])>(([], [], []))
        try await export(only: items) { part in
            all.withLock { all in
                switch part {
                case .heading(let tags, let searches): (all.1, all.2) = (tags, searches)
                case .favorites(let favorites): all.0 += favorites
                }
            }
            return true
        }
        return all.withLock(\.self)
    }
}

extension FavoritesFileIO {
    public func write(
        as kind: FavoritesFileFormat, to url: URL, now: Date,
        each: @Sendable (@escaping @Sendable ([Favorite]) -> Bool) async throws(LibraryFailure) -> Void
    ) async throws(FavoritesExportFailure) -> Int {
        try await write(
            as: kind, to: url, now: now,
            export: { body throws(LibraryFailure) in
                guard body(.heading(tags: [], searches: [])) else { return }
                try await each { body(.favorites($0.map { AnnotatedFavorite($0) })) }
            })
    }

    public func read(_ place: URL) async throws(FileFailure) -> [Favorite] {
        try await read(place, now: .distantPast).entries.compactMap { entry in
            if case .favorite(let favorite) = entry.target { favorite } else { nil }
        }
    }
}
