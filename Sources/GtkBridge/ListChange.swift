/// One splice: positions in the list as it is when its turn comes, and positions in the new list.
struct ListChange: Equatable {
    var removed: Range<Int>
    var inserted: Range<Int>

    /// The same change in steps of at most so many rows, to be applied in order: first what takes the place of
    /// something, then what is left to come or, from its end, to go.
    func steps(of size: Int) -> [ListChange] {
        let common = min(removed.count, inserted.count)
        let (start, first) = (removed.lowerBound, inserted.lowerBound)
        var steps = stride(from: 0, to: common, by: size).map { offset in
            let count = min(size, common - offset)
            return ListChange(
                removed: (start + offset)..<(start + offset + count),
                inserted: (first + offset)..<(first + offset + count))
        }
        for offset in stride(from: common, to: inserted.count, by: size) {
            let count = min(size, inserted.count - offset)
            steps.append(
                ListChange(
                    removed: (start + offset)..<(start + offset),
                    inserted: (first + offset)..<(first + offset + count)))
        }
        var end = removed.count
        while end > common {
            let begin = max(common, end - size)
            let none = (first + common)..<(first + common)
            steps.append(ListChange(removed: (start + begin)..<(start + end), inserted: none))
            end = begin
        }
        return steps
    }

    /// The splices that turn `old` into `new`, to be applied in order. Identities are unique in both.
    static func between<ID: Hashable>(_ old: [ID], _ new: [ID]) -> [ListChange] {
        let head = zip(old, new).prefix { $0 == $1 }.count
        let tail = zip(old.dropFirst(head).reversed(), new.dropFirst(head).reversed()).prefix { $0 == $1 }.count
        let middle = (old: head..<(old.count - tail), new: head..<(new.count - tail))
        guard !(middle.old.isEmpty && middle.new.isEmpty) else { return [] }

        let places = Dictionary(zip(new[middle.new], middle.new), uniquingKeysWith: { first, _ in first })
        let kept = longestIncrease(
            in: middle.old.compactMap { index in
                places[old[index]].map { (old: index, new: $0) }
            })
        return splices(around: kept, middle)
    }

    /// The most elements that need not move: the longest run of pairs whose new places increase too, by patience
    /// sorting. Elements are unique, so this is the difference of the lists, in the time of a sort however much moved.
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

    /// Splices between the elements that stay in place. Everything before one has its final place already.
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
