import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// When the mutations of an account are sent, and what a failure changes.
@Suite("Outbox", .timeLimit(.minutes(25)))
struct OutboxRecordTests {
    private let library = inMemory()
    private let account = OutboxAccount(host: "api.github.com", login: "ada")

    /// Adds a star that may be sent after some seconds.
    private func enqueue(_ number: Int, after seconds: TimeInterval = 0) async throws {
        let mutation = AccountMutation(.star, repository(number), isSet: true)
        try await library.enqueue([
            OutboxChange(mutation, of: account, wasSet: false, sendAt: day0.addingTimeInterval(seconds))
        ])
    }

    private func next(at seconds: TimeInterval) async throws -> OutboxNext {
        try await library.beginSending(of: account, now: day0.addingTimeInterval(seconds))
    }

    private func begin(at seconds: TimeInterval) async throws -> OutboxEntry {
        guard case .entry(let entry) = try await next(at: seconds) else { throw LibraryFailure.cancelled }
        return entry
    }

    private func postpone(
        _ entry: OutboxEntry, until seconds: TimeInterval, isUncertain: Bool = false
    ) async throws {
        try await library.endSending(
            entry, as: .postponed(until: day0.addingTimeInterval(seconds), isUncertain: isUncertain, code: "x"))
    }

    @Test func `a request that may have arrived stays uncertain after another failure`() async throws {
        try await enqueue(1)
        let first = try await begin(at: 0)
        #expect(!first.isUncertain)
        try await postpone(first, until: 10, isUncertain: true)
        let second = try await begin(at: 10)
        #expect(second.isUncertain && second.attempts == 1)
        // Not sent: the server could not be asked whether the first had arrived.
        try await postpone(second, until: 20)
        let third = try await begin(at: 20)
        #expect(third.isUncertain && third.attempts == 2)
    }

    @Test func `a server that asks to wait never shortens the time for an undo`() async throws {
        try await enqueue(1)
        try await enqueue(2, after: 60)
        try await library.postponeOutbox(of: account, until: day0.addingTimeInterval(30), error: "x")
        #expect(try await next(at: 29) == .later(day0.addingTimeInterval(30)))
        let first = try await begin(at: 30)
        #expect(first.mutation.item.id.id == "1")
        try await library.endSending(first, as: .confirmed(true))
        #expect(try await next(at: 30) == .later(day0.addingTimeInterval(60)))
    }

    @Test func `the end of an undo sends only what was held back for it`() async throws {
        try await enqueue(1)
        try await postpone(try await begin(at: 0), until: 60)
        try await enqueue(2, after: 30)
        try await library.releaseOutbox(of: account, now: day0)
        let released = try await begin(at: 0)
        #expect(released.mutation.item.id.id == "2")
        try await library.endSending(released, as: .confirmed(true))
        #expect(try await next(at: 0) == .later(day0.addingTimeInterval(60)), "the server asked to wait")
    }

    @Test func `the end of an undo does not send while the server asks to wait`() async throws {
        try await enqueue(1, after: 5)
        try await library.postponeOutbox(of: account, until: day0.addingTimeInterval(60), error: "x")
        try await library.releaseOutbox(of: account, now: day0)
        #expect(try await next(at: 0) == .later(day0.addingTimeInterval(60)))
    }

    @Test func `what is due in ten years is due now`() async throws {
        try await enqueue(1, after: 10 * 365 * 24 * 3_600)
        #expect(try await begin(at: 0).mutation.item.id.id == "1")
    }

    @Test func `another process does not send what is being sent, unless the first is gone`() async throws {
        try await enqueue(1)
        try await enqueue(2)
        let first = try await begin(at: 0)
        #expect(try await begin(at: 0).mutation.item.id.id == "2")
        guard case .later(let date) = try await next(at: 0) else { throw LibraryFailure.cancelled }
        #expect(date == day0.addingTimeInterval(OutboxTime.claim))
        let again = try await begin(at: OutboxTime.claim)
        #expect(again.id == first.id && again.isUncertain)
    }

