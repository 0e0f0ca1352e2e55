import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Replays recorded responses through the catalog, as the network delivers them.
@Suite(.enabled(if: Recordings.gitHub != nil, "no recorded exchanges here: set STARGAZER_RECORDINGS to their folder"))
struct RecordedExchangesTests {
    private let folder: URL
    private let exchanges: [RecordedExchange]

    init() throws {
        folder = try #require(Recordings.gitHub)
        exchanges = try Recordings.exchanges(in: folder)
    }

    /// Kinds of exchanges that the repository catalog can meet.
    private static let searches: Set = [
        "search-repositories", "search-repositories-per-page-1", "search-repositories-text-match", "search-422",
        "search-422-beyond-1000", "search-422-missing-q",
    ]
    private static let lookups: Set = [
        "repo", "repo-archived", "repo-301-renamed", "repo-404", "repo-401-bad-credentials", "repo-451-dmca",
        "user-401-bad-credentials", "rate-limit-401-bad-credentials", "user-403-user-agent", "403-missing-scope",
        "403-rate-limit", "429-secondary-limit", "403-not-admin",
    ]

    private func isOurs(_ exchange: RecordedExchange) -> Bool {
        Self.searches.contains(exchange.kind) || Self.lookups.contains(exchange.kind)
    }

    @Test func `every exchange turns into what it means`() async throws {
        let ours = exchanges.filter(isOurs)
        var played = 0
        for exchange in ours {
            guard let expectation = RecordedExpectation.byID[exchange.id] else {
                try await checkByStatus(exchange)
                continue
            }
            try await check(exchange, expectation)
            played += 1
        }
        #expect(played == RecordedExpectation.byID.count, "the table names exchanges that are not there")
        let others = Dictionary(
            grouping: exchanges.filter {
                !isOurs($0) && !RecordedAccountTests.kinds.contains($0.kind)
                    && !RecordedPeopleTests.kinds.contains($0.kind)
            }, by: \.kind)
        Recordings.log(
            """
            recorded exchanges: \(exchanges.count) read, \(played) held against the table, \
            \(ours.count - played) more of their kinds held against their status
            not yet: \(others.map { "\($0.key) \($0.value.count)" }.sorted().joined(separator: ", "))
            """)
    }

    @Test func `a mutated body fails`() async throws {
        var mutants = 0
        for exchange in exchanges.filter({ isOurs($0) && $0.status == 200 }) {
            let body = String(decoding: try exchange.body(in: folder), as: UTF8.self)
            let isSearch = Self.searches.contains(exchange.kind)
            var keys = isSearch ? ["total_count", "items"] : ["subscribers_count"]
            if body.contains("\"full_name\"") { keys += ["id", "name", "full_name", "owner", "login"] }
            var bodies = keys.map { body.replacing("\"\($0)\":", with: "\"mutated\":") }
            bodies += [String(body.prefix(body.count / 2)), String(body.dropLast()), "<html></html>", ""]
            for mutant in bodies {
                try #require(mutant != body, "\(exchange.id): nothing was changed")
                let step = ScriptedTransport.Step.json(mutant, headers: exchange.headers)
                guard case .failure(.unreadable) = await outcome(of: exchange, step).result else {
                    Issue.record("\(exchange.id): a mutated body was read: \(mutant.prefix(120))")
                    continue
                }
                mutants += 1
            }
        }
        Recordings.log("recorded exchanges: \(mutants) mutated bodies refused")
    }

    // MARK: Replay

    private enum Response {
        case batch(ResultBatch)
        case details(ItemDetails)
    }

    /// Returns the outcome and the clock's time: the recorded date, if it can be read.
    private func outcome(
        of exchange: RecordedExchange, _ step: ScriptedTransport.Step, isFirst: Bool = false
    ) async -> (result: Result<Response, CatalogFailure>, now: Date) {
        let recorded = exchange.headers["date"].flatMap { HTTPDate.date($0) }
        let clock = recorded.map { SteppingClock($0) } ?? SteppingClock()
        // The second step is for a repository that is missing in the table, which is also requested by ID.
        let fixture = GitHubFixture([step, step], clock: clock)
        do throws(CatalogFailure) {
            if Self.searches.contains(exchange.kind) {
                let cursor = isFirst ? nil : BatchCursor(exchange.url)
                return (.success(.batch(try await fixture.search(after: cursor))), clock.now)
            }
            return (.success(.details(try await fixture.catalog.details(of: item(of: exchange)))), clock.now)
        } catch {
            return (.failure(error), clock.now)
        }
    }

