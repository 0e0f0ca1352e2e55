import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

private let host = "api.github.com"

@Suite struct StarListRecordTests {
    private let library: LibraryDatabase
    private let list = StarListID(host: host, login: "Ada")

    init() { library = inMemory(time: TimeSource(now: { day0 }, sleep: { _ in })) }

    private func date(_ number: Int) -> Date { day0.addingTimeInterval(Double(number)) }

    private func batch(_ numbers: some Sequence<Int>, next: String? = nil, position: Int? = nil) -> StarredBatch {
        StarredBatch(
            items: numbers.map { StarredItem(item: repository($0), starredAt: date($0)) },
            end: next.map { .more(BatchCursor($0)) } ?? .complete, position: position)
    }

    @discardableResult
    private func begin(_ login: String = "Ada", stars: Int = 0) async throws -> StarListReading {
        try await library.beginStarList(
            StarListOwner(login: login, stars: stars, requests: 1), on: host, StarListWish(keepsInStep: true))
    }

    private var numbers: [String] { get async throws { try await shown(library).map(\.id.id) } }

    @Test func `stars become favorites of their date, and say nothing about the account`() async throws {
        try await library.add(favorite(2, at: 90))
        try await begin(stars: 3)
        let progress = try await library.bringStars(batch(1...3), of: list)
        #expect(progress == StarListProgress(count: StarImportCount(total: 3, new: 2), step: .complete))
        #expect(try await shown(library) == [favorite(2, at: 90), favorite(3), favorite(1)])
    }

    @Test func `repeated items count once`() async throws {
        try await begin(stars: 4)
        _ = try await library.bringStars(batch(1...3, next: "2"), of: list)
        let progress = try await library.bringStars(batch(3...4), of: list)
        #expect(progress.count == StarImportCount(total: 4, new: 4))
    }

    @Test func `a reading continues where it stopped, whatever the spelling of the name`() async throws {
        #expect(await library.interruptedStarList(on: host) == nil)
        try await begin(stars: 9)
        _ = try await library.bringStars(batch(1...3, next: "2"), of: list)
        let interrupted = try #require(await library.interruptedStarList(on: host))
        let count = StarImportCount(total: 3, new: 3)
        #expect(interrupted == StarListReading(list: list, next: BatchCursor("2"), count: count, stars: 9))
        #expect(await library.interruptedStarList(on: "elsewhere") == nil)
        try await library.pauseStarList(list)
        #expect(await library.interruptedStarList(on: host) == nil)
        #expect(try await begin("ada", stars: 10) == interrupted)
        #expect(await library.interruptedStarList(on: host) == interrupted)
        _ = try await library.bringStars(batch(4...9), of: list)
        #expect(await library.interruptedStarList(on: host) == nil)
    }

    @Test func `a second list does not continue the first one by itself`() async throws {
        try await begin()
        try await begin("bob")
        #expect(await library.interruptedStarList(on: host)?.list.login == "bob")
    }

    @Test func `a favorite removed during the reading stays removed, and comes when the list is brought again`()
        async throws
    {
        try await begin(stars: 3)
        _ = try await library.bringStars(batch(1...2, next: "2"), of: list)
        try await library.remove(favorite(2).id)
        let progress = try await library.bringStars(batch(2...3), of: list)
        #expect(progress.count == StarImportCount(total: 3, new: 3))
        #expect(try await numbers == ["3", "1"])
        try await begin(stars: 3)
        let again = try await library.bringStars(batch(1...3), of: list)
        #expect(again.count == StarImportCount(total: 3, new: 1))
        #expect(try await numbers == ["3", "2", "1"])
    }

    @Test func `nothing that a list lacks is removed`() async throws {
        try await begin()
        _ = try await library.bringStars(batch(1...3), of: list)
        for _ in 0..<2 {
            try await begin()
            _ = try await library.bringStars(batch([1]), of: list)
        }
        #expect(try await numbers == ["3", "2", "1"])
        let missed = try await library.database.read {
            try Int.fetchAll($0, sql: "SELECT missed FROM star_list_item ORDER BY item_id")
        }
        #expect(missed == [0, 2, 2])
    }

    @Test func `a list that became shorter is read again`() async throws {
        try await begin(stars: 5)
        _ = try await library.bringStars(batch([5, 4], next: "2", position: 2), of: list)
        // Star 5 is removed: star 3 moves to the first page.
        let progress = try await library.bringStars(batch([2, 1], position: 4), of: list)
        #expect(progress.step == .again)
        #expect(await library.interruptedStarList(on: host)?.next == nil)
        _ = try await library.bringStars(batch([4, 3], next: "2", position: 2), of: list)
        let last = try await library.bringStars(batch([2, 1], position: 4), of: list)
        #expect(last == StarListProgress(count: StarImportCount(total: 5, new: 5), step: .complete))
        #expect(try await numbers == ["5", "4", "3", "2", "1"])
    }

    @Test func `a star that is added hides no removed one, and causes no second reading alone`() async throws {
        try await begin(stars: 5)
        _ = try await library.bringStars(batch([5, 4], next: "2", position: 2), of: list)
        // Star 6 is added: star 4 moves to the second page.
        let grown = try await library.bringStars(batch([4, 3, 2, 1], position: 6), of: list)
        #expect(grown == StarListProgress(count: StarImportCount(total: 5, new: 5), step: .complete))
        try await begin(stars: 6)
        _ = try await library.bringStars(batch([6, 5], next: "2", position: 2), of: list)
        // Star 6 is removed, later star 7 is added: star 4 is in no page, and star 3 in two.
        _ = try await library.bringStars(batch([3, 2], next: "3", position: 4), of: list)
        #expect(try await library.bringStars(batch([2, 1], position: 6), of: list).step == .again)
    }

    @Test func `a list that always becomes shorter ends`() async throws {
        try await begin(stars: 100)
        for round in 0..<3 {
            let progress = try await library.bringStars(batch(1...2, position: 90 - round), of: list)
            #expect(progress.step == .again)
        }
        #expect(try await library.bringStars(batch(1...2, position: 1), of: list).step == .complete)
    }

    @Test func `a star changes the figures of its favorite, and one that was gone is there again`() async throws {
        try await library.add(favorite(1))
        try await library.recordGone(true, of: favorite(1).id)
        try await begin()
        let star = StarredItem(item: repository(1, stars: 500), starredAt: date(1))
        _ = try await library.bringStars(StarredBatch(items: [star], end: .complete), of: list)
        let found = try #require(try await shown(library).first)
        #expect(found.item.repository?.stars == 500 && !found.isGone)
    }

    @Test func `items of another server are left out`() async throws {
        try await begin()
        let foreign = StarredItem(item: repository(1, host: "elsewhere"), starredAt: day0)
        let progress = try await library.bringStars(
            StarredBatch(items: [foreign], end: .complete), of: list)
        #expect(progress.count == StarImportCount())
    }
}
