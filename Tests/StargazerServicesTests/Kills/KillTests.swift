import Foundation
import TestSupport
import Testing

/// The process is killed at any moment while the user changes favorites and stars, imports a file and stars, and the
/// outbox sends. Nothing that was confirmed is lost, and no star is sent twice.
@Suite("Kills", .oneExitTestAtATime, .timeLimit(.minutes(30)))
struct KillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let killsPerLibrary = 10
    private static let kills = environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 20
    private static let seed = environment["STARGAZER_KILLS_SEED"].flatMap { UInt64($0) } ?? 1
    /// Repeats one trial.
    private static let trial = environment["STARGAZER_KILLS_TRIAL"].flatMap { Int($0) }

    @Test(arguments: trial.map { $0..<$0 + 1 } ?? 0..<max(1, kills / killsPerLibrary))
    func `a kill loses nothing that was confirmed`(number: Int) async throws {
        let name = "trial \(number), again by STARGAZER_KILLS_SEED=\(Self.seed) STARGAZER_KILLS_TRIAL=\(number)"
        let trial = try await KillTrial(seed: Self.seed, number: number)
        for kill in 1...Self.killsPerLibrary {
            let plan = try await trial.next()
            await #expect(processExitsWith: .signal(SIGKILL), "\(name)") { [plan = plan as KillPlan] in
                try await KilledProcess.run(plan)
            }
            try await trial.check(plan, isLast: kill == Self.killsPerLibrary)
        }
        let counts = await trial.counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        Recordings.log("kills, \(name): \(counts.joined(separator: ", "))")
    }
}
