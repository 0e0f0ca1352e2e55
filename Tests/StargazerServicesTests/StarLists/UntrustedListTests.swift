import Foundation
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

/// Star lists of a server that leaves something out, repeats itself, or gives a name to another account: no favorite is
/// removed, offered for removal or taken for no longer starred, and it is said.
@MainActor @Suite struct UntrustedListTests {
    private let time = ManualTime()
    private let server = ListServer()
    private let library: LibraryDatabase
    private let client: GitHubClient
    private let account: AccountClient
    private let stars: StarImportViewModel
    private let updater: StarListUpdater

    init() {
        library = inMemory(time: time.source)
        client = GitHubClient(
            server: GitHubServer.sample, transport: server, time: time.source, jitter: { .zero })
        account = AccountClient(client: client)
        let lists = StarListClient(client: client)
        stars = StarImportViewModel(
            lists, account: account, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample(), time: time.source)
        updater = StarListUpdater(
            lists, account: account, stars: stars, writer: .attached(to: library), network: UnmeteredNetwork(),
            formats: .sample(), time: time.source)
    }

    private func number(_ number: Int) -> NumberContent { NumberContent(number, formats: .sample()) }

    private func bring() async {
        let form = BringStarsViewModel(stars)
        form.nameChanged("ada")
        _ = form.submit()
        await eventually("the user is found") { if case .found = form.phase { true } else { false } }
        #expect(form.submit())
        await eventually("the stars are there") { !stars.isRunning }
    }

    /// Reads the complete list a week later.
    private func nextWeek() async {
        await time.advance(by: .seconds(8 * 24 * 3_600), sleepers: 0)
        updater.refresh()
        await eventually("the update begins") { updater.isRunning }
        // What the server fails to answer is asked for again after a pause.
        while updater.isRunning {
            await eventually("a pause or the end") { time.sleepers > 0 || !updater.isRunning }
            if updater.isRunning { await time.advance(by: .seconds(10)) }
        }
    }

    private var updates: [String] {
        get async throws { try await library.starUpdates().map { "\($0.kind.rawValue) \($0.item.id)" }.sorted() }
    }

    private var favorites: [String] { get async throws { try await shown(library).map(\.id.id).sorted() } }

    @Test(arguments: [
        "null", #"{"starred_at":"2024-01-02T00:00:00Z","repo":null}"#, #"{"starred_at":"2024-01-02T00:00:00Z"}"#,
        #"{"starred_at":"2024-01-02T00:00:00Z","repo":{"id":502}}"#, "7",
    ])
    func `an entry that cannot be read costs that entry, and is counted`(entry: String) async throws {
        server.change { $0.entries = [ListServer.star(501), entry, ListServer.star(503)] }
        await bring()
        #expect(stars.phase == .finished(new: number(2), existing: number(0)))
        #expect(stars.gaps.unreadable == number(1) && stars.gaps.problem == nil)
        #expect(try await favorites == ["501", "503"])
    }

    @Test func `a star that may be the entry that cannot be read is not taken off`() async throws {
        server.stars = [501, 502, 503]
        await bring()
        server.change { $0.entries = [ListServer.star(501), "null", ListServer.star(503)] }
        for _ in 1...3 { await nextWeek() }
        #expect(try await updates == [], "502 is on the server")
        server.change { $0.refused[502] = 404 }
        await nextWeek()
        #expect(try await favorites == ["501", "502", "503"])
    }

    @Test func `an empty list after a full one says nothing about its stars`() async throws {
        server.stars = [501, 502, 503]
        await bring()
        server.stars = []
        for _ in 1...3 { await nextWeek() }
        #expect(updater.problem == .empty)
        #expect(try await updates == [])
        #expect(!server.targets.contains { $0.hasPrefix("/repositories/") }, "nothing is missing")
        server.stars = [501, 503]
        await nextWeek()
        #expect(updater.problem == nil)
    }

