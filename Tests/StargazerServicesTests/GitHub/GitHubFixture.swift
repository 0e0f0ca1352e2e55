import Foundation
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import Testing
import TestSupport

@testable import StargazerServices

/// A clock that tests set. Its sleeps are recorded, return at once, and advance it.
final class SteppingClock: Sendable {
    private struct State {
        var now: Date
        var sleeps: [Duration] = []
    }

    private let state: Mutex<State>

    init(_ now: Date = Date(timeIntervalSince1970: 1_800_000_000)) { state = Mutex(State(now: now)) }

    var now: Date { state.withLock { $0.now } }
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func advance(by seconds: TimeInterval) { state.withLock { $0.now += seconds } }

    var source: TimeSource {
        TimeSource(
            now: { self.now },
            sleep: { duration in
                try Task.checkCancellation()
                self.state.withLock {
                    $0.sleeps.append(duration)
                    $0.now += duration / .seconds(1)
                }
            })
    }
}

/// A catalog with scripted responses, and all that tests inspect.
struct GitHubFixture {
    let transport: ScriptedTransport
    let clock: SteppingClock
    let client: GitHubClient
    let catalog: RepositoryCatalog

    init(
        _ steps: [ScriptedTransport.Step] = [], server: GitHubServer = .gitHub, clock: SteppingClock = SteppingClock(),
        responseCache: ResponseCache? = nil
    ) {
        transport = ScriptedTransport(steps)
        self.clock = clock
        client = GitHubClient(
            server: server, transport: transport, time: clock.source, responseCache: responseCache, jitter: { .zero })
        catalog = RepositoryCatalog(client: client)
    }

    /// The URLs of the requests, without scheme and host.
    var targets: [String] {
        transport.requests.map { request in
            let text = request.url.absoluteString
            return String(text[(text.range(of: "//")?.upperBound ?? text.startIndex)...].drop { $0 != "/" })
        }
    }

    func search(_ text: String = "swift", after cursor: BatchCursor? = nil) async throws(CatalogFailure) -> ResultBatch
    {
        try await catalog.search(SearchQuery(text: text), after: cursor)
    }

    func searchFailure(_ text: String = "swift") async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await search(text)
            return nil
        } catch {
            return error
        }
    }

    func detailsFailure() async -> CatalogFailure? {
        do throws(CatalogFailure) {
            _ = try await catalog.details(of: .listed(host: catalog.profile.host))
            return nil
        } catch {
            return error
        }
    }
}

extension Item {
    static func listed(id: String = "42", host: String = "api.github.com", owner: String = "octo", name: String = "pod")
        -> Item
    {
        Item(
            id: ItemID(catalog: .repositories, host: host, id: id),
            facts: Repository(owner: owner, name: name))
    }
}

enum GitHubJSON {
    static func repository(id: Int = 42, extra: String = "") -> String {
        #"{"id":\#(id),"name":"pod","full_name":"octo/pod","owner":{"login":"octo"},"subscribers_count":7\#(extra)}"#
    }

    static func page(_ items: [String] = [repository()], total: Int = 1) -> String {
        #"{"total_count":\#(total),"incomplete_results":false,"items":[\#(items.joined(separator: ","))]}"#
    }

    static func error(_ message: String) -> String { #"{"message":"\#(message)","status":"400"}"# }

    /// Returns rate limit headers of a window that ends `seconds` after the clock's time.
    static func rate(
        _ remaining: Int, of limit: Int = 10, resource: String? = "search", resetsIn seconds: TimeInterval = 40,
        at clock: SteppingClock
    ) -> [String: String] {
        var headers = [
            "X-RateLimit-Limit": String(limit), "X-RateLimit-Remaining": String(remaining),
            "X-RateLimit-Reset": String(Int(clock.now.timeIntervalSince1970 + seconds)),
        ]
        headers["X-RateLimit-Resource"] = resource
        return headers
    }
}

/// Formats dates for HTTP headers.
enum HTTPDate {
    static func text(_ date: Date) -> String { formatter.string(from: date) }
    static func date(_ text: String) -> Date? { formatter.date(from: text) }

    private static var formatter: DateFormatter {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = .gmt
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter
    }
}

extension RateLimit {
    /// A limit with GitHub's windows: a minute for searches, an hour for everything else.
    static func sample(bucket: String, limit: Int?, remaining: Int? = 0, resetsAt: Date) -> RateLimit {
        let isSearch = bucket == "search"
        return RateLimit(
            bucket: bucket, unit: isSearch ? .searches : .requests, window: isSearch ? .minute : .hour,
            limit: limit, remaining: remaining, resetsAt: resetsAt)
    }
}
