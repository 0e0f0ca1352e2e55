public import Foundation
public import StargazerCore
public import StargazerLibrary

/// A catalog of GitHub accounts, through its REST API.
public final class PeopleCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = PersonCodec()
    public let relations: (any Relations)?
    public let documents: (any Documents)?
    public let documentTexts: (any DocumentTexts)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        relations = PersonRelations(client: client)
        documents = GitHubDocuments(client: client)
        documentTexts = GitHubDocumentTexts(client: client)
        profile = CatalogProfile(
            kind: .people, host: client.server.host, service: RepositoryCatalog.service, relatedShape: .avatars,
            sorts: [.bestMatch, .followers, .repositoryCount, .joined], favoriteSorts: [.followers],
            batchSizes: GitHubEndpoint.batchSizes, resultLimit: GitHubEndpoint.resultLimit,
            supportsRequestPriority: true,
            query: PersonQualifier.rules)
    }

    public func problems(in text: String) -> [QueryProblem] {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [GitHubUsername.parse(words).flatMap(GitHubUsername.problem)].compactMap(\.self)
            + profile.query.problems(in: text)
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if let problem = problems(in: query.text).first(where: \.blocksSearch) { throw .badQuery(problem) }
        let name = GitHubUsername.parse(query.text) ?? GitHubUsername.quoted(query.text)
        var asked = query.inCatalogText(rules: profile.query, now: client.now)
        if let name { asked.text = name }
        let place = try cursor.map { (cursor) throws(CatalogFailure) in try PeopleCursor(cursor) }
        let url = try SearchPages.address(.userSearch(asked), after: place?.address, on: client.server)
        do throws(CatalogFailure) {
            let response = try await client.get(url, bucket: .search)
            let payload = try ResponseJSON.read(UserSearchPayload.self, from: response.body, what: "people")
            var batch = ResultBatch(
                items: payload.items.values.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
                total: payload.totalCount, isIncomplete: payload.incompleteResults ?? false,
                unreadable: payload.items.unreadable,
                end: try SearchPages.end(of: response, requested: url, total: payload.totalCount),
                cached: response.cached)
            if let place {
                place.removeDuplicates(&batch)
            } else if let name, let exact = try await fetchExactMatch(name, orAmong: batch.items) {
                PeopleCursor.prependExactMatch(&batch, with: exact, of: url, atMost: query.batchSize)
            }
            return batch
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    /// Loads by ID, which remains valid after a rename and never names another account.
    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard item.person != nil else { throw .unexpected(code: "foreign-item") }
        // A row's preview can use the response that completed the row.
        return try await details(of: item, maxAge: RequestContext.current.priority == .preview ? Self.previewMaxAge : 0)
    }

    /// Parses `stargazer://user/LOGIN`. A page such as `https://github.com/features` is not always an account.
    public func reference(by link: AppLink) -> ItemReference? {
        let name: String?
        switch (link.origin, link.path.count) {
        case (.appScheme("user"), 1): name = link.path[0]
        case (.web(let host), 1) where client.server.hasPages(on: host): name = Self.account(link.path[0])
        case (.web(let host), 2) where client.server.hasPages(on: host):
            name = Self.prefixes.contains(link.path[0].lowercased()) ? Self.account(link.path[1]) : nil
        default: name = nil
        }
        guard let name, GitHubUsername.mayExist(name) else { return nil }
        return ItemReference(catalog: .people, path: [name])
    }

    /// What precedes the name of an account in addresses of some pages: `github.com/orgs/swiftlang`.
    private static let prefixes = ["orgs", "sponsors", "users"]

    private static func account(_ name: String) -> String? { GitHubUsername.isReserved(name) ? nil : name }

    public func reference(named text: String) throws(CatalogFailure) -> ItemReference? {
        guard let name = GitHubUsername.parse(text) else { return nil }
        if let problem = GitHubUsername.problem(of: name) { throw .badQuery(problem) }
        return ItemReference(catalog: .people, path: [name])
    }

    public func details(of reference: ItemReference) async throws(CatalogFailure) -> ItemDetails {
        guard reference.catalog == .people, let login = Login(reference.name) else {
            throw .unexpected(code: "foreign-name")
        }
        return try await fetchAccount(.account(login: login))
    }

    public func completed(_ item: Item) async -> Item? {
        do throws(CatalogFailure) { return try await details(of: item, maxAge: Self.rowMaxAge).item } catch {
            return nil
        }
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }
    public func searchLimitEnd() async -> Date? { client.limitEnd(.search) }

    private static let previewMaxAge: TimeInterval = 300
    /// Maximum age in seconds of the data in a row.
    private static let rowMaxAge: TimeInterval = 24 * 3600

    private func details(of item: Item, maxAge age: TimeInterval) async throws(CatalogFailure) -> ItemDetails {
        let details = try await fetchAccount(.accountByID(item.id.id), maxAge: age, of: item.person?.login)
        guard details.item.id == item.id else { throw .unreadable(code: "person-id") }
        return details
    }

    private func fetchAccount(
        _ endpoint: GitHubEndpoint, maxAge age: TimeInterval = 0, of owner: String? = nil
    ) async throws(CatalogFailure) -> ItemDetails {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core, maxAge: age, of: owner)
        let payload = try ResponseJSON.read(PersonPayload.self, from: response.body, what: "person")
        return ItemDetails(
            item: Item(payload, host: host), facts: PersonDetails(), cached: response.cached, refusal: response.refusal)
    }

    /// Requests the account by name while enough requests are left: search results contain little and can miss new
    /// accounts. If that fails, it returns the account among the results, if any.
    private func fetchExactMatch(_ name: String, orAmong items: [Item]) async throws(CatalogFailure) -> Item? {
        let found = items.first { $0.person?.login.lowercased() == name.lowercased() }
        guard let login = Login(name) else { return found }
        let exact = await RequestContext.$current.withValue(.atMost(.preview)) {
            try? await fetchAccount(.account(login: login)).item
        }
        if Task.isCancelled { throw .cancelled }
        return exact ?? found
    }
}

