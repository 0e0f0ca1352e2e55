import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport

@testable import StargazerServices

/// The operations that a server handles.
enum HostileOperation: String, CaseIterable {
    case search, details, identity, limits, stars, isStarred = "is starred", star
    case people, person, followers, repositories
}

/// One operation on a hostile server, and its outcome.
struct HostileServerTrial {
    private(set) var outcomes: [String] = []
    private(set) var invariants = ContentInvariants()

    private let clock = SteppingClock(ResponseSamples.now)
    private let client: GitHubClient
    private let operation: HostileOperation
    private let item: Item
    private let person: Item

    init(_ samples: ResponseSamples, random: FuzzRandom) {
        var random = random
        // Half of the operations load lists, which have the most to corrupt.
        operation =
            random.chance(2)
            ? random.pick([.search, .details, .stars, .people]) : random.pick(HostileOperation.allCases)
        let repository = random.pick(samples[.repository])
        item = .listed(id: random.chance(4) ? "42" : repository.id ?? "42")
        let sample = random.pick(samples[.person])
        person = Item(
            id: ItemID(catalog: .people, host: "api.github.com", id: sample.id ?? "42"), facts: Person(login: "golden"))
        let isGuarded = !random.chance(4)
        let transport = HostileTransport(
            samples, chosen: [.repository: repository, .person: sample], random: random, isGuarded: isGuarded)
        client = GitHubClient(server: .gitHub, transport: transport, time: clock.source, jitter: { .zero })
    }

    mutating func ask() async {
        let (catalog, account) = (RepositoryCatalog(client: client), AccountClient(client: client))
        do throws(CatalogFailure) {
            if [.identity, .limits, .stars, .isStarred, .star].contains(operation) { try account.use(.sample()) }
            switch operation {
            case .search: try await search(catalog)
            case .details:
                invariants.check(try await catalog.details(of: item))
            case .people: try await search(PeopleCatalog(client: client), for: "golden")
            case .person: invariants.check(try await PeopleCatalog(client: client).details(of: person))
            case .followers: try await follow(.followers)
            case .repositories: try await follow(.ownRepositories)
            case .identity: invariants.check(try await account.identify(with: .sample()))
            case .limits: invariants.check(try await account.limits())
            case .stars: try await walk(account)
            case .isStarred: _ = try await account.isStarred(item)
            case .star: try await account.setStarred(true, item)
            }
            outcomes.append("\(operation.rawValue): value")
        } catch {
            outcomes.append("\(operation.rawValue): \(Self.name(of: error))")
            invariants.check(error, now: clock.now)
        }
        invariants.expect(await catalog.searchesLeft().map { $0 >= 0 } ?? true, "no less than no searches are left")
    }

    private mutating func follow(_ kind: RelationKind) async throws(CatalogFailure) {
        guard let relations = PeopleCatalog(client: client).relations else { return }
        let query = SearchQuery(text: "golden")
        let first = try await relations.items(kind, of: person, after: nil)
        invariants.check(first, of: query)
        if case .more(let cursor) = first.end {
            invariants.check(try await relations.items(kind, of: person, after: cursor), of: query)
        }
    }

    private mutating func search(
        _ catalog: any Catalog, for text: String = "swift"
    ) async throws(CatalogFailure) {
        let query = SearchQuery(text: text)
        let first = try await catalog.search(query, after: nil)
        invariants.check(first, of: query)
        if case .more(let cursor) = first.end {
            invariants.check(try await catalog.search(query, after: cursor), of: query)
        }
    }

    private mutating func walk(_ account: AccountClient) async throws(CatalogFailure) {
        let first = try await account.starred(after: nil)
        invariants.check(first)
        if case .more(let cursor) = first.end { invariants.check(try await account.starred(after: cursor)) }
    }

    private static func name(of failure: CatalogFailure) -> String {
        switch failure {
        case .unexpected(let code) where code.hasPrefix("http-"): "http"
        case .unexpected(let code): code
        default: "\(failure)".prefix { $0 != "(" }.description
        }
    }
}
