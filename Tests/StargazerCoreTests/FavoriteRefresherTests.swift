import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Refreshing favorites that are in no star list.
@MainActor struct FavoriteRefresherTests {
    private let time = ManualTime()
    private let library: MemoryLibrary
    private let lists = ScriptedStarLists()
    private let network = ScriptedNetwork()
    private let refresher: FavoriteRefresher

    init() {
        library = MemoryLibrary(time: time.source)
        refresher = FavoriteRefresher(
            lists, writer: .attached(to: library), network: network, formats: .sample(), time: time.source)
    }

    private func add(_ numbers: ClosedRange<Int>) async throws {
        for number in numbers {
            try await library.add(.sample(number))
            lists.answer(.success(.sample(number)), about: .sample(number))
        }
    }

    private var updates: [String] {
        get async throws {
            try await library.starUpdates().map { "\($0.kind.rawValue) \($0.item.id)" }.sorted()
        }
    }

    /// Lets so many fifths of an hour pass.
    private func pass(fifths: Int) async {
        for _ in 0..<fifths {
            await time.advance(by: .seconds(720), sleepers: 0)
            await settle()
        }
    }

    @Test func `favorites in no list are refreshed a few an hour, and changes become updates`() async throws {
        try await add(101...112)
        lists.answer(.success(.sample(101) { $0.isArchived = true }), about: .sample(101))
        lists.answer(.failure(.gone), about: .sample(102))
        lists.answer(.success(.sample(103) { $0.name = "renamed" }), about: .sample(103))
        network.isMetered = true
        refresher.job.signedIn(as: nil)
        await time.advance(by: .seconds(60))
        await settle()
        #expect(lists.items.isEmpty, "not on a metered connection")
        network.isMetered = false
        for expected in 1...12 {
            await eventually("\(expected) requests") { lists.items.count == expected && time.sleepers == 1 }
            await time.advance(by: .seconds(720))
        }
        #expect(lists.items.map(\.id) == (101...112).map(String.init), "the oldest come first")
        #expect(try await updates == ["archived 101", "gone 102", "renamed 103"])
        await pass(fifths: 6 * 120)
        #expect(lists.items.count == 12)
        await pass(fifths: 2 * 120)
        #expect(lists.items.count == 24, "a week later again, also the one that is gone")
    }

    @Test func `a request that is left to others is sent later`() async throws {
        try await add(101...103)
        refresher.job.signedIn(as: nil)
        await eventually { time.sleepers == 1 }
        lists.failNext(.notSent)
        await time.advance(by: .seconds(60))
        await eventually("one request") { lists.items.count == 1 && time.sleepers == 1 }
        await time.advance(by: .seconds(720))
        for count in 2...4 {
            await eventually("\(count) requests") { lists.items.count == count && time.sleepers == 1 }
            await time.advance(by: .seconds(720))
        }
        #expect(try await updates == [])
    }
}
