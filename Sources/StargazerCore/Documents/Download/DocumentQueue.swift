import Foundation
import StargazerLibrary

/// The favorites whose texts are missing or have not been checked for 30 days.
///
/// It has a state for each row of the library and no items, so that it stays small.
@MainActor final class DocumentQueue {
    enum State {
        case missing
        case stored(checkedAt: Date)
        /// The item cannot have a text, or its request has failed for good in this run.
        case skipped
    }

    /// Seconds after which a text is checked again.
    static let maxAge: TimeInterval = 30 * 86_400
    private static let pageSize = 500

    /// Whether the favorites have changed since the last update.
    var isOutdated = true
    /// The newest first.
    private var rows: [FavoriteRowID] = []
    private var states: [State] = []
    /// Rows that the user has looked at, the last one first.
    private var preferred: [FavoriteRowID] = []
    private static let maxPreferred = 50
    /// Counts updates and resets: what was read before the last one does not count.
    private var generation = 0

    /// Reads the favorites that are new, and drops those that were removed.
    func update(from library: any Library, _ documents: any DocumentStore, _ catalogs: Catalogs)
        async throws(LibraryFailure)
    {
        isOutdated = false
        generation += 1
        let generation = generation
        do throws(LibraryFailure) {
            let query = FavoritesQuery(order: .sorted(ItemOrder(.added)))
            let rows = try await library.favorites(query, reading: 0).rows
            var added: [FavoriteRowID: State] = [:]
            let new = change(to: rows).new.filter { $0.state == nil }.map(\.row)
            for start in stride(from: 0, to: new.count, by: Self.pageSize) {
                let page = Array(new[start..<min(start + Self.pageSize, new.count)])
                let ids = try await library.ids(of: page).filter { catalogs.texts(of: $0.value) != nil }
                let versions = await documents.versions(of: Array(ids.values))
                for (row, id) in ids {
                    added[row] = versions[id].map { .stored(checkedAt: $0.checkedAt) } ?? .missing
                }
            }
            guard generation == self.generation else { return }
            // A state may have been set meanwhile.
            let change = change(to: rows)
            states.replaceSubrange(change.old, with: change.new.map { $0.state ?? added[$0.row] ?? .skipped })
            self.rows = rows
        } catch {
            isOutdated = true
            throw error
        }
    }

    /// Returns what differs between the rows and other ones, without their common beginning and end: usually one row.
    /// - Returns: the range of the rows that others replace, and those others with their states so far.
    private func change(to others: [FavoriteRowID]) -> (old: Range<Int>, new: [(row: FavoriteRowID, state: State?)]) {
        let (old, new) = Self.difference(of: rows, and: others)
        let known = Dictionary(zip(rows[old], states[old]), uniquingKeysWith: { first, _ in first })
        return (old, others[new].map { ($0, known[$0]) })
    }

    /// Not isolated: the executor would be checked for each of the rows.
    nonisolated private static func difference(
        of rows: [FavoriteRowID], and others: [FavoriteRowID]
    ) -> (old: Range<Int>, new: Range<Int>) {
        let shorter = min(rows.count, others.count)
        let start = (0..<shorter).first { rows[$0] != others[$0] } ?? shorter
        let end = (0..<(shorter - start)).first { rows[rows.count - 1 - $0] != others[others.count - 1 - $0] }
        let same = end ?? shorter - start
        return (start..<(rows.count - same), start..<(others.count - same))
    }

    /// Returns the next rows: those the user has looked at, those without a text, those with an old one; newest first.
    func next(_ limit: Int, now: Date) -> [FavoriteRowID] {
        preferred.removeAll { !isMissing($0) }
        var next = Array(preferred.prefix(limit))
        var old: [FavoriteRowID] = []
        if next.count == limit { return next }
        for (index, state) in states.enumerated() {
            switch state {
            case .missing where next.contains(rows[index]): break
            case .missing: next.append(rows[index])
            case .stored(let date) where old.count < limit && Self.isOld(date, now: now): old.append(rows[index])
            case .stored, .skipped: break
            }
            if next.count == limit { return next }
        }
        return next.isEmpty ? old : next
    }

    /// Returns how many favorites may have a text, and of how many nothing needs to be requested.
    func count(now: Date) -> (done: Int, total: Int) {
        states.reduce(into: (0, 0)) { count, state in
            switch state {
            case .missing: count.1 += 1
            case .stored(let date):
                count.1 += 1
                if !Self.isOld(date, now: now) { count.0 += 1 }
            case .skipped: break
            }
        }
    }

    /// Puts a row before all others.
    func prefer(_ row: FavoriteRowID) {
        preferred.removeAll { $0 == row }
        preferred.insert(row, at: 0)
        if preferred.count > Self.maxPreferred { preferred.removeLast() }
    }

    private func isMissing(_ row: FavoriteRowID) -> Bool {
        guard let place = rows.firstIndex(of: row), case .missing = states[place] else { return false }
        return true
    }

    func set(_ state: State, of row: FavoriteRowID) {
        if let place = rows.firstIndex(of: row) { states[place] = state }
    }

    /// Forgets everything: another file has replaced the library, or the texts were deleted.
    func reset() {
        generation += 1
        (rows, states, preferred) = ([], [], [])
        isOutdated = true
    }

    /// A date in the future comes from a clock that was set back.
    private static func isOld(_ date: Date, now: Date) -> Bool { !(0..<maxAge).contains(now.timeIntervalSince(date)) }
}

extension Catalogs {
    /// Returns what loads the texts of the item's catalog; nil when it has none, or the item belongs to another server.
    func texts(of id: ItemID) -> (any DocumentTexts)? { self[id]?.documentTexts }

    /// Returns what loads the item's text; nil when the item cannot have one, or belongs to another server.
    func texts(of item: Item) -> (any DocumentTexts)? { texts(of: item.id).flatMap { $0.mayHaveText(item) ? $0 : nil } }
}
