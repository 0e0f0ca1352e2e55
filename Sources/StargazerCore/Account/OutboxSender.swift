import Foundation

/// Sends the account's mutations: one at a time, in order, and of several for one item only the last.
///
/// A mutation is shown as soon as it is requested and sent when it is in the library's outbox. A mutation that fails in
/// a way that may pass stays there and is sent again later, also after a restart. Mutations wait for their account:
/// signing out keeps them.
@MainActor package final class OutboxSender {
    /// Callbacks for the part of the model that shows one kind of mutation.
    struct Listener {
        /// A state has changed.
        var changed: () -> Void
        /// The server has returned a state that the library does not have.
        var learned: (Bool, Item) -> Void = { _, _ in }
        var failed: (MutationFailure) -> Void
    }

    private let account: any GitHubAccount
    private let writer: LibraryWriter
    private let time: TimeSource
    private let formats: Formats
    private var listeners: [AccountMutation.Kind: Listener] = [:]
    private var states: [AccountMutation.Kind: RequestedAndConfirmedStates] = [:]
    /// The signed-in account; nil while signed out.
    private(set) var current: OutboxAccount?
    /// The account for the session that began with the sign-in: nothing is sent with the credential of another.
    private var sessionAccount: any GitHubAccount
    /// Counts changes of the account: what was requested for an earlier one is not shown.
    private var session = 0
    /// Whether what was in the outbox at sign-in is known.
    private var isLoaded = false
    private var isSending = false
    /// Whether something was added that the current round may have missed.
    private var isOutdated = false
    private var wakeUp: Task<Void, Never>?
    /// The entries that have failed since the last success.
    private var failed: Set<Int64> = []
    /// The number of pauses since the last success.
    private var pauses = 0
    /// Nothing is sent before, since several entries in a row failed.
    private var pausedUntil: Date?
    /// Failures of the library in a row.
    private var libraryFailures = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var lastSerial = 0

    /// How long a mutation that takes something back waits, so that it can be undone. Discarding the undo ends it.
    private static let undoPeriod = 60.0
    /// The pauses after failures, in seconds; the last also for later ones.
    private static let pauseLengths = [15.0, 60, 300, 900]
    private static func pause(after failures: Int) -> TimeInterval {
        pauseLengths[min(failures, pauseLengths.count - 1)]
    }
    /// The number of entries that fail in a row before all wait.
    private static let maxFailed = 3

    package init(account: any GitHubAccount, writer: LibraryWriter, time: TimeSource, formats: Formats) {
        self.account = account
        sessionAccount = account
        self.writer = writer
        self.time = time
        self.formats = formats
    }

    isolated deinit { wakeUp?.cancel() }

    func listen(_ kind: AccountMutation.Kind, _ listener: Listener) { listeners[kind] = listener }

    /// The states of one kind that are newer than any stored ones.
    func states(_ kind: AccountMutation.Kind) -> [ItemID: Bool] { states[kind]?.all ?? [:] }

    /// The items whose mutation of this kind has failed and will be sent again.
    func waiting(_ kind: AccountMutation.Kind) -> Set<ItemID> { states[kind]?.waiting ?? [] }

    /// Whether the server has not confirmed a mutation of the item.
    func isWaiting(_ kind: AccountMutation.Kind, _ id: ItemID) -> Bool { states[kind]?.requested(id) != nil }

    /// The mutations that the server has not confirmed.
    var pending: [AccountMutation] {
        AccountMutation.Kind.allCases.flatMap { states[$0]?.pending ?? [] }
    }

    // MARK: Account

    func signedIn(as login: String) {
        let account = OutboxAccount(host: account.host, login: login.lowercased())
        begin(account)
        writer.add { library throws(LibraryFailure) in
            try await library.outbox(of: account)
        } done: { [weak self] answer in
            guard let self, account == current, case .success(let entries) = answer else { return }
            isLoaded = true
            for entry in entries { states[entry.mutation.kind, default: RequestedAndConfirmedStates()].restore(entry) }
            for listener in listeners.values { listener.changed() }
            proceed()
        }
    }

    /// Keeps what waits for the account's next session.
    /// - Parameter isRefused: whether the server rejected the credential, which is then the failure of what waits.
    func signedOut(isRefused: Bool) {
        let lost = isRefused ? states.mapValues(\.pending) : [:]
        begin(nil)
        for (kind, mutations) in lost where !mutations.isEmpty { report(.unauthorized, mutations, kind, isSaved: true) }
    }

    private func begin(_ account: OutboxAccount?) {
        session += 1
        current = account
        sessionAccount = self.account.inCurrentSession()
        isLoaded = false
        endPause()
        states = [:]
        wakeUp?.cancel()
        for listener in listeners.values { listener.changed() }
    }

    // MARK: Requests

    /// A mutation, and the state shown before.
    typealias Request = (mutation: AccountMutation, shown: Bool)

    /// Shows mutations. The caller writes the returned changes and passes the result to ``written(_:isWritten:)``.
    /// - Parameter isHeldBack: whether they wait until they can no longer be undone.
    /// - Returns: the changes that need to be sent.
    func request(_ requests: [Request], isHeldBack: Bool = false) -> [OutboxChange] {
        guard let current else { return [] }
        let now = time.now()
        let sendAt = isHeldBack ? now.addingTimeInterval(Self.undoPeriod) : now
        let changes = requests.compactMap { mutation, shown -> OutboxChange? in
            let requested = states[mutation.kind]?.requested(mutation.item.id)
            // Before the outbox is known, it may have the opposite.
            guard !isLoaded || shown != mutation.isSet || requested != nil else { return nil }
            states[mutation.kind, default: RequestedAndConfirmedStates()].request(mutation)
            return OutboxChange(mutation, of: current, wasSet: shown, sendAt: sendAt)
        }
        notify(changes)
        return changes
    }

    /// Shows mutations and writes them.
    func send(_ requests: [Request]) {
        let changes = request(requests)
        guard !changes.isEmpty else { return }
        writer.add { library throws(LibraryFailure) in
            try await library.enqueue(changes)
        } done: { [self] result in
            if case .success = result { written(changes, isWritten: true) } else { written(changes, isWritten: false) }
        }
    }

    /// - Parameter isWritten: whether the outbox has the changes.
    func written(_ changes: [OutboxChange], isWritten: Bool) {
        let changes = changes.filter { $0.account == current }
        guard !changes.isEmpty else { return }
        for change in changes {
            states[change.mutation.kind]?.written(change.mutation.item.id, isWaiting: isWritten)
        }
        notify(changes)
        proceed()
    }

    private func notify(_ changes: [OutboxChange]) {
        for kind in Set(changes.map(\.mutation.kind)) { listeners[kind]?.changed() }
    }

    /// Sends what failed, or what waits after a failure, now.
    func tryAgain(_ failure: MutationFailure) {
        endPause()
        send(
            failure.mutations.map { mutation in
                (mutation, states[mutation.kind]?.all[mutation.item.id] ?? !mutation.isSet)
            })
    }

    /// Takes back a mutation that the server has not confirmed. One that may have reached it is undone there.
    func cancel(_ mutation: AccountMutation) {
        guard states[mutation.kind]?.requested(mutation.item.id)?.isSet == mutation.isSet else { return }
        send([(AccountMutation(mutation.kind, mutation.item, isSet: !mutation.isSet), mutation.isSet)])
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

    /// Loads a state, once. Failures are not shown.
    func loadState(
        _ kind: AccountMutation.Kind, of item: Item,
        _ ask: @escaping @Sendable () async throws(CatalogFailure) -> Bool
    ) {
        guard states[kind, default: RequestedAndConfirmedStates()].shouldAsk(item.id) else { return }
        Task { [weak self, session] in
            let answer = try? await ask()
            guard let self, session == self.session else { return }
            guard states[kind]?.recordResponse(answer, item.id) == true, let answer else { return }
            listeners[kind]?.learned(answer, item)
            listeners[kind]?.changed()
        }
    }

    /// Records states that a list implies.
    func record(_ kind: AccountMutation.Kind, _ isSet: Bool, of ids: [ItemID]) {
        for id in ids { states[kind, default: RequestedAndConfirmedStates()].record(isSet, id) }
        listeners[kind]?.changed()
    }

    /// Returns when everything that can be sent now has been confirmed, rejected or postponed, and is on disk.
    func settled() async {
        await writer.settled()
        if isSending { await withCheckedContinuation { waiting.append($0) } }
    }

    // MARK: Sending

    private func proceed() {
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
            case .nothing:
                settle(to: [])
                return
            case .later(let date):
                let entries = try? await writer.perform { library throws(LibraryFailure) in
                    try await library.outbox(of: account)
                }
                guard account == current else { return }
                if let entries { settle(to: entries) }
                return wait(until: date)
            case .entry(let entry): await send(entry, of: account)
            }
        }
    }

    /// The outbox has only these entries: what was taken back before it was sent no longer waits.
    private func settle(to entries: [OutboxEntry]) {
        for kind in states.keys {
            let ids = Set(entries.lazy.filter { $0.mutation.kind == kind }.map(\.mutation.item.id))
            if states[kind]?.settle(except: ids) == true { listeners[kind]?.changed() }
        }
    }

    private func wait(until date: Date) {
        wakeUp?.cancel()
        let delay = min(max(1, date.timeIntervalSince(time.now())), OutboxTime.longestPause)
        wakeUp = Task { [weak self, time] in
            guard (try? await time.sleep(.seconds(delay))) != nil else { return }
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
        let (retry, pausesAll) = retry(entry, after: failure)
        let outcome = OutboxOutcome(of: mutation, failure, retryAt: retry)
        let error = failure.map { String(describing: $0) } ?? ""
        let isWaiting = try? await writer.perform { library throws(LibraryFailure) in
            let isWaiting = try await library.endSending(entry, as: outcome)
            if pausesAll {
                try await library.postponeOutbox(of: account, until: retry, error: error)
            }
            return isWaiting
        }
        guard session == self.session else { return }
        show(outcome, of: mutation, failure, isWaiting: isWaiting ?? true, pausesAll: pausesAll)
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

    private func show(
        _ outcome: OutboxOutcome, of mutation: AccountMutation, _ failure: CatalogFailure?, isWaiting: Bool,
        pausesAll: Bool
    ) {
        let (kind, id) = (mutation.kind, mutation.item.id)
        var lost: [AccountMutation.Kind: [AccountMutation]] = [:]
        switch failure?.mutationEffect {
        case nil: states[kind, default: RequestedAndConfirmedStates()].confirm(mutation.isSet, id)
        case .rejected?: lost[kind] = [states[kind]?.takeUnreported(mutation)].compactMap(\.self)
        case .postponed? where !pausesAll:
            lost[kind] = [states[kind]?.takeUnreported(mutation)].compactMap(\.self)
        case .postponed?, .allPostponed?:
            for kind in states.keys { lost[kind] = states[kind]?.takeUnreported() }
        }
        if !isWaiting { states[kind]?.settle(id) }
        for kind in Set(lost.keys).union([kind]) { listeners[kind]?.changed() }
        guard let failure, failure != .cancelled else { return }
        for (kind, mutations) in lost where !mutations.isEmpty {
            report(failure, mutations, kind, isSaved: failure.mutationEffect != .rejected)
        }
    }

    private func report(
        _ failure: CatalogFailure, _ mutations: [AccountMutation], _ kind: AccountMutation.Kind, isSaved: Bool
    ) {
        lastSerial += 1
        listeners[kind]?.failed(
            MutationFailure(
                serial: lastSerial, mutations: mutations, failure: failure, isSaved: isSaved,
                until: failure.retryDate.map(formats.timeOfDay)))
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