    @Test func `rows, counts, facets and qualifiers show the requested star, of the account that is signed in`()
        async throws
    {
        let host = account.host
        try await library.setStarAccount(login: "Ada", host: host)
        for number in 1...3 { try await library.add(Favorite(item: repository(number), addedAt: day0)) }
        try await library.recordStar(true, on: repository(2))
        try await library.setStarsKnown(on: host)
        let bob = OutboxAccount(host: host, login: "bob")
        try await library.enqueue([
            OutboxChange(AccountMutation(.star, repository(1), isSet: true), of: account, wasSet: false, sendAt: day0),
            OutboxChange(AccountMutation(.star, repository(2), isSet: false), of: account, wasSet: true, sendAt: day0),
            OutboxChange(AccountMutation(.star, repository(3), isSet: true), of: bob, wasSet: false, sendAt: day0),
        ])
        try await library.postponeOutbox(of: account, until: day0, error: "offline")
        let ids = (1...3).map { repository($0).id }
        let facts = try await library.facts(of: ids)
        #expect(ids.map { facts[$0]?.isStarredOnServer } == [true, false, nil])
        #expect(ids.map { facts[$0]?.starRequest } == [.failed, .failed, nil])
        #expect(try await library.favoritesCounts(account: host).onlyHere == 2)
        let starred = FavoritesQuery(text: "is:starred", order: .sorted(ItemOrder(.added)), scope: .all, account: host)
        #expect(try await library.favorites(starred, reading: 9).first.map(\.favorite.id) == [ids[0]])
        let facets = try await library.facets(of: FavoritesQuery(scope: .all, account: host))
        #expect(facets[.state].first { $0.text == "starred" }?.count == 1)
        let rest = FavoritesQuery(scope: .notStarred, account: host)
        #expect(Set(try await library.favorites(rest, reading: 9).first.map(\.favorite.id)) == [ids[1], ids[2]])
    }

    @Test func `a row that is cached is read again when its star is requested or sent`() async throws {
        try await library.setStarAccount(login: "ada", host: account.host)
        try await library.add(Favorite(item: repository(1), addedAt: day0))
        let query = FavoritesQuery(scope: .all, account: account.host)
        func changed(_ known: StoredFavorite) async throws -> StoredFavorite? {
            try await library.favorites(in: [known.row], cached: [known.row: known.stamp]).first
        }
        let first = try #require(try await library.favorites(query, reading: 1).first.first)
        #expect(try await changed(first) == nil)
        try await enqueue(1)
        let requested = try #require(try await changed(first))
        #expect(requested.favorite.isStarredOnServer == true && requested.favorite.starRequest == .new)
        try await postpone(try await begin(at: 0), until: 10)
        let failed = try #require(try await changed(requested))
        #expect(failed.favorite.starRequest == .failed)
        try await library.endSending(try await begin(at: 10), as: .confirmed(true))
        let sent = try #require(try await changed(failed))
        #expect(sent.favorite.isStarredOnServer == true && sent.favorite.starRequest == nil)
    }

    @Test func `an account that is renamed on its server keeps its stars and what waits`() async throws {
        let host = account.host
        try await library.recordAccount(KnownAccount(host: host, number: 7, login: "Ada"), formerly: nil)
        try await library.setStarAccount(login: "Ada", host: host)
        try await library.add(Favorite(item: repository(2), addedAt: day0))
        try await library.recordStar(true, on: repository(2))
        try await enqueue(1)
        _ = try await library.beginStarList(
            StarListOwner(login: "Ada", stars: 1, requests: 1), on: host,
            StarListWish(keepsInStep: true))
        try await library.recordAccount(KnownAccount(host: host, number: 7, login: "Lovelace"), formerly: nil)
        try await library.setStarAccount(login: "Lovelace", host: host)
        let renamed = OutboxAccount(host: host, login: "lovelace")
        #expect(try await library.outbox(of: renamed).map(\.mutation.item.id) == [repository(1).id])
        #expect(try await library.outbox(of: account).isEmpty)
        #expect(try await library.facts(of: [repository(2).id]).first?.value.isStarredOnServer == true)
        #expect(await library.interruptedStarList(on: host)?.list.login == "Lovelace")
    }

