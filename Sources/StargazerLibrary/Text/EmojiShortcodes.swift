import Foundation

/// Replaces emoji shortcodes in descriptions and documents, such as `:rocket:`.
package enum EmojiShortcodes {
    /// Returns the text with emoji. Unknown codes and other text between colons stay unchanged.
    package static func replaced(in text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
        var result = ""
        var rest = text[...]
        while let colon = rest.firstIndex(of: ":") {
            let start = rest.index(after: colon)
            let end = rest[start...].firstIndex { !isCodeCharacter($0) } ?? rest.endIndex
            result += rest[..<colon]
            if end < rest.endIndex, rest[end] == ":", let emoji = all[String(rest[start..<end])] {
                result += emoji
                rest = rest[rest.index(after: end)...]
            } else {
                // This colon does not end a shortcode, but it may begin one.
                result += rest[colon..<end]
                rest = rest[end...]
            }
        }
        return result + rest
    }

    private static func isCodeCharacter(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "_+-".contains(character))
    }

    static let all: [String: String] = {
        let words = EmojiTable.text.split(whereSeparator: \.isWhitespace).map(String.init)
        return Dictionary(
            zip(words.indices, words).filter { $0.0 % 2 == 0 && $0.0 + 1 < words.count }.map {
                ($0.1, words[$0.0 + 1])
            },
            uniquingKeysWith: { first, _ in first })
    }()
}
