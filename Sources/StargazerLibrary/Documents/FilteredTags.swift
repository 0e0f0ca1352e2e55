/// The tags that GitHub shows as text instead of obeying them: https://github.github.com/gfm/#disallowed-raw-html-extension-
///
/// A tag shows if it stands in a line with words. A closed script or style is left out with its contents.
package struct FilteredTags {
    static let names: Set<String> = [
        "title", "textarea", "style", "xmp", "iframe", "noembed", "noframes", "noscript", "script", "plaintext",
    ]
    /// Those whose contents no reader wants to see.
    static let codeNames: Set<String> = ["script", "style"]

    package enum Outcome {
        case shown, hidden
        /// The tag and everything up to its closing tag are left out.
        case skipped
    }

    private enum Part {
        case words
        case lineBreak
        case tag(String, isClosing: Bool)
    }

    private var parts: [Part] = []

    package init() {}

    /// Returns what becomes of each tag in an HTML block, in order.
    package static func outcomes(in tokens: [HTMLToken]) -> [Outcome] {
        var tags = FilteredTags()
        for token in tokens {
            switch token {
            case .text(let text): tags.add(lines: text)
            case .filtered(let name, let source): tags.parts.append(.tag(name, isClosing: source.hasPrefix("</")))
            case .open, .close: break
            }
        }
        return tags.outcomes(showsAll: false)
    }

    package mutating func addLineBreak() { parts.append(.lineBreak) }

    package mutating func addTag(_ name: String, isClosing: Bool) { parts.append(.tag(name, isClosing: isClosing)) }

    package mutating func add(lines text: String) {
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if number > 0 { parts.append(.lineBreak) }
            if !line.allSatisfy(\.isWhitespace) { parts.append(.words) }
        }
    }

    package func outcomes(showsAll: Bool) -> [Outcome] {
        let ends = ends
        var outcomes: [Outcome] = []
        var line = 0
        var hasWords = showsAll
        func endLine() {
            if hasWords {
                for index in line..<outcomes.count where outcomes[index] == .hidden { outcomes[index] = .shown }
            }
            (line, hasWords) = (outcomes.count, showsAll)
        }
        var index = 0
        while index < parts.count {
            switch parts[index] {
            case .words: hasWords = true
            case .lineBreak: endLine()
            case .tag:
                outcomes.append(ends[index] == nil ? .hidden : .skipped)
                index = ends[index] ?? index
            }
            index += 1
        }
        endLine()
        return outcomes
    }

    /// For each opening tag of a script or style that is closed, the index of its closing tag.
    private var ends: [Int: Int] {
        var ends: [Int: Int] = [:]
        var closing: [String: Int] = [:]
        for (index, part) in parts.enumerated().reversed() {
            guard case .tag(let name, let isClosing) = part, Self.codeNames.contains(name) else { continue }
            if isClosing { closing[name] = index } else { ends[index] = closing[name] }
        }
        return ends
    }
}