    @Test func `what waits for an account is not sent for another that has taken its name`() async throws {
        let host = account.host
        try await library.recordAccount(KnownAccount(host: host, number: 7, login: "ada"), formerly: nil)
        try await enqueue(1)
        try await library.recordAccount(KnownAccount(host: host, number: 8, login: "Ada"), formerly: nil)
        #expect(try await library.outbox(of: account).isEmpty)
        #expect(try await library.knownAccount(login: "ada", host: host)?.number == 8)
        try await library.recordAccount(KnownAccount(host: host, number: 7, login: "lovelace"), formerly: nil)
        let renamed = OutboxAccount(host: host, login: "lovelace")
        #expect(try await library.outbox(of: renamed).count == 1)
    }

    @Test func `what waits is found under the new name of an account whose number was not known`() async throws {
        let host = account.host
        try await enqueue(1)
        let renamed = OutboxAccount(host: host, login: "lovelace")
        let known = KnownAccount(host: host, number: 7, login: "Lovelace")
        try await library.recordAccount(known, formerly: "Ada")
        #expect(try await library.outbox(of: renamed).count == 1)
        try await enqueue(2)
        try await library.recordAccount(known, formerly: "ada")
        #expect(try await library.outbox(of: renamed).count == 2)
    }

    @Test func `what waits for a name that nobody is known by can be seen and discarded`() async throws {
        try await enqueue(1)
        try await enqueue(2)
        let other = OutboxAccount(host: account.host, login: "lovelace")
        let waiting = try await library.waitingChanges(of: other, limit: 20)
        #expect(waiting == WaitingChanges(others: [.init(login: account.login, count: 2)]))
        try await library.discardOutbox(of: account)
        #expect(try await library.waitingChanges(of: other, limit: 20) == WaitingChanges())
    }

    @Test func `a mutation that is taken back is not sent, or undone if it may have arrived`() async throws {
        try await enqueue(1)
        try await enqueue(2)
        try await postpone(try await begin(at: 0), until: 10, isUncertain: true)
        for number in 1...2 {
            try await library.cancel(
                AccountMutation(.star, repository(number), isSet: true), of: account, now: day0)
        }
        let left = try await library.outbox(of: account)
        #expect(left.map(\.mutation.item.id.id) == ["1"])
        #expect(left.first.map { !$0.mutation.isSet && $0.isUncertain } == true)
    }

    @Test func `what was tried least often comes first`() async throws {
        for number in 1...3 { try await enqueue(number) }
        try await postpone(try await begin(at: 0), until: 10)
        #expect(try await begin(at: 10).mutation.item.id.id == "2")
        #expect(try await library.outbox(of: account).map(\.mutation.item.id.id) == ["3", "1", "2"])
    }

    @Test func `another press of the user counts as the first try`() async throws {
        for number in 1...2 { try await enqueue(number) }
        try await postpone(try await begin(at: 0), until: 600)
        try await enqueue(1)
        let next = try await begin(at: 0)
        #expect(next.mutation.item.id.id == "1" && next.attempts == 0 && next.lastError == nil)
    }

    @Test func `a request that fails is no failure of the opposite`() async throws {
        try await enqueue(1)
        let sent = try await begin(at: 0)
        let opposite = AccountMutation(.star, repository(1), isSet: false)
        try await library.enqueue([OutboxChange(opposite, of: account, wasSet: true, sendAt: day0)])
        try await postpone(sent, until: 10, isUncertain: true)
        let waiting = try #require(try await library.outbox(of: account).first)
        #expect(!waiting.mutation.isSet && waiting.isUncertain && waiting.lastError == nil)
    }

    @Test func `a file of before claims is opened and sent`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            let mutation = AccountMutation(.star, repository(1), isSet: true)
            try await library.enqueue([OutboxChange(mutation, of: account, wasSet: false, sendAt: day0)])
        }
        try folder.sqlite("ALTER TABLE outbox DROP COLUMN claimed_until; PRAGMA user_version = 7")
        try await folder.opened { library in
            guard case .entry(let entry) = try await library.beginSending(of: account, now: day0) else {
                throw LibraryFailure.cancelled
            }
            #expect(entry.mutation.item.id == repository(1).id)
        }
    }
}
