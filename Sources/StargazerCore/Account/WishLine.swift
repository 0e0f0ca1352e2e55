/// A change that the user requested on the account's server: to set or remove something.
public protocol ServerMutation: Equatable, Sendable {
    var item: Item { get }
    var isSet: Bool { get }
}

/// Mutations that did not reach the server, to be shown once. The earlier state is shown again.
public struct MutationFailure<Wish: ServerMutation>: Equatable, Sendable {
    /// Unique for each failure.
    public let serial: Int
    /// Never empty. The first is the one that failed; the others would have failed for the same reason.
    public let mutations: [Wish]
    public let failure: CatalogFailure
    /// The time of day when the server answers again; nil when the failure does not end at a known time.
    public let until: String?
}

/// Queues the user's mutations, and knows the state of the account's items on its server.
/// A mutation is shown immediately and reverted when the server rejects it. Writes are sent one at a time, in order; of
/// several mutations for one item, only the last is sent.
@MainActor final class WishLine<Wish: ServerMutation> {
    typealias Send = @Sendable (Wish) async throws(CatalogFailure) -> Void

    /// Called when a pending or known state has changed.
    var changed: () -> Void = {}
    /// Called when the server has confirmed or returned a state.
    var learned: (Bool, Item) -> Void = { _, _ in }
    var failed: (MutationFailure<Wish>) -> Void = { _ in }

    private struct Standing {
        var wish: Wish
        /// The state shown before. Reverting to it needs no write.
        var before: Bool
    }

    private let formats: Formats
    private let send: Send
    /// Counts changes of the account: results for an earlier account are discarded.
    private var session = 0
    private var mutations: [ItemID: Standing] = [:]
    /// The mutations waiting to be sent. The one being sent is not included, unless it was changed meanwhile.
    private var line: [ItemID] = []
    private var sending: Wish?
    private var known: [ItemID: Bool] = [:]
    private var asked: Set<ItemID> = []
    private var lastSerial = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(formats: Formats, send: @escaping Send) {
        self.formats = formats
        self.send = send
    }

    /// The states changed or loaded since signing in, which are newer than any stored ones.
    var told: [ItemID: Bool] { known.merging(mutations.mapValues(\.wish.isSet)) { $1 } }

    /// Starts over for another account. Mutations that have not been sent are dropped.
    /// - Parameter saying: the failure to report for dropped mutations; nil for none.
    func begin(saying failure: CatalogFailure? = nil) {
        let lost = [sending].compactMap(\.self) + line.compactMap { mutations[$0]?.wish }
        session += 1
        sending = nil
        (line, mutations, known, asked) = ([], [:], [:], [])
        changed()
        proceed()
        if let failure, !lost.isEmpty { say(failure, lost) }
    }

    /// - Parameter shown: the state on display before the mutation.
    func wish(_ wish: Wish, shown: Bool) {
        let id = wish.item.id
        let new = Standing(wish: wish, before: mutations[id]?.before ?? shown)
        if let sending, sending.item.id == id {
            // A write that is being sent cannot be cancelled, only followed by its opposite.
            mutations[id] = new
            line.removeAll { $0 == id }
            if sending.isSet != wish.isSet { line.append(id) }
        } else if mutations[id] != nil {
            mutations[id] = wish.isSet == new.before ? nil : new
            if mutations[id] == nil { line.removeAll { $0 == id } }
        } else if known[id] != wish.isSet {
            mutations[id] = new
            line.append(id)
        }
        changed()
        proceed()
    }

    /// Loads a state, once. Failures are not shown.
    func loadState(of item: Item, _ ask: @escaping @Sendable () async throws(CatalogFailure) -> Bool) {
        let id = item.id
        guard known[id] == nil, mutations[id] == nil, asked.insert(id).inserted else { return }
        Task { [weak self, session] in
            let answer = try? await ask()
            guard let self, session == self.session else { return }
            guard let answer else {
                asked.remove(id)
                return
            }
            // A mutation made meanwhile is newer.
            if mutations[id] == nil, known[id] == nil { learn(answer, of: item) }
        }
    }

    /// Records a state known from elsewhere.
    func note(_ isSet: Bool, of ids: [ItemID]) {
        for id in ids where mutations[id] == nil { known[id] = isSet }
        changed()
    }

    /// Returns when all mutations have been confirmed or rejected.
    func settled() async {
        if sending != nil || !line.isEmpty { await withCheckedContinuation { waiting.append($0) } }
    }

    // MARK: Sending

    private func proceed() {
        guard sending == nil else { return }
        guard !line.isEmpty, let wish = mutations[line.removeFirst()]?.wish else {
            let done = waiting
            waiting = []
            for continuation in done { continuation.resume() }
            return
        }
        sending = wish
        // The task retains this object, so that mutations are still sent after the window has closed.
        Task { [send, session] in
            var failure: CatalogFailure?
            do throws(CatalogFailure) { try await send(wish) } catch { failure = error }
            ended(wish, failure, session)
        }
    }

    private func ended(_ sent: Wish, _ failure: CatalogFailure?, _ session: Int) {
        guard session == self.session else { return }
        sending = nil
        if let failure { refused(sent, failure) } else { accepted(sent) }
        changed()
        proceed()
    }

    private func accepted(_ sent: Wish) {
        let id = sent.item.id
        if mutations[id]?.wish.isSet == sent.isSet { mutations[id] = nil } else { mutations[id]?.before = sent.isSet }
        learn(sent.isSet, of: sent.item)
    }

    private func refused(_ sent: Wish, _ failure: CatalogFailure) {
        let id = sent.item.id
        let isOverruled = mutations[id]?.wish.isSet != sent.isSet
        if isOverruled, mutations[id]?.wish.isSet == mutations[id]?.before {
            // The server's state is already what the last mutation wants.
            line.removeAll { $0 == id }
            mutations[id] = nil
        }
        var lost = isOverruled ? [] : [sent]
        if !isOverruled { mutations[id] = nil }
        if failure.affectsAllMutations {
            lost += line.compactMap { mutations[$0]?.wish }
            (line, mutations) = ([], [:])
        }
        if failure != .cancelled, !lost.isEmpty { say(failure, lost) }
    }

    private func learn(_ isSet: Bool, of item: Item) {
        known[item.id] = isSet
        learned(isSet, item)
        changed()
    }

    private func say(_ failure: CatalogFailure, _ lost: [Wish]) {
        lastSerial += 1
        failed(
            MutationFailure(
                serial: lastSerial, mutations: lost, failure: failure, until: failure.retryDate.map(formats.timeOfDay)))
    }
}

extension CatalogFailure {
    /// Whether every other write would currently fail for the same reason.
    var affectsAllMutations: Bool {
        switch self {
        case .offline, .timedOut, .rateLimited, .throttled, .unauthorized, .insecure: true
        default: false
        }
    }
}
