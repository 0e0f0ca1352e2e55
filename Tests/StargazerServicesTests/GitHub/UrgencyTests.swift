import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Who goes first in the line for a server, and who does not go at all.
@Suite(.timeLimit(.minutes(25))) struct UrgencyTests {
    private let clock = SteppingClock()

    private func scene(_ steps: [ScriptedTransport.Step]) -> Scene { Scene(steps, clock: clock) }

    private func core(_ remaining: Int, of limit: Int = 60) -> [String: String] {
        Wire.rate(remaining, of: limit, resource: "core", resetsIn: 1800, at: clock)
    }

    private func ask(_ scene: Scene, _ name: String, _ errand: Errand) -> Task<ItemDetails, any Error> {
        Task {
            try await Errand.$current.withValue(errand) { () async throws in
                try await scene.catalog.details(of: .listed(name: name))
            }
        }
    }

    /// Four requests wait behind one that is on its way, in the order of the errands.
    private func line(_ scene: Scene, _ errands: [(String, Errand)]) async -> [Task<ItemDetails, any Error>] {
        var tasks = [ask(scene, "first", Errand(.awaited))]
        await eventually("the first is under way") { scene.transport.heldCount == 1 }
        for (place, (name, errand)) in errands.enumerated() {
            tasks.append(ask(scene, name, errand))
            await eventually("\(name) waits") { scene.client.coreLine.waitingCount == place + 1 }
        }
        return tasks
    }

    private func names(_ scene: Scene) -> [String] {
        scene.targets.map { String($0.split(separator: "/").last ?? "") }
    }

    @Test func `what is waited for goes first, then a rest, then what is read ahead`() async throws {
        let scene = scene([.hold] + Array(repeating: .json(Wire.repository()), count: 5))
        let tasks = await line(
            scene,
            [
                ("spare", Errand(.spare)), ("ahead", Errand(.ahead)), ("rest", Errand(.rest)),
                ("one", Errand(.awaited)), ("two", Errand(.awaited)),
            ])
        scene.transport.release(with: .json(Wire.repository()))
        for task in tasks { _ = try await task.value }
        #expect(names(scene) == ["first", "one", "two", "rest", "ahead", "spare"])
    }

    @Test func `what somebody comes to wait for goes before those who came earlier`() async throws {
        let scene = scene([.hold] + Array(repeating: .json(Wire.repository()), count: 2))
        let opened = Errand(.rest)
        let tasks = await line(scene, [("rest", Errand(.rest)), ("opened", opened)])
        opened.hasten()
        scene.transport.release(with: .json(Wire.repository()))
        for task in tasks { _ = try await task.value }
        #expect(names(scene) == ["first", "opened", "rest"])
    }

    @Test func `who moves on leaves the line at once and spends nothing`() async throws {
        let scene = scene([.hold, .json(Wire.repository())])
        let tasks = await line(scene, [("left", Errand(.rest)), ("opened", Errand(.awaited))])
        tasks[1].cancel()
        await #expect(throws: CatalogFailure.cancelled) { try await tasks[1].value }
        #expect(scene.transport.heldCount == 1, "while the first is still on its way")
        scene.transport.release(with: .json(Wire.repository()))
        _ = try await tasks[2].value
        #expect(names(scene) == ["first", "opened"])
    }

    /// 60 an hour: 31 left is more than half, 30 is not.
    @Test(arguments: [(31, true), (30, false), (0, false)])
    func `what nobody waits for is sent from the first half alone`(left: Int, isSent: Bool) async throws {
        let scene = scene([.json(Wire.repository(), headers: core(left)), .json(Wire.repository())])
        _ = try await scene.catalog.details(of: .listed(name: "first"))
        let task = ask(scene, "rest", Errand(.rest))
        if isSent { _ = try await task.value } else { await #expect(throws: (any Error).self) { try await task.value } }
        #expect(names(scene) == ["first"] + (isSent ? ["rest"] : []))
    }

    /// 60 an hour: 25 openings may take 50 of them.
    @Test(arguments: [(51, true), (50, false), (31, false)])
    func `what is merely nice to know leaves what is opened enough`(left: Int, isSent: Bool) async throws {
        let scene = scene([.json(Wire.repository(), headers: core(left)), .json(Wire.repository())])
        _ = try await scene.catalog.details(of: .listed(name: "first"))
        let task = ask(scene, "spare", Errand(.spare))
        if isSent { _ = try await task.value } else { await #expect(throws: (any Error).self) { try await task.value } }
        #expect(names(scene) == ["first"] + (isSent ? ["spare"] : []))
    }

    @Test func `what is waited for is sent from the second half too, and so is a next batch`() async throws {
        let scene = scene(Array(repeating: .json(Wire.repository(), headers: core(10)), count: 3))
        for (name, urgency) in [("one", Urgency.awaited), ("two", .awaited), ("three", .ahead)] {
            _ = try await ask(scene, name, Errand(urgency)).value
        }
        #expect(names(scene) == ["one", "two", "three"])
    }

    /// What was enough when it came into the line may be too little when its turn comes.
    @Test func `what is left is looked at when the turn has come`() async throws {
        let scene = scene([.hold, .json(Wire.repository(), headers: core(30))])
        let tasks = await line(scene, [("one", Errand(.rest)), ("two", Errand(.rest))])
        scene.transport.release(with: .json(Wire.repository(), headers: core(31)))
        _ = try await tasks[1].value
        await #expect(throws: CatalogFailure.cancelled) { try await tasks[2].value }
        #expect(names(scene) == ["first", "one"])
    }

    @Test func `what nobody waits for is not tried a second time`() async throws {
        let scene = scene([.json("{}", status: 502), .json(Wire.repository())])
        await #expect(throws: CatalogFailure.server(status: 502)) { try await ask(scene, "a", Errand(.rest)).value }
        #expect(scene.transport.requests.count == 1 && clock.sleeps == [])
    }
}
