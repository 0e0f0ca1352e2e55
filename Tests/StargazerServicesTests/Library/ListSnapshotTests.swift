import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("List snapshots", .timeLimit(.minutes(25)))
struct ListSnapshotTests {
    private let library: LibraryDatabase
    private let me = ItemID(catalog: .people, host: "h", id: "1")

    init() throws { library = LibraryDatabase.inMemory(codecs: ItemCodecs([RepositoryCodec(), PersonCodec()])) }

    private func person(_ number: Int, host: String = "h") -> Item {
        Item(id: ItemID(catalog: .people, host: host, id: "\(number)"), facts: Person(login: "p\(number)"))
    }

    @Test func `a list comes back in its order`() async throws {
        #expect(try await library.listSnapshot(.followers, of: me) == nil)
        let list = ListSnapshot(items: [9, 2, 5].map { person($0) }, seenAt: day0)
        try await library.saveSnapshot(list, as: .followers, of: me)
        #expect(try await library.listSnapshot(.followers, of: me) == list)
        #expect(try await library.listSnapshot(.following, of: me) == nil)
        #expect(try await library.listSnapshot(.followers, of: person(2).id) == nil)
    }

    @Test func `a newer snapshot replaces it`() async throws {
        try await library.saveSnapshot(
            ListSnapshot(items: [person(1), person(2)], seenAt: day0), as: .followers, of: me)
        let newer = ListSnapshot(items: [person(2), person(3)], seenAt: day0.addingTimeInterval(5))
        try await library.saveSnapshot(newer, as: .followers, of: me)
        #expect(try await library.listSnapshot(.followers, of: me) == newer)
        try await library.saveSnapshot(ListSnapshot(items: [], seenAt: day0), as: .followers, of: me)
        #expect(try await library.listSnapshot(.followers, of: me) == ListSnapshot(items: [], seenAt: day0))
    }

    @Test func `an unreadable member keeps identity and title`() async throws {
        try await library.saveSnapshot(ListSnapshot(items: [person(7)], seenAt: day0), as: .followers, of: me)
        try await library.database.write { db in
            try db.execute(sql: "UPDATE list_snapshot_member SET snapshot = 'broken'")
        }
        #expect(try await library.listSnapshot(.followers, of: me)?.items == [person(7)])
    }

    @Test func `a snapshot of ten thousand changes no favorite`() async throws {
        try await library.add(Favorite(item: person(3), addedAt: day0))
        let list = ListSnapshot(items: (1...10_000).map { person($0) }, seenAt: day0)
        try await library.saveSnapshot(list, as: .followers, of: me)
        #expect(try await library.listSnapshot(.followers, of: me)?.items.count == 10_000)
        #expect(try await shown(library).map(\.item) == [person(3)])
    }
}
