import Foundation
@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("Words in UTF-8")
struct WordScannerTests {
    private func words(_ folded: String) -> (plain: [String], marked: [String]) {
        var (plain, marked): ([String], [String]) = ([], [])
        let bytes = Array(folded.utf8)
        bytes.withUnsafeBufferPointer { text in
            WordScanner.scan(text) { word, range in
                let found = String(decoding: text[range], as: UTF8.self)
                if word == .plain { plain.append(found) } else { marked.append(found) }
            }
        }
        return (plain, marked)
    }

    @Test func `the words are those of search words`() {
        var random = FuzzRandom(seed: 11)
        let parts = [
            "a", "b1", "+", "#", ".", " ", "-", "漢", "字", "か", "한", "é", "ß", "Ω", "e\u{301}", "\u{301}", "😀", "𝒳", "ﬁ",
            "\u{200B}", "\n", "\0", "ไทย", "हि",
        ]
        for _ in 0..<5_000 {
            let folded = SearchWords.folded((0..<random.below(14)).map { _ in random.pick(parts) }.joined())
            let expected = SearchWords(folded)
            let found = words(folded)
            #expect(found.plain == expected.plain && found.marked == expected.marked, "\(folded)")
        }
    }

    @Test func `folding of bytes is that of strings`() {
        for text in ["ABC xyz 123", "Straße CAFÉ", "ＡＢ", "İstanbul", ""] {
            let folded = TextFolding.withFolded(Array(text.utf8)) { String(decoding: $0, as: UTF8.self) }
            #expect(folded == SearchWords.folded(text))
        }
    }

    @Test func `a set has each word once`() {
        var set = WordSet()
        let words = (0..<10_000).map { "word\($0 % 3_000)" }
        for word in words {
            Array(word.utf8).withUnsafeBufferPointer { set.insert($0) }
        }
        #expect(String(decoding: set.text, as: UTF8.self) == words.prefix(3_000).joined(separator: " "))
    }
}
