import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// What the library records of items that their server no longer has.
@Suite("Gone favorites", .timeLimit(.minutes(25)))
struct GoneFavoritesTests {
    private func found(_ library: any Library, _ text: String = "is:gone") async throws -> [String] {
        numbers(try await library.favorites(FavoritesQuery(text: text), reading: .max).first.map(\.favorite))
    }

    private func stamps(_ library: any Library) async throws -> [Int64?] {
        try await library.stamps(after: nil, limit: 10).map(\.stamp)
    }

    @Test func `a gone favorite is found, counted and restored`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            for number in 1...3 { try await library.add(favorite(number)) }
            try await library.recordGone(true, of: favorite(2).id)
            #expect(try await found(library) == ["2"])
            #expect(try await found(library, "-is:gone") == ["3", "1"])
            let facets = try await library.facets(of: FavoritesQuery())
            #expect(facets[.state] == [FavoritesFacets.Value("gone", 1)])
            let ids = (1...4).map { favorite($0).id }
            #expect(
                try await library.facts(of: ids).mapValues(\.isGone) == [ids[0]: false, ids[1]: true, ids[2]: false])
        }
        let library = try await folder.ready()
        #expect(try await found(library) == ["2"])
        let removed = try #require(try await library.remove(favorite(2).id))
        #expect(removed.isGone)
        #expect(try await found(library).isEmpty)
        try await library.add(removed)
        #expect(try await found(library) == ["2"])
        try await library.recordGone(false, of: favorite(2).id)
        #expect(try await found(library).isEmpty)
        #expect(try await shown(library).map(\.isGone) == [false, false, false])
    }

    @Test func `what is recorded already changes nothing`() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        try await library.recordGone(true, of: favorite(1).id)
        let before = try await stamps(library)
        try await library.recordGone(true, of: favorite(1).id)
        try await library.recordGone(true, of: favorite(2).id)
        try await library.recordGone(false, of: favorite(2).id)
        #expect(try await stamps(library) == before)
        try await library.recordGone(false, of: favorite(1).id)
        #expect(try await stamps(library) != before)
        #expect(try await library.facts(of: [favorite(2).id]).isEmpty)
    }

    @Test func `new details of a favorite do not say that it is there`() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        try await library.recordGone(true, of: favorite(1).id)
        try await library.add(Favorite(item: repository(1, stars: 9), addedAt: day0))
        try await library.refresh([repository(1, stars: 10)])
        #expect(try await found(library) == ["1"])
    }

    @Test func `a star that the account has is there`() async throws {
        let library = inMemory()
        try await library.setStarAccount(login: "ada", host: "api.github.com")
        try await library.add([favorite(1, starred: true), favorite(2, starred: true)], sending: [])
        for number in 1...2 { try await library.recordGone(true, of: favorite(number).id) }
        _ = try await library.importStars(
            [StarredItem(item: repository(1), starredAt: day0)], of: "ada", host: "api.github.com")
        #expect(try await found(library) == ["2"])
    }

    @Test func `an exported file does not say it`() async throws {
        let library = inMemory()
        try await library.importFavorites([Favorite(item: repository(1), addedAt: day0, isGone: true)])
        #expect(try await found(library).isEmpty)
    }

    @Test func `a file from before gets the index, and the qualifier uses it`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        try folder.sqlite("DROP INDEX favorite_gone; PRAGMA user_version = 7")
        try await folder.opened { try await $0.recordGone(true, of: favorite(1).id) }
        let plan = try folder.sqlite("EXPLAIN QUERY PLAN \(QualifierRows.selectGone)")
        #expect(plan.contains("USING INDEX favorite_gone"))
    }
}
