import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

private let host = "api.github.com"

/// Which updates show, for how long, and which favorites no list tells of.
@Suite struct StarUpdateRecordTests {
    private let time = ManualTime(now: day0)
    private let library: LibraryDatabase

    init() { library = inMemory(time: time.source) }

    private func repository(_ number: Int, _ change: (inout Repository) -> Void = { _ in }) -> Item {
        var facts = Repository(owner: "owner", name: "name\(number)", stars: number)
        change(&facts)
        return Item(id: ItemID(catalog: .repositories, host: host, id: "\(number)"), facts: facts)
    }

    private func add(_ items: Item...) async throws {
        for (index, item) in items.enumerated() {
            try await library.add(Favorite(item: item, addedAt: day0.addingTimeInterval(Double(index))))
        }
    }

    private func pass(days: Int) async { await time.advance(by: .seconds(days * 24 * 3_600), sleepers: 0) }

    /// Reads a list of one user, of no stars.
    private func readList() async throws {
        let owner = StarListOwner(login: "ada", stars: 0, requests: 1)
        let list = try await library.beginStarList(owner, on: host, StarListWish(keepsInStep: true)).list
        _ = try await library.bringStars(
            StarredBatch(items: [], end: .complete, position: 0), of: list)
    }

    private func updates() async throws -> FavoritesResult {
        try await library.favorites(FavoritesQuery(scope: .updates), reading: 9)
    }

    @Test func `a row shows its newest update`() async throws {
        let item = repository(1)
        try await add(item)
        let archived = repository(1) { ($0.isArchived, $0.name) = (true, "other") }
        try await library.recordFavorite(.present(archived), of: item.id)
        var result = try await updates()
        #expect(result.updates == [StarUpdateGroup(kind: .archived, count: 1)])
        await pass(days: 1)
        try await library.recordFavorite(.gone, of: item.id)
        result = try await updates()
        #expect(result.updates == [StarUpdateGroup(kind: .gone, count: 1)])
        #expect(result.rowUpdates.map(\.value) == [RowUpdate(.gone, noticedAt: day0.addingTimeInterval(86_400))])
        #expect(try await library.starUpdates().map(\.kind.rawValue).sorted() == ["archived", "gone", "renamed"])
    }

    @Test func `what the details see is an update`() async throws {
        try await add(repository(1), repository(2))
        let moved = repository(1) { $0.owner = "other" }
        for _ in 1...2 { try await library.refresh([moved, repository(2) { $0.isArchived = true }]) }
        try await library.refresh([repository(2) { ($0.isArchived, $0.stars) = (true, 7) }, repository(3)])
        let updates = try await library.starUpdates()
        #expect(Set(updates.map { "\($0.item.id) \($0.kind.rawValue)" }) == ["1 renamed", "2 archived"])
        #expect(updates.compactMap(\.formerTitle) == ["owner/name1"])
    }

    @Test func `another name of a person is no update of the stars`() async throws {
        func person(_ login: String) -> Item {
            Item(id: ItemID(catalog: .people, host: host, id: "1"), facts: Person(login: login))
        }
        try await add(person("ada"))
        try await library.refresh([person("lovelace")])
        #expect(try await library.starUpdates().isEmpty)
    }

    @Test func `what is still gone a week later is no new update`() async throws {
        try await add(repository(1))
        try await library.recordFavorite(.gone, of: repository(1).id)
        try await library.apply(.markUpdates(nil, isSeen: true), sending: [], if: .none)
        await pass(days: 7)
        try await library.recordFavorite(.gone, of: repository(1).id)
        #expect(try await library.favoritesCounts(account: nil).newUpdates == 0)
    }

    @Test func `a comparison begins anew with another account's token`() async throws {
        try await readList()
        let list = StarListID(host: host, login: "ada")
        let own = StarListOwner(login: "ada", stars: nil, requests: 2)
        let comparison = StarListWish(isOwn: true, isCompared: true)
        _ = try await library.beginStarList(own, on: host, comparison)
        let star = StarredItem(item: repository(1), starredAt: day0)
        let batch = StarredBatch(items: [star], end: .more(BatchCursor("own page 2")), position: 1)
        _ = try await library.bringStars(batch, of: list)
        #expect(try await library.beginStarList(own, on: host, comparison).next != nil)
        let seenByOthers = StarListOwner(login: "ada", stars: 150, requests: 2)
        #expect(try await library.beginStarList(seenByOthers, on: host, StarListWish(isCompared: true)).next == nil)
    }

