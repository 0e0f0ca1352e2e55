import CStargazer

/// The last line of a row: parts between separators, with the range (UTF-8 offsets) of a colored dot. A view without
/// room for all parts leaves out the last ones.
package struct MetadataLine: Equatable, Sendable {
    private var parts: [String] = []
    /// The index of the part that begins with a dot.
    private var dotPart: Int?
    package private(set) var color = LanguageColors.Color()

    package init(_ parts: [String] = []) { self.parts = parts }

    package var text: String { parts.joined(separator: SGZ_PART_SEPARATOR) }

    package var dot: Range<Int> {
        guard let dotPart else { return 0..<0 }
        let start = parts[..<dotPart].reduce(0) { $0 + $1.utf8.count + SGZ_PART_SEPARATOR.utf8.count }
        return start..<start + "●".utf8.count
    }

    package mutating func add(_ part: String) { parts.append(part) }

    package mutating func add(_ part: String, dot color: LanguageColors.Color) {
        (dotPart, self.color) = (parts.count, color)
        parts.append("● " + part)
    }

    /// Inserts a part before another one, or at the end of a shorter line.
    mutating func insert(_ part: String, at index: Int) {
        let index = min(index, parts.count)
        parts.insert(part, at: index)
        if let dotPart, dotPart >= index { self.dotPart = dotPart + 1 }
    }
}
