import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Responses that no server should send, from their bytes to the text shown. Each must give a value within its limits
/// or a specific failure, and none may end the process.
struct HostileResponsesTests {
    @Test func `no response traps or exceeds its limits`() async throws {
        let run = FuzzRun()
        let samples = try ResponseSamples(recordings: Recordings.gitHub)
        let source = samples.recorded > 0 ? "\(samples.recorded) recorded" : "no recorded answers here"
        Recordings.log("hostile answers: seed \(run.seed), \(run.numbers.count) of them (stand-in, \(source))")
        TrapReport.begin()
        defer { TrapReport.end() }
        let result = await withTaskGroup(of: FuzzResult.self) { group in
            for worker in 0..<run.workerCount {
                group.addTask { await Self.worker(worker, of: run, samples) }
            }
            return await group.reduce(into: FuzzResult()) { $0.add($1) }
        }
        for line in result.lines { Recordings.log("hostile answers: \(line)") }
        for problem in result.problems.prefix(10) { Issue.record(Comment(rawValue: problem)) }
        let violations = result.problems.count
        #expect(violations == 0, "seed \(run.seed)")
        if run.numbers.count >= 1_000 {
            #expect(result.outcomes.keys.filter { $0.hasSuffix("value") }.count == HostileOperation.allCases.count)
        }
    }

    private static func worker(_ worker: Int, of run: FuzzRun, _ samples: ResponseSamples) async -> FuzzResult {
        var result = FuzzResult()
        for number in run.numbers where number % run.workerCount == worker || run.numbers.count == 1 && worker == 0 {
            TrapReport.record(run.name(of: number), worker: worker)
            let start = ContinuousClock.now
            var trial = HostileServerTrial(samples, random: FuzzRandom(seed: run.seed, number: number))
            await trial.ask()
            result.add(trial.outcomes, duration: ContinuousClock.now - start, number)
            result.problems += trial.invariants.violations.map { "\(run.name(of: number)): \($0)" }
            // Other tests need the same threads.
            await Task.yield()
        }
        TrapReport.record("", worker: worker)
        return result
    }
}

/// The results of many responses.
struct FuzzResult {
    var outcomes: [String: Int] = [:]
    var problems: [String] = []
    private var slowest: (time: Duration, number: Int) = (.zero, 0)

    var lines: [String] {
        outcomes.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            + ["slowest: number \(slowest.number), \(slowest.time / .milliseconds(1)) ms"]
    }

    mutating func add(_ new: [String], duration time: Duration, _ number: Int) {
        for outcome in new { outcomes[outcome, default: 0] += 1 }
        if time > slowest.time { slowest = (time, number) }
    }

    mutating func add(_ other: FuzzResult) {
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        problems += other.problems
        if other.slowest.time > slowest.time { slowest = other.slowest }
    }
}
