import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// How long a row belongs to its item.
@Suite("Rows of the library", .timeLimit(.minutes(25)))
struct LibraryRowTests {
    @Test func `a removed item is deleted after thirty days unless it is starred`() async throws {
        let folder = try TemporaryFolder()
        let time = SteppingClock()
        let library = try await folder.ready(time: time.source)
        for number in 1...3 { try await library.add(favorite(number, starred: number == 3)) }
        try await library.remove(favorite(1).id)
        try await library.remove(favorite(3).id)
        time.advance(by: 20 * 24 * 3600)
        try await library.remove(favorite(2).id)
        try library.database.close()
        func rows() throws -> String { try folder.sqlite("SELECT group_concat(item_id, '') FROM item") }
        time.advance(by: 11 * 24 * 3600)
        try await folder.ready(time: time.source).database.close()
        #expect(try rows() == "123", "the first start only notes its time")
        time.advance(by: 20 * 24 * 3600)
        try await folder.ready(time: time.source).database.close()
        #expect(try rows() == "23", "the clock may be wrong once")
        try await folder.ready(time: time.source).database.close()
        #expect(try rows() == "3")
    }

    @Test func `a favorite that is removed and added again is the same row`() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        let before = try await library.favorites(FavoritesQuery(), reading: 0).rows
        try await library.remove(favorite(1).id)
        #expect(try await library.favorites(FavoritesQuery(), reading: 0).rows.isEmpty)
        #expect(try await library.facts(of: [favorite(1).id]).isEmpty)
        try await library.add(favorite(1))
        #expect(try await library.favorites(FavoritesQuery(text: "name1"), reading: 0).rows == before)
    }

    @Test func `a row is never another favorites`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites([favorite(1), favorite(2)])
        let last = try #require(try await library.favorites(FavoritesQuery(), reading: 0).rows.first)
        try await library.remove(favorite(2).id)
        try await library.database.write { try $0.execute(sql: "DELETE FROM item WHERE item_id = '2'") }
        try await library.database.vacuum()
        try await library.add(favorite(3))
        #expect(try await library.favorites(in: [last], cached: [:]).isEmpty)
    }
}
