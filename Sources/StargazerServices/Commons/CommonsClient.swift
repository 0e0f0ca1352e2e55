import Foundation
public import StargazerCore

/// A client for the API of Wikimedia Commons. All catalogs of the wiki share one, because it limits all requests
/// together.
public final class CommonsClient: Sendable {
    let server: APIServer
    /// The language of descriptions, as MediaWiki writes it: `de`, `zh-cn`.
    let language: String
    private let transport: any HTTPTransport
    private let time: TimeSource
    private let backoff = ServerBackoff()
    private let limits: WikimediaLimits

    /// - Parameters:
    ///   - limits: shared with the client of pictures.
    ///   - language: the language of descriptions, where a file has some: `de`, `zh_CN`.
    public init(
        server: APIServer, transport: any HTTPTransport, limits: WikimediaLimits = WikimediaLimits(),
        time: TimeSource, language: String
    ) {
        self.server = server
        self.language = language.lowercased().replacing("_", with: "-")
        self.transport = transport
        self.limits = limits
        self.time = time
    }

    /// The most responses for one batch. A batch whose facts take more is shown without the files that lack theirs.
    private static let maxParts = 8
    private static let maxContinuationMembers = 10
    private static let longestContinuation = 1_000

    /// The current time, for what changes every day.
    var now: Date { time.now() }

    /// Loads the pages with all their facts, which may come in several responses.
    /// - Returns: `next` is the offset of the next batch; nil at the end.
    func pages(
        _ parameters: [(name: String, value: String)], what: String
    ) async throws(CatalogFailure) -> (all: [CommonsPage], total: Int?, next: Int?) {
        var pages: [Int: CommonsPage] = [:]
        var (total, next): (Int?, Int?)
        var continuation: [String: String] = [:]
        for _ in 0..<Self.maxParts {
            let response = try await get(parameters.filter { continuation[$0.name] == nil } + Self.pairs(continuation))
            let answer = try ResponseJSON.read(CommonsResponse.self, from: response.body, what: what)
            total = total ?? answer.query?.searchinfo?.value?.totalhits?.count
            for page in answer.query?.pages?.all ?? [] where page.id > 0 {
                pages[page.id, default: page].merge(page)
            }
            next = answer.more?["gsroffset"].flatMap { Int($0) } ?? next
            guard !answer.isComplete, let more = answer.more, more != continuation, Self.isReasonable(more) else {
                break
            }
            continuation = more
        }
        return (Array(pages.values), total, next)
    }

    private static func isReasonable(_ continuation: [String: String]) -> Bool {
        continuation.count <= maxContinuationMembers
            && continuation.allSatisfy {
                $0.key.wholeMatch(of: /[a-z]{1,40}/) != nil && $0.value.utf8.count <= longestContinuation
            }
    }

    private static func pairs(_ continuation: [String: String]) -> [(name: String, value: String)] {
        continuation.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private func get(_ parameters: [(name: String, value: String)]) async throws(CatalogFailure) -> HTTPResponse {
        try await limits.queue.run { () async throws(CatalogFailure) in
            try self.backoff.admit(now: self.time.now())
            let query = [("action", "query"), ("format", "json"), ("formatversion", "2")] + parameters
            guard let url = self.server.url(["w", "api.php"], query: query) else { throw .unexpected(code: "address") }
            let response: HTTPResponse
            do throws(HTTPFailure) {
                response = try await self.transport.send(HTTPRequest(url: url))
            } catch {
                throw CatalogFailure(error)
            }
            switch CommonsErrorResponse.of(response) {
            case nil:
                self.backoff.recordSuccess()
                return response
            case .slowDown: throw .throttled(until: self.backoff.record(response, now: self.time.now()))
            case .failure(let failure): throw failure
            }
        }
    }
}
