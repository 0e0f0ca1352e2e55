import CCmark
import Foundation

/// A token of HTML. Nothing is executed: tags only determine the role of their text.
package enum HTMLToken: Equatable {
    case text(String)
    /// Names are lowercase, values are decoded.
    case open(String, [String: String])
    case close(String)
    /// An opening or closing tag of `FilteredTags`, as written.
    case filtered(String, source: String)
}

/// Splits HTML into tokens, however malformed it is. Omits comments, declarations and processing instructions.
package struct HTMLTokens {
    private let bytes: [UInt8]
    private let filtersTags: Bool
    private var at = 0
    /// Scripts or styles without another closing tag.
    private var unclosed: Set<String> = []

    private init(_ html: String, filtersTags: Bool) {
        bytes = Array(html.utf8)
        self.filtersTags = filtersTags
    }

    /// - Parameter filtersTags: tags of `FilteredTags` are tokens of their own, and a closed script or style is left out.
    package static func all(in html: String, filtersTags: Bool = false) -> [HTMLToken] {
        var tokens = HTMLTokens(html, filtersTags: filtersTags)
        return tokens.run()
    }

    /// Replaces character references.
    static func decoded(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        guard let plain = ccmark_unescape(text, Int32(clamping: text.utf8.count)) else { return text }
        defer { free(plain) }
        return String(cString: plain)
    }

    private mutating func run() -> [HTMLToken] {
        var tokens: [HTMLToken] = []
        var text = at
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                at += 1
                continue
            }
            let start = at
            guard let token = markup() else {
                // If a tag has no end, the rest has none either or is quoted: treat all of it as text.
                if at >= bytes.count { break }
                at = start + 1
                continue
            }
            if start > text { tokens.append(.text(words(text..<start))) }
            token.map { tokens.append($0) }
            text = at
        }
        if bytes.count > text { tokens.append(.text(words(text..<bytes.count))) }
        return tokens
    }

    private func words(_ range: Range<Int>) -> String {
        Self.decoded(String(decoding: bytes[range], as: UTF8.self))
    }

    /// Reads past the markup at this `<`. Returns nil if it is none, and an inner nil if it is markup without a token.
    private mutating func markup() -> HTMLToken?? {
        let start = at
        at += 1
        if starts("!--") {
            at = end(of: "-->", from: at + 3) ?? bytes.count
            return .some(nil)
        }
        if starts("!") || starts("?") {
            at = end(of: ">", from: at) ?? bytes.count
            return .some(nil)
        }
        let closes = starts("/")
        if closes { at += 1 }
        let name = name { Self.isLetter($0) || Self.isDigit($0) || $0 == UInt8(ascii: "-") }
        guard let first = name.utf8.first, Self.isLetter(first) else {
            // A closing tag in letters of another script is a comment.
            guard closes, at < bytes.count, bytes[at] >= 0x80, let end = end(of: ">", from: at) else { return nil }
            at = end
            return .some(nil)
        }
        let attributes = attributes()
        guard at < bytes.count else { return nil }
        at += 1
        guard filtersTags, FilteredTags.names.contains(name) else {
            return closes ? .close(name) : .open(name, attributes)
        }
        if !closes, FilteredTags.codeNames.contains(name), let end = closingTagEnd(name) {
            at = end
            return .some(nil)
        }
        return .filtered(name, source: words(start..<at))
    }

    /// Returns the end of the next closing tag of a script or style, which contains no other markup.
    private mutating func closingTagEnd(_ name: String) -> Int? {
        guard !unclosed.contains(name) else { return nil }
        var index = at
        while let next = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = next + 1
            guard bytes[index...].first == UInt8(ascii: "/") else { continue }
            let word = bytes[(index + 1)...].prefix { !Self.isSpace($0) && $0 != UInt8(ascii: ">") }
            guard word.elementsEqual(name.utf8, by: { $0 | 0x20 == $1 }) else { continue }
            guard let end = bytes[word.endIndex...].firstIndex(of: UInt8(ascii: ">")) else { break }
            return end + 1
        }
        unclosed.insert(name)
        return nil
    }

    /// Reads the attributes up to the `>` or the end of the text.
    private mutating func attributes() -> [String: String] {
        var all: [String: String] = [:]
        while at < bytes.count, bytes[at] != UInt8(ascii: ">") {
            let name = name { !Self.isSpace($0) && !"/>=".utf8.contains($0) }
            guard !name.isEmpty else {
                at += 1
                continue
            }
            skipSpace()
            guard at < bytes.count, bytes[at] == UInt8(ascii: "=") else {
                all[name] = all[name] ?? ""
                continue
            }
            at += 1
            skipSpace()
            let value = value()
            all[name] = all[name] ?? value
        }
        return all
    }

    private mutating func value() -> String {
        guard at < bytes.count else { return "" }
        let quote = bytes[at]
        guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            let start = at
            while at < bytes.count, !Self.isSpace(bytes[at]), bytes[at] != UInt8(ascii: ">") { at += 1 }
            return words(start..<at)
        }
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != quote { at += 1 }
        defer { at = min(at + 1, bytes.count) }
        return words(start..<at)
    }

    private mutating func name(while isPart: (UInt8) -> Bool) -> String {
        let start = at
        while at < bytes.count, isPart(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self).lowercased()
    }

    private mutating func skipSpace() {
        while at < bytes.count, Self.isSpace(bytes[at]) { at += 1 }
    }

    private func starts(_ text: String) -> Bool { bytes[at...].starts(with: text.utf8) }

    private func end(of text: String, from: Int) -> Int? {
        guard from <= bytes.count else { return nil }
        let wanted = Array(text.utf8)
        var place = from
        while place + wanted.count <= bytes.count {
            if bytes[place..<(place + wanted.count)].elementsEqual(wanted) { return place + wanted.count }
            place += 1
        }
        return nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
