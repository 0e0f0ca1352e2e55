import Foundation

/// Reads a line of Markdown without its marks. What is hidden, such as a comment, may go on in the next lines.
struct PlainTextLineReader {
    /// UTF-8 without control characters and without white space at its ends; empty without letters and digits.
    private(set) var line: [UInt8] = []

    private let source: UnsafeBufferPointer<UInt8>
    /// The labels that link definitions of the source have.
    private let labels: Set<String>
    private var end = 0
    /// Whether nothing of the line has been read except marks of blocks.
    private var isAtBlockStart = false
    /// Letters and digits in `line` that belong to `FilteredTags`.
    private var lettersOfTags = 0
    /// Positions in `line` of brackets that may begin a link, and of those that did.
    private var brackets: [Int] = []
    private var linkBrackets: [Int] = []
    /// Searches to the end of the line that found nothing need no repetition.
    private var missing: Set<UInt8> = []
    private var missingCodeMarks: Set<Int> = []
    /// Where searches ended that found nothing in the source.
    private var searched: [String: Int] = [:]
    /// The end of the paragraph that was last looked for.
    private var paragraphEnd = 0

    init(_ source: UnsafeBufferPointer<UInt8>, labels: Set<String>) {
        self.source = source
        self.labels = labels
    }

    private mutating func begin(_ end: Int) {
        self.end = end
        line.removeAll(keepingCapacity: true)
        brackets.removeAll(keepingCapacity: true)
        linkBrackets.removeAll(keepingCapacity: true)
        if !missing.isEmpty { missing.removeAll() }
        if !missingCodeMarks.isEmpty { missingCodeMarks.removeAll() }
        lettersOfTags = 0
    }

    /// Only marks of blocks come before a range that `isAtBlockStart`. With `showsTags`, tags of `FilteredTags` are
    /// text even without other words. Returns where reading goes on: at the end of the range, or in a later line.
    mutating func read(_ range: Range<Int>, isAtBlockStart: Bool, showsTags: Bool) -> Int {
        begin(range.upperBound)
        self.isAtBlockStart = isAtBlockStart
        var index = range.lowerBound
        while index < end {
            let byte = source[index]
            let next = index + 1 < end ? source[index + 1] : 0x20
            var after = index + 1
            switch byte {
            case UInt8(ascii: "\\") where next > 0x20 && next < 0x80 && !next.isAlphanumeric:
                append(next)
                after += 1
            case UInt8(ascii: "`"): after = readCodeSpan(at: index)
            case UInt8(ascii: "*") where !next.isSpace || line.last.map { $0 != 0x20 } ?? true: break
            case UInt8(ascii: "~") where next == byte: after += 1
            case UInt8(ascii: "_") where !(next.isAlphanumeric && line.last?.isAlphanumeric ?? false): break
            case UInt8(ascii: "!") where next == UInt8(ascii: "["): break
            case UInt8(ascii: "["):
                brackets.append(line.count)
                line.append(byte)
            case UInt8(ascii: "]"): after = endBracket(at: index, next)
            case UInt8(ascii: "<"): after = readMarkup(at: index)
            case UInt8(ascii: "&"): after = readEntity(at: index)
            case UInt8(ascii: "|"): append(0x20)
            default: append(byte)
            }
            self.isAtBlockStart = false
            index = after
        }
        for bracket in linkBrackets { line[bracket] = 0 }
        if !linkBrackets.isEmpty { line.removeAll { $0 == 0 } }
        finish(showsTags: showsTags)
        return index
    }

    /// Reads a line without marks.
    mutating func readCode(_ range: Range<Int>) {
        begin(range.upperBound)
        append(range)
        finish(showsTags: true)
    }

    /// Removes what is no text: rules, underlines of headings, borders of tables.
    private mutating func finish(showsTags: Bool) {
        while line.last == 0x20 { line.removeLast() }
        let letters = line.count(where: \.isAlphanumeric)
        if letters == 0 || letters == lettersOfTags && !showsTags { line.removeAll(keepingCapacity: true) }
    }

    private mutating func append(_ range: Range<Int>) {
        for byte in source[range] { append(byte) }
    }

    private mutating func append(_ byte: UInt8) {
        if !byte.isSpace {
            line.append(byte)
        } else if let last = line.last, last != 0x20 {
            line.append(0x20)
        }
    }

    private mutating func find(_ byte: UInt8, from start: Int) -> Int? {
        guard start < end, !missing.contains(byte) else { return nil }
        if let found = source[start..<end].firstIndex(of: byte) { return found }
        missing.insert(byte)
        return nil
    }

    // MARK: Code and entities

