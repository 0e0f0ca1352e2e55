/// Parts of a text that were found, in Unicode scalars, in their order.
struct FindHighlights: Equatable {
    var ranges: [Range<Int>] = []
    /// The one that was found last.
    var current: Int?
}

extension FindHighlights {
    /// Those in a part of the text, as it counts itself.
    func parts(from start: Int, to end: Int) -> [(range: Range<Int>, isCurrent: Bool)] {
        var parts: [(range: Range<Int>, isCurrent: Bool)] = []
        var place = firstEnding(behind: start)
        while place < ranges.count, ranges[place].lowerBound < end {
            let part = ranges[place].clamped(to: start..<end)
            parts.append(((part.lowerBound - start)..<(part.upperBound - start), place == current))
            place += 1
        }
        return parts
    }

    /// There may be as many as there are spans, and each span asks.
    private func firstEnding(behind start: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > start { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
