public import Foundation

/// What has changed about a favorite on its server, as the star list that is kept in step tells.
public struct StarUpdate: Sendable, Hashable {
    /// In the order in which the kinds show.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case archived
        /// It has another name or owner.
        case renamed
        /// The server does not have it any more.
        case gone
        /// The server does not show it any more.
        case blocked
        /// The list does not have it any more, although the server has it.
        case unstarred
        /// The list has it, and had not had it before.
        case new
    }

    public var kind: Kind
    public var item: ItemID
    /// The former name; nil for other kinds.
    public var formerTitle: String?
    public var noticedAt: Date
    public var isSeen: Bool

    public init(_ kind: Kind, of item: ItemID, formerTitle: String? = nil, noticedAt: Date, isSeen: Bool = false) {
        self.kind = kind
        self.item = item
        self.formerTitle = formerTitle
        self.noticedAt = noticedAt
        self.isSeen = isSeen
    }
}

/// What the row of a favorite shows of its newest update.
public struct RowUpdate: Sendable, Hashable {
    public var kind: StarUpdate.Kind
    /// The former name; nil for other kinds.
    public var formerTitle: String?
    public var noticedAt: Date
    /// The same as text, such as `3 days ago`; empty before a row shows it.
    public package(set) var when = ""
    public var isSeen: Bool

    public init(_ kind: StarUpdate.Kind, formerTitle: String? = nil, noticedAt: Date, isSeen: Bool = false) {
        self.kind = kind
        self.noticedAt = noticedAt
        self.formerTitle = formerTitle
        self.isSeen = isSeen
    }
}

/// What the row of an update offers besides its details.
public enum UpdateAction: Sendable, Hashable {
    /// Removes the favorite.
    case remove
    case starAgain
}

extension ItemContent {
    /// Nil without an update, or without anything to do. Without an account, an unstarred favorite can only be removed.
    public var updateAction: UpdateAction? {
        switch update?.kind {
        case nil, .archived, .renamed, .new: nil
        case .gone, .blocked: .remove
        case .unstarred: isStarredOnServer == nil ? .remove : .starAgain
        }
    }
}

/// Consecutive rows of favorites with updates of one kind.
public struct StarUpdateGroup: Sendable, Hashable {
    public var kind: StarUpdate.Kind
    public var count: Int

    public init(kind: StarUpdate.Kind, count: Int) {
        self.kind = kind
        self.count = count
    }
}

public struct KeptStarList: Sendable, Hashable {
    public var list: StarListID
    /// When new stars were last looked for.
    public var checkedAt: Date?
    /// When the complete list was last read.
    public var completedAt: Date?
    /// Whether the complete list is being read: by the user's wish, or to compare it.
    public var reading: Reading
    /// What is wrong with the list as it was last read.
    public var problem: StarListProblem?
    /// When the user last canceled an update, unless there was a later one.
    public var canceledAt: Date?

    public enum Reading: Sendable, Hashable {
        case none, brought, compared
    }

    public init(
        list: StarListID, checkedAt: Date?, completedAt: Date?, reading: Reading, problem: StarListProblem? = nil,
        canceledAt: Date? = nil
    ) {
        self.problem = problem
        self.canceledAt = canceledAt
        self.list = list
        self.checkedAt = checkedAt
        self.completedAt = completedAt
        self.reading = reading
    }
}

/// What the server says about an item that a list lacks.
public enum MissingStarState: Sendable, Hashable {
    case gone
    case blocked
    /// It is there, perhaps under another name.
    case present(Item)
    /// It is there, and the account has not starred it.
    case unstarred(Item)
    /// The server refused or failed to tell this account.
    case unknown
}

/// The list that is kept in step, and what it has told.
public protocol StarUpdateStore: Sendable {
    /// Returns the list that is kept in step; nil for none, and for a library that cannot be written.
    func keptStarList(on host: String) async -> KeptStarList?
    /// Ends keeping lists in step. Removes no favorite.
    func stopKeepingStarLists(on host: String) async throws(LibraryFailure)
    /// Records which account has the list's user name. Another one than before stops the updates.
    /// - Returns: whether it is the same one.
    func verifyOwner(_ number: Int64?, of list: StarListID) async throws(LibraryFailure) -> Bool
    /// Records that the user canceled an update. It goes on by itself when a week has passed.
    func cancelUpdate(of list: StarListID) async throws(LibraryFailure)
    /// Returns how many of these items the list has not had before.
    func newStars(_ items: [StarredItem], in list: StarListID) async throws(LibraryFailure) -> Int
    /// Adds the items that the list has not had before, and records that new ones were looked for.
    /// - Parameter isOwn: whether it is the list of the signed-in account, so that what is added is starred by it.
    func addNewStars(_ items: [StarredItem], of list: StarListID, isOwn: Bool) async throws(LibraryFailure)
    /// Returns favorites that the list lacked when it was last read, and whose state is not known since. Leaves out private
    /// repositories, which a public list never has.
    func missingStars(of list: StarListID, limit: Int) async throws(LibraryFailure) -> [ItemID]
    /// Records the state of an item that the list lacks. One that exists counts as unstarred when it was missing twice.
    func recordMissing(_ state: MissingStarState, of id: ItemID, list: StarListID) async throws(LibraryFailure)
    /// Returns favorites that the list kept in step does not have, without private ones. Those that
    /// were never asked for come first, then those asked for longest ago.
    func unlistedFavorites(
        on host: String, askedBefore date: Date, limit: Int
    ) async throws(LibraryFailure) -> [ItemID]
    /// Records what the server says about a favorite in no list.
    func recordFavorite(_ state: MissingStarState, of id: ItemID) async throws(LibraryFailure)
    /// Returns the updates of favorites, the newest first. What the user saw more than 30 days ago is left out.
    func starUpdates() async throws(LibraryFailure) -> [StarUpdate]
}
