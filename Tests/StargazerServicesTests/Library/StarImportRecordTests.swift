import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

private let host = "api.github.com"

private func starred(_ numbers: some Sequence<Int>) -> [StarredItem] {
    numbers.map { StarredItem(item: repository($0), starredAt: day0.addingTimeInterval(Double($0))) }
}

@Suite("Star import", .timeLimit(.minutes(25)))
struct StarImportRecordTests {
    private let library: LibraryDatabase

    init() throws { library = inMemory(time: TimeSource(now: { day0 }, sleep: { _ in })) }

    @discardableResult
    private func importStars(
        _ numbers: some Sequence<Int>, as step: StarImportStep = .beginning, next: String? = nil,
        of login: String = "ada"
    ) async throws -> StarImportCount {
        try await library.importStars(
            starred(numbers), of: login, host: host, as: step, next: next.map { BatchCursor($0) })
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

    @Test func `the resume point is kept until the account changes`() async throws {
        let known = { await library.starImportState(of: "Ada", host: host) }
        #expect(await known() == .nothing)
        try await library.setStarAccount(login: "ada", host: host)
        #expect(await known() == .nothing)
        try await importStars(1...3, next: "2")
        #expect(await known() == .some(3))
        // An import that was interrupted and resumed also ends.
        try await importStars(4...5, as: .resumed)
        #expect(await known() == .all)
        #expect(await library.starImportState(of: "bob", host: host) == .nothing)
        try await importStars([] as [Int])
        #expect(await known() == .all)
        try await library.setStarAccount(login: "bob", host: host)
        #expect(await known() == .nothing)
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
        _ = try await library.beginStarImport(of: "ada", host: host)
        if !isFirstBatch { try await importStars(1...1, next: "2") }
        try await library.remove(favorite(3).id)
        try await confirm(false, 3)
        #expect(try await importStars(2...3, as: isFirstBatch ? .beginning : .continuing).new == 0)
        #expect(numbers(try await shown(library)) == ["2", "1"])
        try await importStars(1...3)
        #expect(try await fact(3) == true, "the next import begins after the change")
    }

    @Test func `a star that is added during an import is known`() async throws {
        try await library.add(favorite(9))
        try await importStars(1...2, next: "2")
        try await confirm(true, 9)
        try await importStars(3...4, as: .continuing)
        #expect(try await fact(9) == true)
        _ = try await library.beginStarImport(of: "ada", host: host)
        try await importStars(1...4)
        #expect(try await fact(9) == false, "it was removed elsewhere")
    }

    /// Each removed star moves the rest of the list up: one item is in no batch.
    @Test func `a star that is removed during an import costs no other`() async throws {
        try await importStars(1...3)
        _ = try await library.beginStarImport(of: "ada", host: host)
        try await importStars(1...1, next: "2")
        try await confirm(false, 1)
        try await importStars(3...3, as: .continuing)
        #expect(try await fact(1) == false)
        #expect(try await fact(2) == true)
    }

    @Test func `a star that is added during an import and arrives with it costs no other`() async throws {
        try await importStars(1...3)
        try await library.add(favorite(9))
        _ = try await library.beginStarImport(of: "ada", host: host)
        try await importStars(1...1, next: "2")
        try await confirm(true, 9)
        try await importStars([3, 9], as: .continuing)
        #expect(try await fact(9) == true)
        #expect(try await fact(2) == true)
    }

    @Test func `a star that was removed before an import resumed is imported again`() async throws {
        try await importStars(1...3)
        try await importStars(1...1, next: "2")
        try await library.remove(favorite(3).id)
        try await confirm(false, 3)
        // The rest of the list is loaded after the change: it was starred again elsewhere.
        #expect(try await library.beginStarImport(of: "ada", host: host) != nil)
        try await importStars(2...3, as: .resumed)
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
        _ = try await library.importStars([undated], of: "ada", host: host, as: .beginning, next: nil)
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
        #expect(try await importStars([2, 3, 1], as: .continuing) == StarImportCount(total: 3, new: 2))
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
        _ = try await library.importStars([foreign], of: "ada", host: host, as: .beginning, next: nil)
        #expect(try await shown(library).isEmpty)
    }

    @Test func `a complete import unstars missing items and keeps them`() async throws {
        try await importStars([1, 2])
        try await library.add(favorite(3))
        try await library.add(Favorite(item: repository(4, host: "elsewhere"), addedAt: day0, isStarredOnServer: true))
        try await importStars([2], next: "b")
        #expect(try await fact(1) == true, "the scan is not over yet")
        try await importStars([5], as: .continuing)
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

    @Test func `a resumed import unstars nothing`() async throws {
        try await importStars([1])
        try await importStars([2], next: "b")
        try await importStars([3], as: .resumed)
        #expect(try await fact(1) == true)
    }

    @Test func `an item starred during the import stays starred`() async throws {
        try await importStars([1], next: "b")
        try await library.add(favorite(9, starred: true))
        try await importStars([2], as: .continuing)
        #expect(try await fact(9) == true)
    }

    @Test func `an import resumes after a restart`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            #expect(try await library.beginStarImport(of: "ada", host: host) == nil)
            _ = try await library.importStars(
                starred(1...100), of: "ada", host: host, as: .beginning, next: BatchCursor("b"))
        }
        try await folder.opened { library in
            let place = StarImportResumePoint(next: BatchCursor("b"), count: StarImportCount(total: 100, new: 100))
            #expect(try await library.beginStarImport(of: "ada", host: host) == place)
            #expect(try await library.beginStarImport(of: "ADA", host: host) == place, "logins have no case")
            #expect(try await library.beginStarImport(of: "bob", host: host) == nil)
            #expect(try await library.beginStarImport(of: "ada", host: "elsewhere") == nil)
            let tally = try await library.importStars(
                starred(95...150), of: "ada", host: host, as: .resumed, next: nil)
            #expect(tally == StarImportCount(total: 150, new: 150))
            #expect(try await library.beginStarImport(of: "ada", host: host) == nil)
        }
    }

    @Test func `another account has other stars`() async throws {
        try await library.setStarAccount(login: "ada", host: host)
        try await importStars([1, 2], next: "b")
        try await library.remove(repository(2).id)
        try await library.setStarAccount(login: "Ada", host: host)
        #expect(try await fact(1) == true)
        #expect(try await library.beginStarImport(of: "ada", host: host) != nil)

        try await library.setStarAccount(login: "bob", host: host)
        #expect(try await shown(library) == [favorite(1)])
        #expect(try await library.beginStarImport(of: "ada", host: host) == nil)
        #expect(try await library.beginStarImport(of: "bob", host: host) == nil)
        let rows = try await library.database.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM item WHERE removed_at IS NULL")
        }
        #expect(rows == 1, "nothing is kept for a star of somebody else")
    }

    @Test func `importing for another login deletes the first account's stars`() async throws {
        try await importStars([1], next: "b")
        try await importStars([2], as: .beginning, next: "c", of: "bob")
        #expect(try await fact(1) == nil)
        #expect(try await library.beginStarImport(of: "ada", host: host) == nil)
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
        #expect(try await library.beginStarImport(of: "ada", host: host) == nil)
    }
}
