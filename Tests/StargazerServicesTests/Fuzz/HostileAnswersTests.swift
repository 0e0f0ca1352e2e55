import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The whole way from bytes to what is painted, with answers that no server ought to send: each ends in a value that
/// keeps its promises or in a failure that says what it is, and none ends the process.
struct HostileAnswersTests {
    @Test func `no answer traps or brings more than its bounds`() async throws {
        let run = FuzzRun()
        let samples = try AnswerSamples(recordings: Recordings.gitHub)
        let source = samples.recorded > 0 ? "\(samples.recorded) recorded" : "no recorded answers here"
        Recordings.say("hostile answers: seed \(run.seed), \(run.numbers.count) of them (stand-in, \(source))")
        TrapReport.begin()
        defer { TrapReport.end() }
        let tally = await withTaskGroup(of: FuzzTally.self) { group in
            for lane in 0..<run.lanes {
                group.addTask { await Self.lane(lane, of: run, samples) }
            }
            return await group.reduce(into: FuzzTally()) { $0.add($1) }
        }
        for line in tally.lines { Recordings.say("hostile answers: \(line)") }
        for problem in tally.problems.prefix(10) { Issue.record(Comment(rawValue: problem)) }
        let broken = tally.problems.count
        #expect(broken == 0, "seed \(run.seed)")
        if run.numbers.count >= 1_000 {
            #expect(tally.outcomes.keys.filter { $0.hasSuffix("value") }.count == HostileAsking.allCases.count)
        }
    }

    private static func lane(_ lane: Int, of run: FuzzRun, _ samples: AnswerSamples) async -> FuzzTally {
        var tally = FuzzTally()
        for number in run.numbers where number % run.lanes == lane || run.numbers.count == 1 && lane == 0 {
            TrapReport.note(run.name(of: number), lane: lane)
            let start = ContinuousClock.now
            var question = HostileQuestion(samples, random: FuzzRandom(seed: run.seed, number: number))
            await question.ask()
            tally.add(question.outcomes, took: ContinuousClock.now - start, number)
            tally.problems += question.promises.broken.map { "\(run.name(of: number)): \($0)" }
            // Other tests are waiting for the same threads.
            await Task.yield()
        }
        TrapReport.note("", lane: lane)
        return tally
    }
}

/// What came of many answers.
struct FuzzTally {
    var outcomes: [String: Int] = [:]
    var problems: [String] = []
    private var slowest: (time: Duration, number: Int) = (.zero, 0)

    var lines: [String] {
        outcomes.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
            + ["slowest: number \(slowest.number), \(slowest.time / .milliseconds(1)) ms"]
    }

    mutating func add(_ new: [String], took time: Duration, _ number: Int) {
        for outcome in new { outcomes[outcome, default: 0] += 1 }
        if time > slowest.time { slowest = (time, number) }
    }

    mutating func add(_ other: FuzzTally) {
        outcomes.merge(other.outcomes, uniquingKeysWith: +)
        problems += other.problems
        if other.slowest.time > slowest.time { slowest = other.slowest }
    }
}
