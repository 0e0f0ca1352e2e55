import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Favorite rows and changes", .timeLimit(.minutes(25)))
struct FavoriteRowLoaderTests {
    private func rows(_ library: any Library) async throws -> [FavoriteRowID] {
        try await library.favorites(FavoritesQuery(), reading: 0).rows
    }

    @Test func `rows are read by their numbers and left out when they are known`() async throws {
        let library = inMemory()
        try await library.importFavorites((0..<10).map { favorite($0) })
        let rows = try await rows(library)
        let answer = try await library.favorites(FavoritesQuery(), reading: 4)
        #expect(answer.first.map(\.row) == Array(rows.prefix(4)))
        let window = try await library.favorites(in: Array(rows[3..<6]), cached: [:])
        #expect(window.map(\.favorite) == [favorite(6), favorite(5), favorite(4)])
        var known = Dictionary(uniqueKeysWithValues: window.map { ($0.row, $0.stamp) })
        #expect(try await library.favorites(in: rows, cached: known).count == 7)

        try await library.refresh([repository(5, stars: 77)])
        try await library.remove(favorite(6).id)
        let changed = try await library.favorites(in: Array(rows[3..<6]), cached: known)
        #expect(changed.map(\.favorite.item.repository?.stars) == [77])
        known[rows[4]] = changed.first?.stamp
        #expect(try await library.favorites(in: Array(rows[3..<6]), cached: known).isEmpty)
        #expect(try await library.favorites(in: [FavoriteRowID(rawValue: .max)], cached: [:]).isEmpty)
    }

    @Test func `rows know whether any favorite has their name`() async throws {
        let folder = try TemporaryFolder()
        func named(_ number: Int, _ owner: String, _ name: String) -> Favorite {
            Favorite(
                item: Item(id: favorite(number).id, facts: Repository(owner: owner, name: name)),
                addedAt: day0.addingTimeInterval(-Double(number)))
        }
        try await folder.opened { library in
            try await library.importFavorites([named(1, "ada", "tool"), named(2, "ben", "Tool"), named(3, "ben", "x")])
            let rows = try await rows(library)
            let first = try await library.favorites(in: rows, cached: [:])
            #expect(first.map(\.hasNamesake) == [true, true, false])
            try await library.remove(named(2, "ben", "Tool").id)
            // The first row is not as it was known.
            let known = Dictionary(uniqueKeysWithValues: first.map { ($0.row, $0.stamp) })
            let changed = try await library.favorites(in: rows, cached: known)
            #expect(changed.map(\.hasNamesake) == [false])
        }
        let plan = try folder.sqlite("EXPLAIN QUERY PLAN \(FavoriteReader.selectRow)")
        #expect(plan.contains("USING INDEX favorite_by_short_name"))
    }

    @Test func `a stamp is new after every write of the row`() async throws {
        let library = inMemory()
        var stamps: Set<Int64> = []
        func look() async throws {
            let one = try await library.favorites(FavoritesQuery(), reading: 1).first.first
            stamps.insert(try #require(one).stamp)
        }
        try await library.add(favorite(1))
        try await look()
        try await library.recordStar(true, on: repository(1))
        try await look()
        try await library.refresh([repository(1, stars: 9)])
        try await look()
        try await library.add(favorite(1))
        try await look()
        #expect(stamps.count == 4)
    }

    @Test func `facts of items`() async throws {
        let library = inMemory()
        try await library.add(favorite(1, at: 5, starred: false))
        try await library.add(favorite(2, at: 6))
        try await library.recordStar(true, on: repository(3))
        let facts = try await library.facts(of: (1...4).map { repository($0).id })
        #expect(
            facts == [
                repository(1).id: FavoriteFacts(addedAt: day0.addingTimeInterval(5), isStarredOnServer: false),
                repository(2).id: FavoriteFacts(addedAt: day0.addingTimeInterval(6)),
                repository(3).id: FavoriteFacts(isStarredOnServer: true),
            ])
    }

    @Test func `every favorite comes in parts and as of one moment`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites((0..<1_200).map { favorite($0) })
        let parts = Mutex<[[Favorite]]>([])
        try await library.forEachFavoriteBatch { part in
            // Another process writes meanwhile.
            if parts.withLock({ $0.isEmpty }) {
                #expect(throws: Never.self) { try folder.sqlite("DELETE FROM item") }
            }
            parts.withLock { $0.append(part) }
            return true
        }
        #expect(parts.withLock { $0.map(\.count) } == [500, 500, 200])
        #expect(parts.withLock { $0.flatMap(\.self) } == (0..<1_200).reversed().map { favorite($0) })
        #expect(try await shown(library).isEmpty)
    }

    @Test func `export stops when the caller stops`() async throws {
        let library = inMemory()
        try await library.importFavorites((0..<1_200).map { favorite($0) })
        let parts = Mutex(0)
        try await library.forEachFavoriteBatch { _ in
            parts.withLock { $0 += 1 }
            return false
        }
        #expect(parts.withLock { $0 } == 1)
    }

    @Test func `a fetch after a notification sees the change`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        var changes = library.changes().makeAsyncIterator()
        for number in 0..<100 {
            async let added: Void = library.add(favorite(number))
            await changes.next()
            #expect(try await library.facts(of: [repository(number).id]).count == 1)
            try await added
        }
    }

    @Test func `every change is sent to every listener`() async throws {
        let library = inMemory()
        let listeners = [Listener(library.changes()), Listener(library.changes())]
        func until(_ wanted: Int) async {
            await eventually("\(wanted) changes heard") { listeners.allSatisfy { $0.received >= wanted } }
            await settle()
            #expect(listeners.allSatisfy { $0.received == wanted })
        }
        try await library.recordQuery("x", of: .repositories)
        try await library.remove(favorite(1).id)
        try await library.refresh([repository(1)])
        try await library.add(favorite(1))
        await until(1)
        try await library.recordStar(true, on: repository(2))
        await until(2)
        try await library.refresh([repository(1)])
        await #expect(throws: LibraryFailure.cancelled) {
            _ = try await library.importFavorites([favorite(3)]) { _ in false }
        }
        try await library.remove(favorite(1).id)
        await until(3)
    }

    @Test func `a canceled fetch ends`() async throws {
        let library = inMemory()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await library.favorites(FavoritesQuery(), reading: 0)
        }
        await #expect(throws: LibraryFailure.cancelled) { try await task.value }
        #expect(try await library.favorites(FavoritesQuery(), reading: 0).rows.isEmpty)
    }
}

/// Counts the notifications.
private final class Listener: Sendable {
    private let count = Mutex(0)
    private let task = Mutex<Task<Void, Never>?>(nil)

    var received: Int { count.withLock { $0 } }

    init(_ changes: AsyncStream<Void>) {
        let task = Task { [weak self] in
            for await _ in changes { self?.count.withLock { $0 += 1 } }
        }
        self.task.withLock { $0 = task }
    }

    deinit { task.withLock { $0?.cancel() } }
}
