public import Foundation

extension CatalogKind {
    /// The catalog whose items have stars on their servers.
    public static let starred = CatalogKind(rawValue: "repositories")
}

/// The public list of a user's stars.
public struct StarListID: Sendable, Hashable {
    /// The API's host.
    public var host: String
    /// The user name, in the spelling of the server.
    public var login: String

    public init(host: String, login: String) {
        self.host = host
        self.login = login
    }
}

/// A user and the size of the public list of stars, before it is brought.
public struct StarListOwner: Sendable, Hashable {
    public var login: String
    /// The account's number, which stays when the login changes; nil when the server does not say.
    public var number: Int64?
    /// The display name; nil when there is none.
    public var name: String?
    public var avatarURL: URL?
    /// The number of stars; nil when the server does not say.
    public var stars: Int?
    /// The number of requests for the complete list.
    public var requests: Int
    /// The rate limit that these requests count against; nil when the server has reported none.
    public var limit: RateLimit?

    public init(
        login: String, number: Int64? = nil, name: String? = nil, avatarURL: URL? = nil, stars: Int?,
        requests: Int, limit: RateLimit? = nil
    ) {
        self.login = login
        self.number = number
        self.name = name
        self.avatarURL = avatarURL
        self.stars = stars
        self.requests = requests
        self.limit = limit
    }
}

/// A reading of a star list that has begun.
public struct StarListReading: Sendable, Hashable {
    public var list: StarListID
    /// Whether it is the account's own list, with what only it sees.
    public var isOwn: Bool
    /// Where to continue; nil for the first batch.
    public var next: BatchCursor?
    public var count: StarImportCount
    /// The number of stars in the list; nil when it is unknown.
    public var stars: Int?
    /// The number of the owner's account; nil when it is unknown.
    public var owner: Int64?

    public init(
        list: StarListID, isOwn: Bool = false, next: BatchCursor? = nil, count: StarImportCount = StarImportCount(),
        stars: Int?, owner: Int64? = nil
    ) {
        self.list = list
        self.isOwn = isOwn
        self.owner = owner
        self.next = next
        self.count = count
        self.stars = stars
    }
}

/// What follows a batch of a star list.
public enum StarListStep: Sendable, Hashable {
    case next(BatchCursor)
    /// The list has become shorter while it was read, so that a star may lie between two batches: it is read once more.
    case again
    case complete
}

/// Why a star list does not tell what is no longer in it.
public enum StarListProblem: Sendable, Hashable {
    /// The list is empty, although it had stars.
    case empty
    /// It has fewer stars than its owner.
    case short(came: Int, stars: Int)
    /// The server left something out.
    case partial
    /// Another account has the user name now. The list is not read.
    case otherOwner
}

/// How a star list is to be read.
public struct StarListWish: Sendable, Hashable {
    /// Whether it is the list of the signed-in account, so that what is added is starred by it.
    public var isOwn: Bool
    /// Whether it only tells what has changed: a favorite that was removed does not come back.
    public var isCompared: Bool
    /// Whether this list is kept in step from now on, instead of another one.
    public var keepsInStep: Bool
    /// Whether a reading that was interrupted begins again.
    public var isAnew: Bool

    public init(isOwn: Bool = false, isCompared: Bool = false, keepsInStep: Bool = false, isAnew: Bool = false) {
        self.isOwn = isOwn
        self.isCompared = isCompared
        self.keepsInStep = keepsInStep
        self.isAnew = isAnew
    }
}

/// How far the reading of a star list is after a batch.
public struct StarListProgress: Sendable, Hashable {
    public var count: StarImportCount
    public var step: StarListStep
    /// Why the complete list does not tell what is no longer starred; nil before its end.
    public var problem: StarListProblem?

    public init(count: StarImportCount, step: StarListStep, problem: StarListProblem? = nil) {
        self.count = count
        self.step = step
        self.problem = problem
    }
}

/// The star lists that were brought, and which items they have had. What a list has had stays recorded when its favorite is
/// removed, so that it does not come back by itself.
public protocol StarListStore: Sendable {
    /// Begins to read a list, or continues where the last attempt stopped. Changes of stars that the server confirms from now
    /// on are newer than the batches.
    func beginStarList(
        _ owner: StarListOwner, on host: String, _ wish: StarListWish
    ) async throws(LibraryFailure) -> StarListReading
    /// Saves a batch of a list, all or none. Each item becomes a favorite with the date it was starred, unless it is one
    /// already. An item that this reading has had before, and whose favorite was removed since, is left out, as is a star that
    /// the user has removed meanwhile. At the end of the account's own complete list, what it lacks counts as not starred.
    func bringStars(_ batch: StarredBatch, of list: StarListID) async throws(LibraryFailure) -> StarListProgress
    /// Returns how much of the account's own list has been brought; `all` for a library that cannot be read or written.
    func starListState(of account: StarListID) async -> StarListState
    /// Returns the reading that continues by itself after a restart; nil when there is none.
    func interruptedStarList(on host: String) async -> StarListReading?
    /// Leaves the reading where it is. It no longer continues by itself.
    func pauseStarList(_ list: StarListID) async throws(LibraryFailure)
}

/// The number of stars in one reading of a list, each counted once.
public struct StarImportCount: Sendable, Hashable {
    public var total: Int
    /// Those that were not favorites before.
    public var new: Int
    public var unreadable: Int

    public init(total: Int = 0, new: Int = 0, unreadable: Int = 0) {
        self.total = total
        self.new = new
        self.unreadable = unreadable
    }
}

/// How much of an account's stars has been imported.
public enum StarListState: Sendable, Hashable {
    case nothing
    /// The import stopped after this many stars.
    case some(Int)
    /// All stars that existed when the last import finished.
    case all
}

public struct StarredItem: Sendable, Hashable {
    public var item: Item
    /// Nil when the server does not say.
    public var starredAt: Date?

    public init(item: Item, starredAt: Date?) {
        self.item = item
        self.starredAt = starredAt
    }
}

/// One batch of an account's stars, the newest first. A later batch may repeat an item.
public struct StarredBatch: Sendable, Hashable {
    public var items: [StarredItem]
    public var end: BatchEnd
    /// The number of items in the list up to the end of this batch, as the server counts; nil when it does not say.
    public var position: Int?
    public var unreadable: Int
    /// Whether the server left something out, so that what is missing may still be starred.
    public var isPartial: Bool

    public init(
        items: [StarredItem], end: BatchEnd, position: Int? = nil, unreadable: Int = 0, isPartial: Bool = false
    ) {
        self.items = items
        self.end = end
        self.position = position
        self.unreadable = unreadable
        self.isPartial = isPartial
    }

    /// The cursor of the next batch; nil after the last one.
    package var next: BatchCursor? { if case .more(let next) = end { next } else { nil } }
}
