public import Foundation
import StargazerCore
public import StargazerLibrary

/// What the user sees of a library.
public struct LibraryContents: Equatable, Sendable {
    public var favorites: [ItemID: Date]
    public var tags: [String]
    public var tagsOfItems: [ItemID: [String]]
    public var notes: [ItemID: String]
    public var searches: [SavedSearchFields]
    public var queries: [String]
    public var viewed: [ItemID]

    /// - Parameter items: of one catalog and one host.
    public init(of library: any Library, _ items: [Item]) async throws {
        let ids = items.map(\.id)
        favorites = try await library.facts(of: ids).compactMapValues(\.addedAt)
        tags = try await library.tags().map { "\($0.tag.name) \($0.tag.color?.rawValue ?? "") \($0.favorites)" }
        tagsOfItems = try await library.tags(of: ids).mapValues { $0.map(\.name) }
        notes = [:]
        for id in ids { notes[id] = try await library.note(of: id)?.text }
        searches = try await library.savedSearches().map(SavedSearchFields.init)
        (queries, viewed) = ([], [])
        guard let first = ids.first else { return }
        queries = await library.recentQueries(of: first.catalog, limit: 100)
        viewed = try await library.viewedItems(of: first.catalog, host: first.host).map(\.id)
    }
}
