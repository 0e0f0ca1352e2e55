import Foundation
import Glibc

/// Finds the paragraph of a text that contains most of a query, and cuts it to a readable length.
struct MatchingLine {
    private let matcher: WordMatcher
    /// The words, to skip paragraphs without any of them.
    private let needles: [[UInt8]]
    /// How many bytes may still be read. It bounds the time of a search for common words in long texts.
    private var budget = 4_000_000

    init(_ terms: DocumentTerms) {
        matcher = WordMatcher(terms.required)
        needles = terms.required.flatMap { $0.words + $0.forms.joined() }.map { Array($0.utf8) }
    }

    /// Returns the paragraph of the Markdown texts with the most words, the first among equals; nil without any.
    mutating func best(in texts: [(field: DocumentLine.Field, text: String?)]) -> DocumentLine? {
        var best: (line: [UInt8], found: WordMatcher.Found)?
        var bestField = DocumentLine.Field.document
        for (field, text) in texts {
            guard let text else { continue }
            if best?.found.terms.count == matcher.count { break }
            PlainTextLines.forEachParagraph(in: text) { line in
                budget -= line.count
                guard let found = find(in: line) else { return budget > 0 }
                let isBetter = best.map {
                    ($0.found.terms.count, $0.found.words) < (found.terms.count, found.words)
                }
                if isBetter ?? true {
                    best = (line, found)
                    bestField = field
                }
                return budget > 0 && best?.found.terms.count != matcher.count
            }
        }
        return best.map { best in
            var line = Self.line(best.line, best.found.ranges, matcher)
            line.field = bestField
            return line
        }
    }

    private func find(in line: [UInt8]) -> WordMatcher.Found? {
        TextFolding.withFolded(line) { folded in
            guard needles.contains(where: { contains(folded, $0) }) else { return nil }
            return matcher.find(in: folded)
        }
    }

    private func contains(_ text: UnsafeBufferPointer<UInt8>, _ needle: [UInt8]) -> Bool {
        guard let start = text.baseAddress, let first = needle.first else { return false }
        var place = 0
        while place + needle.count <= text.count {
            guard let next = memchr(start + place, Int32(first), text.count - place - needle.count + 1)
            else { break }
            if memcmp(next, needle, needle.count) == 0 { return true }
            place = UnsafeRawPointer(next) - UnsafeRawPointer(start) + 1
        }
        return false
    }

    /// - Parameter ranges: in the folded line, whose length may be another one.
    private static func line(_ bytes: [UInt8], _ ranges: [Range<Int>], _ matcher: WordMatcher)
        -> DocumentLine
    {
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.allSatisfy({ $0 < 0x80 }) { return cut(text, ranges.map { range(in: text, $0) }) }
        // Folds each character, to know where it is in the line.
        var folded: [UInt8] = []
        var places: [String.Index] = []
        for index in text.indices {
            let character = SearchWords.folded(String(text[index])).utf8
            folded += character
            places += repeatElement(index, count: character.count)
        }
        let found = folded.withUnsafeBufferPointer { matcher.find(in: $0) }
        let words = (found?.ranges ?? []).map {
            places[$0.lowerBound]..<text.index(after: places[$0.upperBound - 1])
        }
        return cut(text, words)
    }

    /// Returns the word that most others follow closely.
    private static func mostWords(_ text: String, _ words: ArraySlice<Range<String.Index>>)
        -> String.Index
    {
        let places = words.map { text.distance(from: text.startIndex, to: $0.upperBound) }
        let counts = places.map { place in
            places.count { $0 >= place && $0 - place < DocumentLine.maxLength - before }
        }
        guard let most = counts.max(), let first = counts.firstIndex(of: most) else {
            return text.startIndex
        }
        return words[words.startIndex + first].lowerBound
    }

    private static let maxCountedWords = 50

    private static func range(in text: String, _ range: Range<Int>) -> Range<String.Index> {
        let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
        return start..<text.utf8.index(start, offsetBy: range.count)
    }

    /// The most characters before the first word, so that it shows in the two lines of a narrow row.
    private static let before = 30

    /// Cuts the line around most of its words.
    private static func cut(_ text: String, _ words: [Range<String.Index>]) -> DocumentLine {
        let first = mostWords(text, words.prefix(maxCountedWords))
        var start = text.index(first, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
        let end = text.index(start, offsetBy: DocumentLine.maxLength, limitedBy: text.endIndex) ?? text.endIndex
        if start == text.startIndex, end == text.endIndex { return DocumentLine(text: text, words: words) }
        // At the beginning of a word, if one begins before the first match.
        if start > text.startIndex, let space = text[start..<first].firstIndex(of: " ") {
            start = text.index(after: space)
        }
        let (head, tail) = (start > text.startIndex ? "…" : "", end < text.endIndex ? "…" : "")
        let shown = text[start..<end]
        let cut = head + shown + tail
        let offset = head.utf8.count
        return DocumentLine(
            text: cut,
            words: words.filter { $0.lowerBound >= start && $0.upperBound <= end }.map { word in
                let from = offset + text.utf8.distance(from: start, to: word.lowerBound)
                return range(
                    in: cut, from..<from + text.utf8.distance(from: word.lowerBound, to: word.upperBound))
            })
    }
}
