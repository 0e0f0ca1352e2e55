import Dispatch
import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Favorites", .timeLimit(.minutes(25)))
struct FavoritesTests {
    @Test func `everything of an item comes back after reopening`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(7, starred: true)) }
        let again = try await folder.ready()
        #expect(try await shown(again) == [favorite(7, starred: true)])
    }

    @Test func `an item with nothing optional comes back`() async throws {
        let library = inMemory()
        let bare = Item(
            id: ItemID(catalog: .repositories, host: "h", id: "1"),
            facts: Repository(owner: "o", name: "n"))
        try await library.add(Favorite(item: bare, addedAt: day0))
        #expect(try await shown(library) == [Favorite(item: bare, addedAt: day0)])
    }

    @Test func `the newest is first and equal dates are in the order of their names`() async throws {
        let library = inMemory()
        for (number, second) in [(3, 5.0), (2, 9.0), (1, 5.0), (4, 5.001)] {
            try await library.add(favorite(number, at: second))
        }
        #expect(numbers(try await shown(library)) == ["2", "4", "1", "3"])
    }

    @Test func `adding again updates the snapshot and keeps the date`() async throws {
        let library = inMemory()
        try await library.add(favorite(1, at: 0, starred: true))
        try await library.add(Favorite(item: repository(1, stars: 99), addedAt: day0.addingTimeInterval(500)))
        let list = try await shown(library)
        #expect(list.map(\.addedAt) == [day0])
        #expect(list.first?.item.repository?.stars == 99)
        #expect(list.first?.isStarredOnServer == true, "what is not said must not be forgotten")
    }

    @Test(arguments: [nil, false, true])
    func `adding with the old date undoes a removal`(starred: Bool?) async throws {
        let library = inMemory()
        try await library.add(favorite(1, at: 0, starred: starred))
        try await library.add(favorite(2, at: 10))
        let before = try await shown(library)
        #expect(try await library.remove(favorite(1).id) == favorite(1, at: 0, starred: starred))
        #expect(try await library.remove(favorite(1).id) == nil)
        #expect(numbers(try await shown(library)) == ["2"])
        try await library.add(favorite(1, at: 0, starred: starred))
        #expect(try await shown(library) == before)
    }

    @Test func `removing keeps the star on the server`() async throws {
        let library = inMemory()
        for (number, starred) in [(1, true), (2, false), (3, nil as Bool?)] {
            try await library.add(favorite(number, starred: starred))
            try await library.remove(favorite(number).id)
        }
        #expect(try await shown(library).isEmpty)
        let kept = try await library.database.read { db in
            try String.fetchAll(db, sql: "SELECT item_id FROM item WHERE starred_on_server AND NOT is_favorite")
        }
        #expect(kept == ["1"])
        try await library.add(favorite(1, at: 77))
        #expect(try await shown(library) == [favorite(1, at: 77, starred: true)])
    }

    @Test func `refreshing touches the snapshot of a favorite only`() async throws {
        let library = inMemory()
        try await library.add(favorite(1, starred: true))
        #expect(try await shown(library) == [favorite(1, starred: true)])
        try await library.refresh([repository(1, stars: 500), repository(2, stars: 500)])
        var expected = favorite(1, starred: true)
        expected.item = repository(1, stars: 500)
        #expect(try await shown(library) == [expected])
    }

    @Test func `refreshing with nothing new begins no write`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        // A write would wait for the lock's owner.
        try await library.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA busy_timeout = 20") }
        let other = try DatabaseQueue(path: folder.file.path)
        try await other.write { _ in
            let done = DispatchSemaphore(value: 0)
            let kept = Mutex(false)
            Task {
                try await library.refresh([repository(1), repository(2)])
                kept.withLock { $0 = true }
                done.signal()
            }
            done.wait()
            #expect(kept.withLock { $0 })
        }
    }

    @Test func `servers never share an item`() async throws {
        let library = inMemory()
        let other = Favorite(item: repository(1, host: "sample"), addedAt: day0)
        try await library.add(favorite(1))
        try await library.add(other)
        try await library.remove(favorite(1).id)
        #expect(try await shown(library) == [other])
    }

    @Test func `a snapshot that cannot be read leaves identity and title`() async throws {
        let library = inMemory()
        for number in 1...4 { try await library.add(favorite(number, at: 0)) }
        try await library.database.write { db in
            let change = "UPDATE item SET"
            try db.execute(sql: "\(change) snapshot = '{\"owner\":' WHERE item_id = '1'")
            try db.execute(sql: "\(change) snapshot_format = 99 WHERE item_id = '2'")
            try db.execute(sql: "\(change) snapshot = x'ff00', added_at = 'never' WHERE item_id = '3'")
            try db.execute(
                sql: """
                    INSERT INTO item (
                        catalog, host, item_id, title, title_key, is_favorite, added_at, stamp, snapshot_format, snapshot)
                    SELECT 'comets', host, '5', title, title_key, 1, added_at, 0, 1, '' FROM item LIMIT 1
                    """)
        }
        let list = try await shown(library)
        #expect(Set(numbers(list)) == ["1", "2", "3", "4"], "an unknown catalog is left out and hides nothing else")
        #expect(list.first { $0.id.id == "1" }?.item.title == "owner1/name1")
        #expect(list.first { $0.id.id == "2" }?.item.title == "owner2/name2")
        #expect(list.first { $0.id.id == "2" }?.item.repository?.stars == 0, "a format unknown is not guessed at")
        #expect(list.first { $0.id.id == "4" } == favorite(4, at: 0))
    }

    @Test func `the library is freed and closed`() async throws {
        let folder = try TemporaryFolder()
        var library: LibraryDatabase? = try await folder.ready()
        weak let database = try library?.database
        var changes = try #require(library?.changes().makeAsyncIterator())
        _ = try await library?.favorites(FavoritesQuery(), reading: 1)
        library = nil
        #expect(await changes.next() == nil, "the stream ends with the library")
        // Queued work can retain the library's queue a moment longer.
        await eventually("the end of the database") { database == nil }
        // Closing a library removes its log. The connection closes on its own queue.
        await eventually("the end of the log") { (try? folder.names()) == ["library.sqlite"] }
    }

    @Test func `many changes at once come to the same end`() async throws {
        let folder = try TemporaryFolder()
        let one = try await folder.ready()
        let two = try await folder.ready()
        try await withThrowingTaskGroup { group in
            for number in 0..<60 {
                let library = number.isMultiple(of: 2) ? one : two
                group.addTask {
                    try await library.add(favorite(number))
                    if number.isMultiple(of: 3) { try await library.remove(favorite(number).id) }
                }
            }
            try await group.waitForAll()
        }
        let expected = (0..<60).reversed().filter { !$0.isMultiple(of: 3) }.map(String.init)
        for library in [one, two] {
            let list = try #require(try await shown(library) { numbers($0) == expected })
            #expect(list.count == 40)
        }
    }

    @Test func `a canceled task still completes its write`() async throws {
        let library = inMemory()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await library.add(favorite(1))
        }
        try await task.value
        #expect(try await shown(library) == [favorite(1)])
    }

    @Test func `five thousand favorites come back whole`() async throws {
        let folder = try TemporaryFolder()
        let many = (0..<5_000).map { favorite($0) }
        try await folder.opened { try await $0.importFavorites(many) }
        let library = try await folder.ready()
        #expect(try await shown(library) == many.reversed())
        try await library.add(favorite(9_999))
        #expect(try await shown(library).first == favorite(9_999))
    }
}
