import CStargazer

/// The last line of a row: parts between separators, with the range (UTF-8 offsets) of a colored dot. A view without
/// room for all parts leaves out the last ones.
package struct MetadataLine: Equatable, Sendable {
    package private(set) var text = ""
    package private(set) var dot = 0..<0
    package private(set) var color = LanguageColors.Color()

    package init(_ parts: [String] = []) { for part in parts { add(part) } }

    package mutating func add(_ part: String) { text += (text.isEmpty ? "" : SGZ_PART_SEPARATOR) + part }

    /// Adds a part after a dot of a color.
    package mutating func add(_ part: String, dot color: LanguageColors.Color) {
        add("●")
        (dot, self.color) = ((text.utf8.count - "●".utf8.count)..<text.utf8.count, color)
        text += " " + part
    }
}
