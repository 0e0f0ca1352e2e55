import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport

@testable import StargazerServices

/// A library in memory, to change tags and notes in.
struct AnnotationsFixture {
    let time = ManualTime()
    let library: LibraryDatabase

    init() { library = inMemory(time: time.source) }

    func add(_ numbers: ClosedRange<Int>) async throws {
        try await library.importFavorites(numbers.map { favorite($0) })
    }

    /// Creates a tag on these items.
    @discardableResult
    func tag(_ name: String, on numbers: Int..., color: TagColor? = nil) async throws -> Tag {
        try await library.addTag(name, color: color, to: numbers.map(itemID)).tag
    }

    /// Returns each tag with the number of its favorites.
    func counts() async throws -> [String] {
        try await library.tags().map { "\($0.tag.name) \($0.favorites)" }
    }

    /// Returns the names of an item's tags.
    func names(_ number: Int) async throws -> [String] {
        let id = itemID(number)
        return try await library.tags(of: [id])[id]?.map(\.name) ?? []
    }

    /// Returns the favorites that these words find.
    func found(_ words: String) async throws -> [String] {
        numbers(try await library.favorites(FavoritesQuery(text: words), reading: .max).first.map(\.favorite))
    }

    func stamps() async throws -> [String: Int64] {
        let stored = try await library.favorites(FavoritesQuery(), reading: .max).first
        return Dictionary(uniqueKeysWithValues: stored.map { ($0.favorite.id.id, $0.stamp) })
    }

    func values(_ sql: String) async throws -> [String] {
        try await library.database.read { try String.fetchAll($0, sql: sql) }
    }

    /// Returns all that is recorded about changes of annotations.
    func changes() async throws -> [String] {
        try await values(
            """
            SELECT name || changed_at || device FROM tag
            UNION ALL SELECT item || ' ' || tag || is_set || changed_at || device FROM item_tag
            UNION ALL SELECT item || text || changed_at || device FROM note
            """)
    }
}

func itemID(_ number: Int) -> ItemID { favorite(number).id }
