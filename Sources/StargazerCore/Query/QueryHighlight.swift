/// A part of a search text that is colored.
public struct QueryHighlight: Sendable, Hashable {
    public enum Style: Sendable {
        /// The name of a qualifier with its colon, `AND`, `OR`, `NOT`, or a parenthesis that groups.
        case syntax
        /// The value of a qualifier.
        case value
        /// A qualifier that is unknown, or whose value is not understood.
        case invalid
    }

    /// UTF-8 offsets in the text.
    public let range: Range<Int>
    public let style: Style
}

extension ParsedQuery {
    /// - Parameter marksLast: whether the last part is marked when it is invalid.
    func highlights(marksLast: Bool) -> [QueryHighlight] {
        var all: [QueryHighlight] = []
        var start = 0
        for (index, part) in parts.enumerated() {
            let end = start + part.text.utf8.count
            defer { start = end }
            var isInvalid = false
            switch part.role {
            case .space, .word: continue
            case .link, .negation, .openingParenthesis, .closingParenthesis:
                all.append(QueryHighlight(range: start..<end, style: .syntax))
                continue
            case .qualifier(let use): isInvalid = use.value == .unreadable && !use.typed.isEmpty
            case .unknownQualifier: isInvalid = true
            }
            if isInvalid, marksLast || index < parts.count - 1 {
                all.append(QueryHighlight(range: start..<end, style: .invalid))
            } else if case .qualifier = part.role {
                let name = part.text.prefix { $0 != ":" }.utf8.count + 1
                all.append(QueryHighlight(range: start..<start + name, style: .syntax))
                all.append(QueryHighlight(range: start + name..<end, style: .value))
            }
        }
        return all
    }
}