    /// Reads code as it is; without an end in the same line, leaves out its mark.
    private mutating func readCodeSpan(at index: Int) -> Int {
        let start = endOfRun(at: index)
        let length = start - index
        guard !missingCodeMarks.contains(length) else { return start }
        var next = start
        while let mark = find(UInt8(ascii: "`"), from: next) {
            next = endOfRun(at: mark)
            if next - mark == length {
                append(start..<mark)
                return next
            }
        }
        missingCodeMarks.insert(length)
        return start
    }

    private func endOfRun(at index: Int) -> Int {
        source[index..<end].firstIndex { $0 != source[index] } ?? end
    }

    private mutating func readEntity(at index: Int) -> Int {
        let limit = min(index + Self.longestEntity, end)
        guard let last = source[index..<limit].firstIndex(of: UInt8(ascii: ";")) else {
            append(source[index])
            return index + 1
        }
        let entity = String(decoding: source[index...last], as: UTF8.self)
        let text = HTMLTokens.decoded(entity)
        guard text != entity else {
            append(source[index])
            return index + 1
        }
        if text == "\u{A0}" { append(0x20) } else { for byte in text.utf8 { append(byte) } }
        return last + 1
    }

    private static let longestEntity = 40

    // MARK: Links

    /// Skips the address of a link or image.
    private mutating func endBracket(at index: Int, _ next: UInt8) -> Int {
        let bracket = brackets.popLast()
        var last: Int?
        if next == UInt8(ascii: "(") {
            last = closingParenthesis(from: index + 2)
        } else if next == UInt8(ascii: "["), bracket != nil, let found = find(UInt8(ascii: "]"), from: index + 2),
            found == index + 2 || labels.contains(LinkDefinition.normalized(source[index + 2..<found]))
        {
            last = found
        }
        guard let last else {
            line.append(UInt8(ascii: "]"))
            return index + 1
        }
        if let bracket { linkBrackets.append(bracket) }
        return last + 1
    }

    /// Returns the end of an address and its title; nil if this is no address but text in parentheses.
    private mutating func closingParenthesis(from start: Int) -> Int? {
        guard find(UInt8(ascii: ")"), from: start) != nil else { return nil }
        let address = source.skipSpace(from: start, to: end)
        guard let after = LinkDefinition.addressEnd(source, from: address, to: end) else { return nil }
        var index = source.skipSpace(from: after, to: end)
        if index < end, index > after, let close = LinkDefinition.titleEnd(of: source[index]) {
            guard let last = find(close, from: index + 1) else { return nil }
            index = source.skipSpace(from: last + 1, to: end)
        }
        return index < end && source[index] == UInt8(ascii: ")") ? index : nil
    }

    // MARK: HTML

    /// Leaves out a comment or a tag. What has no end, or is no tag for other reasons, is text.
    private mutating func readMarkup(at index: Int) -> Int {
        let after = markupEnd(at: index)
        if after == nil { append(source[index]) }
        return after ?? index + 1
    }

    private mutating func markupEnd(at index: Int) -> Int? {
        if source[index..<end].starts(with: "<!--".utf8) { return commentEnd(from: index + 4) }
        let next = index + 1 < end ? source[index + 1] : 0x20
        if next == UInt8(ascii: "!") {
            guard index + 2 < end, source[index + 2].isLetter else { return nil }
            return find(UInt8(ascii: ">"), from: index).map { $0 + 1 }
        }
        let start = next == UInt8(ascii: "/") ? index + 2 : index + 1
        guard start < end, source[start].isLetter else { return nil }
        if let address = bareAddress(from: start) {
            append(address)
            return address.upperBound + 1
        }
        let nameEnd = source[start..<end].firstIndex { !$0.isTagName } ?? end
        let isClosing = start > index + 1
        let limit = endOfParagraph(from: index)
        guard let after = source.tagEnd(afterName: nameEnd, isClosing: isClosing, to: limit),
            after <= end || !isQuoteMark(after - 1, of: index..<after)
        else { return nil }
        let name = String(decoding: source[start..<nameEnd], as: UTF8.self).lowercased()
        if FilteredTags.names.contains(name) { return readFiltered(name, index..<after, isClosing: isClosing) }
        if !Self.inlineTags.contains(name) { append(0x20) }
        return after
    }

    /// Whether the end of a tag is more likely the mark of a quote: it begins a line, and the tag has no values.
    private func isQuoteMark(_ index: Int, of tag: Range<Int>) -> Bool {
        let before = source[tag.lowerBound..<index].last { $0 == UInt8(ascii: "\n") || !$0.isSpace }
        return before == UInt8(ascii: "\n") && !source[tag].contains(UInt8(ascii: "="))
    }

    private mutating func readFiltered(_ name: String, _ tag: Range<Int>, isClosing: Bool) -> Int {
        if !isClosing, FilteredTags.codeNames.contains(name), let after = codeEnd(name, from: tag.upperBound) {
            return after
        }
        append(tag)
        lettersOfTags += source[tag].count(where: \.isAlphanumeric)
        return tag.upperBound
    }