/// The cursor of a people search, whose first batch starts with the exact match.
///
/// Moving the exact match to the front pushes another result to the next batch. The cursor therefore contains the next
/// page's URL and what the batches so far already returned of it.
struct PeopleCursor {
    let address: String
    private let exactMatchID: String
    /// Number of the page's results already returned.
    private let skipped: Int

    private var cursor: BatchCursor { BatchCursor("\(exactMatchID) \(skipped) \(address)") }

    /// - Throws: `.unreadable` for a cursor of another catalog.
    init(_ cursor: BatchCursor) throws(CatalogFailure) {
        let parts = cursor.opaque.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        if parts.count == 1 {
            self.init(address: parts[0], exactMatchID: "", skipped: 0)
        } else if parts.count == 3, let skipped = Int(parts[1]), skipped >= 0 {
            self.init(address: parts[2], exactMatchID: parts[0], skipped: skipped)
        } else {
            throw .unreadable(code: "people-cursor")
        }
    }

    private init(address: String, exactMatchID: String, skipped: Int) {
        (self.address, self.exactMatchID, self.skipped) = (address, exactMatchID, skipped)
    }

    /// Puts the exact match first in a first batch, without exceeding the requested size.
    static func prependExactMatch(_ batch: inout ResultBatch, with exact: Item, of url: URL, atMost size: Int) {
        let others = batch.items.filter { $0.id != exact.id }
        let room = max(1, min(size, GitHubEndpoint.batchSizes.upperBound)) - 1
        batch.exact = exact.id
        batch.items = [exact] + others.prefix(room)
        if others.count > room {
            batch.end = .more(
                PeopleCursor(address: url.absoluteString, exactMatchID: exact.id.id, skipped: room).cursor)
        } else if case .more(let next) = batch.end {
            batch.end = .more(PeopleCursor(address: next.opaque, exactMatchID: exact.id.id, skipped: 0).cursor)
        }
        if let total = batch.total { batch.total = max(total, batch.items.count) }
    }

    /// Removes the results that earlier batches already returned.
    func removeDuplicates(_ batch: inout ResultBatch) {
        batch.items = Array(batch.items.filter { $0.id.id != exactMatchID }.dropFirst(skipped))
        guard !exactMatchID.isEmpty, case .more(let next) = batch.end else { return }
        batch.end = .more(PeopleCursor(address: next.opaque, exactMatchID: exactMatchID, skipped: 0).cursor)
    }
}
