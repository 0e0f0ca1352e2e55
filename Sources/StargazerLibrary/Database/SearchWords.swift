import Foundation

/// Splits texts into words, both for the index and for queries; the index itself only splits at spaces.
///
/// It folds case, accents, width and other compatible characters (NFKC). Chinese, Japanese, Korean and Thai text has no
/// spaces between words, so each character is a word. A query searches for a run of such characters as a phrase. Names with symbols (`c++`, `c#`, `.net`) are
/// words without the symbols, and again with them at the end of the text.
struct SearchWords {
    /// Words of letters and digits, in the order of the text.
    private(set) var plain: [String] = []
    /// Words that include symbols.
    private(set) var marked: [String] = []

    /// Maximum length of an indexed title, and of all texts of an item, in Unicode scalars.
    static let maxTitleLength = 1_000
    static let maxLength = 8_000

    /// - Parameter folded: a text returned by `folded`.
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
            : text.decomposedStringWithCompatibilityMapping.precomposedStringWithCanonicalMapping.folding(
                options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
        // SQLite ends a text at the first NUL.
        return folded.utf8.contains(0) ? folded.replacing("\0", with: " ") : folded
    }

    /// The words of a sample, which are others by other rules. Stored words must be those of typed text.
    static let fingerprint: String = {
        let words = SearchWords(
            folded("Straße CAFÉ c++ .NET snake_case ﬁ ＡＢ Ǆ ｶﾞ İi 漢字かなガ한글 Ωμέγα Ёлка ไทย हिन्दी عربى 𝒳 ½ ²"))
        return Digest.sha256(Data((words.plain + words.marked).joined(separator: "\n").utf8))
    }()

    /// Returns the title in the form that sorting and searching use.
    static func titleKey(_ title: String) -> String {
        folded(String(String.UnicodeScalarView(title.unicodeScalars.prefix(maxTitleLength))))
    }

    /// Returns all words of an item, separated by spaces.
    static func text(of facts: any ItemFacts) -> String {
        var text = ""
        var room = maxLength
        for part in [facts.title] + facts.words where room > 0 {
            let kept = part.unicodeScalars.prefix(room)
            room -= kept.count + 1
            text.unicodeScalars.append(contentsOf: kept)
            text += "\n"
        }
        let words = SearchWords(folded(text))
        return (words.plain + words.marked).joined(separator: " ")
    }

    enum Kind { case letter, character, mark, other }

    static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        case 0x30...0x39, 0x61...0x7A, 0x41...0x5A: .letter
        case 0x2B, 0x23: .mark
        case 0..<0x80: .other
        // Thai consonants, vowels and marks.
        case 0xE01...0xE3A, 0xE40...0xE4E: .character
        // Kana, Bopomofo, Hangul and Han, their half-width and supplementary forms, and repetition and length marks.
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
    /// The FTS5 query for a typed word, in quotes, so that nothing is an operator; nil if the index knows none of it.
    var pattern: String? { pattern(suffix: " *") }

    /// The FTS5 query for a quotation, whose words are complete.
    var phrasePattern: String? { pattern(suffix: "") }

    private func pattern(suffix: String) -> String? {
        var parts = marked.prefix(Self.maxPhraseParts).map { "\"\($0)\"" + suffix }
        if searchesPlain {
            parts.append("\"\(plain.prefix(Self.maxPhraseParts).joined(separator: " "))\"" + suffix)
        }
        return parts.isEmpty ? nil : parts.joined(separator: " AND ")
    }

    /// `c++` is searched for with its symbols only: the plain `c` would match more.
    private var searchesPlain: Bool { plain.count > 1 || marked.isEmpty && !plain.isEmpty }

    /// Returns whether the words of a quotation occur in these words, in their order.
    func contains(phrase: SearchWords) -> Bool {
        let wanted = phrase.plain
        return phrase.marked.allSatisfy(marked.contains)
            && (!phrase.searchesPlain
                || plain.indices.contains { plain[$0...].prefix(wanted.count).elementsEqual(wanted) })
    }

    /// Longer phrases cost more time than they narrow the results.
    static let maxPhraseParts = 24

    /// Splits typed text at white space into the words that must all match: the longest, up to `maxQueryWords`, because
    /// they narrow the most. A word without letters or digits, such as a dash, counts only if there are no others.
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
