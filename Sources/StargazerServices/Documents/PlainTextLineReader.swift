/// Reads a line of Markdown without its marks.
struct PlainTextLineReader {
    /// What a line may end in.
    enum Unclosed { case comment, tag }

    /// UTF-8 without control characters and without white space at its ends; empty without letters and digits.
    private(set) var line: [UInt8] = []
    private var unclosed: Unclosed?
    /// Positions in `line` of brackets that may begin a link, and of those that did.
    private var brackets: [Int] = []
    private var linkBrackets: [Int] = []
    /// Searches to the end of the line that found nothing need no repetition.
    private var missing: Set<UInt8> = []

    mutating func removeAll() {
        line.removeAll(keepingCapacity: true)
        brackets.removeAll(keepingCapacity: true)
        linkBrackets.removeAll(keepingCapacity: true)
        if !missing.isEmpty { missing.removeAll() }
        unclosed = nil
    }

    /// Reads a line of text.
    /// - Returns: what goes on in the next line.
    mutating func read(_ source: UnsafeBufferPointer<UInt8>, from start: Int) -> Unclosed? {
        var index = start
        while index < source.count, unclosed == nil {
            let byte = source[index]
            let next = index + 1 < source.count ? source[index + 1] : 0x20
            var after = index + 1
            switch byte {
            case UInt8(ascii: "\\") where next > 0x20 && next < 0x80 && !next.isAlphanumeric:
                append(next)
                after += 1
            case UInt8(ascii: "`"): break
            case UInt8(ascii: "*") where !next.isSpace || line.last.map { $0 != 0x20 } ?? true: break
            case UInt8(ascii: "~") where next == byte: after += 1
            case UInt8(ascii: "_") where !(next.isAlphanumeric && line.last?.isAlphanumeric ?? false): break
            case UInt8(ascii: "!") where next == UInt8(ascii: "["): break
            case UInt8(ascii: "["):
                brackets.append(line.count)
                line.append(byte)
            case UInt8(ascii: "]"): after = endBracket(source, at: index, next)
            case UInt8(ascii: "<"): after = readTag(source, at: index, next)
            case UInt8(ascii: "&"): after = readEntity(source, at: index)
            case UInt8(ascii: "|"): append(0x20)
            default: append(byte)
            }
            index = after
        }
        for bracket in linkBrackets { line[bracket] = 0 }
        if !linkBrackets.isEmpty { line.removeAll { $0 == 0 } }
        finish()
        return unclosed
    }

    /// Reads a line without marks.
    mutating func readCode(_ source: UnsafeBufferPointer<UInt8>, from start: Int) {
        for byte in source[start...] { append(byte) }
        finish()
    }

    /// Skips the address of a link or image.
    private mutating func endBracket(
        _ source: UnsafeBufferPointer<UInt8>, at index: Int, _ next: UInt8
    ) -> Int {
        let bracket = brackets.popLast()
        var end: Int?
        if next == UInt8(ascii: "(") {
            end = closingParenthesis(source, from: index + 2)
        } else if next == UInt8(ascii: "["), bracket != nil {
            end = find(UInt8(ascii: "]"), in: source, from: index + 2)
        }
        guard let end else {
            line.append(UInt8(ascii: "]"))
            return index + 1
        }
        if let bracket { linkBrackets.append(bracket) }
        return end + 1
    }

    private mutating func closingParenthesis(_ source: UnsafeBufferPointer<UInt8>, from start: Int)
        -> Int?
    {
        guard !missing.contains(UInt8(ascii: ")")) else { return nil }
        var depth = 0
        for index in start..<max(start, source.count) {
            if source[index] == UInt8(ascii: "(") { depth += 1 }
            if source[index] == UInt8(ascii: ")") {
                if depth == 0 { return index }
                depth -= 1
            }
        }
        missing.insert(UInt8(ascii: ")"))
        return nil
    }

    private mutating func readTag(_ source: UnsafeBufferPointer<UInt8>, at index: Int, _ next: UInt8)
        -> Int
    {
        if source[index...].starts(with: "<!--".utf8) {
            if let end = Self.end(of: "-->", in: source, from: index + 4) { return end }
            unclosed = .comment
            return source.count
        }
        let name = next == UInt8(ascii: "/") ? index + 2 : index + 1
        guard name < source.count, source[name] < 0x80,
            source[name].isLetter || next == UInt8(ascii: "!")
        else {
            append(source[index])
            return index + 1
        }
        guard let end = find(UInt8(ascii: ">"), in: source, from: name) else {
            if line.isEmpty {
                unclosed = .tag
                return source.count
            }
            append(source[index])
            return index + 1
        }
        let tag = source[name..<end]
        if !tag.contains(where: \.isSpace),
            tag.contains(UInt8(ascii: ":")) || tag.contains(UInt8(ascii: "@"))
        {
            for byte in tag { append(byte) }
        } else if !Self.inlineTags.contains(
            String(decoding: tag.prefix(while: \.isLetter), as: UTF8.self).lowercased())
        {
            append(0x20)
        }
        return end + 1
    }

    /// Tags inside of words. All others separate words.
    private static let inlineTags: Set<String> = [
        "a", "abbr", "b", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "s", "small", "span",
        "strong", "sub",
        "sup", "tt", "u",
    ]

    private mutating func readEntity(_ source: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
        for (entity, byte) in Self.entities where source[index...].starts(with: entity.utf8) {
            append(byte)
            return index + entity.utf8.count
        }
        append(source[index])
        return index + 1
    }

    private static let entities: [(String, UInt8)] = [
        ("&amp;", 0x26), ("&lt;", 0x3C), ("&gt;", 0x3E), ("&quot;", 0x22), ("&#39;", 0x27),
        ("&apos;", 0x27),
        ("&nbsp;", 0x20),
    ]

    private mutating func find(_ byte: UInt8, in source: UnsafeBufferPointer<UInt8>, from start: Int)
        -> Int?
    {
        guard start < source.count, !missing.contains(byte) else { return nil }
        if let found = source[start...].firstIndex(of: byte) { return found }
        missing.insert(byte)
        return nil
    }

    /// Returns the position after `text`. It is not found again in the same line: its first search ends the line.
    static func end(of text: String, in source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
        guard start < source.count else { return nil }
        return source[start...].firstRange(of: Array(text.utf8))?.upperBound
    }

    /// Removes what is no text: rules, underlines of headings, borders of tables.
    private mutating func finish() {
        while line.last == 0x20 { line.removeLast() }
        if !line.contains(where: \.isAlphanumeric) { line.removeAll(keepingCapacity: true) }
    }

    private mutating func append(_ byte: UInt8) {
        if !byte.isSpace {
            line.append(byte)
        } else if let last = line.last, last != 0x20 {
            line.append(0x20)
        }
    }
}

extension UInt8 {
    /// Also true for control characters.
    var isSpace: Bool { self <= 0x20 || self == 0x7F }

    var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    /// Also true for each byte of a character outside of ASCII.
    var isAlphanumeric: Bool { isLetter || self >= 0x30 && self <= 0x39 || self >= 0x80 }
}
