@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("The line of a match")
struct MatchingLineTests {
    private func line(_ query: String, _ texts: String...) -> String? {
        var matchingLine = MatchingLine(DocumentTerms(query))
        return matchingLine.best(in: texts)?.marked
    }

    @Test func `the line with the most words is best and the first of them`() {
        let text = "# Title\n\none\n\none two\n\ntwo one again\n\nother"
        #expect(line("one tw", text) == "[one] [two]")
        #expect(line("two", text) == "one [two]")
        #expect(line("missing", text) == nil)
        #expect(line("one missing", text) == "[one]")
        #expect(line("note", text, "a note") == "a [note]")
    }

    @Test func `a phrase is better than its words`() {
        #expect(line("\"event loop\"", "loop and event\n\nthe event loop") == "the [event] [loop]")
        #expect(line("\"event loop\"", "the event\nloop") == "the [event] [loop]")
    }

    @Test(arguments: [
        ("straße", "STRASSE Straße", "[STRASSE] [Straße]"), ("cafe", "Das Café hier", "Das [Café] hier"),
        ("ab", "width ＡＢＣ", "width [ＡＢＣ]"), ("漢字", "これは漢字です", "これは[漢][字]です"),
        ("c++", "I like C++ and C", "I like [C++] and C"), ("node.js", "uses Node.js", "uses [Node][.js]"),
        ("cafe", "👨‍👩‍👧 cafe\u{301} x", "👨‍👩‍👧 [cafe\u{301}] x"),
    ])
    func `words are marked in the text as it is`(_ query: String, _ text: String, _ marked: String) {
        #expect(line(query, text) == marked)
    }

    @Test func `a long line is cut around its words`() throws {
        let filler = String(repeating: "filler ", count: 60)
        var matchingLine = MatchingLine(DocumentTerms("needle haystack"))
        let text = "\(filler)needle \(filler)needle in a haystack \(filler)"
        let best = matchingLine.best(in: [text])
        let found = try #require(best)
        #expect(found.text.count <= DocumentLine.maxLength + 2)
        #expect(found.text.hasPrefix("…filler") && found.text.hasSuffix("…"))
        #expect(found.words.map { found.text[$0] } == ["needle", "haystack"])
        let cut = matchingLine.best(in: [String(repeating: "漢", count: 400) + " needle"])
        let wide = try #require(cut)
        #expect(wide.text.count <= DocumentLine.maxLength + 2)
        #expect(wide.words.map { wide.text[$0] } == ["needle"])
    }

    @Test func `a word far behind in a short line is near its beginning`() {
        let text = "Community framework for your zsh configuration, with plugins and themes, for macOS"
        #expect(line("macos", text) == "…with plugins and themes, for [macOS]")
        #expect(line("your", text)?.hasPrefix("Community") == true)
    }

    @Test func `a match shows its paragraph and not only the line that the file wraps`() {
        let text = "# Copy\nA tool that shows the progress of\ncopied data, in\nany terminal.\n\nIt is small."
        #expect(line("progress", text) == "A tool that shows the [progress] of copied data, in any terminal.")
        #expect(line("copied terminal", text)?.hasSuffix("[copied] data, in any [terminal].") == true)
        #expect(line("copy", text) == "[Copy]")
    }

    @Test func `long texts are read up to a limit`() {
        var matchingLine = MatchingLine(DocumentTerms("needle other"))
        let long = String(repeating: "some line\n", count: 500_000) + "needle"
        #expect(matchingLine.best(in: [long]) == nil)
        #expect(matchingLine.best(in: ["needle"])?.text == "needle")
        #expect(matchingLine.best(in: ["a\n\nneedle"]) == nil)
    }
}

extension MatchingLine {
    fileprivate mutating func best(in texts: [String]) -> DocumentLine? { best(in: texts.map { (.document, $0) }) }
}
