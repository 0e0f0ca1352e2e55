/// One change of something of the account's on its server that a person asked for: it is to be there, or not.
public protocol ServerMutation: Equatable, Sendable {
    var item: Item { get }
    var isSet: Bool { get }
}

/// Wishes that did not reach the server, to be said once; what shows is what was known before.
public struct MutationFailure<Wish: ServerMutation>: Equatable, Sendable {
    /// Differs from one problem to the next.
    public let serial: Int
    /// Never empty; the first is the one that was refused, the others would have met the same.
    public let mutations: [Wish]
    public let failure: CatalogFailure
    /// The time of day at which the server answers again; nil when it is no matter of time.
    public let until: String?
}

/// What the account's server is asked to change, and what is known of it. A wish counts at once and goes back when the
/// server refuses it. One write is under way at a time, in the order of the wishes; of several wishes for one item the
/// last counts.
@MainActor final class WishLine<Wish: ServerMutation> {
    typealias Send = @Sendable (Wish) async throws(CatalogFailure) -> Void

    /// What is wished or known has changed.
    var changed: () -> Void = {}
    /// The server has confirmed it, or said it when it was asked.
    var learned: (Bool, Item) -> Void = { _, _ in }
    var failed: (MutationFailure<Wish>) -> Void = { _ in }

    private struct Standing {
        var wish: Wish
        /// What showed before; going back to it needs no write.
        var before: Bool
    }

    private let formats: Formats
    private let send: Send
    /// Counts the times that somebody came or went: what was asked for one is nothing to the next.
    private var session = 0
    private var mutations: [ItemID: Standing] = [:]
    /// What waits to be sent. The wish that is under way is not in it, unless it was changed meanwhile.
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

    /// What was wished or learned since somebody came, which is newer than what is kept anywhere.
    var told: [ItemID: Bool] { known.merging(mutations.mapValues(\.wish.isSet)) { $1 } }

    /// Somebody came or went. What was not sent yet never will be: it was meant for who is gone.
    /// - Parameter saying: what those are told who wished something that is lost by it; nil for nothing.
    func begin(saying failure: CatalogFailure? = nil) {
        let lost = [sending].compactMap(\.self) + line.compactMap { mutations[$0]?.wish }
        session += 1
        sending = nil
        (line, mutations, known, asked) = ([], [:], [:], [])
        changed()
        proceed()
        if let failure, !lost.isEmpty { say(failure, lost) }
    }

    /// - Parameter shown: what the person sees as it is, before the wish.
    func wish(_ wish: Wish, shown: Bool) {
        let id = wish.item.id
        let new = Standing(wish: wish, before: mutations[id]?.before ?? shown)
        if let sending, sending.item.id == id {
            // What is under way cannot be taken back, only followed by its opposite.
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

    /// Asks once how it is; failing to learn it is not worth a word.
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
            // What was wished meanwhile is newer.
            if mutations[id] == nil, known[id] == nil { learn(answer, of: item) }
        }
    }

    /// It is known from elsewhere how these are on the server.
    func note(_ isSet: Bool, of ids: [ItemID]) {
        for id in ids where mutations[id] == nil { known[id] = isSet }
        changed()
    }

    /// Returns when all that was wished is confirmed or refused.
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
        // The task keeps this alive: what was pressed before the window closed is still sent.
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
            // The server is where the last wish wants it.
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
    /// Whether every other write would meet the same just now.
    var affectsAllMutations: Bool {
        switch self {
        case .offline, .timedOut, .rateLimited, .throttled, .unauthorized, .insecure: true
        default: false
        }
    }
}
