/// Removes the marks of Org files, which are read as Markdown otherwise. Only for lines that are shown.
enum OrgMarks {
    static func removed(from text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line(String($0)) }.joined(separator: "\n")
    }

    private static func line(_ line: String) -> String {
        var line = line[...]
        if line.hasPrefix("#+") {
            // Of settings, only the title is text.
            guard line.lowercased().hasPrefix("#+title:") else { return "" }
            line = line.dropFirst(8)
        }
        let stars = line.prefix { $0 == "*" }
        if !stars.isEmpty, line.dropFirst(stars.count).first == " " { line = line.dropFirst(stars.count) }
        return withoutEmphasis(withoutLinks(line))
    }

    /// `[[address][text]]` becomes the text, `[[address]]` the address.
    private static func withoutLinks(_ line: Substring) -> String {
        var result = ""
        var rest = line
        while let start = rest.firstRange(of: "[["), let end = rest[start.upperBound...].firstRange(of: "]]") {
            let link = rest[start.upperBound..<end.lowerBound]
            result += rest[..<start.lowerBound]
            let parts = link.split(separator: "]", maxSplits: 1)
            result += parts.count == 2 && parts[1].hasPrefix("[") ? parts[1].dropFirst() : link
            rest = rest[end.upperBound...]
        }
        return result + rest
    }

    /// Removes marks around words: `=code=`, `~code~`, `*bold*`, `/italic/`, `+struck+`.
    private static func withoutEmphasis(_ line: String) -> String {
        let characters = Array(line)
        var removed: Set<Int> = []
        // The place of each open mark.
        var open: [Character: Int] = [:]
        for (index, character) in characters.enumerated() where "=~*/+".contains(character) {
            let before = index > 0 ? characters[index - 1] : " "
            let after = index + 1 < characters.count ? characters[index + 1] : " "
            if let start = open[character], !before.isWhitespace, !isWord(after) {
                removed.formUnion([start, index])
                open[character] = nil
            } else if !isWord(before), !after.isWhitespace, after != character {
                open[character] = index
            }
        }
        return String(characters.enumerated().filter { !removed.contains($0.offset) }.map(\.element))
    }

    private static func isWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
