import Foundation
public import StargazerCore

/// GitHub's accounts, searched and looked up through its REST API.
public final class PeopleCatalog: Catalog {
    public let profile: CatalogProfile
    public let codec: any ItemCodec = PersonCodec()
    public let relations: (any Relations)?
    public let documents: (any Documents)?
    private var host: String { profile.host }

    private let client: GitHubClient

    public init(client: GitHubClient) {
        self.client = client
        relations = PersonRelations(client: client)
        documents = GitHubDocuments(client: client)
        profile = CatalogProfile(
            kind: .people, host: client.server.host, service: GitHubCatalog.service,
            sorts: [.bestMatch, .followers, .repositoryCount, .joined], favoriteSorts: [.followers],
            batchSizes: GitHubEndpoint.batchSizes, ceiling: GitHubEndpoint.ceiling, heedsUrgency: true,
            query: PersonQualifier.rules)
    }

    public func flaws(in text: String) -> [QueryFlaw] {
        let words = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return [UserName.lone(in: words).flatMap(UserName.flaw)].compactMap(\.self) + profile.query.flaws(in: text)
    }

    public func search(
        _ query: SearchQuery, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        if let flaw = flaws(in: query.text).first(where: \.isRefused) { throw .badQuery(flaw) }
        let name = UserName.lone(in: query.text)
        var asked = query
        if let name { asked.text = name }
        let place = try cursor.map { (cursor) throws(CatalogFailure) in try PeopleCursor(cursor) }
        let url = try SearchPages.address(.userSearch(asked), after: place?.address, on: client.server)
        do throws(CatalogFailure) {
            let response = try await client.get(url, bucket: .search)
            let payload = try AnswerJSON.read(UserSearchPayload.self, from: response.body, what: "people")
            var batch = ResultBatch(
                items: payload.items.prefix(GitHubEndpoint.batchSizes.upperBound).map { Item($0, host: host) },
                total: payload.totalCount, isIncomplete: payload.incompleteResults ?? false,
                end: SearchPages.end(of: response, asked: url, total: payload.totalCount), kept: response.kept)
            if let place {
                place.goOn(&batch)
            } else if let name, let exact = try await find(name, in: batch.items) {
                PeopleCursor.begin(&batch, with: exact, of: url, atMost: query.batchSize)
            }
            return batch
        } catch {
            return try SearchPages.batch(insteadOf: error, isFirst: cursor == nil)
        }
    }

    /// Asks by number, which outlives a rename and never meets somebody else who took the name over.
    public func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard item.person != nil else { throw .unexpected(code: "foreign-item") }
        // Who rests on a row that was completed just now needs no more.
        return try await details(of: item, upTo: Errand.current.urgency == .rest ? Self.moment : 0)
    }

    /// `stargazer://user/LOGIN`. A page of one part (`https://github.com/features`) need not be somebody's.
    public func sought(by link: AppLink) -> SoughtItem? {
        guard link.place == .own("user"), link.path.count == 1, UserName.lone(in: link.path[0]) == link.path[0],
            UserName.flaw(of: link.path[0]) == nil
        else { return nil }
        return SoughtItem(catalog: .people, path: link.path)
    }

    public func sought(named text: String) throws(CatalogFailure) -> SoughtItem? {
        guard let name = UserName.lone(in: text) else { return nil }
        if let flaw = UserName.flaw(of: name) { throw .badQuery(flaw) }
        return SoughtItem(catalog: .people, path: [name])
    }

    public func details(of sought: SoughtItem) async throws(CatalogFailure) -> ItemDetails {
        guard sought.catalog == .people, sought.path.count == 1 else { throw .unexpected(code: "foreign-name") }
        let (whole, kept) = try await whole(.account(login: sought.path[0]))
        return ItemDetails(item: whole, facts: PersonDetails(), kept: kept)
    }

    public func completed(_ item: Item) async -> Item? {
        do throws(CatalogFailure) { return try await details(of: item, upTo: Self.day).item } catch { return nil }
    }

    public func searchesLeft() async -> Int? { client.remaining(.search) }

    private static let moment: TimeInterval = 300
    /// What a row has room for may be as old as that.
    private static let day: TimeInterval = 24 * 3600

    private func details(of item: Item, upTo age: TimeInterval) async throws(CatalogFailure) -> ItemDetails {
        let (whole, kept) = try await whole(.accountByID(item.id.id), upTo: age)
        guard whole.id == item.id else { throw .unreadable(code: "person-id") }
        return ItemDetails(item: whole, facts: PersonDetails(), kept: kept)
    }

    private func whole(
        _ endpoint: GitHubEndpoint, upTo age: TimeInterval = 0
    ) async throws(CatalogFailure) -> (Item, KeptAnswer?) {
        let response = try await client.get(endpoint.url(on: client.server), bucket: .core, upTo: age)
        let payload = try AnswerJSON.read(PersonPayload.self, from: response.body, what: "person")
        return (Item(payload, host: host), response.kept)
    }

    /// The account of exactly that name. It is asked for by name while requests abound, since a search tells little of it
    /// and may not know it yet; that nobody has the name, or that it cannot be asked for, leaves the search as it is.
    private func find(_ name: String, in items: [Item]) async throws(CatalogFailure) -> Item? {
        let found = items.first { $0.person?.login.lowercased() == name.lowercased() }
        let exact = await Errand.$current.withValue(.beside(.rest)) { try? await whole(.account(login: name)).0 }
        if Task.isCancelled { throw .cancelled }
        return exact ?? found
    }
}
