import Foundation
import Glibc

/// Reads a Markdown source as lines of plain text, for the index and for the lines of matches.
///
/// It knows marks, not Markdown: what it takes for marks is left out. Its time is linear in the size of any source.
struct PlainTextLines {
    /// Maximum length of a line in bytes. Longer lines are divided, at a space if there is one near.
    static let maxLength = 2_000

    /// Calls `body` with the UTF-8 of each line that has letters or digits, until it returns false.
    static func forEach(in source: String, _ body: ([UInt8]) -> Bool) {
        read(source) { reader in !reader.hasText || body(reader.text.line) }
    }

    /// Calls `body` with the UTF-8 of each paragraph, until it returns false. The lines of a paragraph are joined by
    /// spaces, up to the maximum length of a line. A heading, a list item, a line of code and a row of a table are
    /// paragraphs of their own.
    static func forEachParagraph(in source: String, _ body: ([UInt8]) -> Bool) {
        var paragraph: [UInt8] = []
        let isComplete = read(source) { reader in
            let continues = reader.hasText && reader.continues
            if !continues || paragraph.count + reader.text.line.count >= maxLength {
                if !paragraph.isEmpty, !body(paragraph) { return false }
                paragraph.removeAll(keepingCapacity: true)
            }
            guard reader.hasText else { return true }
            if !paragraph.isEmpty { paragraph.append(UInt8(ascii: " ")) }
            paragraph += reader.text.line
            return true
        }
        if isComplete, !paragraph.isEmpty { _ = body(paragraph) }
    }

    /// Calls `body` after each line, until it returns false. Returns whether it never did.
    @discardableResult
    private static func read(_ source: String, _ body: (PlainTextLines) -> Bool) -> Bool {
        var source = source
        return source.withUTF8 { bytes in
            var reader = PlainTextLines(bytes)
            var start = 0
            while start < bytes.count {
                let (end, next) = lineEnd(bytes, from: start)
                reader.read(start..<end)
                if !body(reader) { return false }
                start = next
            }
            return true
        }
    }

    private static func lineEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> (
        end: Int, next: Int
    ) {
        let limit = min(start + maxLength, bytes.count)
        if let end = bytes[start..<limit].firstIndex(of: UInt8(ascii: "\n")) { return (end, end + 1) }
        if limit == bytes.count { return (limit, limit) }
        if let space = bytes[limit - 200..<limit].lastIndex(of: UInt8(ascii: " ")) {
            return (space, space + 1)
        }
        // At the beginning of a character.
        let end = bytes[limit - 4...limit].lastIndex { $0 & 0xC0 != 0x80 } ?? limit
        return (end, end)
    }

    private let source: UnsafeBufferPointer<UInt8>
    private var text: PlainTextLineReader
    private var hasText = false
    /// The mark of the fence around the code that is being read.
    private var fence: UInt8?
    /// Where a comment, tag or script ends that began in an earlier line.
    private var hiddenEnd = -1
    /// Whether the previous line is text that this line may go on.
    private var isInParagraph = false
    /// Whether the line goes on the paragraph of the line before it.
    private var continues = false
    /// Whether the next line goes on the paragraph, unless it begins a block.
    private var mayContinue = false
    /// The number of marks of quotes before the paragraph.
    private var quoteDepth = 0

    private init(_ source: UnsafeBufferPointer<UInt8>) {
        self.source = source
        text = PlainTextLineReader(source, labels: Self.labels(source))
    }

    private static func labels(_ source: UnsafeBufferPointer<UInt8>) -> Set<String> {
        var labels: Set<String> = []
        var start = 0
        while start < source.count {
            let (end, next) = lineEnd(source, from: start)
            let first = skipBlockMarks(source, start..<end)
            if let label = LinkDefinition.label(source, first..<end) { labels.insert(label) }
            start = next
        }
        return labels
    }

