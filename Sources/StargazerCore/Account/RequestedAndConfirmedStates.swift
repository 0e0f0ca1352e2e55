/// The account's state of items of one kind: what the user requested and the server has not confirmed, what it has
/// confirmed since signing in, and what lists contain.
struct RequestedAndConfirmedStates {
    private struct Requested {
        var mutation: AccountMutation
        /// The number of writes to the outbox that have not ended.
        var unwritten: Int
        var isReported: Bool
        var serial: Int
    }

    private var requested: [ItemID: Requested] = [:]
    private var confirmed: [ItemID: Bool] = [:]
    private var queried: Set<ItemID> = []
    private var lastSerial = 0

    /// The states changed or loaded since signing in, which are newer than any stored ones.
    var all: [ItemID: Bool] { confirmed.merging(requested.mapValues(\.mutation.isSet)) { $1 } }

    /// The items whose mutation has failed and will be sent again.
    var waiting: Set<ItemID> { Set(requested.lazy.filter(\.value.isReported).map(\.key)) }

    /// What the user requested and the server has not confirmed, in order.
    var pending: [AccountMutation] { requested.values.sorted { $0.serial < $1.serial }.map(\.mutation) }

    func requested(_ id: ItemID) -> AccountMutation? { requested[id]?.mutation }

    mutating func request(_ mutation: AccountMutation) {
        lastSerial += 1
        let old = requested[mutation.item.id]
        requested[mutation.item.id] = Requested(
            mutation: mutation, unwritten: (old?.unwritten ?? 0) + 1, isReported: false,
            serial: old?.serial ?? lastSerial)
    }

    /// - Parameter isWaiting: whether the outbox has a mutation of the item now.
    mutating func written(_ id: ItemID, isWaiting: Bool) {
        requested[id]?.unwritten -= 1
        if !isWaiting { settle(id) }
    }

    /// Shows a mutation that was in the outbox before.
    mutating func restore(_ entry: OutboxEntry) {
        let id = entry.mutation.item.id
        guard requested[id] == nil else { return }
        lastSerial += 1
        requested[id] = Requested(
            mutation: entry.mutation, unwritten: 0, isReported: entry.lastError != nil, serial: lastSerial)
    }

    /// The outbox has no mutation of the item any more.
    mutating func settle(_ id: ItemID) {
        if requested[id]?.unwritten == 0 { requested[id] = nil }
    }

    /// The outbox has no mutation of other items any more.
    /// - Returns: whether that is news.
    mutating func settle(except ids: Set<ItemID>) -> Bool {
        let before = requested.count
        requested = requested.filter { $0.value.unwritten > 0 || ids.contains($0.key) }
        return requested.count != before
    }

    mutating func confirm(_ isSet: Bool, _ id: ItemID) { confirmed[id] = isSet }

    /// Returns those mutations whose failure has not been reported, and marks them.
    mutating func takeUnreported() -> [AccountMutation] {
        let new = requested.filter { !$0.value.isReported }
        for id in new.keys { requested[id]?.isReported = true }
        return new.values.sorted { $0.serial < $1.serial }.map(\.mutation)
    }

    /// - Returns: the mutation, unless its failure has been reported or another has replaced it.
    mutating func takeUnreported(_ mutation: AccountMutation) -> AccountMutation? {
        let id = mutation.item.id
        guard let old = requested[id], !old.isReported, old.mutation.isSet == mutation.isSet else { return nil }
        requested[id]?.isReported = true
        return old.mutation
    }

    /// Returns whether the state has to be requested from the server, and assumes that it is.
    mutating func shouldAsk(_ id: ItemID) -> Bool {
        confirmed[id] == nil && requested[id] == nil && queried.insert(id).inserted
    }

    /// - Parameter response: nil if the request failed, so that it can be repeated.
    /// - Returns: whether the answer is news. A mutation made meanwhile is newer.
    mutating func recordResponse(_ response: Bool?, _ id: ItemID) -> Bool {
        guard let response else {
            queried.remove(id)
            return false
        }
        guard requested[id] == nil, confirmed[id] == nil else { return false }
        confirmed[id] = response
        return true
    }

    /// Records a state that a list implies.
    mutating func record(_ isSet: Bool, _ id: ItemID) {
        if requested[id] == nil { confirmed[id] = isSet }
    }
}

/// The star states on display.
public struct StarStates: Sendable, Equatable {
    /// The signed-in account's server; nil while signed out.
    public let host: String?
    /// States changed or loaded since signing in, which are newer than the library's.
    let current: [ItemID: Bool]
    /// The items whose state the server did not accept yet; it will be sent again.
    let waiting: Set<ItemID>

    /// The only catalog whose items accounts can star.
    static let catalog = CatalogKind.repositories

    public init() { self.init(host: nil, current: [:], waiting: []) }

    init(host: String?, current: [ItemID: Bool], waiting: Set<ItemID>) {
        self.host = host
        self.current = current
        self.waiting = waiting
    }

    /// Returns whether the account could star the item.
    public func apply(to id: ItemID) -> Bool { id.host == host && id.catalog == StarStates.catalog }

    /// Returns nil when stars do not apply: signed out, or an item of another server.
    /// - Parameter stored: the state in the library.
    public func isStarred(_ id: ItemID, stored: Bool?) -> Bool? {
        apply(to: id) ? current[id] ?? stored ?? false : nil
    }
}
