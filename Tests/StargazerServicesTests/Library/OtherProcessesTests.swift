import Foundation
import GRDB
import StargazerCore
import Testing

@testable import StargazerServices

@Suite("Two processes on one library", .timeLimit(.minutes(1)))
struct OtherProcessesTests {
    @Test func aChangeByAnotherProcessShowsWithoutBeingAskedFor() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        try await library.add(favorite(2))
        var list = library.favorites().makeAsyncIterator()
        #expect(numbers(try #require(await list.next())) == ["2", "1"])
        try folder.sqlite("DELETE FROM favorite WHERE item_id = '2'")
        #expect(numbers(try #require(await list.next())) == ["1"])
        try folder.sqlite("UPDATE favorite SET starred_on_server = 1, stamp = random()")
        #expect(try #require(await list.next()) == [favorite(1, starred: true)])
    }

    @Test func twoOpenLibrariesSeeEachOther() async throws {
        let folder = try TemporaryFolder()
        let one = try await folder.ready()
        let two = try await folder.ready()
        var first = one.favorites().makeAsyncIterator()
        var second = two.favorites().makeAsyncIterator()
        #expect(await first.next() == [])
        #expect(await second.next() == [])
        try await one.add(favorite(1))
        #expect(await second.next() == [favorite(1)])
        #expect(await first.next() == [favorite(1)])
        try await two.remove(favorite(1).id)
        #expect(await first.next() == [])
        try await one.noteQuery("swift")
        #expect(await two.recentQueries(limit: 1) == ["swift"])
    }

    @Test func anotherProcessReadsWhatWasAdded() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1, at: 0, starred: true))
        #expect(
            try folder.sqlite(
                "SELECT catalog, host, item_id, title, is_favorite, added_at, starred_on_server FROM favorite")
                == "repositories|api.github.com|1|owner1/name1|1|2023-11-14 22:13:20.250|1")
    }

    @Test func aLockHeldTooLongIsSaidAndALaterWriteWorks() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 20") }
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        await #expect(throws: LibraryFailure.busy) { try await library.add(favorite(1)) }
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        try await library.add(favorite(1))
        #expect(try await shown(library) == [favorite(1)])
    }
}