    /// Reads a line into `text`, unless it has none.
    private mutating func read(_ range: Range<Int>) {
        hasText = false
        let isContinued = mayContinue
        (continues, mayContinue) = (false, false)
        let start = max(source[range].firstIndex { !$0.isSpace } ?? range.upperBound, hiddenEnd)
        guard start < range.upperBound else {
            isInParagraph = false
            return
        }
        if let mark = fenceMark(source, start..<range.upperBound), fence ?? mark == mark {
            fence = fence == nil ? mark : nil
            isInParagraph = false
            return
        }
        guard fence == nil else {
            text.readCode(start..<range.upperBound)
            hasText = !text.line.isEmpty
            return
        }
        readText(range, from: start)
        guard hasText else { return }
        let line = source[start..<range.upperBound]
        let depth = line.prefix { $0 == UInt8(ascii: ">") || $0.isSpace }.count { $0 == UInt8(ascii: ">") }
        continues = isContinued && (depth == 0 || depth == quoteDepth) && !beginsBlock(line)
        if !continues { quoteDepth = depth }
        let isCode = !continues && isIndentedCode(source[range])
        mayContinue = isInParagraph && !isCode && !isTableRow(line) && !endsWithLineBreak(line)
    }

    private mutating func readText(_ range: Range<Int>, from start: Int) {
        let first = skipBlockMarks(source, start..<range.upperBound)
        if !isInParagraph, LinkDefinition.label(source, first..<range.upperBound) != nil { return }
        let isLineStart = range.lowerBound == 0 || source[range.lowerBound - 1] == UInt8(ascii: "\n")
        let isHeading = source[start] == UInt8(ascii: "#") && first > start
        hiddenEnd = text.read(
            first..<range.upperBound, isAtBlockStart: isLineStart && first == start && start > hiddenEnd,
            showsTags: isHeading || source[start] == UInt8(ascii: "|"))
        hasText = !text.line.isEmpty
        isInParagraph = hasText && !isHeading
    }
}

// MARK: Marks at the beginning of a line

private func skipBlockMarks(_ source: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> Int {
    var index = line.lowerBound
    while index < line.upperBound {
        let mark = source[index]
        var end = index + 1
        switch mark {
        case UInt8(ascii: ">"): break
        case UInt8(ascii: "#"):
            while end < line.upperBound, source[end] == mark { end += 1 }
            guard end - index <= 6 else { return index }
            fallthrough
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            guard end < line.upperBound, source[end].isSpace else { return index }
        case _ where mark.isSpace: break
        default: return index
        }
        index = end
    }
    return index
}

private typealias Line = Slice<UnsafeBufferPointer<UInt8>>

/// Whether a line begins a block, even below text: heading, list item, table row, HTML, or a reStructuredText field.
private func beginsBlock(_ line: Line) -> Bool {
    let line = line.drop { $0 == UInt8(ascii: ">") || $0.isSpace }
    guard let first = line.first else { return true }
    if skipBlockMarks(line.base, line.startIndex..<line.endIndex) > line.startIndex || isTableRow(line) { return true }
    if first == UInt8(ascii: "<") || first == UInt8(ascii: ":") { return true }
    // A number and a period or parenthesis.
    let rest = line.drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard rest.startIndex > line.startIndex, let mark = rest.first else { return false }
    return (mark == UInt8(ascii: ".") || mark == UInt8(ascii: ")")) && rest.dropFirst().first?.isSpace != false
}

private func isTableRow(_ line: Line) -> Bool { line.contains(UInt8(ascii: "|")) }

/// Whether a line that goes on nothing is code by its indentation.
private func isIndentedCode(_ line: Line) -> Bool {
    let indentation = line.prefix { $0.isSpace }
    return indentation.count >= 4 || indentation.contains(UInt8(ascii: "\t"))
}

/// Whether the text of the next line begins a new line on the screen, too.
private func endsWithLineBreak(_ line: Line) -> Bool {
    let end = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    return end.last == UInt8(ascii: "\\") || end.suffix(2).elementsEqual([0x20, 0x20])
}

/// Returns the character of a code fence.
private func fenceMark(_ source: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) -> UInt8? {
    let start = line.lowerBound
    guard start + 2 < line.upperBound else { return nil }
    let mark = source[start]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"), source[start + 1] == mark,
        source[start + 2] == mark
    else { return nil }
    // A line such as ```code``` is no fence.
    let rest = source[line].drop { $0 == mark }
    return rest.contains(UInt8(ascii: "`")) ? nil : mark
}
