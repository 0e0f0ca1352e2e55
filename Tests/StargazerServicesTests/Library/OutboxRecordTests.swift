import Foundation
import StargazerCore
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

    @Test func `what was tried least often comes first`() async throws {
        for number in 1...3 { try await enqueue(number) }
        try await postpone(try await begin(at: 0), until: 10)
        #expect(try await begin(at: 10).mutation.item.id.id == "2")
        #expect(try await library.outbox(of: account).map(\.mutation.item.id.id) == ["3", "1", "2"])
    }

    @Test func `a file of before claims is opened and sent`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            let mutation = AccountMutation(.star, repository(1), isSet: true)
            try await library.enqueue([OutboxChange(mutation, of: account, wasSet: false, sendAt: day0)])
        }
        try folder.sqlite("ALTER TABLE outbox DROP COLUMN claimed_until")
        try await folder.opened { library in
            guard case .entry(let entry) = try await library.beginSending(of: account, now: day0) else {
                throw LibraryFailure.cancelled
            }
            #expect(entry.mutation.item.id == repository(1).id)
        }
    }
}
