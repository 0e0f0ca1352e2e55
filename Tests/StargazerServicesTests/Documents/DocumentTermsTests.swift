@testable import StargazerLibrary
import Testing

@testable import StargazerServices

@Suite("Terms of a document query")
struct DocumentTermsTests {
    /// Returns the terms: words joined by underscores, and a star after a prefix.
    private func terms(_ typed: String) -> [String] {
        DocumentTerms(typed).terms.map { $0.words.joined(separator: "_") + ($0.isPrefix ? "*" : "") }
    }

    @Test(arguments: [
        ("swift", ["swift*"]), ("Swift NIO", ["swift", "nio*"]), ("  x  y ", ["x", "y*"]), ("", []), (" - ", []),
        ("\"Event Loop\"", ["event_loop"]), ("\"event loop\" io", ["event_loop", "io*"]),
        ("io \"event loop\"", ["io", "event_loop"]), ("\"event lo", ["event_lo*"]), ("\"\"", []), ("\"", []),
        ("foo-bar", ["foo", "bar*"]), ("c++", ["c++*"]), ("c++ x", ["c++", "x*"]),
        ("node.js", [".js*", "node", "js*"]),
        ("漢字", ["漢_字*"]), ("x x x", ["x", "x*"]), ("the size of", ["the", "size", "of"]), ("of the \"", ["of", "the"]),
        ("café", ["cafe*"]), ("\" NEAR(a) OR", ["near_a_or*"]),
    ])
    func `typed text is split into terms`(_ typed: String, _ expected: [String]) {
        #expect(terms(typed) == expected)
    }

    @Test func `the shortest words of a long query are left out but not the last`() {
        let words = (1...40).map { String(repeating: "a", count: $0) }
        let terms = DocumentTerms((words + ["z"]).joined(separator: " ")).terms
        #expect(terms.count == SearchWords.maxQueryWords)
        #expect(terms.last?.words == ["z"])
        #expect(terms.dropLast().allSatisfy { $0.words[0].count > 25 })
    }

    @Test func `a prefix of one or two letters is short`() {
        #expect(DocumentTerms("a").terms[0].hasShortPrefix)
        #expect(DocumentTerms("ж").terms[0].hasShortPrefix)
        #expect(!DocumentTerms("abc").terms[0].hasShortPrefix)
        #expect(!DocumentTerms("漢").terms[0].hasShortPrefix)
        #expect(!DocumentTerms("c#").terms[0].hasShortPrefix)
        #expect(!DocumentTerms("go parser").terms[0].hasShortPrefix)
    }
}
