public import Foundation
import StargazerCore
public import StargazerLibrary
import StargazerServices

extension MemoryLibrary {
    public func starListState(of account: StarListID) async -> StarListState {
        await inner.starListState(of: account)
    }

    public func setStarAccount(login: String, host: String) async throws(LibraryFailure) {
        try await write(["account \(login)"]) { library throws(LibraryFailure) in
            try await library.setStarAccount(login: login, host: host)
        }
    }

    public func beginStarList(
        _ owner: StarListOwner, on host: String, _ wish: StarListWish
    ) async throws(LibraryFailure) -> StarListReading {
        try await inner.beginStarList(owner, on: host, wish)
    }

    public func bringStars(
        _ batch: StarredBatch, of list: StarListID
    ) async throws(LibraryFailure) -> StarListProgress {
        try await write(["bring \(batch.items.count)"]) { library throws(LibraryFailure) in
            try await library.bringStars(batch, of: list)
        }
    }

    public func interruptedStarList(on host: String) async -> StarListReading? {
        await inner.interruptedStarList(on: host)
    }

    public func pauseStarList(_ list: StarListID) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.pauseStarList(list) }
    }

    public func recordAccount(_ account: KnownAccount, formerly: String?) async throws(LibraryFailure) {
        try await inner.recordAccount(account, formerly: formerly)
    }

    public func knownAccount(login: String, host: String) async throws(LibraryFailure) -> KnownAccount? {
        try await inner.knownAccount(login: login, host: host)
    }

    public func keptStarList(on host: String) async -> KeptStarList? { await inner.keptStarList(on: host) }

    public func stopKeepingStarLists(on host: String) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.stopKeepingStarLists(on: host) }
    }

    public func verifyOwner(_ number: Int64?, of list: StarListID) async throws(LibraryFailure) -> Bool {
        try await write([]) { library throws(LibraryFailure) in try await library.verifyOwner(number, of: list) }
    }

    public func cancelUpdate(of list: StarListID) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.cancelUpdate(of: list) }
    }

    public func newStars(_ items: [StarredItem], in list: StarListID) async throws(LibraryFailure) -> Int {
        try await inner.newStars(items, in: list)
    }

    public func addNewStars(
        _ items: [StarredItem], of list: StarListID, isOwn: Bool
    ) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in
            try await library.addNewStars(items, of: list, isOwn: isOwn)
        }
    }

    public func missingStars(of list: StarListID, limit: Int) async throws(LibraryFailure) -> [ItemID] {
        try await inner.missingStars(of: list, limit: limit)
    }

    public func recordMissing(
        _ state: MissingStarState, of id: ItemID, list: StarListID
    ) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in
            try await library.recordMissing(state, of: id, list: list)
        }
    }

    public func unlistedFavorites(
        on host: String, askedBefore date: Date, limit: Int
    ) async throws(LibraryFailure) -> [ItemID] {
        try await inner.unlistedFavorites(on: host, askedBefore: date, limit: limit)
    }

    public func recordFavorite(_ state: MissingStarState, of id: ItemID) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.recordFavorite(state, of: id) }
    }

    public func starUpdates() async throws(LibraryFailure) -> [StarUpdate] { try await inner.starUpdates() }

    // The log names only stars that the server has confirmed.

    public func enqueue(_ changes: [OutboxChange]) async throws(LibraryFailure) {
        try await write([]) { library throws(LibraryFailure) in try await library.enqueue(changes) }
    }

    public func outbox(of account: OutboxAccount) async throws(LibraryFailure) -> [OutboxEntry] {
        try await inner.outbox(of: account)
    }

    public func waitingChanges(
        of account: OutboxAccount, limit: Int
    ) async throws(LibraryFailure) -> WaitingChanges { try await inner.waitingChanges(of: account, limit: limit) }

    public func requestedFollows(of account: OutboxAccount) async throws(LibraryFailure) -> [ItemID: Bool] {
        try await inner.requestedFollows(of: account)
    }

    public func cancel(
        _ mutation: AccountMutation, of account: OutboxAccount, now: Date
    ) async throws(LibraryFailure) { try await inner.cancel(mutation, of: account, now: now) }

    public func beginSending(of account: OutboxAccount, now: Date) async throws(LibraryFailure) -> OutboxNext {
        if let failure = nextSendingFailure() { throw failure }
        return try await inner.beginSending(of: account, now: now)
    }

    public func endSending(_ entry: OutboxEntry, as outcome: OutboxOutcome) async throws(LibraryFailure) -> Bool {
        let isWaiting = try await inner.endSending(entry, as: outcome)
        if entry.mutation.kind == .star, case .confirmed(let isSet) = outcome {
            record("\(isSet ? "star" : "unstar") \(entry.mutation.item.id.id)")
        }
        return isWaiting
    }

    public func discardOutbox(of account: OutboxAccount) async throws(LibraryFailure) {
        try await inner.discardOutbox(of: account)
    }

    public func releaseOutbox(of account: OutboxAccount, now: Date) async throws(LibraryFailure) {
        try await inner.releaseOutbox(of: account, now: now)
    }

    @discardableResult
    public func postponeOutbox(
        of account: OutboxAccount, until date: Date, error: String
    ) async throws(LibraryFailure) -> [AccountMutation] {
        try await inner.postponeOutbox(of: account, until: date, error: error)
    }
}

extension StarListStore {
    /// Brings a batch of the list of an account of which everything could be read; the first one begins the reading.
    @discardableResult public func importStars(
        _ items: [StarredItem], of login: String, host: String, isFirst: Bool = true, next: BatchCursor? = nil
    ) async throws(LibraryFailure) -> StarImportCount {
        if isFirst {
            _ = try await beginStarList(
                StarListOwner(login: login, stars: nil, requests: 0), on: host,
                StarListWish(isOwn: true, keepsInStep: true, isAnew: true))
        }
        let batch = StarredBatch(items: items, end: next.map { .more($0) } ?? .complete)
        return try await bringStars(batch, of: StarListID(host: host, login: login)).count
    }
}
