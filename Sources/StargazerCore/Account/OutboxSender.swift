import Foundation
import Observation
package import StargazerLibrary

/// Sends the account's mutations: one at a time, in order, and of several for one item only the last.
///
/// The library's outbox is the only record of them. A mutation that fails in a way that may pass stays there and is
/// sent again later, also after a restart. Mutations wait for their account: signing out keeps them.
@MainActor @Observable package final class OutboxSender {
    /// The signed-in account; nil while signed out.
    private(set) var current: OutboxAccount?
    private(set) var problems: [AccountMutation.Kind: MutationFailure] = [:]
    private(set) var waitingChanges = WaitingChanges()
    /// The follows that the user has requested and the server has not confirmed.
    private(set) var requestedFollows: [ItemID: Bool] = [:]

    /// Called when the server has confirmed a follow, which the library does not keep.
    @ObservationIgnored var followConfirmed: (AccountMutation) -> Void = { _ in }
    @ObservationIgnored private let account: any GitHubAccount
    @ObservationIgnored private let writer: LibraryWriter
    @ObservationIgnored private let time: TimeSource
    @ObservationIgnored private let formats: Formats
    /// The account for the session that began with the sign-in: nothing is sent with the credential of another.
    @ObservationIgnored private var sessionAccount: any GitHubAccount
    /// Counts changes of the account: what was requested for an earlier one is not shown.
    @ObservationIgnored private var session = 0
    @ObservationIgnored private var listening: Task<Void, Never>?
    /// The states asked for in this session, and those requested or confirmed in it, which are newer than any answer.
    @ObservationIgnored private var asked: Set<Target> = []
    @ObservationIgnored private var changed: Set<Target> = []
    /// Counts the beginnings and the ends of writes, and those that have not ended.
    @ObservationIgnored private var writes = 0
    @ObservationIgnored private var unwritten = 0
    @ObservationIgnored private var isSending = false
    /// Whether something was added that the current round may have missed.
    @ObservationIgnored private var isOutdated = false
    @ObservationIgnored private var wakeUp: Task<Void, Never>?
    /// The entries that have failed since the last success.
    @ObservationIgnored private var failed: Set<Int64> = []
    /// The number of pauses since the last success.
    @ObservationIgnored private var pauses = 0
    /// Nothing is sent before, since several entries in a row failed.
    @ObservationIgnored private var pausedUntil: Date?
    /// Failures of the library in a row.
    @ObservationIgnored private var libraryFailures = 0
    @ObservationIgnored private var waiting: [CheckedContinuation<Void, Never>] = []
    @ObservationIgnored private var lastSerial = 0

    private struct Target: Hashable {
        var kind: AccountMutation.Kind
        var id: ItemID
    }

    /// How long a mutation that takes something back waits, so that it can be undone. Discarding the undo ends it.
    private static let undoPeriod = 60.0
    /// The pauses after failures, in seconds; the last also for later ones.
    private static let pauseLengths = [15.0, 60, 300, 900]
    private static func pause(after failures: Int) -> TimeInterval {
        pauseLengths[min(failures, pauseLengths.count - 1)]
    }
    /// The number of entries that fail in a row before all wait.
    private static let maxFailed = 3
    /// The most states remembered; then all are asked for again.
    private static let maxTargets = 10_000

    package init(account: any GitHubAccount, writer: LibraryWriter, time: TimeSource, formats: Formats) {
        self.account = account
        sessionAccount = account
        self.writer = writer
        self.time = time
        self.formats = formats
    }

    isolated deinit {
        wakeUp?.cancel()
        listening?.cancel()
    }

    // MARK: Account

    func signedIn(as login: String) {
        let account = OutboxAccount(host: account.host, login: login.lowercased())
        begin(account)
        listening = Task { [weak self, writer] in
            guard let changes = await writer.library()?.changes() else { return }
            await self?.reload()
            for await _ in changes { await self?.reload() }
        }
        proceed()
    }

    /// Keeps what waits for the account's next session.
    /// - Parameter isRefused: whether the server rejected the credential, which is then the failure of what waits.
    func signedOut(isRefused: Bool) {
        let last = current
        begin(nil)
        guard isRefused, let last else { return }
        writer.add { library throws(LibraryFailure) in
            try await library.outbox(of: last)
        } done: { [self] result in
            if case .success(let entries) = result {
                report(.unauthorized, entries.sorted { $0.id < $1.id }.map(\.mutation), isSaved: true)
            }
        }
    }

    private func begin(_ account: OutboxAccount?) {
        session += 1
        sessionAccount = self.account.inCurrentSession()
        endPause()
        (asked, changed) = ([], [])
        wakeUp?.cancel()
        listening?.cancel()
        (current, waitingChanges, requestedFollows) = (account, WaitingChanges(), [:])
    }

    /// Reads what waits. A read during a write is repeated after it.
    private func reload() async {
        guard let account = current, let library = await writer.library() else { return }
        let started = writes
        // A failed read keeps what is known; the next change repeats it.
        guard let waits = try? await library.waitingChanges(of: account, limit: WaitingChanges.limit),
            let follows = try? await library.requestedFollows(of: account), account == current
        else { return }
        if waits != waitingChanges { waitingChanges = waits }
        if unwritten == 0, started == writes, follows != requestedFollows { requestedFollows = follows }
    }

    // MARK: Requests

    /// A mutation, and the state shown before.
    typealias Request = (mutation: AccountMutation, shown: Bool)

    /// Returns the changes for the outbox. The caller writes them, with ``enqueue(_:done:)`` or with an edit of the
    /// library, and calls ``proceed()``.
    /// - Parameter isHeldBack: whether they wait until they can no longer be undone.
    func changes(_ requests: [Request], isHeldBack: Bool = false) -> [OutboxChange] {
        guard let current else { return [] }
        let now = time.now()
        let sendAt = isHeldBack ? now.addingTimeInterval(Self.undoPeriod) : now
        for (mutation, _) in requests { remember(mutation) }
        return requests.map { OutboxChange($0.mutation, of: current, wasSet: $0.shown, sendAt: sendAt) }
    }

    /// - Parameter done: receives whether they are on disk.
    func enqueue(_ changes: [OutboxChange], done: @escaping (Bool) -> Void = { _ in }) {
        guard !changes.isEmpty else { return }
        (writes, unwritten) = (writes + 1, unwritten + 1)
        for change in changes where change.mutation.kind == .follow {
            requestedFollows[change.mutation.item.id] = change.mutation.isSet
        }
        writer.add { library throws(LibraryFailure) in
            try await library.enqueue(changes)
        } done: { [self] result in
            (writes, unwritten) = (writes + 1, unwritten - 1)
            if case .success = result { done(true) } else { done(false) }
            Task { await reload() }
            proceed()
        }
    }

    /// Sends what failed, or what waits after a failure, now.
    func tryAgain(_ failure: MutationFailure) {
        endPause()
        enqueue(changes(failure.mutations.map { ($0, !$0.isSet) }))
    }

    /// Takes back a mutation that the server has not confirmed. One that may have reached it is undone there.
    func cancel(_ mutation: AccountMutation) {
        guard let current else { return }
        writer.add { [time] library throws(LibraryFailure) in
            try await library.cancel(mutation, of: current, now: time.now())
        } done: { [self] _ in
            proceed()
        }
    }

    /// Discards what waits for another login, which may never sign in again.
    func discardChanges(of login: String) {
        guard let current, current.login != login else { return }
        let other = OutboxAccount(host: current.host, login: login)
        writer.add { library throws(LibraryFailure) in
            try await library.discardOutbox(of: other)
        } done: { _ in
        }
    }

    /// Sends what was held back, when it can no longer be undone.
    func release() {
        guard let current else { return }
        writer.add { [time, pausedUntil] library throws(LibraryFailure) in
            let now = time.now()
            try await library.releaseOutbox(of: current, now: max(now, pausedUntil ?? now))
        } done: { [self] _ in
            proceed()
        }
    }

    /// Loads a state, once. Failures are not shown. A mutation made meanwhile is newer than the answer.
    func loadState(
        _ kind: AccountMutation.Kind, of item: Item,
        _ ask: @escaping @Sendable () async throws(CatalogFailure) -> Bool, learned: @escaping (Bool) -> Void
    ) {
        let target = Target(kind: kind, id: item.id)
        if asked.count >= Self.maxTargets { asked = [] }
        guard !changed.contains(target), asked.insert(target).inserted else { return }
        Task { [weak self, session] in
            // Shown as not known, and asked again the next time.
            let answer = try? await ask()
            guard let self, session == self.session else { return }
            guard let answer else {
                asked.remove(target)
                return
            }
            if !changed.contains(target) { learned(answer) }
        }
    }

    private func remember(_ mutation: AccountMutation) {
        if changed.count >= Self.maxTargets { changed = [] }
        changed.insert(Target(kind: mutation.kind, id: mutation.item.id))
    }

    /// Returns when everything that can be sent now has been confirmed, rejected or postponed, and is on disk.
    func settled() async {
        await writer.settled()
        if isSending { await withCheckedContinuation { waiting.append($0) } }
    }

    // MARK: Sending

    /// Sends what is due.
    func proceed() {
        isOutdated = true
        guard !isSending, current != nil else { return }
        isSending = true
        // The task retains this object, so that mutations are still sent after the window has closed.
        Task {
            while let account = current, isOutdated {
                isOutdated = false
                await sendAll(of: account)
            }
            isSending = false
            let done = waiting
            waiting = []
            for continuation in done { continuation.resume() }
        }
    }

    /// Sends what is due, one after the other, until nothing is or all waits.
    private func sendAll(of account: OutboxAccount) async {
        while account == current {
            let now = time.now()
            if let pausedUntil, (now..<now.addingTimeInterval(OutboxTime.longestPause)).contains(pausedUntil) {
                return wait(until: pausedUntil)
            }
            let next: OutboxNext
            do throws(LibraryFailure) {
                next = try await writer.perform { library throws(LibraryFailure) in
                    try await library.beginSending(of: account, now: now)
                }
            } catch {
                // Another process may hold the file, or the disk be full.
                libraryFailures += 1
                if account == current { wait(until: now.addingTimeInterval(Self.pause(after: libraryFailures - 1))) }
                return
            }
            libraryFailures = 0
            guard account == current else { return }
            switch next {
            case .nothing: return
            case .later(let date): return wait(until: date)
            case .entry(let entry): await send(entry, of: account)
            }
        }
    }

    private func wait(until date: Date) {
        wakeUp?.cancel()
        let delay = min(max(1, date.timeIntervalSince(time.now())), OutboxTime.longestPause)
        wakeUp = Task { [weak self, time] in
            guard await time.slept(.seconds(delay)) else { return }
            self?.proceed()
        }
    }

    private func send(_ entry: OutboxEntry, of account: OutboxAccount) async {
        let (mutation, session, sender) = (entry.mutation, session, sessionAccount)
        var failure: CatalogFailure?
        do throws(CatalogFailure) {
            // A request that may have arrived is repeated only when it has not.
            let isDone = entry.isUncertain ? try await sender.isDone(mutation) : false
            if !isDone {
                guard session == self.session else { throw .cancelled }
                try await sender.send(mutation)
            }
        } catch {
            // The failure of a session that has ended says nothing.
            failure = session == self.session ? error : .cancelled
        }
        if failure == nil, session == self.session {
            remember(mutation)
            if mutation.kind == .follow { followConfirmed(mutation) }
        }
        let (retry, pausesAll) = retry(entry, after: failure)
        let outcome = OutboxOutcome(of: mutation, failure, retryAt: retry)
        let error = failure.map { String(describing: $0) } ?? ""
        // The entry then stays claimed for a while, and is sent again.
        let end = try? await writer.perform { library throws(LibraryFailure) in
            let isReplaced = try await library.endSending(entry, as: outcome)
            let others =
                pausesAll ? try await library.postponeOutbox(of: account, until: retry, error: error) : []
            return (isReplaced: isReplaced, others: others)
        }
        await reload()
        guard session == self.session, let failure, failure != .cancelled else { return }
        // A failure is reported once, and not when the user has taken the mutation back.
        let isNews = entry.lastError == nil && end?.isReplaced != true
        report(
            failure, (isNews ? [mutation] : []) + (end?.others ?? []), isSaved: failure.mutationEffect != .rejected)
    }

    /// Returns when to send an entry again, and whether all entries wait until then.
    private func retry(_ entry: OutboxEntry, after failure: CatalogFailure?) -> (date: Date, pausesAll: Bool) {
        let now = time.now()
        let effect = failure?.mutationEffect
        let isServerFailure = effect == .postponed && failure != .cancelled
        if isServerFailure { failed.insert(entry.id) } else if effect == nil || effect == .rejected { endPause() }
        let isPause = isServerFailure && failed.count >= Self.maxFailed
        let delay = Self.pause(after: isPause ? pauses : entry.attempts)
        // A server's date may be in the past, or far away.
        let wanted = max(failure?.retryDate ?? now, now.addingTimeInterval(delay))
        let date = min(wanted, now.addingTimeInterval(OutboxTime.longestPause))
        if isPause {
            pauses += 1
            pausedUntil = date
        }
        return (date, isPause || effect == .allPostponed)
    }

    private func endPause() { (failed, pauses, pausedUntil) = ([], 0, nil) }

    private func report(_ failure: CatalogFailure, _ mutations: [AccountMutation], isSaved: Bool) {
        for (kind, mutations) in Dictionary(grouping: mutations, by: \.kind) {
            lastSerial += 1
            problems[kind] = MutationFailure(
                serial: lastSerial, mutations: mutations, failure: failure, isSaved: isSaved,
                until: failure.retryDate.map(formats.timeOfDay))
        }
    }
}

extension GitHubAccount {
    func send(_ mutation: AccountMutation) async throws(CatalogFailure) {
        switch mutation.kind {
        case .star: try await setStarred(mutation.isSet, mutation.item)
        case .follow: try await setFollowed(mutation.isSet, mutation.item)
        }
    }

    /// Whether the server has the state that the mutation sets.
    func isDone(_ mutation: AccountMutation) async throws(CatalogFailure) -> Bool {
        switch mutation.kind {
        case .star: try await isStarred(mutation.item) == mutation.isSet
        case .follow: try await isFollowed(mutation.item) == mutation.isSet
        }
    }
}

extension OutboxOutcome {
    /// - Parameters:
    ///   - failure: nil when the server has confirmed the mutation.
    ///   - date: when to send it again, if the failure may pass.
    init(of mutation: AccountMutation, _ failure: CatalogFailure?, retryAt date: Date) {
        switch failure?.mutationEffect {
        case nil: self = .confirmed(mutation.isSet)
        case .rejected?: self = .rejected
        case .postponed?, .allPostponed?:
            self = .postponed(
                until: date, isUncertain: failure?.mayHaveSucceeded ?? false,
                code: failure.map { String(describing: $0) } ?? "")
        }
    }
}
