import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Replays recorded responses to an account's requests.
@Suite(.enabled(if: Recordings.gitHub != nil, "no recorded exchanges here: set STARGAZER_RECORDINGS to their folder"))
struct RecordedAccountTests {
    private let folder: URL
    private let exchanges: [RecordedExchange]

    init() throws {
        folder = try #require(Recordings.gitHub)
        exchanges = try Recordings.exchanges(in: folder).filter { Self.kinds.contains($0.kind) }
    }

    private static let lists: Set = ["user-starred-list", "users-starred-list"]
    private static let limits: Set = [
        "rate-limit", "rate-limit-exhausted", "rate-limit-404-ghes", "rate-limit-401-bad-credentials",
    ]
    private static let identities: Set = ["user", "user-401-bad-credentials", "user-403-user-agent"]
    /// Errors that starring can meet too, although another request met them.
    private static let refusals: Set = ["403-missing-scope", "403-rate-limit", "429-secondary-limit", "repo-451-dmca"]
    static let kinds = lists.union(limits).union(identities).union(refusals)
        .union(["star-check-204", "star-check-404", "star-put-204", "star-delete-204"])

    @Test func `every exchange turns into what it means`() async throws {
        for exchange in exchanges {
            let expected = try #require(RecordedAccountExpectation.byID[exchange.id], "\(exchange.id) is not known")
            let (outcome, now) = await outcome(of: exchange, try exchange.step(in: folder))
            #expect(outcome == expected.outcome(at: now), Comment(rawValue: exchange.id))
        }
        #expect(
            exchanges.count == RecordedAccountExpectation.byID.count, "the table names exchanges that are not there")
        Recordings.log("recorded exchanges: \(exchanges.count) of an account held against the table")
    }

    @Test func `a mutated body fails`() async throws {
        var mutants = 0
        for exchange in exchanges where exchange.status == 200 {
            let body = String(decoding: try exchange.body(in: folder), as: UTF8.self)
            let keys =
                Self.lists.contains(exchange.kind)
                ? ["id", "name", "full_name", "owner", "login"]
                : exchange.kind == "user" ? ["login"] : ["resources", "core", "limit", "remaining", "reset"]
            var bodies = keys.map { body.replacing("\"\($0)\":", with: "\"mutated\":") }
            bodies += [String(body.prefix(body.count / 2)), "<html></html>", ""]
            for mutant in bodies {
                try #require(mutant != body, "\(exchange.id): nothing was changed")
                let step = ScriptedTransport.Step.json(mutant, headers: exchange.headers)
                switch await outcome(of: exchange, step).outcome {
                // An entry that cannot be read costs that entry: here there is no other.
                case .failure(.unreadable), .list(count: 0, _, _, _): mutants += 1
                default: Issue.record("\(exchange.id): a mutated body was read: \(mutant.prefix(120))")
                }
            }
        }
        Recordings.log("recorded exchanges: \(mutants) mutated bodies of an account refused")
    }

    /// Returns the outcome and the clock's time: the recorded date, if it can be read.
    private func outcome(
        of exchange: RecordedExchange, _ step: ScriptedTransport.Step
    ) async -> (outcome: RecordedAccountOutcome, now: Date) {
        let clock = exchange.headers["date"].flatMap { HTTPDate.date($0) }.map { SteppingClock($0) } ?? SteppingClock()
        do throws(CatalogFailure) {
            return (try await play(exchange, step, clock), clock.now)
        } catch {
            return (.failure(error), clock.now)
        }
    }

    private func play(
        _ exchange: RecordedExchange, _ step: ScriptedTransport.Step, _ clock: SteppingClock
    ) async throws(CatalogFailure) -> RecordedAccountOutcome {
        let fixture = GitHubFixture([step, .json(GitHubJSON.error("Not Found"), status: 404)], clock: clock)
        let account = AccountClient(client: fixture.client)
        try account.use(.sample())
        if Self.identities.contains(exchange.kind) {
            return .account(try await account.identify(with: .sample()))
        }
        if Self.limits.contains(exchange.kind) { return .limits(try await account.limits()) }
        if Self.lists.contains(exchange.kind) {
            let batch = try await account.starred(after: BatchCursor(exchange.url))
            return .list(
                count: Set(batch.items.map(\.item.id)).count, first: batch.items.first?.item.title,
                last: batch.items.last?.item.title, end: batch.end)
        }
        if exchange.kind.hasPrefix("star-check") { return .starred(try await account.isStarred(.listed())) }
        try await account.setStarred(exchange.kind != "star-delete-204", .listed())
        return .written(fixture.transport.requests.map(\.method))
    }
}
