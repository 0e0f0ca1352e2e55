import Foundation
import StargazerCore
@testable import StargazerLibrary
import StargazerStandIn
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// Bringing public stars through the real client and the real library, from a server that counts like GitHub.
@MainActor @Suite(.timeLimit(.minutes(25))) struct BringStarsTests {
    private let time = ManualTime()
    private let folder: TemporaryFolder
    private let server: StandInServer
    private let library: LibraryDatabase

    init() async throws {
        folder = try TemporaryFolder()
        server = StandInServer(time)
        library = try await folder.ready(time: time.source)
    }

    private func model(_ library: LibraryDatabase) -> StarImportViewModel {
        model(.attached(to: library))
    }

    private func model(_ writer: LibraryWriter) -> StarImportViewModel {
        let client = GitHubClient(
            server: server.address, transport: server, time: time.source, jitter: { .zero })
        return StarImportViewModel(
            StarListClient(client: client), account: AccountClient(client: client),
            writer: writer, network: UnmeteredNetwork(), formats: .sample(), time: time.source)
    }

    /// Looks the name up and brings the stars, like the dialog.
    private func bring(_ name: String, _ stars: StarImportViewModel) async {
        let form = BringStarsViewModel(stars)
        form.nameChanged(name)
        #expect(!form.submit())
        await eventually("the user is found") { if case .found = form.phase { true } else { false } }
        #expect(form.submit())
    }

    private func total(_ library: LibraryDatabase) async throws -> Int {
        try await library.favoritesCounts(account: nil).total
    }

    @Test func `three thousand stars without an account take thirty requests`() async throws {
        let stars = model(library)
        await bring("stars-3000", stars)
        await eventually("the stars are there") { !stars.isRunning }
        let number = { NumberContent($0, formats: .sample()) }
        #expect(stars.phase == .finished(new: number(3_000), existing: number(0)))
        #expect(try await total(library) == 3_000)
        #expect(server.targets.count == 32 && server.targets.dropFirst(2).allSatisfy { $0.contains("per_page=100") })
        let found = try await library.favorites(FavoritesQuery(text: "is:archived"), reading: 1)
        #expect(!found.rows.isEmpty, "the favorites can be searched")
    }

    @Test func `eight thousand stars wait for the limit, leave ten requests an hour, and go on by themselves`()
        async throws
    {
        let stars = model(library)
        await bring("stars-8000", stars)
        var limits = 0
        while stars.isRunning {
            await eventually("a limit or the end") {
                if case .waiting = stars.phase { time.sleepers > 0 } else { !stars.isRunning }
            }
            guard case .waiting(let loaded, let length, _) = stars.phase else { break }
            limits += 1
            #expect(length?.number == 8_000 && loaded.number == 4_800 * limits)
            #expect(server.left(at: time.now) == 10)
            await time.advance(by: .seconds(3_601))
            await eventually("it goes on") { if case .waiting = stars.phase { false } else { true } }
        }
        #expect(limits == 1)
        #expect(try await total(library) == 8_000)
        #expect(server.targets.count == 82 && server.refused == 0)
    }

    @Test func `the next start goes on after a kill, and not after Cancel`() async throws {
        var stars: StarImportViewModel? = model(library)
        await bring("stars-8000", try #require(stars))
        await eventually("a limit") { if case .waiting? = stars?.phase { time.sleepers > 0 } else { false } }
        stars = nil
        let copy = try folder.copiedAsAfterACrash()
        let later = try await copy.ready(time: time.source)
        await time.advance(by: .seconds(3_601), sleepers: 0)
        let resumed = model(later)
        await resumed.resume()
        #expect(resumed.publicLogin == "stars-8000")
        await eventually("the rest") { !resumed.isRunning }
        #expect(try await total(later) == 8_000)
        #expect(server.targets.count == 82)

        let writer = LibraryWriter.attached(to: library)
        let cancelled = model(writer)
        await cancelled.resume()
        #expect(cancelled.isRunning)
        cancelled.cancel()
        await settle()
        await writer.settled()
        let next = await library.interruptedStarList(on: server.address.host)
        #expect(next == nil, "the next start finds nothing to continue")
    }

    @Test func `a star that is removed elsewhere between two pages hides no other star`() async throws {
        let first = try await oldest("stars-250")
        server.after(target: "&page=2") { server in
            server.send("DELETE", "/user/starred/\(first)", token: "stars-250")
        }
        let stars = model(library)
        await bring("stars-250", stars)
        await eventually("the stars are there") { !stars.isRunning }
        // The one that was removed had come before.
        #expect(try await total(library) == 250)
    }

    private func updater(_ stars: StarImportViewModel) -> StarListUpdater {
        let client = GitHubClient(server: server.address, transport: server, time: time.source, jitter: { .zero })
        return StarListUpdater(
            StarListClient(client: client), stars: stars, writer: .attached(to: library),
            network: UnmeteredNetwork(), formats: .sample(), time: time.source)
    }

    /// Reads the complete list eight days later, with all waits at limits.
    private func update(_ updater: StarListUpdater) async {
        await time.advance(by: .seconds(8 * 24 * 3_600), sleepers: 0)
        updater.refresh()
        await eventually("the update begins") { updater.isRunning }
        while updater.isRunning {
            await eventually("a limit or the end") {
                if case .waiting = updater.phase { time.sleepers > 0 } else { !updater.isRunning }
            }
            if updater.isRunning { await time.advance(by: .seconds(3_601)) }
        }
        #expect(updater.failure == nil)
    }

    @Test func `signed in, pages that have not changed cost nothing of the limit`() async throws {
        let client = GitHubClient(
            server: server.address, transport: server, time: time.source,
            responseCache: ResponseCache(folder: folder.root.appending(path: "cache"), time: time.source),
            jitter: { .zero })
        let (account, token) = (AccountClient(client: client), "ghp_stars-300")
        try account.use(.sample(token, host: server.address.host))
        let read = {
            let (requests, left) = (server.targets.count, server.left(at: time.now))
            var (titles, next): (Set<String>, BatchCursor?) = ([], nil)
            repeat {
                let batch = try await account.starred(after: next)
                await client.settled()
                titles.formUnion(batch.items.map(\.item.title))
                if case .more(let cursor) = batch.end { next = cursor } else { next = nil }
            } while next != nil
            return (titles, requests: server.targets.count - requests, cost: left - server.left(at: time.now))
        }
        let (titles, _, _) = try await read()
        let same = try await read()
        #expect(same.0 == titles && titles.count == 300)
        #expect(same.requests == 3 && same.cost == 1, "only the last page counts")
        let others = try await StarListClient(client: client).stars(of: "stars-400", after: nil).items
        let new = try #require(others.first { !titles.contains($0.item.title) }?.item.title)
        server.send("PUT", "/user/starred/\(new)", token: token)
        let grown = try await read()
        #expect(grown.0 == titles.union([new]), "the page that follows the former last one is read")
        #expect(grown.requests == 4 && grown.cost == 5, "the star, and every page: each begins with another one")
    }

    @Test(arguments: [2, 15, 30]) func `changes while the list is read show, each of them once`(page: Int) async throws
    {
        let stars = model(library)
        await bring("stars-3000", stars)
        await eventually("the stars are there") { !stars.isRunning }
        let updater = updater(stars)
        server.after(target: "&page=\(page)") { $0.isLater = true }
        for _ in 1...3 { await update(updater) }
        #expect(server.isLater)
        let kinds = try await library.starUpdates().map(\.kind)
        #expect(StarUpdate.Kind.allCases.map { kind in kinds.count { $0 == kind } } == [3, 3, 1, 1, 5, 12])
        #expect(try await total(library) == 3_012 && server.refused == 0)
    }

    @Test func `a later day's changes show as updates, each counted, and nothing is removed`() async throws {
        let stars = model(library)
        await bring("stars-3000", stars)
        await eventually("the stars are there") { !stars.isRunning }
        let before = server.targets.count
        server.isLater = true
        let updater = updater(stars)
        let count = { (kind: StarUpdate.Kind) in
            try await library.starUpdates().count { $0.kind == kind }
        }
        for week in 1...2 {
            await update(updater)
            #expect(try await count(.new) == 12)
            #expect(try await count(.archived) == 3)
            #expect(try await count(.renamed) == 3)
            #expect(try await count(.gone) == 1)
            #expect(try await count(.blocked) == 1)
            #expect(try await count(.unstarred) == (week == 1 ? 0 : 5))
            // Two pages of new stars, the user, the size of the list, its pages, and what is missing.
            if week == 1 { #expect(server.targets.count - before == 2 + 2 + 31 + 7) }
        }
        #expect(try await total(library) == 3_012)
        #expect(server.refused == 0)
        let query = FavoritesQuery(scope: .updates)
        let found = try await library.favorites(query, reading: 1)
        #expect(found.rows.count == 25 && found.updates.map(\.count) == [3, 3, 1, 1, 5, 12])
        let renamed = try await library.favorites(FavoritesQuery(text: "is:renamed"), reading: 0)
        let unstarred = try await library.favorites(FavoritesQuery(text: "is:unstarred"), reading: 0)
        #expect(renamed.rows.count == 3 && unstarred.rows.count == 5)
        #expect(try await library.favoritesCounts(account: nil).newUpdates == 25)
        try await library.apply(.markUpdates(nil, isSeen: true), sending: [], if: .none)
        let counts = try await library.favoritesCounts(account: nil)
        #expect(counts.updates == 25 && counts.newUpdates == 0)
    }

    /// Returns the name of the repository that a user starred first.
    private func oldest(_ login: String) async throws -> String {
        let client = GitHubClient(server: server.address, transport: server, time: time.source)
        let batch = try await StarListClient(client: client).stars(of: login, after: nil)
        return try #require(batch.items.first?.item.title)
    }
}

/// The stand-in with GitHub's limits and a test's clock, in this process.
final class StandInServer: HTTPTransport {
    private struct State {
        var targets: [String] = []
        var refused = 0
        var left = 0
        var isLater = false
        var interruption: (target: String, run: @Sendable (StandInServer) -> Void)?
    }

    let address = GitHubServer.sample
    private let first: GitHubStandIn
    private let second: GitHubStandIn
    private let state = Mutex(State())

    /// Whether the server answers as on another day.
    var isLater: Bool {
        get { state.withLock { $0.isLater } }
        set { state.withLock { $0.isLater = newValue } }
    }
    private var standIn: GitHubStandIn { isLater ? second : first }

    init(_ time: ManualTime) {
        first = Self.standIn(time)
        second = Self.standIn(time, .later)
    }

    private static func standIn(_ time: ManualTime, _ scenario: StandInScenario? = nil) -> GitHubStandIn {
        GitHubStandIn(
            options: StandInOptions(
                baseURL: URL(string: "https://sample.invalid") ?? URL(filePath: "/"), scenario: scenario,
                limit: .likeGitHub, now: { time.now }))
    }

    /// The requests of the client, without scheme and host.
    var targets: [String] { state.withLock { $0.targets } }
    /// The number of requests that the limit refused.
    var refused: Int { state.withLock { $0.refused } }

    /// Returns the requests that are left, as the last response said.
    func left(at now: Date) -> Int { state.withLock { $0.left } }

    /// Runs a change before the next request for this target.
    func after(target: String, _ run: @escaping @Sendable (StandInServer) -> Void) {
        state.withLock { $0.interruption = (target, run) }
    }

    /// Sends a request of another client.
    func send(_ method: String, _ target: String, token: String) {
        _ = standIn.response(
            to: StandInRequest(
                method: method, target: target,
                headers: [
                    "Host": address.host, "User-Agent": "Other", "Authorization": "Bearer \(token)",
                    "Content-Length": "0",
                ]))
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = request.url
        let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?" + $0 } ?? "")
        let run = state.withLock { state -> (@Sendable (StandInServer) -> Void)? in
            state.targets.append(target)
            guard let interruption = state.interruption, target.contains(interruption.target) else { return nil }
            state.interruption = nil
            return interruption.run
        }
        run?(self)
        var headers = request.headers
        headers["User-Agent"] = "Stargazer"
        headers["Host"] = url.host()
        let answer = standIn.response(to: StandInRequest(method: request.method, target: target, headers: headers))
        let fields = Dictionary(answer.headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        state.withLock { state in
            let left = fields.first { $0.key.lowercased() == "x-ratelimit-remaining" }?.value
            state.left = left.flatMap { Int($0) } ?? state.left
            if [403, 429].contains(answer.status), state.left == 0 { state.refused += 1 }
        }
        return HTTPResponse(status: answer.status, url: url, headers: fields, body: answer.body)
    }
}
