import Foundation
import StargazerCore
public import StargazerLibrary

/// A client for the API of Wikimedia Commons. All catalogs share one, because it limits their requests together.
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
    private static let maxContinuationLength = 1_000

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
                $0.key.wholeMatch(of: /[a-z]{1,40}/) != nil && $0.value.utf8.count <= maxContinuationLength
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
            if let failure = response.gatewayFailure { throw failure }
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

extension CommonsClient {
    /// The most files in a response with thumbnails.
    static let batchSizes = 1...50
    /// The service returns nothing beyond this.
    static let resultLimit = 10_000
    /// The widths that the service has thumbnails of. It refuses others, or answers with the next larger one.
    enum ThumbnailWidth: Int {
        /// For cells.
        case small = 330
        /// For a GIF in the details.
        case medium = 500
        /// For a photo in the details.
        case large = 1_280
    }

    private static let facts = [
        "LicenseShortName", "LicenseUrl", "Artist", "ImageDescription", "Credit", "DateTimeOriginal", "Attribution",
    ]

    struct Batch {
        var pages: [CommonsPage]
        var total: Int?
        var end: BatchEnd
    }

    /// `text` and `order` are in the service's syntax. `withMetadata` also requests the facts in the files.
    func search(
        _ text: String, order: String, width: ThumbnailWidth, withMetadata: Bool, count: Int,
        after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> Batch {
        let offset = try cursor.map { (cursor) throws(CatalogFailure) in try Self.offset(cursor) } ?? 0
        let limit = min(
            max(count, Self.batchSizes.lowerBound), Self.batchSizes.upperBound, Self.resultLimit - offset)
        let parameters =
            imageParameters(width, withMetadata: withMetadata) + [
                ("generator", "search"), ("gsrsearch", text), ("gsrnamespace", "6"), ("gsrlimit", "\(limit)"),
                ("gsroffset", "\(offset)"), ("gsrsort", order), ("gsrinfo", "totalhits"),
            ]
        let (pages, total, next) = try await pages(parameters, what: "search")
        let found = pages.sorted { ($0.index ?? .max, $0.id) < ($1.index ?? .max, $1.id) }.prefix(limit)
        return Batch(pages: Array(found), total: total, end: Self.end(offset: offset, next: next))
    }

    /// Returns a file by its page ID.
    func file(_ id: Int, width: ThumbnailWidth, withMetadata: Bool) async throws(CatalogFailure) -> CommonsPage {
        let parameters = imageParameters(width, withMetadata: withMetadata) + [("pageids", "\(id)")]
        let (pages, _, _) = try await pages(parameters, what: "file")
        guard let page = pages.first, pages.count == 1, page.id == id else { throw .unreadable(code: "file-id") }
        // A page without a file is one that was deleted or replaced.
        guard !page.isMissing, page.image != nil else { throw .gone }
        return page
    }

    /// Returns the picture of a day (in UTC); nil when there is none, such as for a video.
    func pictureOfTheDay(_ now: Date, width: ThumbnailWidth) async throws(CatalogFailure) -> CommonsPage? {
        let day = now.formatted(.iso8601.year().month().day())
        let parameters =
            imageParameters(width, withMetadata: false) + [
                ("generator", "images"), ("titles", "Template:Potd/\(day)"), ("gimlimit", "10"),
            ]
        return try await pages(parameters, what: "day").all.first {
            $0.image?.mime?.nonBlank?.hasPrefix("image/") == true
        }
    }

    /// Returns titles of categories with this beginning, the best first. They name subjects, unlike titles of files.
    func categories(beginningWith text: String) async throws(CatalogFailure) -> [String] {
        let parameters = [
            ("generator", "prefixsearch"), ("gpssearch", text), ("gpsnamespace", "14"), ("gpslimit", "5"),
        ]
        return try await pages(parameters, what: "categories").all.sorted { ($0.index ?? .max) < ($1.index ?? .max) }
            .compactMap { $0.title?.split(separator: ":", maxSplits: 1).last.map(String.init) }
    }

    private func imageParameters(_ width: ThumbnailWidth, withMetadata: Bool) -> [(name: String, value: String)] {
        let properties =
            ["url", "size", "mime", "mediatype", "timestamp", "user", "extmetadata"]
            + (withMetadata ? ["metadata"] : [])
        return [
            ("prop", "imageinfo"), ("iiprop", properties.joined(separator: "|")), ("iiurlwidth", "\(width.rawValue)"),
            ("iiextmetadatafilter", Self.facts.joined(separator: "|")), ("iiextmetadatalanguage", language),
        ]
    }

    private static func end(offset: Int, next: Int?) -> BatchEnd {
        guard let next, next > offset else { return .complete }
        return next >= resultLimit ? .resultLimit(limit: resultLimit) : .more(BatchCursor("\(next)"))
    }

    private static func offset(_ cursor: BatchCursor) throws(CatalogFailure) -> Int {
        guard let offset = Int(cursor.opaque), (1..<resultLimit).contains(offset) else {
            throw .unreadable(code: "cursor")
        }
        return offset
    }
}
