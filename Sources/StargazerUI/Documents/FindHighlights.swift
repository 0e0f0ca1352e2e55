/// The matches in a text, as ranges of Unicode scalars in ascending order.
struct FindHighlights: Equatable {
    var ranges: [Range<Int>] = []
    /// The index of the current match.
    var current: Int?
}

extension FindHighlights {
    /// Returns the matches in a part of the text, relative to its start.
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

    /// Returns the first match that ends after `start`. It is a binary search, because there may be as many matches as
    /// spans, and each span calls it.
    private func firstEnding(behind start: Int) -> Int {
        var (low, high) = (0, ranges.count)
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].upperBound > start { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
