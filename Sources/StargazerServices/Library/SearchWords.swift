import Foundation
import StargazerCore

/// How texts are cut into words, those that are kept as well as those that are looked for: the index itself only takes
/// what is between blanks.
///
/// Case, accents and width are folded away. Chinese, Japanese and Korean writing has no blanks to tell words apart, so
/// each of its characters is a word, and a run of them is looked for as a phrase. What people write with marks (`c++`,
/// `c#`, `.net`) is a word without them, and with them once more at the end.
struct SearchWords {
    /// Letters and digits, in the order of the text.
    private(set) var plain: [String] = []
    /// With marks.
    private(set) var marked: [String] = []

    /// What is kept of a text, and of all texts of an item, in Unicode scalars.
    static let longestTitle = 1_000
    static let longest = 8_000

    /// - Parameter folded: a text that `folded` made.
    init(_ folded: String) {
        var word = ""
        var whole = ""
        var isMarked = false
        var afterDot = false
        func endWord() {
            if !word.isEmpty { plain.append(word) }
            word = ""
        }
        func endWhole() {
            endWord()
            if isMarked { marked.append(whole) }
            whole = ""
            isMarked = false
        }
        for scalar in folded.unicodeScalars {
            switch Self.kind(of: scalar) {
            case .letter:
                if whole.isEmpty && afterDot {
                    whole = "."
                    isMarked = true
                }
                word.unicodeScalars.append(scalar)
                whole.unicodeScalars.append(scalar)
            case .character:
                endWhole()
                plain.append(String(scalar))
            case .mark where !whole.isEmpty:
                endWord()
                whole.unicodeScalars.append(scalar)
                isMarked = true
            case .mark, .other:
                endWhole()
            }
            afterDot = scalar == "."
        }
        endWhole()
    }

    static func folded(_ text: String) -> String {
        let folded =
            text.utf8.allSatisfy { $0 < 0x80 }
            ? text.lowercased()
            : text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        // SQLite ends a text at the first NUL.
        return folded.utf8.contains(0) ? folded.replacing("\0", with: " ") : folded
    }

    /// A title as names are compared.
    static func titleKey(_ title: String) -> String {
        folded(String(String.UnicodeScalarView(title.unicodeScalars.prefix(longestTitle))))
    }

    /// All words of an item, as the index takes them.
    static func text(of facts: any ItemFacts) -> String {
        var text = ""
        var room = longest
        for part in [facts.title] + facts.words where room > 0 {
            let kept = part.unicodeScalars.prefix(room)
            room -= kept.count + 1
            text.unicodeScalars.append(contentsOf: kept)
            text += "\n"
        }
        let words = SearchWords(folded(text))
        return (words.plain + words.marked).joined(separator: " ")
    }

    private enum Kind { case letter, character, mark, other }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A, 0x41...0x5A: .letter
        case 0x2B, 0x23: .mark
        case 0..<0x80: .other
        // Kana, Bopomofo, Hangul, Han, their half-width and supplementary forms, and what repeats or lengthens them.
        case 0x1100...0x11FF, 0x3005...0x3007, 0x3031...0x3035, 0x303B...0x303C, 0x3041...0x3096, 0x309D...0x30FA,
            0x30FC...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
            0xFF66...0xFFDC, 0x1AFF0...0x1B16F, 0x20000...0x3FFFF:
            .character
        default:
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
                .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber, .privateUse:
                .letter
            default: .other
            }
        }
    }
}

extension SearchWords {
    /// What the index is asked for a word that was typed, or nil when there is nothing in it that the index knows.
    ///
    /// Each part stands in quotes and holds no other: nothing that is typed is ever read as an operator.
    var pattern: String? {
        var parts = marked.prefix(Self.maxPhraseParts).map { "\"\($0)\" *" }
        // `c++` is its mark alone: the `c` of it would only find more.
        if plain.count > 1 || parts.isEmpty, !plain.isEmpty {
            parts.append("\"\(plain.prefix(Self.maxPhraseParts).joined(separator: " "))\" *")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// A phrase of more parts costs more than it tells.
    private static let maxPhraseParts = 24

    /// What was typed, cut at blanks: each of these is to be found. The longest tell most, and of very many no more
    /// than these count. What the index knows nothing of, such as a dash, counts only where nothing else was typed:
    /// beside words it is part of a sentence.
    static func queryWords(_ typed: String) -> [String] {
        var seen: Set<String> = []
        let all = folded(typed).split { $0.isWhitespace || $0.isNewline }.map(String.init)
            .filter { seen.insert($0).inserted }
        let known = all.filter { SearchWords($0).pattern != nil }
        let words = known.isEmpty ? all : known
        guard words.count > maxQueryWords else { return words }
        return Array(words.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }.prefix(maxQueryWords))
    }

    static let maxQueryWords = 16
}
