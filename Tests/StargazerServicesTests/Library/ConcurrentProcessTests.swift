import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Concurrent processes", .timeLimit(.minutes(25)))
struct ConcurrentProcessTests {
    @Test func `a change by another process is observed`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready(watchesFiles: true)
        try await library.add(favorite(1))
        try await library.add(favorite(2))
        var changes = library.changes().makeAsyncIterator()
        try folder.sqlite("DELETE FROM item WHERE item_id = '2'")
        await changes.next()
        #expect(numbers(try await shown(library)) == ["1"])
        try folder.sqlite("UPDATE item SET starred_on_server = 1, stamp = random()")
        await changes.next()
        #expect(try await shown(library) == [favorite(1, starred: true)])
    }

    @Test func `two open libraries see each other`() async throws {
        let folder = try TemporaryFolder()
        let one = try await folder.ready(watchesFiles: true)
        let two = try await folder.ready(watchesFiles: true)
        #expect(try await shown(two) == [])
        try await one.add(favorite(1))
        #expect(try await shown(two) { $0 == [favorite(1)] } != nil)
        try await two.remove(favorite(1).id)
        #expect(try await shown(one) { $0.isEmpty } != nil)
        try await one.recordQuery("swift", of: .repositories)
        #expect(await two.recentQueries(of: .repositories, limit: 1) == ["swift"])
    }

    @Test func `what is read waits for no writer`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready(watchesFiles: true)
        try await library.add(favorite(1))
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.file.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE; DELETE FROM item") }
        #expect(try await shown(library) == [favorite(1)])
        #expect(try await library.facts(of: [favorite(1).id]).count == 1)
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    @Test func `another process reads what was added`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready(watchesFiles: true)
        try await library.add(favorite(1, at: 0, starred: true))
        #expect(
            try folder.sqlite(
                "SELECT catalog, host, item_id, title, is_favorite, added_at, starred_on_server FROM item")
                == "repositories|api.github.com|1|owner1/name1|1|2023-11-14 22:13:20.250|1")
    }

    @Test func `a busy lock is reported and a later write works`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready(watchesFiles: true)
        try await library.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 20") }
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
