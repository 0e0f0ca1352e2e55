import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

private let host = "api.github.com"

private func starred(_ numbers: some Sequence<Int>) -> [StarredItem] {
    numbers.map { StarredItem(item: repository($0), starredAt: day0.addingTimeInterval(Double($0))) }
}

/// The list of the signed-in account.
@Suite("Own star list", .timeLimit(.minutes(25)))
struct OwnStarListTests {
    private let library: LibraryDatabase

    init() throws { library = inMemory(time: TimeSource(now: { day0 }, sleep: { _ in })) }

    @discardableResult
    private func begin(_ login: String = "ada", stars: Int? = nil, isAnew: Bool = false) async throws -> StarListReading
    {
        try await library.beginStarList(
            StarListOwner(login: login, stars: stars, requests: 0), on: host,
            StarListWish(isOwn: true, keepsInStep: true, isAnew: isAnew))
    }

    @discardableResult
    private func bring(_ numbers: some Sequence<Int>, next: String? = nil) async throws -> StarImportCount {
        try await library.importStars(
            starred(numbers), of: "ada", host: host, isFirst: false, next: next.map { BatchCursor($0) })
    }

    @discardableResult
    private func importStars(
        _ numbers: some Sequence<Int>, next: String? = nil, of login: String = "ada"
    ) async throws -> StarImportCount {
        try await library.importStars(starred(numbers), of: login, host: host, next: next.map { BatchCursor($0) })
    }

    private func fact(_ number: Int) async throws -> Bool? {
        try await shown(library).first { $0.id == repository(number).id }?.isStarredOnServer
    }

    @Test func `stars become favorites of the date they were starred`() async throws {
        #expect(try await importStars(1...3) == StarImportCount(total: 3, new: 3))
        let expected = (1...3).reversed().map { favorite($0, starred: true) }
        #expect(try await shown(library) == expected)
        let stored = try await library.database.read { try Date.fetchAll($0, sql: "SELECT starred_at FROM item") }
        #expect(stored.count == 3)
    }

