import Foundation
public import StargazerCore
public import StargazerLibrary

public final class FlickrCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = PhotoCodec()
    public var relations: (any Relations)? { PhotoRelations(catalog: self) }
    public var terms: (any SearchTerms)? { FlickrSearchTerms(catalog: self) }
    public var key: ServiceAPIKey? { client.key }
    private let client: APIKeyClient

    /// Flickr allows 500, but a smaller first batch appears sooner.
    static let batchSizes = 1...100
    /// Flickr repeats pages beyond this, whatever total it reports.
    static let resultLimit = 4_000
    private static let extras =
        "description,license,date_upload,date_taken,owner_name,tags,views,path_alias,"
        + FlickrPhotoPayload.sizes.map { "url_\($0)" }.joined(separator: ",")

    public init(_ server: APIServer, _ key: ServiceAPIKey, _ transport: any HTTPTransport, _ time: TimeSource) {
        client = APIKeyClient(server: server, key: key, transport: transport, time: time, expects: .text)
        profile = CatalogProfile(
            kind: .photos, host: server.host, service: FlickrServer.name, shape: .cells,
            sorts: [.bestMatch, .interesting, .posted, .taken], favoriteSorts: [.posted, .taken],
            batchSizes: Self.batchSizes, resultLimit: Self.resultLimit, hasTrending: true,
            query: PhotoQualifier.rules)
    }

    /// Searches with `safe_search=1`: without signing in, Flickr returns only safe photos whatever the parameter says.
    public func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        guard !query.text.isEmpty else {
            return try await list(.interesting, [], count: query.batchSize, after: cursor)
        }
        let text = ParsedQuery(query.text, rules: profile.query)
        let words = text.withoutQualifiers.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !words.isEmpty else { throw .badQuery(.photoWordsMissing) }
        return try await list(
            .search,
            Self.licenses(text) + [
                ("text", words), ("sort", Self.name(of: query.sort)), ("safe_search", "1"), ("media", "photos"),
            ], count: query.batchSize, after: cursor)
    }

    public func problems(in text: String) -> [QueryProblem] {
        let isWordless = ParsedQuery(text, rules: profile.query).withoutQualifiers.allSatisfy(\.isWhitespace)
        let missing = isWordless && !text.allSatisfy(\.isWhitespace)
        return profile.query.problems(in: text) + (missing ? [.photoWordsMissing] : [])
    }

    /// Returns the licenses that all license filters of the text allow; no parameter without a valid filter.
    private static func licenses(_ text: ParsedQuery) -> [(name: String, value: String)] {
        let filters = text.qualifiers.compactMap { _, use in
            PhotoLicenseFilter(rawValue: use.typed.lowercased()).map {
                (isNegated: use.isNegated, licenses: $0.licenses)
            }
        }
        guard !filters.isEmpty else { return [] }
        let allowed = filters.reduce(into: Set(PhotoLicense.numbers)) { left, filter in
            left = filter.isNegated ? left.subtracting(filter.licenses) : left.intersection(filter.licenses)
        }
        // An empty list would mean any license.
        return [("license", allowed.isEmpty ? "-1" : allowed.sorted().map(String.init).joined(separator: ","))]
    }

    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == profile.host else { throw .otherServer(host: item.id.host) }
        guard let known = item.photo else { throw .unexpected(code: "foreign-item") }
        let response = try await ask(.info, [("photo_id", item.id.id)])
        let photo = try ResponseJSON.read(FlickrInfoResponse.self, from: response.body, what: "photo").photo
        guard photo.id.nonBlank == item.id.id else { throw .unreadable(code: "photo-id") }
        return ItemDetails(
            item: Item(id: item.id, facts: Photo(photo, id: item.id.id, listed: known)),
            facts: PhotoDetails(
                realName: photo.owner.realname?.nonBlank, location: photo.owner.location?.nonBlank,
                comments: photo.comments?.value?.number.count))
    }

    public func check(_ key: Secret) async throws(CatalogFailure) { _ = try await ask(.echo, [], as: key) }

    /// - Parameter parameters: in addition to those that every list has.
    func list(
        _ method: FlickrMethod, _ parameters: [(name: String, value: String)], count: Int, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        let size = min(max(count, Self.batchSizes.lowerBound), Self.batchSizes.upperBound)
        let page = try cursor.map { (cursor) throws(CatalogFailure) in try Self.page(cursor, of: size) } ?? 1
        let response = try await ask(
            method, parameters + [("extras", Self.extras), ("per_page", "\(size)"), ("page", "\(page)")])
        let list = try ResponseJSON.read(FlickrListResponse.self, from: response.body, what: "photos").photos
        var end = BatchEnd.more(BatchCursor("\(page + 1)"))
        if list.photo.isEmpty || page >= list.pages?.count ?? .max {
            end = .complete
        } else if page * size >= Self.resultLimit {
            end = .resultLimit(limit: Self.resultLimit)
        }
        return ResultBatch(
            items: list.photo.prefix(size).compactMap { Item($0, host: profile.host) }, total: list.total?.count,
            end: end)
    }

    func ask(
        _ method: FlickrMethod, _ parameters: [(name: String, value: String)], as key: Secret? = nil
    ) async throws(CatalogFailure) -> HTTPResponse {
        let all = [("method", method.rawValue), ("format", "json"), ("nojsoncallback", "1")] + parameters
        return try await client.get(["services", "rest", ""], all, as: key) {
            FlickrErrorResponse.of($0, method: method)
        }
    }

    private static func page(_ cursor: BatchCursor, of size: Int) throws(CatalogFailure) -> Int {
        guard let page = Int(cursor.opaque), page > 1, page <= resultLimit, (page - 1) * size < resultLimit else {
            throw .unreadable(code: "cursor")
        }
        return page
    }

    private static func name(of sort: ItemOrder) -> String {
        let direction = sort.direction == .ascending ? "asc" : "desc"
        return switch sort.key {
        case .interesting: "interestingness-\(direction)"
        case .posted: "date-posted-\(direction)"
        case .taken: "date-taken-\(direction)"
        default: "relevance"
        }
    }
}

