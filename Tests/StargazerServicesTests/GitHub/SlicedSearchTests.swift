import Foundation
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import Synchronization
import Testing

@testable import StargazerServices

/// Loading more than GitHub's search limit, against the GitHub stand-in.
@Suite struct SlicedSearchTests {
    /// Matches exactly 2,500 of the sample repositories on any day.
    private static let query = "topic:editor size:<84600"

    private struct Walk {
        var batches: [ResultBatch] = []
        var ids: [String] { batches.flatMap(\.items).map(\.id.id) }
        var last: ResultBatch? { batches.last }
    }

    /// Loads all batches from a cursor on.
    private func walk(
        _ catalog: RepositoryCatalog, _ query: SearchQuery, from cursor: BatchCursor? = nil
    ) async throws -> Walk {
        var walk = Walk()
        var next = cursor
        repeat {
            let batch = try await catalog.search(query, after: next)
            walk.batches.append(batch)
            if case .more(let cursor) = batch.end { next = cursor } else { next = nil }
        } while next != nil && walk.batches.count < 100
        return walk
    }

    private func beyond(_ batch: ResultBatch?) -> BatchCursor? {
        if case .resultLimit(_, let cursor)? = batch?.end { cursor } else { nil }
    }

    @Test(arguments: [ItemOrder.bestMatch, ItemOrder(.stars)])
    func `three slices are all of 2,500`(sort: ItemOrder) async throws {
        let network = SampleNetwork()
        let catalog = RepositoryCatalog(server: .gitHub, transport: network, time: .system)
        let query = SearchQuery(text: Self.query, sort: sort)
        let first = try await walk(catalog, query)
        #expect(Set(first.ids).count == 1_000)
        let cursor = try #require(beyond(first.last), "the way on is offered, and not taken")
        #expect(network.searches.count == 10)
        let rest = try await walk(catalog, query, from: cursor)
        #expect(rest.last?.end == .complete)
        #expect(rest.last?.slices == 3)
        #expect(rest.batches.allSatisfy { $0.total == 2_500 })
        // The slices alone contain all results.
        #expect(Set(rest.ids).count == 2_500)
        #expect(Set(rest.ids).isSuperset(of: first.ids))
        let sent = network.searches.dropFirst(10)
        #expect(sent.count <= 28, "\(sent.count) searches")
        #expect(sent.allSatisfy { $0.contains("created:") && $0.contains("topic:editor size:<84600") })
    }

    @Test func `a query that has dates is narrowed within them`() async throws {
        let network = SampleNetwork()
        let catalog = RepositoryCatalog(server: .gitHub, transport: network, time: .system)
        let query = SearchQuery(text: "topic:editor created:>=2018", sort: ItemOrder(.forks))
        let first = try await walk(catalog, query)
        let all = try #require(first.last?.total)
        let cursor = try #require(beyond(first.last))
        let rest = try await walk(catalog, query, from: cursor)
        #expect(rest.last?.end == .complete && Set(rest.ids).count == all)
        #expect(network.searches.dropFirst(10).allSatisfy { $0.components(separatedBy: "created:").count == 2 })
    }

    @Test func `a search that gives all offers nothing`() async throws {
        let catalog = RepositoryCatalog(server: .gitHub, transport: SampleNetwork(), time: .system)
        #expect(try await walk(catalog, SearchQuery(text: "topic:editor stars:>150")).last?.end == .complete)
    }

    /// 1,100 repositories, `inOneSecond` of them created in the same second. A search returns at most 1,000.
    @Test(arguments: [(1_000, BatchEnd.complete), (1_001, .resultLimit(limit: 1_000))])
    func `missing results are not reported as complete`(inOneSecond: Int, expected: BatchEnd) throws {
        let rules = RepositoryCatalog(server: .gitHub, transport: SampleNetwork(), time: .system).profile.query
        let crowded = 1_600_000_000
        let dates = (0..<1_100).map { $0 < inOneSecond ? crowded : 1_700_000_000 + $0 * 1_000 }
        let slices = try #require(
            CreationDateSlices(
                of: "swift", total: dates.count, resultLimit: 1_000, rules: rules,
                now: Date(timeIntervalSince1970: 1_800_000_000)))
        var cursor = try #require(SlicedSearchCursor(slices).cursor)
        var requested = 0
        while requested < 200 {
            requested += 1
            // Each page is requested with the cursor of the previous one.
            var search = try #require(try SlicedSearchCursor(cursor))
            let query = try #require(search.slices.query(rules: rules))
            let total = dates.count { Self.includes($0, query) }
            let end = try search.end(after: total > 1_000 ? .resultLimit(limit: 1_000) : .complete, total: total)
            guard case .more(let next) = end else {
                #expect(end == expected)
                return
            }
            cursor = next
        }
        Issue.record("the walk has no end")
    }

    /// Whether a slice's query matches a repository created in this second.
    private static func includes(_ date: Int, _ query: String) -> Bool {
        let value = query.firstMatch(of: /created:(\S+)/)?.output.1 ?? ""
        let second = { (text: Substring) in
            (try? Date(String(text), strategy: .iso8601)).map { Int($0.timeIntervalSince1970) } ?? .max
        }
        if value.hasPrefix(">=") { return date >= second(value.dropFirst(2)) }
        if value.hasPrefix("<=") { return date <= second(value.dropFirst(2)) }
        let ends = value.split(separator: "..").map(second)
        return ends.count == 2 && ends[0] <= date && date <= ends[1]
    }

    @Test func `an unknown cursor is rejected`() async {
        let catalog = RepositoryCatalog(server: .gitHub, transport: SampleNetwork(), time: .system)
        await #expect(throws: CatalogFailure.unreadable(code: "slice-cursor")) {
            _ = try await catalog.search(SearchQuery(text: "x"), after: BatchCursor("slices {}"))
        }
    }
}

/// The GitHub stand-in as a transport; it records the searches.
private final class SampleNetwork: HTTPTransport {
    private let standIn = GitHubStandIn(
        options: StandInOptions(
            baseURL: GitHubServer.gitHub.baseURL ?? URL(filePath: "/"), limit: .off,
            now: { Date(timeIntervalSince1970: 1_800_000_000) }))
    private let requested = Mutex<[String]>([])

    var searches: [String] { requested.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = request.url
        let query = URLComponents(url: url, resolvingAgainstBaseURL: false)?.queryItems?.first { $0.name == "q" }?.value
        requested.withLock { $0.append((query ?? "").replacing("+", with: " ")) }
        let fields = request.headers.merging(["User-Agent": "Test", "Host": url.host() ?? ""]) { $1 }
        let answer = standIn.response(
            to: StandInRequest(
                target: url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? ""),
                headers: fields))
        let headers = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return HTTPResponse(status: answer.status, url: url, headers: headers, body: answer.body)
    }
}
