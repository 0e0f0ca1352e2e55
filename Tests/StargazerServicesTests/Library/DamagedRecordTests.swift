import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Damaged library records", .timeLimit(.minutes(25)))
struct DamagedRecordTests {
    private let library: LibraryDatabase
    private let me = ItemID(catalog: .people, host: "h", id: "1")

    init() throws { library = inMemory() }

    private func damage(_ table: String, _ assignments: String) async throws {
        try await library.database.writeWithoutTransaction { try $0.damage(table, assignments) }
    }

    private static let orders: [FavoritesOrder] = [
        .best, .sorted(ItemOrder(.added)), .sorted(ItemOrder(.name)), .sorted(ItemOrder(.pushed)),
    ]

    @Test(
        arguments: [
            "catalog", "host", "item_id", "title", "title_key", "is_favorite", "added_at", "starred_on_server",
            "starred_at", "stamp", "snapshot_format", "snapshot",
        ], damagedValues)
    func `a damaged favorite hides no other`(column: String, value: String) async throws {
        for number in 1...3 { try await library.add(favorite(number, starred: true)) }
        try await damage("item", "\(column) = \(value) WHERE item_id = '2'")
        for order in Self.orders {
            for words in ["", "name"] {
                let query = FavoritesQuery(text: words, order: order, account: "api.github.com")
                let answer = try await library.favorites(query, reading: 10)
                let others = answer.first.map(\.favorite).filter { ["1", "3"].contains($0.id.id) }
                #expect(Set(others) == [favorite(1, starred: true), favorite(3, starred: true)])
                #expect(answer.rows.count <= 3)
            }
        }
        let facts = try await library.facts(of: (1...3).map { favorite($0).id })
        #expect(facts[favorite(1).id] == FavoriteFacts(addedAt: favorite(1).addedAt, isStarredOnServer: true))
        #expect(
            try await library.importFavorites((1...3).map { favorite($0) }) <= 1, "what was damaged can be added again")
        #expect(try await library.remove(favorite(3).id) == favorite(3, starred: true))
    }

    @Test(arguments: ["host", "item_id"], ["''", "x''", "CAST(x'00' AS TEXT)"])
    func `a favorite without an identity is not exported`(column: String, value: String) async throws {
        for number in 1...2 { try await library.add(favorite(number)) }
        try await damage("item", "\(column) = \(value) WHERE item_id = '2'")
        let disk = FavoritesFileIO(codecs: codecs)
        let folder = try TemporaryFolder()
        let place = folder.root.appending(path: "mine.json")
        let library = library
        let count = try await disk.write(as: .json, to: place, now: day0) { take throws(LibraryFailure) in
            try await library.forEachFavoriteBatch(take)
        }
        #expect(count == 1)
        #expect(try await disk.read(place) == [favorite(1)])
    }

    @Test(arguments: ["title", "added_at", "starred_on_server", "stamp", "snapshot_format", "snapshot"], damagedValues)
    func `a favorite is known as long as its identity can be read`(column: String, value: String) async throws {
        try await library.add(favorite(1))
        try await damage("item", "\(column) = \(value)")
        let answer = try await library.favorites(FavoritesQuery(), reading: 1)
        #expect(answer.first.map(\.favorite.item.title) == [favorite(1).item.title])
        #expect(try await library.favorites(in: answer.rows, cached: [:]).count == 1)
        let years = answer.first.map { Calendar(identifier: .iso8601).component(.year, from: $0.favorite.addedAt) }
        #expect(years.allSatisfy { (1...9_999).contains($0) })
        #expect(try await library.remove(favorite(1).id)?.id == favorite(1).id)
    }

    @Test(arguments: ["member_catalog", "member_id", "title", "place", "snapshot_format", "snapshot"], damagedValues)
    func `a damaged member of a list costs no other`(column: String, value: String) async throws {
        let members = (1...3).map { number in
            Item(id: ItemID(catalog: .people, host: "h", id: "\(number)"), facts: Person(login: "p\(number)"))
        }
        try await library.saveSnapshot(ListSnapshot(items: members, seenAt: day0), as: .followers, of: me)
        try await damage("list_snapshot_member", "\(column) = \(value) WHERE member_id = '2'")
        let list = try await library.listSnapshot(.followers, of: me)
        #expect(list?.seenAt == day0)
        #expect(
            list?.items.filter { $0.id != members[1].id }.filter { members.contains($0) } == [members[0], members[2]])
        try await library.saveSnapshot(ListSnapshot(items: members, seenAt: day0), as: .followers, of: me)
        #expect(try await library.listSnapshot(.followers, of: me)?.items.count == 3)
    }

    @Test(arguments: ["NULL", "x'00FF'", "9e999", "'no value'", "-1e300"])
    func `a list without a date is none`(value: String) async throws {
        try await library.saveSnapshot(ListSnapshot(items: [], seenAt: day0), as: .followers, of: me)
        try await damage("list_snapshot", "seen_at = \(value)")
        #expect(try await library.listSnapshot(.followers, of: me) == nil)
    }

    @Test(arguments: ["text", "text_key", "used_at"], damagedValues)
    func `a damaged search hides no other`(column: String, value: String) async throws {
        for text in ["one", "two", "three"] { try await library.recordQuery(text, of: .repositories) }
        try await damage("recent_query", "\(column) = \(value) WHERE text = 'two'")
        let recent = await library.recentQueries(of: .repositories, limit: 10)
        #expect(recent.filter { ["one", "three"].contains($0) } == ["three", "one"])
        try await library.clearRecentQueries(of: .repositories)
    }

    @Test(
        arguments: [
            "login", "next_batch", "is_whole", "is_own", "reads_own", "own_completed_at", "repeated",
        ], damagedValues)
    func `a damaged reading of the account's stars begins again`(column: String, value: String) async throws {
        let stars = [StarredItem(item: repository(1), starredAt: day0)]
        let account = StarListID(host: "api.github.com", login: "ada")
        _ = try await library.importStars(stars, of: "ada", host: account.host, next: BatchCursor("2"))
        try await damage("star_list", "\(column) = \(value)")
        try await damage("star_list_item", "is_changed = \(value)")
        _ = await library.interruptedStarList(on: account.host)
        _ = await library.starListState(of: account)
        let tally = try await library.importStars(stars, of: "ada", host: account.host)
        #expect(tally.total == 1)
        #expect(await library.starListState(of: account) == .all)
    }
}
