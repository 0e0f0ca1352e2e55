import StargazerCore

enum MarkdownEvent: Equatable {
    // Inline.
    case text(String)
    case softBreak
    case lineBreak
    case code(String)
    case html(String)
    case footnoteReference(String)
    case beginStyle(TextSpan.Style)
    case beginLink(String)
    case endSpan
    case beginImage
    case endImage(url: String, title: String)

    // Blocks.
    case beginParagraph
    case endParagraph
    case beginHeading(Int)
    case endHeading
    case thematicBreak
    case codeBlock(info: String, text: String)
    case htmlBlock(String)
    case beginQuote
    case endQuote
    /// - Parameter start: the first number; nil in a bullet list.
    case beginList(start: Int?, isTight: Bool)
    case endList
    /// - Parameter task: whether a task is done; nil if the item is not a task.
    case beginItem(task: Bool?)
    case endItem
    case beginFootnote
    case endFootnote
    case beginTable
    case endTable
    case beginRow
    case beginCell(RichText.Alignment, isHeader: Bool)
    case endCell
}

/// Reads the worker's events, as `Sources/stargazer-markdown/main.c` documents. A copy continues at the same event.
struct MarkdownEvents {
    private let bytes: [UInt8]
    private var position = 0
    /// Whether all events have been read and the list was complete.
    private(set) var isComplete = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next event; nil at the end and after an invalid byte.
    mutating func next() -> MarkdownEvent? {
        guard let kind = byte() else { return nil }
        switch kind {
        case UInt8(ascii: "T"): return string().map { .text($0) }
        case UInt8(ascii: "S"): return .softBreak
        case UInt8(ascii: "B"): return .lineBreak
        case UInt8(ascii: "C"): return string().map { .code($0) }
        case UInt8(ascii: "H"): return string().map { .html($0) }
        case UInt8(ascii: "F"): return string().map { .footnoteReference($0) }
        case UInt8(ascii: "E"): return .beginStyle(.emphasis)
        case UInt8(ascii: "W"): return .beginStyle(.strong)
        case UInt8(ascii: "K"): return .beginStyle(.strike)
        case UInt8(ascii: "L"): return string().map { .beginLink($0) }
        case UInt8(ascii: "e"): return .endSpan
        case UInt8(ascii: "V"): return .beginImage
        case UInt8(ascii: "v"): return twoStrings().map { .endImage(url: $0, title: $1) }
        case UInt8(ascii: "P"): return .beginParagraph
        case UInt8(ascii: "p"): return .endParagraph
        case UInt8(ascii: "G"): return byte().map { .beginHeading(Int(min(max($0, 1), 6))) }
        case UInt8(ascii: "g"): return .endHeading
        case UInt8(ascii: "_"): return .thematicBreak
        case UInt8(ascii: "X"): return twoStrings().map { .codeBlock(info: $0, text: $1) }
        case UInt8(ascii: "M"): return string().map { .htmlBlock($0) }
        case UInt8(ascii: "Q"): return .beginQuote
        case UInt8(ascii: "q"): return .endQuote
        case UInt8(ascii: "U"): return byte().map { .beginList(start: nil, isTight: $0 != 0) }
        case UInt8(ascii: "O"): return orderedList()
        case UInt8(ascii: "u"): return .endList
        case UInt8(ascii: "I"): return byte().map { .beginItem(task: $0 == 0 ? nil : $0 == 2) }
        case UInt8(ascii: "i"): return .endItem
        case UInt8(ascii: "N"): return .beginFootnote
        case UInt8(ascii: "n"): return .endFootnote
        case UInt8(ascii: "A"): return .beginTable
        case UInt8(ascii: "a"): return .endTable
        case UInt8(ascii: "R"): return .beginRow
        case UInt8(ascii: "D"): return cell()
        case UInt8(ascii: "d"): return .endCell
        case UInt8(ascii: "Z"):
            isComplete = position == bytes.count
            return nil
        default: return nil
        }
    }

    private mutating func orderedList() -> MarkdownEvent? {
        guard let isTight = byte(), let start = number() else { return nil }
        return .beginList(start: Int(start), isTight: isTight != 0)
    }

    private mutating func cell() -> MarkdownEvent? {
        guard let letter = byte(), let isHeader = byte() else { return nil }
        let alignment: RichText.Alignment =
            switch letter {
            case UInt8(ascii: "c"): .center
            case UInt8(ascii: "l"): .left
            case UInt8(ascii: "r"): .right
            default: .start
            }
        return .beginCell(alignment, isHeader: isHeader != 0)
    }

    // MARK: Values

    private mutating func byte() -> UInt8? {
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func number() -> UInt32? {
        guard bytes.count - position >= 4 else { return nil }
        defer { position += 4 }
        return (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * $1) }
    }

    private mutating func string() -> String? {
        guard let count = number(), bytes.count - position >= Int(count) else { return nil }
        defer { position += Int(count) }
        return String(decoding: bytes[position..<(position + Int(count))], as: UTF8.self)
    }

    private mutating func twoStrings() -> (String, String)? {
        guard let first = string(), let second = string() else { return nil }
        return (first, second)
    }
}