    @Test func `a list that is shorter than its owner's count says nothing about its stars`() async throws {
        server.stars = [501, 502, 503]
        await bring()
        server.change { ($0.entries, $0.count) = ([501, 503].map(ListServer.star), 3) }
        for _ in 1...3 { await nextWeek() }
        #expect(updater.problem == .short(came: number(2), stars: number(3)))
        #expect(try await updates == [])
    }

    @Test func `partial results say nothing about stars`() async throws {
        server.stars = [501, 502, 503]
        await bring()
        server.stars = [501, 503]
        server.change { $0.headers = ["X-GitHub-SSO": "partial-results; organizations=1501"] }
        for _ in 1...3 { await nextWeek() }
        #expect(updater.problem == .partial)
        #expect(try await updates == [])
    }

    @Test(arguments: [false, true])
    func `the account's own stars stay when its list is not complete`(isShort: Bool) async throws {
        try account.use(.sample(host: GitHubServer.sample.host))
        server.stars = [501, 502, 503]
        stars.setLogin("ada")
        await bring()
        server.stars = [501, 503]
        server.change {
            if isShort { $0.count = 3 } else { $0.headers = ["X-GitHub-SSO": "partial-results; organizations=1501"] }
        }
        await bring()
        #expect(stars.gaps.problem == (isShort ? .short(came: number(2), stars: number(3)) : .partial))
        let starred = { [library] in try await shown(library).filter { $0.isStarredOnServer == true }.count }
        #expect(try await starred() == 3)
        await nextWeek()
        #expect(try await starred() == 3)
        #expect(try await updates == [])
        server.change { ($0.headers, $0.count) = ([:], nil) }
        await bring()
        #expect(stars.gaps.problem == nil && stars.gaps.unreadable == nil)
        #expect(try await starred() == 2, "a complete list tells at once")
    }

    @Test func `another account under the name stops the updates, until the first one has it again`() async throws {
        server.stars = [501, 502]
        await bring()
        server.stars = [601, 602, 603]
        server.change { $0.number = 2 }
        let requests = server.targets.count
        await nextWeek()
        #expect(updater.problem == .otherOwner && updater.login == "ada")
        #expect(try await favorites == ["501", "502"])
        updater.start()
        await eventually { time.sleepers == 1 }
        await time.advance(by: .seconds(3_600))
        await eventually { time.sleepers == 1 && !updater.isRunning }
        #expect(!server.targets.dropFirst(requests).contains { $0.contains("per_page=100") }, "no page is read")
        server.stars = [501, 502, 503]
        server.change { $0.number = 1 }
        updater.refresh()
        await eventually("the new star") { !updater.isRunning && updater.problem == nil }
        #expect(try await favorites == ["501", "502", "503"])
    }

    @Test func `stars that are brought from another account under the name are a list of its own`() async throws {
        server.stars = [501, 502]
        await bring()
        server.stars = [601]
        server.change { $0.number = 2 }
        await bring()
        await nextWeek()
        #expect(updater.problem == nil)
        #expect(try await updates == [], "the stars of the first account are in no list")
    }

    @Test(arguments: [2, 3, 7])
    func `pages in a circle end the reading, and are read again a week later`(length: Int) async throws {
        server.stars = [501, 502]
        await bring()
        server.change { $0.circle = length }
        let requests = server.targets.count
        await nextWeek()
        #expect(server.targets.count - requests <= length + 6)
        #expect(updater.failure == nil && updater.problem == .partial)
        #expect(try await updates == [])
    }

    @Test func `pages without end are at most ten more than the stars fill`() async throws {
        server.stars = [501, 502]
        await bring()
        server.change { $0.circle = .max }
        let requests = server.targets.count
        await nextWeek()
        #expect(server.targets.dropFirst(requests).count { $0.contains("page=") } <= 10 + 1 + 10)
        #expect(updater.problem == .partial)
    }

    @Test func `a list without page numbers is read to its end`() async throws {
        server.change { ($0.entries, $0.isByCursor) = ((501...650).map(ListServer.star), true) }
        await bring()
        #expect(stars.phase == .finished(new: number(150), existing: number(0)))
        for _ in 1...2 { await nextWeek() }
        #expect(updater.problem == nil)
        #expect(try await updates == [])
    }

