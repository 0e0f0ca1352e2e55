import Foundation
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// An hour of use without signing in, with a test's clock and a server with GitHub's limits: 10 searches a minute, 60
/// other requests an hour. `swift test --filter RequestBudgetTests` prints the requests.
@MainActor @Suite(.timeLimit(.minutes(25))) struct RequestBudgetTests {
    private let time = ManualTime()
    private let disk: TemporaryFolder
    private let server: CountingServer
    private let window: WindowModel

    init() async throws {
        disk = try TemporaryFolder("cache/stargazer")
        server = CountingServer(time)
        let client = GitHubClient(
            server: server.address, transport: server, time: time.source,
            responseCache: ResponseCache(folder: disk.location, time: time.source), jitter: { .zero })
        let library = MemoryLibrary()
        let app = AppModel(
            catalogs: Catalogs([RepositoryCatalog(client: client), PeopleCatalog(client: client)]),
            account: AccountDependencies(
                account: AccountClient(client: client), store: ScriptedTokenStore(),
                tokenPages: TokenPageURLs(fineGrained: nil, classic: nil), refusals: client.refusals),
            cache: nil, settings: MemorySettings(), isSample: false, formats: .sample(), time: time.source
        ) { _ in (library, .ready) }
        await app.start()
        window = WindowModel(app)
    }

    private func pass(_ duration: Duration) async {
        await settle()
        await time.advance(by: duration, sleepers: 0)
        await settle()
    }

    /// Types letter by letter, with one pause.
    private func type(_ words: String) async {
        for (index, end) in words.indices.dropFirst().enumerated() {
            window.search.queryChanged(String(words[..<end]))
            await pass(.milliseconds(index == 4 ? 900 : 150))
        }
        window.search.queryChanged(words)
        await pass(.seconds(2))
    }

    private var shownFailure: CatalogFailure? {
        switch window.search.phase {
        case .failed(let content): content.failure
        case .results(_, let notice): notice?.failure
        default: nil
        }
    }

    private var openedFailure: CatalogFailure? {
        if case .failed(let content)? = window.navigation.first.phase.progress { content.failure } else { nil }
    }

    /// 30 searches by typing, one every two minutes, with 40 rows previewed and 20 of them opened.
    /// - Parameter people: whether every third search is for people, whose rows load details.
    @Test(arguments: [false, true])
    func `typing alone never reaches a rate limit`(people: Bool) async {
        let words = ["swift", "linux", "editor", "language:rust", "stars:>1000", "library"]
        var (rested, opened, refusedOpenings) = (0, 0, 0)
        for round in 0..<30 {
            let begun = time.now
            window.show(.search(people && round % 3 == 2 ? .people : .repositories))
            await type(people && round % 3 == 2 ? "followers:>\(round)" : words[round % words.count])
            #expect(shownFailure == nil, "round \(round), typing")
            let rows = window.search.phase.shownResults?.rows ?? []
            for row in rows.dropFirst(round / words.count * 2).prefix(round % 3 == 0 ? 2 : 1) {
                window.select(row.id)
                await pass(.seconds(3))
                rested += 1
                #expect(openedFailure == nil, "round \(round), resting")
            }
            if round % 3 != 1, let id = window.selection, rows.contains(where: { $0.id == id }) {
                #expect(window.open(id))
                await pass(.seconds(5))
                opened += 1
                if openedFailure != nil { refusedOpenings += 1 }
            }
            await pass(.seconds(120 - time.now.timeIntervalSince(begun)))
        }
        #expect(server.refused == 0, "what the server would refuse is not sent")
        #expect(rested == 40 && opened == 20)
        #expect(refusedOpenings == 0, "enough was left for what is opened")
        print(server.table(of: people ? "an hour with people" : "an hour of repositories"))
        print("  \(rested) rows rested on, \(opened) opened, \(refusedOpenings) of those told of the limit")
    }
}

/// A server that applies GitHub's limits by a test's clock and records the requests.
private final class CountingServer: HTTPTransport {
    private struct SentRequest {
        var isSearch: Bool
        var priority: RequestPriority
        var status: Int
        var at: Date
    }

    let address = GitHubServer.sample
    private let standIn: GitHubStandIn
    private let time: ManualTime
    private let requested = Mutex<[SentRequest]>([])

    init(_ time: ManualTime) {
        self.time = time
        standIn = GitHubStandIn(
            options: StandInOptions(
                baseURL: URL(filePath: "/"), limit: .likeGitHub, now: { time.now }))
    }

    var refused: Int { requested.withLock { $0.count { $0.status == 403 || $0.status == 429 } } }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = request.url
        let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        var headers = request.headers
        headers["User-Agent"] = "Stargazer"
        headers["Host"] = url.host()
        let answer = standIn.response(to: StandInRequest(method: request.method, target: target, headers: headers))
        requested.withLock {
            $0.append(
                SentRequest(
                    isSearch: target.hasPrefix("/search/"), priority: RequestContext.current.priority,
                    status: answer.status,
                    at: time.now))
        }
        let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        return HTTPResponse(status: answer.status, url: url, headers: fields, body: answer.body)
    }

    func table(of title: String) -> String {
        let requested = requested.withLock { $0 }
        let line = { (name: String, isSearch: Bool, window: TimeInterval) in
            let own = requested.filter { $0.isSearch == isSearch }
            let by = [RequestPriority.userInitiated, .preview, .prefetch, .background].map { priority in
                own.count { $0.priority == priority }
            }
            let most =
                own.map { first in
                    own.count { (0..<window).contains($0.at.timeIntervalSince(first.at)) }
                }.max() ?? 0
            return ([own.count] + by + [most, own.count { $0.status == 403 }])
                .reduce(name.padding(toLength: 8, withPad: " ", startingAt: 0)) { text, number in
                    text + String(repeating: " ", count: max(0, 9 - String(number).count)) + String(number)
                }
        }
        return """
            \(title)
            bucket      total  awaited     rest    ahead    spare  at most*  refused
            \(line("search", true, 60))
            \(line("core", false, 3600))
            * in any one minute, in any one hour
            """
    }
}