    @Test func `updates that were seen leave the list thirty days later, and can still be searched`() async throws {
        try await add(repository(1), repository(2))
        try await library.recordFavorite(.gone, of: repository(1).id)
        try await library.apply(.markUpdates(nil, isSeen: true), sending: [], if: .none)
        try await library.recordFavorite(.gone, of: repository(2).id)
        await pass(days: 29)
        try await readList()
        #expect(try await updates().rows.count == 2)
        await pass(days: 2)
        try await readList()
        #expect(try await updates().first.map(\.favorite.id) == [repository(2).id], "this one is not seen")
        let counts = try await library.favoritesCounts(account: nil)
        #expect(counts.updates == 1 && counts.newUpdates == 1 && counts.latestUpdate == day0)
        let gone = try await library.favorites(FavoritesQuery(text: "is:gone"), reading: 0)
        #expect(gone.rows.count == 2)
    }

    @Test func `an update that is seen late stays for thirty days`() async throws {
        try await add(repository(1))
        try await library.recordFavorite(.gone, of: repository(1).id)
        await pass(days: 35)
        try await readList()
        try await library.apply(.markUpdates(nil, isSeen: true), sending: [], if: .none)
        #expect(try await updates().rows.count == 1)
        await pass(days: 31)
        try await readList()
        #expect(try await updates().rows.isEmpty)
    }

    @Test func `the last change is one of a favorite`() async throws {
        try await add(repository(1), repository(2))
        try await library.recordFavorite(.gone, of: repository(1).id)
        await pass(days: 1)
        try await library.recordFavorite(.gone, of: repository(2).id)
        try await library.remove(repository(2).id)
        #expect(try await library.favoritesCounts(account: nil).latestUpdate == day0)
    }

    @Test func `what is there again is available again`() async throws {
        try await add(repository(1))
        try await library.recordFavorite(.gone, of: repository(1).id)
        await pass(days: 8)
        let asked = try await library.unlistedFavorites(on: host, askedBefore: time.now, limit: 9)
        #expect(asked == [repository(1).id])
        try await library.recordFavorite(.present(repository(1)), of: repository(1).id)
        #expect(try await updates().rows.isEmpty)
        #expect(try await shown(library).first?.isGone == false)
    }

    @Test func `an update returns only with a star that is removed`() async throws {
        let items = [repository(1), repository(2)]
        try await add(items[0], items[1])
        let change = OutboxChange(
            AccountMutation(.star, items[0], isSet: false), of: OutboxAccount(host: host, login: "ada"), wasSet: true,
            sendAt: day0)
        let edit = LibraryEdit.setStars(
            items.map(\.id), isSet: false, updates: items.map { StarUpdate(.unstarred, of: $0.id, noticedAt: day0) })
        let applied = try await library.apply(edit, sending: [change], if: .unchanged)
        #expect(applied.skipped == 1)
        #expect(try await library.starUpdates().map(\.item) == [items[0].id])
    }

    @Test func `favorites in no list come in the order in which they were asked for`() async throws {
        let listed = repository(9)
        let owner = StarListOwner(login: "ada", stars: 1, requests: 1)
        let list = try await library.beginStarList(owner, on: host, StarListWish(keepsInStep: true)).list
        _ = try await library.bringStars(
            StarredBatch(items: [StarredItem(item: listed, starredAt: day0)], end: .complete, position: 1), of: list)
        try await add(repository(1), repository(2), repository(3), repository(4) { $0.isPrivate = true })
        func next(_ limit: Int = 9, before date: Date? = nil) async throws -> [String] {
            try await library.unlistedFavorites(on: host, askedBefore: date ?? time.now, limit: limit).map(\.id)
        }
        #expect(try await next() == ["1", "2", "3"])
        #expect(try await next(2) == ["1", "2"])
        try await library.recordFavorite(.gone, of: repository(1).id)
        try await library.recordFavorite(.present(repository(2)), of: repository(2).id)
        #expect(try await next() == ["3"], "the second one was asked for at this time")
        await pass(days: 1)
        try await library.recordFavorite(.present(repository(3) { $0.stars = 50 }), of: repository(3).id)
        await pass(days: 1)
        #expect(try await next() == ["1", "2", "3"])
        try await library.stopKeepingStarLists(on: host)
        #expect(try await next(1) == ["9"], "its list tells nothing any more")
        #expect(try await library.items(of: [repository(3).id]).first?.repository?.stars == 50)
    }
}
