/// One splice: positions in the list as it is when its turn comes, and positions in the new list.
struct ListChange: Equatable {
    var removed: Range<Int>
    var inserted: Range<Int>

    /// The splices that turn `old` into `new`, to be applied in order. Identities are unique in both.
    static func between<ID: Hashable>(_ old: [ID], _ new: [ID]) -> [ListChange] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let middle = (old: head..<(old.count - tail), new: head..<(new.count - tail))
        guard !(middle.old.isEmpty && middle.new.isEmpty) else { return [] }

        let kept = Set(old[middle.old]).intersection(new[middle.new])
        if kept.isEmpty { return [ListChange(removed: middle.old, inserted: middle.new)] }
        return runs(Array(old[middle.old]), Array(new[middle.new]), offset: head)
    }

    /// Splices between the elements that stay in place, found by the standard library's difference.
    private static func runs<ID: Hashable>(_ old: [ID], _ new: [ID], offset: Int) -> [ListChange] {
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in new.difference(from: old) {
            switch change {
            case .remove(let index, _, _): removed.insert(index)
            case .insert(let index, _, _): inserted.insert(index)
            }
        }
        var changes: [ListChange] = []
        var (from, to) = (0, 0)
        while from < old.count || to < new.count {
            let (start, first) = (to, from)
            while removed.contains(from) { from += 1 }
            while inserted.contains(to) { to += 1 }
            if from > first || to > start {
                // Everything before `start` has its final place already.
                changes.append(
                    ListChange(
                        removed: (offset + start)..<(offset + start + from - first),
                        inserted: (offset + start)..<(offset + to)))
            } else {
                from += 1
                to += 1
            }
        }
        return changes
    }
}