    @Test func `how far the reading is, is kept until the account changes`() async throws {
        let known = { (login: String) in await library.starListState(of: StarListID(host: host, login: login)) }
        #expect(await known("Ada") == .nothing)
        try await library.setStarAccount(login: "ada", host: host)
        #expect(await known("Ada") == .nothing)
        try await importStars(1...3, next: "2")
        #expect(await known("Ada") == .some(3))
        // A reading that was interrupted and resumed also ends.
        try await begin()
        try await bring(4...5)
        #expect(await known("Ada") == .all)
        #expect(await known("bob") == .nothing)
        try await importStars([] as [Int])
        #expect(await known("Ada") == .all)
        try await library.setStarAccount(login: "bob", host: host)
        for login in ["Ada", "bob"] { #expect(await known(login) == .nothing) }
    }

    @Test func `the public list of the account's name is a reading of its own`() async throws {
        try await importStars(1...3, next: "2")
        let owner = StarListOwner(login: "ada", stars: 2, requests: 1)
        let reading = try await library.beginStarList(owner, on: host, StarListWish(keepsInStep: true))
        #expect(reading.next == nil && reading.count.total == 0 && !reading.isOwn)
        try await bring(1...2)
        #expect(try await fact(3) == true, "a public list lacks what is private")
        #expect(await library.starListState(of: StarListID(host: host, login: "ada")) == .nothing)
    }

    /// The stars that the server is to be asked about.
    private func missed() async throws -> [String] {
        try await library.database.read { db in
            try String.fetchAll(
                db, sql: "SELECT item_id FROM star_list_item WHERE missed > verified AND verified < 2")
        }
    }

    /// The server confirms a change that the user made.
    private func confirm(_ isStarred: Bool, _ number: Int) async throws {
        let account = OutboxAccount(host: host, login: "ada")
        let mutation = AccountMutation(.star, repository(number), isSet: isStarred)
        try await library.enqueue([OutboxChange(mutation, of: account, wasSet: !isStarred, sendAt: day0)])
        guard case .entry(let entry) = try await library.beginSending(of: account, now: day0) else {
            Issue.record("nothing to send")
            return
        }
        try await library.endSending(entry, as: .confirmed(isStarred))
    }

    @Test(arguments: [false, true])
    func `a star that is removed after its batch was loaded stays removed`(isFirstBatch: Bool) async throws {
        try await importStars(1...3)
        try await begin(stars: 3)
        if !isFirstBatch { try await bring(1...1, next: "2") }
        try await library.remove(favorite(3).id)
        try await confirm(false, 3)
        #expect(try await bring(2...3).new == 0)
        #expect(numbers(try await shown(library)) == ["2", "1"])
        try await importStars(1...3)
        #expect(try await fact(3) == true, "the next reading begins after the change")
    }

    @Test func `a star that is added during a reading is known, and no new one later`() async throws {
        try await library.add(favorite(9))
        try await importStars(1...2, next: "2")
        try await confirm(true, 9)
        try await bring(3...4)
        #expect(try await fact(9) == true)
        #expect(try await library.newStars(starred([9]), in: StarListID(host: host, login: "ada")) == 0)
        try await importStars(1...4)
        #expect(try await fact(9) == false, "it was removed elsewhere")
    }

    /// Each removed star moves the rest of the list up: one item is in no batch.
    @Test func `a star that is removed during a reading costs no other, and is not reported`() async throws {
        try await importStars(1...3)
        try await begin()
        try await bring(1...1, next: "2")
        try await confirm(false, 1)
        try await bring(3...3)
        #expect(try await fact(1) == false)
        #expect(try await fact(2) == true)
        #expect(try await missed() == ["2"])
    }

    @Test func `a star that is removed before its page comes the first time does not come`() async throws {
        try await library.setStarAccount(login: "ada", host: host)
        try await begin()
        try await bring(1...1, next: "2")
        try await library.recordStar(true, on: repository(2))
        try await confirm(false, 2)
        #expect(try await bring(2...3).new == 2)
        #expect(numbers(try await shown(library)) == ["3", "1"])
    }

    @Test func `what was learned to be starred during a reading stays so`() async throws {
        try await importStars(1...3)
        try await library.add(favorite(9))
        try await begin()
        try await bring(1...2, next: "2")
        try await library.recordStar(true, on: repository(9))
        try await bring(3...3)
        #expect(try await fact(9) == true)
    }

    @Test func `a removed star is reported neither this week nor later`() async throws {
        try await importStars(1...3)
        try await confirm(false, 1)
        for _ in 1...3 {
            try await importStars(2...3)
            #expect(try await missed() == [])
        }
    }

    @Test func `a star that is removed elsewhere during a reading causes a second one`() async throws {
        try await importStars(1...3)
        let batch = { (numbers: [Int], next: String?, position: Int) in
            StarredBatch(
                items: starred(numbers), end: next.map { .more(BatchCursor($0)) } ?? .complete, position: position)
        }
        let list = StarListID(host: host, login: "ada")
        try await begin(stars: 3)
        _ = try await library.bringStars(batch([3], "2", 1), of: list)
        #expect(try await library.bringStars(batch([1], nil, 2), of: list).step == .again)
        let end = try await library.bringStars(batch([2, 1], nil, 2), of: list)
        #expect(end.step == .complete && end.problem == nil)
        #expect(try await fact(2) == true)
    }

    @Test func `a star that was removed before a reading resumed is brought again`() async throws {
        try await importStars(1...3)
        try await importStars(1...1, next: "2")
        try await library.remove(favorite(3).id)
        try await confirm(false, 3)
        // The rest of the list is loaded after the change: it was starred again elsewhere.
        #expect(try await begin().next != nil)
        try await bring(2...3)
        #expect(try await fact(3) == true)
    }

    @Test func `a favorite whose star is still to be removed is not added again`() async throws {
        try await importStars(1...3)
        let mutation = AccountMutation(.star, repository(3), isSet: false)
        let account = OutboxAccount(host: host, login: "ada")
        let change = OutboxChange(mutation, of: account, wasSet: true, sendAt: day0.addingTimeInterval(60))
        try await library.remove(favorite(3).id, sending: change)
        try await importStars(1...3, of: "Ada")
        #expect(numbers(try await shown(library)) == ["2", "1"])
        #expect(try await library.outbox(of: account).map(\.mutation) == [mutation])
    }

    @Test func `a star without a date is added now`() async throws {
        let undated = StarredItem(item: repository(1), starredAt: nil)
        _ = try await library.importStars([undated], of: "ada", host: host)
        #expect(try await shown(library).map(\.addedAt) == [day0])
    }

    @Test func `an existing favorite keeps its date and gets the new snapshot`() async throws {
        try await library.add(Favorite(item: repository(1, stars: 99), addedAt: day0.addingTimeInterval(-500)))
        #expect(try await importStars([1, 2]) == StarImportCount(total: 2, new: 1))
        let one = try #require(try await shown(library).first { $0.id.id == "1" })
        #expect(one == favorite(1, at: -500, starred: true))
    }

    @Test func `an import restores removed favorites`() async throws {
        try await importStars([1])
        try await library.remove(repository(1).id)
        #expect(try await shown(library).isEmpty)
        #expect(try await importStars([1]) == StarImportCount(total: 1, new: 1))
        #expect(try await shown(library) == [favorite(1, starred: true)])
    }

    @Test func `duplicates are counted once`() async throws {
        try await library.add(favorite(3))
        #expect(try await importStars([1, 2, 2], next: "b") == StarImportCount(total: 2, new: 2))
        #expect(try await bring([2, 3, 1]) == StarImportCount(total: 3, new: 2))
        #expect(try await shown(library).count == 3)
    }

    @Test func `the same stars again write no favorite`() async throws {
        try await importStars(1...5)
        let stamps = { try await library.database.read { try Int64.fetchAll($0, sql: "SELECT stamp FROM item") } }
        let before = try await stamps()
        #expect(try await importStars(1...5) == StarImportCount(total: 5, new: 0))
        #expect(try await stamps() == before)
    }

    @Test func `items of another server are left out`() async throws {
        let foreign = StarredItem(item: repository(1, host: "elsewhere"), starredAt: nil)
        _ = try await library.importStars([foreign], of: "ada", host: host)
        #expect(try await shown(library).isEmpty)
    }

    @Test func `a complete import unstars missing items and keeps them`() async throws {
        try await importStars([1, 2])
        try await library.add(favorite(3))
        try await library.add(Favorite(item: repository(4, host: "elsewhere"), addedAt: day0, isStarredOnServer: true))
        try await importStars([2], next: "b")
        #expect(try await fact(1) == true, "the scan is not over yet")
        try await bring([5])
        #expect(try await fact(1) == false)
        #expect(try await fact(2) == true)
        #expect(try await fact(3) == false, "all stars are known now, and this is none of them")
        #expect(try await shown(library).count == 5)
        #expect(try await shown(library).first { $0.id.host == "elsewhere" }?.isStarredOnServer == true)
    }

    @Test func `a star only row is deleted with the star`() async throws {
        try await importStars([2])
        try await library.recordStar(true, on: repository(1))
        try await importStars([2])
        #expect(try await library.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM item") } == 1)
    }

    @Test func `a resumed reading unstars nothing`() async throws {
        try await importStars([1])
        try await importStars([2], next: "b")
        try await begin()
        try await bring([3])
        #expect(try await fact(1) == true)
    }

    @Test func `a reading resumes after a restart`() async throws {
        let folder = try TemporaryFolder()
        let own = StarListWish(isOwn: true)
        let ada = StarListOwner(login: "ada", stars: nil, requests: 0)
        try await folder.opened { library in
            _ = try await library.importStars(starred(1...100), of: "ada", host: host, next: BatchCursor("b"))
        }
        try await folder.opened { library in
            let reading = StarListReading(
                list: StarListID(host: host, login: "ada"), isOwn: true, next: BatchCursor("b"),
                count: StarImportCount(total: 100, new: 100), stars: nil)
            #expect(await library.interruptedStarList(on: host) == reading)
            #expect(try await library.beginStarList(ada, on: "elsewhere", own).next == nil)
            #expect(try await library.beginStarList(ada, on: host, own) == reading)
            let tally = try await library.importStars(starred(95...150), of: "ada", host: host, isFirst: false)
            #expect(tally == StarImportCount(total: 150, new: 150))
            #expect(await library.interruptedStarList(on: host) == nil)
        }
    }

    @Test func `another account has other stars`() async throws {
        try await library.setStarAccount(login: "ada", host: host)
        try await importStars([1, 2], next: "b")
        try await library.remove(repository(2).id)
        try await library.setStarAccount(login: "Ada", host: host)
        #expect(try await fact(1) == true)
        #expect(await library.interruptedStarList(on: host) != nil)

        try await library.setStarAccount(login: "bob", host: host)
        #expect(try await shown(library) == [favorite(1)])
        #expect(await library.interruptedStarList(on: host) == nil)
        let rows = try await library.database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM item WHERE removed_at IS NULL")
        }
        #expect(rows == 1, "nothing is kept for a star of somebody else")
    }

    @Test func `bringing the stars of another login deletes the first account's stars`() async throws {
        try await importStars([1], next: "b")
        try await importStars([2], next: "c", of: "bob")
        #expect(try await fact(1) == nil)
        #expect(await library.interruptedStarList(on: host)?.list.login == "bob")
    }

    @Test func `a failed star batch is rolled back`() async throws {
        try await library.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON item WHEN NEW.item_id = '3'
                    BEGIN SELECT raise(ABORT, 'no'); END
                    """)
        }
        await #expect(throws: LibraryFailure.self) { try await importStars(1...3, next: "b") }
        #expect(try await shown(library).isEmpty)
        #expect(await library.interruptedStarList(on: host)?.next == nil)
    }
}