    private func item(of exchange: RecordedExchange) -> Item {
        guard case .details(let id, _, _, _, _, _) = RecordedExpectation.byID[exchange.id] else { return .listed() }
        return .listed(id: id)
    }

    private func check(_ exchange: RecordedExchange, _ expectation: RecordedExpectation) async throws {
        let step = try exchange.step(in: folder)
        let (result, now) = await outcome(of: exchange, step)
        let message = ErrorPayload.read(try exchange.body(in: folder)).message
        let place = Comment(rawValue: exchange.id)
        switch (expectation, result) {
        case (.batch(let total, let count, let hasMore, let first, let last), .success(.batch(let batch))):
            #expect(batch.total == total, place)
            #expect(batch.items.count == count, place)
            #expect(Set(batch.items.map(\.id)).count == count, place)
            #expect(batch.isIncomplete == false, place)
            if case .more = batch.end {
                #expect(hasMore, place)
            } else {
                #expect(batch.end == .complete && !hasMore, place)
            }
            if count > 0 { #expect(batch.items.first.flatMap(row) == first, place) }
            if count > 1 { #expect(batch.items.last.flatMap(row) == last, place) }
        case (
            .details(let id, let name, let stars, let watchers, let forks, let license), .success(.details(let details))
        ):
            #expect(details.item.id == ItemID(catalog: .repositories, host: "api.github.com", id: id), place)
            #expect(details.item.repository?.fullName == name, place)
            #expect(details.item.repository?.stars == stars, place)
            #expect((details.facts as? RepositoryDetails)?.watchers == watchers, place)
            #expect(details.item.repository?.forks == forks, place)
            #expect(details.item.repository?.license == license, place)
        case (.resultLimit(let firstFailure), .success(.batch(let batch))):
            #expect(batch == ResultBatch(items: [], total: nil, end: .resultLimit(limit: 1000)), place)
            let (first, _) = await outcome(of: exchange, step, isFirst: true)
            guard case .failure(firstFailure) = first else {
                Issue.record("\(exchange.id) as a first page: \(first)")
                return
            }
        case (.failure(let expected, let sentence), .failure(let failure)):
            #expect(failure == expected, place)
            #expect(message == sentence, place)
        case (.rateLimited(let bucket, let limit, let seconds, let sentence), .failure(let failure)):
            let end = now.addingTimeInterval(seconds)
            #expect(failure == .rateLimited(RateLimit.sample(bucket: bucket, limit: limit, resetsAt: end)), place)
            #expect(message == sentence, place)
        case (.slowDown(let seconds, let sentence), .failure(let failure)):
            #expect(failure == .throttled(until: now.addingTimeInterval(seconds)), place)
            #expect(message == sentence, place)
        default:
            Issue.record("\(exchange.id): expected \(expectation), came \(result)")
        }
    }

    /// Checks exchanges that are missing in the table: a success is decoded, an error has the failure of its status.
    private func checkByStatus(_ exchange: RecordedExchange) async throws {
        let result = await outcome(of: exchange, try exchange.step(in: folder)).result
        switch (exchange.status, result) {
        case (200, .success), (422, .success), (401, .failure(.unauthorized)), (404, .failure(.gone)),
            (422, .failure(.invalidQuery)), (301, .failure(.unexpected)), (429, .failure(.rateLimited)),
            (429, .failure(.throttled)), (403, .failure(.rateLimited)), (403, .failure(.throttled)),
            (403, .failure(.notAllowed)), (403, .failure(.blocked)), (451, .failure(.blocked)),
            (500..., .failure(.server)):
            break
        default: Issue.record("\(exchange.id), status \(exchange.status), came to \(result)")
        }
    }

    private func row(_ item: Item) -> RecordedExpectation.Row? {
        item.repository.map { RecordedExpectation.Row($0.fullName, $0.stars, $0.language, $0.license) }
    }
}
