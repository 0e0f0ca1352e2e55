import Foundation
import GRDB
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The process is killed at any moment while it brings a public star list and keeps it in step. No star comes twice, and
/// none is lost.
@Suite("Star list kills", .oneExitTestAtATime, .timeLimit(.minutes(30)))
struct StarListKillTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let kills = environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 10
    private static let seed = environment["STARGAZER_KILLS_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func `a kill loses and repeats nothing of a star list`() async throws {
        let trial = try await StarListTrial(seed: Self.seed)
        for kill in 1...Self.kills {
            if kill == Self.kills / 2 { try await trial.switchToLater() }
            let plan = await trial.next()
            let name = "kill \(kill), again by STARGAZER_KILLS_SEED=\(Self.seed)"
            await #expect(processExitsWith: .signal(SIGKILL), "\(name)") { [plan = plan as KillPlan] in
                try await StarListProcess.runToKill(plan)
            }
            try await trial.check("\(name): \(plan.moment)")
        }
        try await trial.finish()
    }
}

/// A library that one process after another brings the same list into, each eight days after the last one.
@MainActor private final class StarListTrial {
    private let folder: TemporaryFolder
    private let server: StarServer
    private let startedAt = Date()
    private let seed: UInt64
    private var random: FuzzRandom
    private var processes = 0
    private var kept: [ItemID: Date] = [:]
    /// What the list has on either day.
    private var starred: [ItemID: Date] = [:]

    init(seed: UInt64) async throws {
        self.seed = seed
        random = FuzzRandom(seed: seed, number: 1)
        folder = try TemporaryFolder()
        server = try StarServer()
        try await readServer()
    }

    private func plan(_ moment: KillPlan.Moment) -> KillPlan {
        KillPlan(
            folder: folder.root.path, port: server.port, seed: seed, number: processes, moment: moment,
            startedAt: startedAt)
    }

    func next() -> KillPlan {
        processes += 1
        let moment: KillPlan.Moment =
            switch random.below(4) {
            case 0: .beforeWrite(1 + random.below(18))
            case 1: .afterWrite(1 + random.below(18))
            default: .time(microseconds: random.below(900_000))
            }
        return plan(moment)
    }

    private func readServer() async throws {
        let lists = try StarListProcess.lists(plan(.time(microseconds: 0)), transport: server)
        var cursor: BatchCursor?
        repeat {
            let batch = try await lists.stars(of: StarListProcess.login, after: cursor)
            for item in batch.items { starred[item.item.id] = item.starredAt }
            if case .more(let next) = batch.end { cursor = next } else { cursor = nil }
        } while cursor != nil
    }

    /// Completes the list, which then changes.
    func switchToLater() async throws {
        try await run()
        #expect(kept == starred)
        server.switchToLater()
        try await readServer()
    }

    /// Runs a process that is not killed.
    private func run() async throws {
        processes += 1
        let library = try await folder.ready(time: StarListProcess.time(plan(.time(microseconds: 0))))
        try await StarListProcess.run(plan(.time(microseconds: 0)), library, transport: server)
        try library.database.close()
        try await check("not killed")
    }

    func check(_ name: String) async throws {
        try await server.settled()
        let library = try await folder.ready(time: .system)
        #expect(try await library.inconsistencies() == [], "\(name)")
        let favorites = try await shown(library).map { ($0.id, $0.addedAt) }
        let found = Dictionary(favorites) { first, _ in first }
        #expect(found.count == favorites.count, "\(name): nothing twice")
        #expect(kept.allSatisfy { found[$0.key] == $0.value }, "\(name): nothing lost")
        #expect(found.allSatisfy { starred[$0.key] == $0.value }, "\(name): with the date of its star")
        let counts = try await library.database.read { db in
            try Int.fetchAll(
                db,
                sql: """
                    SELECT came - (SELECT count(*) FROM star_list_item WHERE reading = star_list.reading)
                    FROM star_list WHERE is_reading
                    """)
        }
        #expect(counts.allSatisfy { $0 == 0 }, "\(name): each counts once")
        kept = found
        try library.database.close()
    }

    /// Reads the list twice more. Its updates are those of a library whose process was never killed.
    func finish() async throws {
        for _ in 1...2 { try await run() }
        #expect(kept.count == 912 && kept.count == starred.count)
        let library = try await folder.ready(time: .system)
        let kinds = try await library.starUpdates().map(\.kind)
        try library.database.close()
        let counts = StarUpdate.Kind.allCases.map { kind in kinds.count { $0 == kind } }
        #expect(counts == [3, 3, 1, 1, 5, 12])
    }
}

/// A process that brings the list, or brings it up to date.
@MainActor private enum StarListProcess {
    static let login = "stars-900"

    /// - Parameter plan: its number tells the day.
    static func time(_ plan: KillPlan) -> TimeSource {
        let now = plan.startedAt + Double(plan.number) * 8 * 24 * 3_600
        return TimeSource(now: { now }, sleep: { try await Task.sleep(for: $0) })
    }

    static func lists(_ plan: KillPlan, transport: any HTTPTransport) throws -> StarListClient {
        let server = try APIServer(apiURL: "http://127.0.0.1:\(plan.port)")
        return StarListClient(client: GitHubClient(server: server, transport: transport, time: time(plan)))
    }

    static func runToKill(_ plan: KillPlan) async throws {
        Thread.detachNewThread {
            if case .time(let microseconds) = plan.moment { usleep(UInt32(microseconds)) } else { return }
            kill(getpid(), SIGKILL)
        }
        let library = await openLibrary(at: plan.library, time: time(plan)).library
        try await run(plan, library, transport: KillingTransport(plan.moment, countsAll: true))
        kill(getpid(), SIGKILL)
    }

    static func run(_ plan: KillPlan, _ library: LibraryDatabase, transport: any HTTPTransport) async throws {
        let (lists, writer, time) = (
            try lists(plan, transport: transport), LibraryWriter.attached(to: library), time(plan)
        )
        let account = try AccountClient.standIn(port: plan.port, token: "none", transport: transport, time: time)
        let stars = StarImportViewModel(
            lists, account: account, writer: writer, network: UnmeteredNetwork(), formats: .sample(), time: time)
        let updater = StarListUpdater(
            lists, stars: stars, writer: writer, network: UnmeteredNetwork(), formats: .sample(), time: time)
        await stars.resume()
        if !stars.isRunning, await library.keptStarList(on: lists.host) == nil {
            stars.bring(try await lists.owner(named: login))
        }
        while stars.isRunning { try await Task.sleep(for: .milliseconds(1)) }
        let list = StarListID(host: lists.host, login: login)
        let isToday = { (date: Date?) in date.map { abs($0.timeIntervalSince(time.now())) < 1 } ?? false }
        while true {
            let kept = await library.keptStarList(on: lists.host)
            let missing = try await library.missingStars(of: list, limit: 1)
            if isToday(kept?.checkedAt), isToday(kept?.completedAt), kept?.reading == KeptStarList.Reading.none,
                missing.isEmpty, !updater.isRunning
            {
                return
            }
            // A request may fail on a busy machine; the program then tries again an hour later.
            updater.refresh()
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
