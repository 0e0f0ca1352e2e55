import Foundation
import StargazerCore
import StargazerLibrary

/// How a text file is read.
enum TextFormat: Equatable {
    case markdown
    case html
    case markup(LightMarkup.Language)
    /// Lines as they are, whatever marks they have.
    case lines

    init(path: String) {
        let name = path.lowercased().split(separator: "/").last ?? ""
        let dot = name.lastIndex(of: ".")
        switch dot.map({ name[name.index(after: $0)...] }) ?? "" {
        case "md", "markdown", "mdown", "mkdn", "mkd", "mdx", "mdwn": self = .markdown
        case "html", "htm", "xhtml": self = .html
        case "rst", "rest": self = .markup(.rst)
        case "org": self = .markup(.org)
        case "adoc", "asciidoc", "asc": self = .markup(.asciidoc)
        default: self = .lines
        }
    }
}

extension DocumentBuilder {
    /// Adds a text file as it is, monospaced, with addresses as links; each part between empty lines is a block.
    mutating func add(lines text: String) {
        var lines: [Substring] = []
        for line in CleanText.lines(text).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                add(paragraph: lines)
                lines = []
            } else {
                lines.append(line)
            }
        }
        add(paragraph: lines)
    }

    private mutating func add(paragraph lines: [Substring]) {
        guard !lines.isEmpty else { return }
        var spans: [TextSpan] = []
        for (place, part) in AutomaticLinks.parts(of: lines.joined(separator: "\n")).enumerated() {
            // Addresses are at the odd places.
            let target = place.isMultiple(of: 2) ? nil : AutomaticLinks.address(of: part).flatMap(baseURLs.target)
            guard !part.isEmpty, isWithinBounds() else { continue }
            spans.append(TextSpan(part, style: .monospace, target: target))
        }
        add(prose: RichText(preformatted: spans))
    }
}

/// Finds addresses of the web and of mail in plain text, by the rules of GitHub's Markdown.
enum AutomaticLinks {
    /// Returns text and addresses in turn, beginning with text, which may be empty. Together they are the whole text.
    static func parts(of text: String) -> [String] {
        let bytes = Array(text.utf8)
        var parts: [String] = []
        var (start, place) = (0, 0)
        while place < bytes.count {
            guard let range = webAddress(bytes, at: place, after: start) ?? mailAddress(bytes, at: place, after: start)
            else {
                place += 1
                continue
            }
            parts += [start..<range.lowerBound, range].map { String(decoding: bytes[$0], as: UTF8.self) }
            (start, place) = (range.upperBound, range.upperBound)
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }

    /// Returns the target of what ``parts(of:)`` found.
    static func address(of part: String) -> String? {
        let lower = part.prefix(8).lowercased()
        if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return part }
        return lower.hasPrefix("www.") ? "http://" + part : "mailto:" + part
    }

    private static func webAddress(_ bytes: [UInt8], at place: Int, after start: Int) -> Range<Int>? {
        guard bytes[place] | 0x20 == UInt8(ascii: "h") || bytes[place] | 0x20 == UInt8(ascii: "w"),
            place == start || !bytes[place - 1].isAlphanumeric
        else { return nil }
        let beginning = bytes[place...].prefix(8).map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }
        guard let scheme = ["https://", "http://", "www."].first(where: { beginning.starts(with: $0.utf8) }) else {
            return nil
        }
        var end = place + scheme.utf8.count
        let host = end
        guard host < bytes.count, bytes[host].isAlphanumeric else { return nil }
        var (open, close) = (0, 0)
        while end < bytes.count, !bytes[end].isSpace, !"<>\"`[]{}|\\^".utf8.contains(bytes[end]) {
            if bytes[end] == UInt8(ascii: "(") { open += 1 }
            if bytes[end] == UInt8(ascii: ")") { close += 1 }
            end += 1
        }
        while end > host {
            let last = bytes[end - 1]
            if last == UInt8(ascii: ")") {
                guard close > open else { break }
                close -= 1
            } else if !"?!.,:;*_~'".utf8.contains(last) {
                break
            }
            end -= 1
        }
        return end > host ? place..<end : nil
    }

    private static func mailAddress(_ bytes: [UInt8], at place: Int, after start: Int) -> Range<Int>? {
        guard bytes[place] == UInt8(ascii: "@"), place > start else { return nil }
        var first = place
        while first > start, place - first < 64, isMailName(bytes[first - 1]) { first -= 1 }
        var end = place + 1
        while end < bytes.count, isASCIIWord(bytes[end]) || "-_.".utf8.contains(bytes[end]) { end += 1 }
        while end > place + 1, "-_.".utf8.contains(bytes[end - 1]) { end -= 1 }
        guard first < place, bytes[(place + 1)..<end].contains(UInt8(ascii: ".")) else { return nil }
        return first..<end
    }

    private static func isMailName(_ byte: UInt8) -> Bool { isASCIIWord(byte) || ".-_+".utf8.contains(byte) }

    private static func isASCIIWord(_ byte: UInt8) -> Bool { byte < 0x80 && byte.isAlphanumeric }
}
