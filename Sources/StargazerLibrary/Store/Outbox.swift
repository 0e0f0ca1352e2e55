public import Foundation

/// The account that a change is made for. Its login does not change while it is signed in.
public struct OutboxAccount: Sendable, Hashable {
    /// The API's host.
    public var host: String
    public var login: String

    public init(host: String, login: String) {
        self.host = host
        self.login = login
    }
}

/// A change that the user requested on the account's server: to set or remove a star or a follow.
public struct AccountMutation: Sendable, Hashable {
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        case star, follow
    }

    public var kind: Kind
    public var item: Item
    public var isSet: Bool

    public init(_ kind: Kind, _ item: Item, isSet: Bool) {
        self.kind = kind
        self.item = item
        self.isSet = isSet
    }
}

/// A mutation to be written to the outbox.
public struct OutboxChange: Sendable, Hashable {
    public var mutation: AccountMutation
    public var account: OutboxAccount
    /// The state shown before. A mutation back to it needs no request.
    public var wasSet: Bool
    /// Not to be sent before this time.
    public var sendAt: Date

    public init(_ mutation: AccountMutation, of account: OutboxAccount, wasSet: Bool, sendAt: Date) {
        self.mutation = mutation
        self.account = account
        self.wasSet = wasSet
        self.sendAt = sendAt
    }
}

/// A mutation in the outbox.
public struct OutboxEntry: Sendable, Hashable {
    public var id: Int64
    public var mutation: AccountMutation
    /// The number of attempts since the user's last change.
    public var attempts: Int
    /// Why the last attempt failed; nil when none has since the user's last change.
    public var lastError: String?
    /// Whether an earlier request may have reached the server, whose state must be asked for before repeating it.
    public var isUncertain: Bool

    public init(
        id: Int64, mutation: AccountMutation, attempts: Int, lastError: String? = nil, isUncertain: Bool
    ) {
        self.id = id
        self.mutation = mutation
        self.attempts = attempts
        self.lastError = lastError
        self.isUncertain = isUncertain
    }
}

/// A request for an item's star that the server has not confirmed.
public enum StarRequest: Sendable, Hashable {
    /// It is sent soon.
    case new
    /// The server did not accept it yet; it is sent again.
    case failed
}

/// What an account's server has not confirmed, as far as a menu shows it.
public struct WaitingChanges: Sendable, Hashable {
    public static let limit = 20

    /// The first of them, in the order in which they are sent.
    public var first: [AccountMutation]
    public var count: Int
    /// What waits for other logins of the server, by login. An account that had another name when the change was made
    /// is not known by it.
    public var others: [OfLogin]

    public struct OfLogin: Sendable, Hashable {
        public var login: String
        public var count: Int

        public init(login: String, count: Int) {
            self.login = login
            self.count = count
        }
    }

    public init(first: [AccountMutation] = [], count: Int = 0, others: [OfLogin] = []) {
        self.first = first
        self.count = count
        self.others = others
    }
}

/// The times that bound what waits in the outbox, in seconds.
public enum OutboxTime {
    /// The longest pause before a mutation is sent, a little more than the window of a rate limit. What is due later is
    /// due now: the clock was wrong when it was written.
    public static let longestPause: TimeInterval = 3_900
    /// How long a mutation belongs to the process that began to send it, far longer than its requests take.
    public static let claim: TimeInterval = 90
}

/// What the outbox has for an account.
public enum OutboxNext: Sendable, Hashable {
    case entry(OutboxEntry)
    /// Nothing may be sent before this time.
    case later(Date)
    case nothing
}

public enum OutboxOutcome: Sendable, Hashable {
    /// The server has this state now.
    case confirmed(Bool)
    /// The server will never accept it.
    case rejected
    /// It may be sent later. `isUncertain` tells whether it may have reached the server.
    case postponed(until: Date, isUncertain: Bool, code: String)
}

/// The mutations that an account's server has not confirmed yet, the last one of each item. They survive a restart.
public protocol Outbox: Sendable {
    /// Adds mutations, or replaces those of the same items. Removes those that need not be sent.
    func enqueue(_ changes: [OutboxChange]) async throws(LibraryFailure)
    /// Returns all mutations of the account, in the order in which they are sent.
    func outbox(of account: OutboxAccount) async throws(LibraryFailure) -> [OutboxEntry]
    /// Returns the number of these mutations, and the first of them.
    func waitingChanges(of account: OutboxAccount, limit: Int) async throws(LibraryFailure) -> WaitingChanges
    /// Returns the people that the account is to follow, or no longer.
    func requestedFollows(of account: OutboxAccount) async throws(LibraryFailure) -> [ItemID: Bool]
    /// Takes back a mutation. One that may have reached the server is replaced by its opposite.
    func cancel(_ mutation: AccountMutation, of account: OutboxAccount, now: Date) async throws(LibraryFailure)
    /// Returns the next mutation to send, records that a request for it may reach the server, and claims it for this
    /// process. What was tried least often comes first.
    func beginSending(of account: OutboxAccount, now: Date) async throws(LibraryFailure) -> OutboxNext
    /// Records what became of a mutation. A confirmed star is recorded with the item in the same transaction.
    /// - Returns: whether the user has asked for the opposite, or taken it back, meanwhile.
    @discardableResult
    func endSending(_ entry: OutboxEntry, as outcome: OutboxOutcome) async throws(LibraryFailure) -> Bool
    func discardOutbox(of account: OutboxAccount) async throws(LibraryFailure)
    /// Lets everything of the account be sent from now on: when the user asks, or when undo is no longer possible.
    func releaseOutbox(of account: OutboxAccount, now: Date) async throws(LibraryFailure)
    /// Delays everything of the account after a failure that affects all of it.
    /// - Returns: those that had not failed before.
    @discardableResult
    func postponeOutbox(
        of account: OutboxAccount, until date: Date, error: String
    ) async throws(LibraryFailure) -> [AccountMutation]
}
