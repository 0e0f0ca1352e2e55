import Foundation
import Glibc

/// Reads a Markdown source as lines of plain text, for the index and for the lines of matches.
///
/// It knows marks, not Markdown: what it takes for a mark is left out, and the rest stays. Its time is linear in the
/// size of the source, whatever the source is.
struct PlainTextLines {
    /// Maximum length of a line in bytes. Longer lines are divided, at a space if there is one near.
    static let maxLength = 2_000

    /// Calls `body` with the UTF-8 of each line that has letters or digits, until it returns false.
    static func forEach(in source: String, _ body: ([UInt8]) -> Bool) {
        var (reader, source) = (PlainTextLines(), source)
        source.withUTF8 { bytes in
            var start = 0
            while start < bytes.count {
                let (end, next) = lineEnd(bytes, from: start)
                reader.read(UnsafeBufferPointer(rebasing: bytes[start..<end]))
                if !reader.text.line.isEmpty, !body(reader.text.line) { return }
                start = next
            }
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

    private static let maxTagLines = 20

    private enum Context: Equatable {
        case text, comment
        case code(mark: UInt8)
        /// A tag that goes on in the next lines, at most in so many.
        case tag(lines: Int)
    }

    private var text = PlainTextLineReader()
    private var context = Context.text

    /// Reads a line into `text`, which is empty if the line has none.
    private mutating func read(_ source: UnsafeBufferPointer<UInt8>) {
        text.removeAll()
        var start = source.firstIndex { !$0.isSpace } ?? source.count
        guard start < source.count else { return }
        if let mark = fence(source, at: start) {
            if context == .text {
                context = .code(mark: mark)
                return
            } else if context == .code(mark: mark) {
                context = .text
                return
            }
        }
        switch context {
        case .code:
            text.readCode(source, from: start)
            return
        case .comment:
            guard let end = PlainTextLineReader.end(of: "-->", in: source, from: start) else { return }
            start = end
            context = .text
        case .tag(let lines):
            if let end = source[start...].firstIndex(of: UInt8(ascii: ">")) {
                start = end + 1
                context = .text
            } else {
                context = lines > 1 ? .tag(lines: lines - 1) : .text
                return
            }
        case .text: break
        }
        guard start < source.count, !isLinkDefinition(source, at: start) else { return }
        switch text.read(source, from: skipBlockMarks(source, from: start)) {
        case .comment: context = .comment
        case .tag: context = .tag(lines: Self.maxTagLines)
        case nil: break
        }
    }
}

// MARK: Marks at the beginning of a line

private func skipBlockMarks(_ source: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < source.count {
        let mark = source[index]
        var end = index + 1
        switch mark {
        case UInt8(ascii: ">"): break
        case UInt8(ascii: "#"):
            while end < source.count, source[end] == mark { end += 1 }
            guard end - index <= 6 else { return index }
            fallthrough
        case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
            guard end < source.count, source[end].isSpace else { return index }
        case _ where mark.isSpace: break
        default: return index
        }
        index = end
    }
    return index
}

/// Returns the character of a code fence.
private func fence(_ source: UnsafeBufferPointer<UInt8>, at start: Int) -> UInt8? {
    guard start + 2 < source.count else { return nil }
    let mark = source[start]
    guard mark == UInt8(ascii: "`") || mark == UInt8(ascii: "~"), source[start + 1] == mark,
        source[start + 2] == mark
    else { return nil }
    // A line such as ```code``` is no fence.
    let rest = source[start...].drop { $0 == mark }
    return rest.contains(UInt8(ascii: "`")) ? nil : mark
}

/// Whether the line defines the address of a link. A footnote is text.
private func isLinkDefinition(_ source: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    guard start + 1 < source.count, source[start] == UInt8(ascii: "["),
        source[start + 1] != UInt8(ascii: "^"),
        let end = source[start...].firstIndex(of: UInt8(ascii: "]")), end + 1 < source.count
    else { return false }
    return source[end + 1] == UInt8(ascii: ":")
}