    /// Tags inside of words. All others separate words.
    private static let inlineTags: Set<String> = [
        "a", "abbr", "b", "code", "del", "em", "font", "i", "ins", "kbd", "mark", "s", "small", "span", "strong", "sub",
        "sup", "tt", "u",
    ]

    /// Returns the range of an address between angle brackets.
    private mutating func bareAddress(from start: Int) -> Range<Int>? {
        guard let last = find(UInt8(ascii: ">"), from: start) else { return nil }
        let address = source[start..<last].prefix { !$0.isSpace && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "\"") }
        guard address.endIndex == last, address.contains(UInt8(ascii: ":")) || address.contains(UInt8(ascii: "@"))
        else { return nil }
        return start..<last
    }

    /// Returns the end of a comment, which may be that of the source at the start of a block, else of the paragraph.
    private mutating func commentEnd(from start: Int) -> Int? {
        let limit = isAtBlockStart ? source.count : endOfParagraph(from: start)
        return search(for: "-->", from: start, to: limit) ?? (isAtBlockStart ? limit : nil)
    }

    /// Returns the end of a script or style that is closed in the same block.
    private mutating func codeEnd(_ name: String, from start: Int) -> Int? {
        let limit = isAtBlockStart ? source.count : endOfParagraph(from: start)
        guard let tag = search(for: "</" + name, from: start, to: limit) else { return nil }
        return source[tag..<limit].firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
    }

    /// Returns the position after a text, in letters of any case.
    private mutating func search(for text: String, from start: Int, to limit: Int) -> Int? {
        guard start < limit, searched[text, default: 0] < limit else { return nil }
        let wanted = Array(text.utf8)
        var index = start
        while let first = source[index..<limit].firstIndex(of: wanted[0]) {
            let found = source[first..<limit].prefix(wanted.count)
            if found.elementsEqual(wanted, by: { $0 == $1 || $0.isLetter && $0 | 0x20 == $1 }) { return found.endIndex }
            index = first + 1
        }
        searched[text] = limit
        return nil
    }

    private mutating func endOfParagraph(from start: Int) -> Int {
        guard start >= paragraphEnd else { return paragraphEnd }
        var index = start
        while let lineEnd = source[index...].firstIndex(of: UInt8(ascii: "\n")) {
            index = lineEnd + 1
            let next = source[index...].first { $0 == UInt8(ascii: "\n") || !$0.isSpace }
            if next == nil || next == UInt8(ascii: "\n") {
                paragraphEnd = lineEnd
                return lineEnd
            }
        }
        paragraphEnd = source.count
        return paragraphEnd
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the end of a tag that is one by CommonMark's rules; nil if it is text.
    fileprivate func tagEnd(afterName start: Int, isClosing: Bool, to end: Int) -> Int? {
        var index = start
        while true {
            let next = skipSpace(from: index, to: end)
            guard next < end else { return nil }
            if self[next] == UInt8(ascii: ">") { return next + 1 }
            if isClosing { return nil }
            if self[next] == UInt8(ascii: "/") {
                return next + 1 < end && self[next + 1] == UInt8(ascii: ">") ? next + 2 : nil
            }
            guard next > index, self[next].isLetter || ":_".utf8.contains(self[next]) else { return nil }
            index = self[next..<end].firstIndex { !$0.isTagName && !":_.".utf8.contains($0) } ?? end
            let sign = skipSpace(from: index, to: end)
            guard sign < end, self[sign] == UInt8(ascii: "=") else { continue }
            guard let after = valueEnd(from: skipSpace(from: sign + 1, to: end), to: end) else { return nil }
            index = after
        }
    }

    private func valueEnd(from start: Int, to end: Int) -> Int? {
        guard start < end else { return nil }
        let mark = self[start]
        if mark == UInt8(ascii: "\"") || mark == UInt8(ascii: "'") {
            return self[(start + 1)..<end].firstIndex(of: mark).map { $0 + 1 }
        }
        let after = self[start..<end].firstIndex { $0.isSpace || "\"'=<>`".utf8.contains($0) } ?? end
        return after > start ? after : nil
    }
}

extension UInt8 {
    /// Also true for control characters.
    package var isSpace: Bool { self <= 0x20 || self == 0x7F }

    var isLetter: Bool { self | 0x20 >= 0x61 && self | 0x20 <= 0x7A }

    /// Also true for each byte of a character outside of ASCII.
    package var isAlphanumeric: Bool { isLetter || self >= 0x30 && self <= 0x39 || self >= 0x80 }

    fileprivate var isTagName: Bool { isLetter || self >= 0x30 && self <= 0x39 || self == UInt8(ascii: "-") }
}
