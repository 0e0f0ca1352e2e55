import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The order of requests in the queue, and which requests are not sent at all.
@Suite(.timeLimit(.minutes(25))) struct RequestPriorityTests {
    private let clock = SteppingClock()

    private func fixture(_ steps: [ScriptedTransport.Step]) -> GitHubFixture { GitHubFixture(steps, clock: clock) }

    private func core(_ remaining: Int, of limit: Int = 60) -> [String: String] {
        GitHubJSON.rate(remaining, of: limit, resource: "core", resetsIn: 1800, at: clock)
    }

    private func ask(_ fixture: GitHubFixture, _ name: String, _ context: RequestContext) -> Task<
        ItemDetails, any Error
    > {
        Task {
            try await RequestContext.$current.withValue(context) { () async throws in
                try await fixture.catalog.details(of: .listed(name: name))
            }
        }
    }

    /// Queues these requests, in order, behind one that is under way.
    private func line(_ fixture: GitHubFixture, _ contexts: [(String, RequestContext)]) async -> [Task<
        ItemDetails, any Error
    >] {
        var tasks = [ask(fixture, "first", RequestContext(.userInitiated))]
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        for (place, (name, context)) in contexts.enumerated() {
            tasks.append(ask(fixture, name, context))
            await eventually("\(name) waits") { fixture.client.coreQueue.waitingCount == place + 1 }
        }
        return tasks
    }

    private func names(_ fixture: GitHubFixture) -> [String] {
        fixture.targets.map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func `user requests go first, then previews, then prefetches`() async throws {
        let fixture = fixture([.hold] + Array(repeating: .json(GitHubJSON.repository()), count: 5))
        let tasks = await line(
            fixture,
            [
                ("spare", RequestContext(.background)), ("ahead", RequestContext(.prefetch)),
                ("rest", RequestContext(.preview)),
                ("one", RequestContext(.userInitiated)), ("two", RequestContext(.userInitiated)),
            ])
        fixture.transport.release(with: .json(GitHubJSON.repository()))
        for task in tasks { _ = try await task.value }
        #expect(names(fixture) == ["first", "one", "two", "rest", "ahead", "spare"])
    }

    @Test func `a prioritized request goes before earlier ones`() async throws {
        let fixture = fixture([.hold] + Array(repeating: .json(GitHubJSON.repository()), count: 2))
        let opened = RequestContext(.preview)
        let tasks = await line(fixture, [("rest", RequestContext(.preview)), ("opened", opened)])
        opened.prioritize()
        fixture.transport.release(with: .json(GitHubJSON.repository()))
        for task in tasks { _ = try await task.value }
        #expect(names(fixture) == ["first", "opened", "rest"])
    }

    @Test func `a cancelled request leaves the queue at once and is not sent`() async throws {
        let fixture = fixture([.hold, .json(GitHubJSON.repository())])
        let tasks = await line(
            fixture, [("left", RequestContext(.preview)), ("opened", RequestContext(.userInitiated))])
        tasks[1].cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await tasks[1].value }
        #expect(fixture.transport.heldCount == 1, "while the first is still on its way")
        fixture.transport.release(with: .json(GitHubJSON.repository()))
        _ = try await tasks[2].value
        #expect(names(fixture) == ["first", "opened"])
    }

    /// Of 60 an hour, 31 left is more than half, and 30 is not.
    @Test(arguments: [(31, true), (30, false), (0, false)])
    func `optional requests use only the first half of the limit`(left: Int, isSent: Bool) async throws {
        let fixture = fixture([.json(GitHubJSON.repository(), headers: core(left)), .json(GitHubJSON.repository())])
        _ = try await fixture.catalog.details(of: .listed(name: "first"))
        let task = ask(fixture, "rest", RequestContext(.preview))
        if isSent { _ = try await task.value } else { await #expect(throws: (any Error).self) { try await task.value } }
        #expect(names(fixture) == ["first"] + (isSent ? ["rest"] : []))
    }

    /// Of 60 an hour, opening 25 items can take 50.
    @Test(arguments: [(51, true), (50, false), (31, false)])
    func `background requests leave enough for opening items`(left: Int, isSent: Bool) async throws {
        let fixture = fixture([.json(GitHubJSON.repository(), headers: core(left)), .json(GitHubJSON.repository())])
        _ = try await fixture.catalog.details(of: .listed(name: "first"))
        let task = ask(fixture, "spare", RequestContext(.background))
        if isSent {
            _ = try await task.value
        } else {
            await #expect(throws: CatalogFailure.notSent) { try await task.value }
        }
        #expect(names(fixture) == ["first"] + (isSent ? ["spare"] : []))
    }

    @Test func `user requests and next batches also use the second half`() async throws {
        let fixture = fixture(Array(repeating: .json(GitHubJSON.repository(), headers: core(10)), count: 3))
        for (name, priority) in [("one", RequestPriority.userInitiated), ("two", .userInitiated), ("three", .prefetch)]
        {
            _ = try await ask(fixture, name, RequestContext(priority)).value
        }
        #expect(names(fixture) == ["one", "two", "three"])
    }

    /// Enough requests were left when it joined the queue, but not when its turn comes.
    @Test func `the remaining requests are checked when a request's turn comes`() async throws {
        let fixture = fixture([.hold, .json(GitHubJSON.repository(), headers: core(30))])
        let tasks = await line(fixture, [("one", RequestContext(.preview)), ("two", RequestContext(.preview))])
        fixture.transport.release(with: .json(GitHubJSON.repository(), headers: core(31)))
        _ = try await tasks[1].value
        await #expect(throws: CatalogFailure.notSent) { try await tasks[2].value }
        #expect(names(fixture) == ["first", "one"])
    }

    @Test func `optional requests are not retried`() async throws {
        let fixture = fixture([.json("{}", status: 502), .json(GitHubJSON.repository())])
        await #expect(throws: CatalogFailure.server(status: 502)) {
            try await ask(fixture, "a", RequestContext(.preview)).value
        }
        #expect(fixture.transport.requests.count == 1 && clock.sleeps == [])
    }
}
