/// Returns the lengths of the common prefix and of the common suffix of two lists; the two do not overlap.
public typealias CommonEndsFinder<ID> = @Sendable ([ID], [ID]) -> (head: Int, tail: Int)

/// Inlinable, so it is specialized for the identities: a hundred thousand are compared after each change.
@inlinable
public func commonEnds<ID: Equatable>(_ old: [ID], _ new: [ID]) -> (head: Int, tail: Int) {
    // Compares in place: a plain array subscript copies each element before it is compared.
    old.withUnsafeBufferPointer { old in
        new.withUnsafeBufferPointer { new in
            let shorter = min(old.count, new.count)
            var head = 0
            while head < shorter, old[head] == new[head] { head += 1 }
            var tail = 0
            while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
            return (head, tail)
        }
    }
}

/// One splice. `removed` are positions in the list after the previous splices, `inserted` positions in the new list.
struct ListChange: Equatable {
    var removed: Range<Int>
    var inserted: Range<Int>

    /// Returns the splices that turn `old` into `new`, in order. Identities must be unique in both lists.
    /// - Parameter limit: More rows than this between the common prefix and suffix return nil.
    static func between<ID: Hashable>(
        _ old: [ID], _ new: [ID], limit: Int = .max, ends: CommonEndsFinder<ID> = commonEnds
    ) -> [ListChange]? {
        let middle = difference(old, new, ends)
        guard !(middle.old.isEmpty && middle.new.isEmpty) else { return [] }
        if middle.old.isEmpty || middle.new.isEmpty {
            return [ListChange(removed: middle.old, inserted: middle.new)]
        }
        guard max(middle.old.count, middle.new.count) <= limit else { return nil }

        let places = Dictionary(zip(new[middle.new], middle.new), uniquingKeysWith: { first, _ in first })
        let kept = longestIncrease(
            in: middle.old.compactMap { index in
                places[old[index]].map { (old: index, new: $0) }
            })
        return splices(around: kept, middle)
    }

    /// Returns the ranges between the common prefix and the common suffix.
    private static func difference<ID: Hashable>(
        _ old: [ID], _ new: [ID], _ ends: CommonEndsFinder<ID>
    ) -> (old: Range<Int>, new: Range<Int>) {
        let (head, tail) = ends(old, new)
        return (head..<(old.count - tail), head..<(new.count - tail))
    }

    /// Returns at most two splices that replace all differences: the first `head` rows of them, then the rest.
    static func replacing<ID: Hashable>(
        _ old: [ID], by new: [ID], head: Int, ends: CommonEndsFinder<ID> = commonEnds
    ) -> [ListChange] {
        let (from, to) = difference(old, new, ends)
        let (first, last) = (min(head, from.count), min(head, to.count))
        let changes = [
            ListChange(
                removed: from.lowerBound..<(from.lowerBound + first),
                inserted: to.lowerBound..<(to.lowerBound + last)),
            ListChange(
                removed: (from.lowerBound + last)..<(from.lowerBound + last + from.count - first),
                inserted: (to.lowerBound + last)..<to.upperBound),
        ]
        return changes.filter { !($0.removed.isEmpty && $0.inserted.isEmpty) }
    }

    /// Returns the largest set of elements that need not move: the longest increasing subsequence of the new positions,
    /// by patience sorting. For unique elements, this is the difference of the lists, in the time of a sort.
    private static func longestIncrease(in pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        var ends: [Int] = []
        var previous = [Int?](repeating: nil, count: pairs.count)
        for index in pairs.indices {
            var (low, high) = (0, ends.count)
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
            }
            previous[index] = low > 0 ? ends[low - 1] : nil
            if low < ends.count { ends[low] = index } else { ends.append(index) }
        }
        var chain: [(old: Int, new: Int)] = []
        var next = ends.last
        while let index = next {
            chain.append(pairs[index])
            next = previous[index]
        }
        return chain.reversed()
    }

    /// Returns the splices between the elements that stay. All before such an element is already in its final place.
    private static func splices(
        around kept: [(old: Int, new: Int)], _ middle: (old: Range<Int>, new: Range<Int>)
    ) -> [ListChange] {
        var changes: [ListChange] = []
        var (from, to) = (middle.old.lowerBound, middle.new.lowerBound)
        for stay in kept + [(old: middle.old.upperBound, new: middle.new.upperBound)] {
            if stay.old > from || stay.new > to {
                changes.append(ListChange(removed: to..<(to + stay.old - from), inserted: to..<stay.new))
            }
            (from, to) = (stay.old + 1, stay.new + 1)
        }
        return changes
    }
}