    @Test(arguments: [403, 422, 500])
    func `one missing star that the server refuses to tell about holds up no other`(status: Int) async throws {
        server.stars = [501, 502, 503]
        await bring()
        server.stars = [502]
        server.change { $0.refused = [501: status, 503: 404] }
        await nextWeek()
        #expect(try await updates == ["gone 503"])
        #expect(updater.failure == nil)
    }
}

/// The list of `ada`, as `/users/ada/starred` and `/user/starred`, in pages of a hundred.
private final class ListServer: HTTPTransport {
    struct State {
        var entries: [String] = []
        /// The number of stars that the owner sees; nil for that of the entries.
        var count: Int?
        var number = 1
        var headers: [String: String] = [:]
        /// The number of pages after which the links lead back to the second one; 0 for none.
        var circle = 0
        /// Whether links name an entry instead of a page.
        var isByCursor = false
        /// Statuses for repositories.
        var refused: [Int: Int] = [:]
        var targets: [String] = []
    }

    private let state = Mutex(State())

    var targets: [String] { state.withLock { $0.targets } }

    var stars: [Int] {
        get { [] }
        set { state.withLock { $0.entries = newValue.map(Self.star) } }
    }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    static func star(_ id: Int) -> String {
        #"{"starred_at":"2024-01-01T00:00:00Z","repo":\#(repository(id))}"#
    }

    private static func repository(_ id: Int) -> String {
        """
        {"id":\(id),"name":"kettle\(id)","full_name":"tea-lab/kettle\(id)","owner":{"login":"tea-lab"},
        "subscribers_count":1}
        """
    }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        let url = request.url
        let state = state.withLock { state in
            state.targets.append(url.path() + (url.query().map { "?" + $0 } ?? ""))
            return state
        }
        let path = url.path()
        if path.hasPrefix("/repositories/") {
            let id = Int(url.lastPathComponent) ?? 0
            if let status = state.refused[id] { return Self.answer(url, #"{"message":"No"}"#, status: status) }
            return Self.answer(url, Self.repository(id))
        }
        if path.hasPrefix("/user/starred/") { return Self.answer(url, "", status: 204) }
        guard path.hasSuffix("/starred") else {
            return Self.answer(url, #"{"login":"ada","id":\#(state.number)}"#)
        }
        return list(url, state)
    }

    private func list(_ url: URL, _ state: State) -> HTTPResponse {
        let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
        let value = { (name: String) in items.first { $0.name == name }?.value.flatMap { Int($0) } }
        let size = value("per_page") ?? 100
        let page = value("page") ?? (value("after") ?? 0) / size + 1
        var entries = state.circle > 0 ? state.entries : Array(state.entries.dropFirst((page - 1) * size).prefix(size))
        if value("per_page") == 1, !state.isByCursor { entries = Array(entries.prefix(1)) }
        let base = "https://\(url.host() ?? "")\(url.path())?per_page=\(size)"
        let count = state.count ?? state.entries.count
        var links: [String] = []
        if state.circle > 0, size > 1 {
            links.append("<\(base)&page=\(page >= state.circle ? 1 : page + 1)>; rel=\"next\"")
        } else if page * size < (size == 1 ? count : state.entries.count) {
            let next = state.isByCursor ? "after=\(page * size)" : "page=\(page + 1)"
            links.append("<\(base)&\(next)>; rel=\"next\"")
            if !state.isByCursor { links.append("<\(base)&page=\((count + size - 1) / size)>; rel=\"last\"") }
        }
        var headers = state.headers
        headers["Link"] = links.isEmpty ? nil : links.joined(separator: ", ")
        return Self.answer(url, "[\(entries.joined(separator: ","))]", headers)
    }

    private static func answer(
        _ url: URL, _ body: String, _ headers: [String: String] = [:], status: Int = 200
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, url: url, headers: headers.merging(["Content-Type": "application/json"]) { $1 },
            body: Data(body.utf8))
    }
}
