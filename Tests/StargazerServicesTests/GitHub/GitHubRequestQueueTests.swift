import Foundation
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct GitHubRequestQueueTests {
    @Test func `searches run one at a time in order`() async throws {
        let fixture = GitHubFixture([.hold, .hold, .hold])
        let queue = fixture.client.searchQueue
        var tasks: [Task<ResultBatch, any Error>] = []
        for (index, text) in ["a", "b", "c"].enumerated() {
            tasks.append(Task { try await fixture.search(text) })
            await eventually("\(text) is in line") {
                fixture.transport.heldCount == 1 && queue.waitingCount == index
            }
        }
        for (task, text) in zip(tasks, ["a", "b", "c"]) {
            await eventually("\(text) is sent") { fixture.targets.last?.contains("q=\(text)&") == true }
            #expect(fixture.transport.heldCount == 1)
            fixture.transport.release(with: .json(GitHubJSON.page()))
            _ = try await task.value
        }
        #expect(fixture.transport.maxConcurrent == 1)
    }

    @Test func `details do not wait behind a search`() async throws {
        let fixture = GitHubFixture([.hold, .json(GitHubJSON.repository())])
        let search = Task { try await fixture.search() }
        await eventually("the search is under way") { fixture.transport.heldCount == 1 }
        #expect(await fixture.detailsFailure() == nil)
        fixture.transport.release(with: .json(GitHubJSON.page()))
        _ = try await search.value
    }

    @Test func `a queued request is canceled at once and never sent`() async throws {
        let fixture = GitHubFixture([.hold, .json(GitHubJSON.page())])
        let first = Task { try await fixture.search("first") }
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        let second = Task { try await fixture.search("second") }
        await eventually("the second waits") { fixture.client.searchQueue.waitingCount == 1 }
        let third = Task { try await fixture.search("third") }
        await eventually("the third waits") { fixture.client.searchQueue.waitingCount == 2 }
        second.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await second.value }
        #expect(fixture.transport.heldCount == 1)
        fixture.transport.release(with: .json(GitHubJSON.page()))
        _ = try await first.value
        _ = try await third.value
        #expect(fixture.targets.map { $0.contains("second") } == [false, false])
    }

    @Test func `canceling the running request starts the next`() async throws {
        let fixture = GitHubFixture([.hold, .json(GitHubJSON.page())])
        let first = Task { try await fixture.search("first") }
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        let second = Task { try await fixture.search("second") }
        await eventually("the second waits") { fixture.client.searchQueue.waitingCount == 1 }
        first.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await first.value }
        _ = try await second.value
    }

    @Test func `a canceled task sends nothing`() async {
        let fixture = GitHubFixture([.json(GitHubJSON.page())])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await fixture.search()
        }
        await #expect(throws: CatalogFailure.cancelled) { try await task.value }
        #expect(fixture.transport.requests.isEmpty)
    }

    @Test func `a rate limit fails queued requests`() async throws {
        let fixture = GitHubFixture([.hold])
        let first = Task { await fixture.searchFailure("first") }
        await eventually("the first is under way") { fixture.transport.heldCount == 1 }
        let second = Task { await fixture.searchFailure("second") }
        await eventually("the second waits") { fixture.client.searchQueue.waitingCount == 1 }
        fixture.transport.release(
            with: .json(
                GitHubJSON.error("API rate limit exceeded"), status: 403, headers: GitHubJSON.rate(0, at: fixture.clock)
            ))
        let failure = await first.value
        #expect(failure?.isTransient == true)
        #expect(await second.value == failure)
        #expect(fixture.transport.requests.count == 1)
    }

    /// Many requests, of which every other is cancelled: each resumes once, and all slots are free afterwards.
    @Test func `no slot is lost when many requests are canceled`() async throws {
        let queue = RequestQueue(limit: 2)
        let running = ConcurrencyGauge()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task {
                        try await queue.run { () async throws(CatalogFailure) in
                            running.increment()
                            await Task.yield()
                            running.decrement()
                        }
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(running.most <= 2)
        #expect(queue.waitingCount == 0)
        try await queue.run { () async throws(CatalogFailure) in }
    }

    @Test func `of equal requests the smallest goes first`() async throws {
        let queue = RequestQueue(limit: 1)
        let order = Journal()
        let (start, release) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await queue.run { () async throws(CatalogFailure) in
                for await _ in start { break }
            }
        }
        let sizes = [30, 10, 20, 10]
        var tasks: [Task<Void, any Error>] = []
        for (index, size) in sizes.enumerated() {
            tasks.append(
                Task {
                    try await queue.run(size: size) { () async throws(CatalogFailure) in
                        order.entries.withLock { $0.append(index) }
                    }
                })
            await eventually("it waits") { queue.waitingCount == index + 1 }
        }
        release.yield()
        try await first.value
        for task in tasks { try await task.value }
        #expect(order.entries.withLock { $0 } == [1, 3, 2, 0])
    }
}

private final class Journal: Sendable {
    let entries = Mutex<[Int]>([])
}

/// Records the maximum number of concurrent uses.
private final class ConcurrencyGauge: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func increment() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func decrement() { state.withLock { $0.now -= 1 } }
}