/// Trending tags and related tags of Flickr.
struct FlickrSearchTerms: SearchTerms {
    let catalog: FlickrCatalog

    func trending() async throws(CatalogFailure) -> [String] {
        let response = try await catalog.ask(.hotTags, [("count", "20")])
        let answer = try ResponseJSON.read(FlickrHotTagsResponse.self, from: response.body, what: "tags")
        return answer.hottags.tag.compactMap(\.value?.nonBlank)
    }

    /// Completes the last word, which must be a whole tag: returns the text followed by each related tag.
    func matching(_ typed: String) async throws(CatalogFailure) -> [String] {
        guard let tag = typed.split(whereSeparator: \.isWhitespace).last else { return [] }
        let response = try await catalog.ask(.relatedTags, [("tag", String(tag))])
        let answer = try ResponseJSON.read(FlickrTagsResponse.self, from: response.body, what: "tags")
        return answer.tags.tag.compactMap(\.value?.nonBlank).map { "\(typed) \($0)" }
    }
}

/// Photos by the same author.
struct PhotoRelations: Relations {
    let catalog: FlickrCatalog

    func kinds(of item: Item) -> [RelationKind] {
        guard item.id.host == catalog.profile.host, item.photo?.ownerID.isEmpty == false else { return [] }
        return [.sameAuthor]
    }

    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard kinds(of: item).contains(kind), let owner = item.photo?.ownerID else {
            throw .unexpected(code: "relation")
        }
        return try await catalog.list(
            .publicPhotos, [("user_id", owner)], count: FlickrCatalog.batchSizes.upperBound, after: cursor)
    }
}

/// Maps Flickr's error responses. Most have status 200, and the meaning of the low codes depends on the method.
enum FlickrErrorResponse {
    static func of(_ response: HTTPResponse, method: FlickrMethod) -> APIErrorResponse? {
        switch response.status {
        case 200: break
        // Signature problems arrive form-encoded and mean that the caller is unknown.
        case 400 where response.body.starts(with: Data("oauth_problem=".utf8)), 401: return .failure(.unauthorized)
        case 403: return .failure(.notAllowed(needs: nil))
        case 414: return .failure(.invalidQuery(reason: nil))
        case 429: return .slowDown
        case 451: return .failure(.blocked(reason: nil, link: nil))
        case 500...599: return .failure(.server(status: response.status))
        default: return .failure(.unexpected(code: "http-\(response.status)"))
        }
        if let status = try? JSONDecoder().decode(FlickrStatus.self, from: response.body) {
            return status.stat == "ok"
                ? nil : errorResponse(status.code?.value ?? 0, status.message?.nonBlank, of: method)
        }
        return xmlErrorCode(response.body).map { errorResponse($0, nil, of: method) }
    }

    private static func errorResponse(_ code: Int, _ errorMessage: String?, of method: FlickrMethod) -> APIErrorResponse
    {
        switch code {
        // From here on, codes mean the same for all methods.
        case 96...98, 100: .failure(.unauthorized)
        case 99: .failure(.notAllowed(needs: nil))
        case 105, 106, 201: .failure(.server(status: code))
        case 116: .failure(.blocked(reason: errorMessage, link: nil))
        case ..<95: method.errorResponse(code, errorMessage)
        default: .failure(.unexpected(code: "photos-\(code)"))
        }
    }

    /// Reads the code of an XML error, which gateways in front of the API send: `<err code="201" msg="…" />`.
    private static func xmlErrorCode(_ body: Data) -> Int? {
        let text = String(decoding: body.prefix(1_000), as: UTF8.self)
        guard text.hasPrefix("<?xml"), let found = text.firstMatch(of: /<err code="([0-9]{1,4})"/) else { return nil }
        return Int(found.1)
    }
}

enum FlickrMethod: String, Sendable {
    case search = "flickr.photos.search"
    case interesting = "flickr.interestingness.getList"
    case publicPhotos = "flickr.people.getPublicPhotos"
    case info = "flickr.photos.getInfo"
    case hotTags = "flickr.tags.getHotList"
    case relatedTags = "flickr.tags.getRelated"
    case echo = "flickr.test.echo"

    /// Maps the codes that are specific to this method.
    fileprivate func errorResponse(_ code: Int, _ errorMessage: String?) -> APIErrorResponse {
        switch (self, code) {
        case (.search, 10): .failure(.server(status: code))
        case (.search, _): .failure(.invalidQuery(reason: errorMessage))
        case (.info, 1): .failure(.gone)
        case (.info, 2): .failure(.blocked(reason: nil, link: nil))
        case (.publicPhotos, 1), (.publicPhotos, 2), (.publicPhotos, 5): .failure(.gone)
        default: .failure(.unexpected(code: "photos-\(code)"))
        }
    }
}
