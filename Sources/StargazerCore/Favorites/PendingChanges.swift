import StargazerLibrary

/// What the user changed last about each item, until the library's published state shows it.
struct PendingChanges: Equatable {
    private struct Change: Equatable {
        var isSet: Bool
        /// The number of writes that have not ended.
        var unwritten: Int
        /// The number of reads that had begun when the last write ended.
        var reads = 0
    }

    private var changes: [ItemID: Change] = [:]

    var isEmpty: Bool { changes.isEmpty }

    /// The state after the change; nil without a change.
    subscript(_ id: ItemID) -> Bool? { changes[id]?.isSet }

    mutating func begin(_ id: ItemID, _ isSet: Bool) {
        changes[id] = Change(isSet: isSet, unwritten: (changes[id]?.unwritten ?? 0) + 1)
    }

    /// - Parameter reads: the number of reads of the library that have begun.
    mutating func writeEnded(_ ids: some Sequence<ItemID>, reads: Int) {
        for id in ids {
            changes[id]?.unwritten -= 1
            changes[id]?.reads = reads
        }
    }

    /// Drops the latest change when it could not be saved. An earlier change has been superseded anyway.
    mutating func writeFailed(_ ids: some Sequence<ItemID>) {
        for id in ids where changes[id]?.unwritten == 0 { changes[id] = nil }
    }

    /// - Parameter reads: the number of the published read: one later than the write shows what became of it.
    mutating func dropPublished(reads: Int, _ published: (ItemID) -> Bool) {
        guard !changes.isEmpty else { return }
        for (id, change) in changes
        where change.unwritten == 0 && (change.reads < reads || change.isSet == published(id)) { changes[id] = nil }
    }
}
