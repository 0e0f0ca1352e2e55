public import StargazerLibrary

/// A star list, and who is asked for it: the account for its own list, the server's public lists for others.
struct StarListSource: Sendable {
    let list: StarListID
    let lists: any StarLists
    /// The account whose own list it is; nil for a public list.
    let account: (any GitHubAccount)?

    var isOwn: Bool { account != nil }

    /// Returns the next batch, the newest stars first.
    func stars(after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch {
        if let account { return try await account.starred(after: cursor) }
        return try await lists.stars(of: list.login, after: cursor)
    }

    /// Returns who has the list's user name, and the length of the list.
    func owner() async throws(CatalogFailure) -> StarListOwner {
        // The public length is not that of the account's own list.
        guard let account else { return try await lists.owner(named: list.login) }
        return StarListOwner(login: list.login, stars: try await account.starCount(), requests: 0)
    }

    /// Returns who has the list's user name.
    func identity() async throws(CatalogFailure) -> StarListOwner {
        guard account == nil else { return StarListOwner(login: list.login, stars: nil, requests: 0) }
        let number = try await lists.number(of: list.login)
        return StarListOwner(login: list.login, number: number, stars: nil, requests: 0)
    }

    /// Returns what the server says about an item that the list lacks.
    func state(of id: ItemID) async throws(CatalogFailure) -> MissingStarState {
        let item: Item
        do throws(CatalogFailure) {
            item = try await lists.item(id)
        } catch {
            switch error {
            case .gone: return .gone
            case .blocked: return .blocked
            default: throw error
            }
        }
        return try await account?.isStarred(item) == false ? .unstarred(item) : .present(item)
    }
}

enum StarListRequest: Hashable, Sendable {
    /// Who has the list's user name; `hasSize` also for the length of the list.
    case owner(hasSize: Bool)
    /// The newest stars, until a batch has none that is new.
    case newest(BatchCursor?)
    case batch(BatchCursor?)
    /// An item that the list lacks.
    case missing(ItemID)

    func send(to source: StarListSource) -> BackgroundRequest<StarListResponse> {
        switch self {
        case .owner(let hasSize):
            { () async throws(CatalogFailure) in
                .owner(hasSize ? try await source.owner() : try await source.identity())
            }
        case .newest(let cursor), .batch(let cursor):
            { () async throws(CatalogFailure) in .batch(try await source.stars(after: cursor)) }
        case .missing(let id):
            { () async throws(CatalogFailure) in .missing(try await source.state(of: id)) }
        }
    }

    /// Whether a failure means that the server no longer knows where the reading was.
    func isLost(by failure: CatalogFailure) -> Bool {
        guard case .batch(.some) = self else { return false }
        switch failure {
        case .gone, .invalidQuery, .badQuery, .unreadable, .unexpected: return true
        default: return false
        }
    }
}

enum StarListResponse: Sendable {
    case owner(StarListOwner)
    case batch(StarredBatch)
    case missing(MissingStarState)
}

/// Ends a list whose pages lead back to an earlier one.
struct StarListCursors {
    private var known: Set<BatchCursor> = []

    init(_ first: BatchCursor?) { if let first { known = [first] } }

    /// Returns the batch, as the last one if it leads back.
    mutating func checked(_ batch: StarredBatch) -> StarredBatch {
        guard case .more(let next) = batch.end, !known.insert(next).inserted else { return batch }
        var batch = batch
        (batch.end, batch.isPartial) = (.complete, true)
        return batch
    }
}

/// The public lists of users' stars on a server, which need no account.
public protocol StarLists: Sendable {
    var host: String { get }
    /// The service's name, as shown to users.
    var service: String { get }

    /// Returns who has this user name, and the size of the list.
    /// - Throws: `.gone` when no user has the name.
    func owner(named login: String) async throws(CatalogFailure) -> StarListOwner
    /// Returns the number of the account that has this user name; nil when the server does not say.
    /// - Throws: `.gone` when no user has the name.
    func number(of login: String) async throws(CatalogFailure) -> Int64?
    /// Returns the next batch of a list, the newest stars first. Leaves some requests of the limit for what the user opens:
    /// below that, it throws `.rateLimited`.
    /// - Parameter cursor: from the previous batch, also before a restart; nil for the first batch.
    func stars(of login: String, after cursor: BatchCursor?) async throws(CatalogFailure) -> StarredBatch
    /// Returns an item under its present name. Leaves the same requests.
    /// - Throws: `.gone` and `.blocked` when the server does not show it.
    func item(_ id: ItemID) async throws(CatalogFailure) -> Item
}
