/// Parts of a text that were found, in Unicode scalars, in their order.
struct FoundParts: Equatable {
    var ranges: [Range<Int>] = []
    /// The one that was found last.
    var current: Int?
}

extension FoundParts {
    /// Those in a part of the text, as it counts itself.
    func parts(from start: Int, to end: Int) -> [(range: Range<Int>, isCurrent: Bool)] {
        ranges.enumerated().compactMap { place, range in
            let part = range.clamped(to: start..<end)
            return part.isEmpty ? nil : ((part.lowerBound - start)..<(part.upperBound - start), place == current)
        }
    }
}
