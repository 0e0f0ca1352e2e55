import Foundation
import StargazerCore
import StargazerLibrary

/// A person's followers, people they follow, repositories and stars.
struct PersonRelations: Relations {
    let client: GitHubClient

    private var host: String { client.server.host }

    /// An organization follows no accounts and stars nothing.
    func kinds(of item: Item) -> [RelationKind] {
        switch item.person?.kind {
        case nil: []
        case .organization?: [.followers, .ownRepositories]
        case .person?, .bot?: [.followers, .following, .ownRepositories, .starred]
        }
    }

    func opposite(of kind: RelationKind) -> RelationKind? {
        switch kind {
        case .followers: .following
        case .following: .followers
        default: nil
        }
    }

    func size(of kind: RelationKind, of item: Item) -> ListSize? {
        // A negative count from the server becomes zero.
        item.person.flatMap { total(kind, of: $0, atLeast: 0) }.map(Self.size)
    }

    /// Returns followers and stars; only followers for an organization, which stars nothing.
    func comparableLists(of item: Item) -> [RelationKind] {
        kinds(of: item).filter { $0 == .followers || $0 == .starred }
    }

    /// Loads the size of a list. GitHub reports the number of stars only through the number of the last page.
    func loadSize(_ kind: RelationKind, of item: Item) async throws(CatalogFailure) -> ListSize? {
        guard kind == .starred, let list = Self.lists[kind] else {
            return size(of: kind, of: item)
        }
        let url = GitHubEndpoint.accountList(login: try item.login(), list: list, batchSize: 1).url(on: client.server)
        let response = try await client.get(url, bucket: .core)
        let last = LinkHeader(response.header("link")).url("last", relativeTo: response.url).flatMap(LinkHeader.page)
        if let last { return Self.size(of: last) }
        return Self.size(of: try items(kind, in: response.body).items.count)
    }

    private static func size(of count: Int) -> ListSize {
        let size = GitHubEndpoint.batchSizes.upperBound
        return ListSize(items: count, requests: max(1, count / size + (count % size == 0 ? 0 : 1)))
    }

    func requestsLeft() async -> Int? { client.remaining(.core) }

    func items(
        _ kind: RelationKind, of item: Item, after cursor: BatchCursor?
    ) async throws(CatalogFailure) -> ResultBatch {
        guard item.id.host == host else { throw .otherServer(host: item.id.host) }
        guard let person = item.person, kinds(of: item).contains(kind), let list = Self.lists[kind] else {
            throw .unexpected(code: "relation")
        }
        let url = try SearchPages.address(
            .accountList(login: try item.login(), list: list), after: cursor?.opaque, on: client.server)
        let response = try await client.get(url, bucket: .core)
        let (items, unreadable) = try items(kind, in: response.body)
        return ResultBatch(
            items: items, total: total(kind, of: person, atLeast: items.count), unreadable: unreadable,
            end: try SearchPages.end(of: response, requested: url), cached: response.cached)
    }

    private static let lists: [RelationKind: String] = [
        .followers: "followers", .following: "following", .ownRepositories: "repos", .starred: "starred",
    ]

    /// Decodes at most a page of items. Lists of people must be complete: they are compared with earlier ones.
    private func items(
        _ kind: RelationKind, in body: Data
    ) throws(CatalogFailure) -> (items: [Item], unreadable: Int) {
        let most = GitHubEndpoint.batchSizes.upperBound
        if kind == .followers || kind == .following {
            let people = try ResponseJSON.read([AccountSummaryPayload].self, from: body, what: kind.rawValue)
            return (people.prefix(most).map { Item($0, host: host) }, 0)
        }
        let repositories = try ResponseJSON.read(
            ReadableEntries<RepositoryPayload>.self, from: body, what: kind.rawValue)
        return (repositories.values.prefix(most).map { Item($0, host: host) }, repositories.unreadable)
    }

    /// Returns the count from the account's own details.
    private func total(_ kind: RelationKind, of person: Person, atLeast shown: Int) -> Int? {
        let reported: Int? =
            switch kind {
            case .followers: person.followers
            case .following: person.following
            case .ownRepositories: person.repositories
            default: nil
            }
        return reported.map { max($0, shown) }
    }
}
