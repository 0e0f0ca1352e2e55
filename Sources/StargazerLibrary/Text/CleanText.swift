public import Foundation

/// Cleans text from a server for display in a label. Anyone may write a description. Control characters, bidi overrides
/// and invisible fillers could break a row, reorder its neighbors or hide text.
public enum CleanText {
    /// Returns one line of at most `limit` Unicode scalars.
    /// Collapses white space, and removes control and invisible characters. Longer text is cut and ends in an ellipsis.
    /// Zero-width joiners stay inside words, where emoji and some scripts need them.
    public static func line(_ text: String, limit: Int = 1_000) -> String {
        if text.utf8.count <= limit, isPlain(text) { return text }
        var scalars = String.UnicodeScalarView()
        var count = 0
        var spaceIsDue = false
        for scalar in text.unicodeScalars {
            switch role(of: scalar) {
            case .removed: continue
            case .space: spaceIsDue = count > 0
            case .joiner where count == 0 || spaceIsDue: continue
            case .joiner, .text:
                guard count + (spaceIsDue ? 1 : 0) < limit else { return cut(scalars) }
                if spaceIsDue {
                    scalars.append(" ")
                    count += 1
                    spaceIsDue = false
                }
                scalars.append(scalar)
                count += 1
            }
        }
        return String(scalars)
    }

    /// Cleans a part of a longer text as `line` does, without a limit, and keeps its line feeds.
    /// - Parameter isAtStart: whether white space is dropped at this point; updated for the next part.
    package static func passage(_ text: String, isAtStart: inout Bool) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch role(of: scalar) {
            case .removed: continue
            case .space where scalar == "\n":
                if scalars.last == " " { scalars.removeLast() }
                scalars.append(scalar)
                isAtStart = true
            case .space:
                // Non-breaking spaces are not collapsed.
                if scalar == "\u{A0}" { scalars.append(scalar) } else if !isAtStart { scalars.append(" ") }
                isAtStart = true
            case .joiner where isAtStart: continue
            case .joiner, .text:
                scalars.append(scalar)
                isAtStart = false
            }
        }
        return String(scalars)
    }

    /// Cleans preformatted lines: removes control, bidi and invisible characters, keeps white space. Lines end with `\n`.
    public static func lines(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        var isAfterReturn = false
        for scalar in text.unicodeScalars {
            defer { isAfterReturn = scalar == "\r" }
            switch scalar {
            case "\n" where isAfterReturn: continue
            case "\n", "\t", " ", "\u{200C}", "\u{200D}": scalars.append(scalar)
            default:
                switch role(of: scalar) {
                case .text, .joiner: scalars.append(scalar)
                case .space: scalars.append(scalar.value > 0x20 ? " " : "\n")
                case .removed: continue
                }
            }
        }
        return String(scalars)
    }

    /// Returns the beginning of a text, without a part of a character at its end.
    static func prefix(of text: String, bytes count: Int) -> Substring {
        guard text.utf8.count > count else { return text[...] }
        var end = text.utf8.index(text.startIndex, offsetBy: count)
        while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 { end = text.utf8.index(before: end) }
        return text[..<end]
    }

    /// Returns a description on one line, with emoji for shortcodes and bidi isolation for right-to-left text.
    public static func description(_ text: String?, limit: Int = 1_000) -> String {
        guard let text else { return "" }
        return isolated(EmojiShortcodes.replaced(in: line(text, limit: limit)))
    }

    /// Returns the text in a bidi isolate when it contains right-to-left letters, which would reorder its neighbors.
    public static func isolated(_ text: String) -> String {
        text.unicodeScalars.contains(where: isRightToLeft) ? "\u{2068}\(text)\u{2069}" : text
    }

    private enum Role { case text, space, joiner, removed }

    private static func role(of scalar: Unicode.Scalar) -> Role {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0x85, 0x3164: .space
        case 0x200C, 0x200D: .joiner
        // Soft hyphen, grapheme joiner, Arabic letter mark, Mongolian vowel separator, zero-width and bidi controls,
        // interlinear marks, language tags.
        case 0xAD, 0x34F, 0x61C, 0x180E, 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF,
            0xFFF9...0xFFFB, 0xE0000...0xE007F:
            .removed
        default:
            switch scalar.properties.generalCategory {
            case .control: .removed
            case .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
            default: .text
            }
        }
    }

    /// Returns whether the text is printable ASCII without leading, trailing or double spaces: the usual case.
    private static func isPlain(_ text: String) -> Bool {
        var previous: UInt8 = 0x20
        for byte in text.utf8 {
            guard (0x20...0x7E).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20 || text.isEmpty
    }

    /// The cut may have separated the last character from a joiner or an accent, so it is removed too.
    private static func cut(_ scalars: String.UnicodeScalarView) -> String {
        var text = String(scalars)
        text.removeLast()
        while text.last == " " { text.removeLast() }
        return text + "…"
    }

    private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
        default: false
        }
    }
}

extension String {
    /// One or two initials as a placeholder for a picture: `VC` for `vapor-community`.
    /// They come from the first and last part of the name. Empty when the name has no letters or digits.
    var initials: String {
        let parts = split { !$0.isLetter && !$0.isNumber }
        guard let first = parts.first?.first else { return "" }
        let last = parts.count > 1 ? parts.last?.first : nil
        return (String(first) + (last.map(String.init) ?? "")).uppercased()
    }
}

extension URL {
    /// The longest address in bytes. Longer ones are never intended, but would still cost layout time.
    public static let maxWebURLLength = 2_048

    /// The URL itself if it is safe to open in a browser: http or https, with a host, at most `maxWebURLLength` bytes.
    public var asWebURL: URL? {
        guard absoluteString.utf8.count <= Self.maxWebURLLength, let scheme = scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = host(), !host.isEmpty
        else { return nil }
        return self
    }

    /// Creates a URL from a text; nil unless it is safe to open in a browser.
    package init?(web text: String?) {
        guard let url = text.flatMap({ URL(string: $0) })?.asWebURL else { return nil }
        self = url
    }

    /// The address without scheme and trailing slash, for display.
    package var withoutScheme: String {
        var text = absoluteString
        if let end = text.range(of: "://")?.upperBound { text = String(text[end...]) }
        if text.hasSuffix("/") { text.removeLast() }
        return CleanText.line(text)
    }
}
