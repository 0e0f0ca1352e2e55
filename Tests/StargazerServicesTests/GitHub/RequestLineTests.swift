import Foundation
import StargazerCore
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct RequestLineTests {
    @Test func oneSearchAtATimeInTheOrderAsked() async throws {
        let scene = Scene([.hold, .hold, .hold])
        let line = scene.client.searchLine
        var tasks: [Task<ResultBatch, any Error>] = []
        for (place, text) in ["a", "b", "c"].enumerated() {
            tasks.append(Task { try await scene.search(text) })
            await eventually("\(text) is in line") {
                scene.transport.heldCount == 1 && line.waitingCount == place
            }
        }
        for (task, text) in zip(tasks, ["a", "b", "c"]) {
            await eventually("\(text) is sent") { scene.targets.last?.contains("q=\(text)&") == true }
            #expect(scene.transport.heldCount == 1)
            scene.transport.release(with: .json(Wire.page()))
            _ = try await task.value
        }
        #expect(scene.transport.mostAtOnce == 1)
    }

    @Test func detailsDoNotWaitBehindASearch() async throws {
        let scene = Scene([.hold, .json(Wire.repository())])
        let search = Task { try await scene.search() }
        await eventually("the search is under way") { scene.transport.heldCount == 1 }
        #expect(await scene.detailsFailure() == nil)
        scene.transport.release(with: .json(Wire.page()))
        _ = try await search.value
    }

    @Test func whoIsCancelledInLineIsAnsweredAtOnceAndNeverSent() async throws {
        let scene = Scene([.hold, .json(Wire.page())])
        let first = Task { try await scene.search("first") }
        await eventually("the first is under way") { scene.transport.heldCount == 1 }
        let second = Task { try await scene.search("second") }
        await eventually("the second waits") { scene.client.searchLine.waitingCount == 1 }
        let third = Task { try await scene.search("third") }
        await eventually("the third waits") { scene.client.searchLine.waitingCount == 2 }
        second.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await second.value }
        #expect(scene.transport.heldCount == 1)
        scene.transport.release(with: .json(Wire.page()))
        _ = try await first.value
        _ = try await third.value
        #expect(scene.targets.map { $0.contains("second") } == [false, false])
    }

    @Test func cancellingTheRunningOneLetsTheNextGo() async throws {
        let scene = Scene([.hold, .json(Wire.page())])
        let first = Task { try await scene.search("first") }
        await eventually("the first is under way") { scene.transport.heldCount == 1 }
        let second = Task { try await scene.search("second") }
        await eventually("the second waits") { scene.client.searchLine.waitingCount == 1 }
        first.cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await first.value }
        _ = try await second.value
    }

    @Test func whoComesCancelledIsNotSent() async {
        let scene = Scene([.json(Wire.page())])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await scene.search()
        }
        await #expect(throws: CatalogFailure.cancelled) { try await task.value }
        #expect(scene.transport.requests.isEmpty)
    }

    @Test func aRefusalReachesThoseWhoWaitedBehindIt() async throws {
        let scene = Scene([.hold])
        let first = Task { await scene.searchFailure("first") }
        await eventually("the first is under way") { scene.transport.heldCount == 1 }
        let second = Task { await scene.searchFailure("second") }
        await eventually("the second waits") { scene.client.searchLine.waitingCount == 1 }
        scene.transport.release(
            with: .json(Wire.error("API rate limit exceeded"), status: 403, headers: Wire.rate(0, at: scene.clock)))
        let failure = await first.value
        #expect(failure?.mayPassByItself == true)
        #expect(await second.value == failure)
        #expect(scene.transport.requests.count == 1)
    }

    /// A storm of askers of which every other leaves: each is answered once, and the places are all free again.
    @Test func noPlaceIsLostInACrowd() async throws {
        let line = RequestLine(limit: 2)
        let running = Gauge()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<500 {
                group.addTask {
                    let task = Task {
                        try await line.whenReached { () async throws(CatalogFailure) in
                            running.rise()
                            await Task.yield()
                            running.fall()
                        }
                    }
                    if number.isMultiple(of: 2) { task.cancel() }
                    _ = await task.result
                }
            }
        }
        #expect(running.most <= 2)
        #expect(line.waitingCount == 0)
        try await line.whenReached { () async throws(CatalogFailure) in }
    }
}

/// How much there was of something at most.
private final class Gauge: Sendable {
    private let state = Mutex((now: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func rise() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
    func fall() { state.withLock { $0.now -= 1 } }
}
