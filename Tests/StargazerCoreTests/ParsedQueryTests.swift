@testable import StargazerLibrary
import Testing

@testable import StargazerCore

struct ParsedQueryTests {
    private static let rules = RepositoryQualifier.rules

    private func read(_ text: String) -> ParsedQuery { ParsedQuery(text, rules: Self.rules) }

    private func uses(_ text: String) -> [ParsedQualifier] { read(text).qualifiers.map(\.use) }

    @Test(arguments: [
        "", " ", "swift", "  swift   gtk ", "language:swift stars:>1000", "\"a phrase\" -topic:ui NOT fork:true",
        "language:\"vim script\"editor", "stars:..", "a\"b c", "https://example.com/a?b=c", "std::move", ":", "-",
        "--x",
        "-language:", "LANGUAGE:Swift", "AND OR NOT", "tab\tnew\nline", "pushed:>=2024-02-30", "星 topic:日本",
        "\"open", "a:\"b", "e\u{301}: stars:5", String(repeating: "x ", count: 5_000),
    ])
    func `the parts joined give the original text`(text: String) {
        #expect(read(text).text == text)
        #expect(ParsedQuery(text, rules: QueryRules()).text == text)
        #expect(ParsedQuery(text, rules: QueryRules()).qualifiers.isEmpty)
    }

    @Test func `any characters in any order give the original text`() {
        var random = SystemRandomNumberGenerator()
        let letters = ["a", ":", "\"", " ", "-", ">", "..", "*", "stars", "language", "NOT", "OR", "\t", "5", "星", "="]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                letters.randomElement(using: &random) ?? ""
            }
            .joined()
            let query = read(text)
            #expect(query.text == text)
            for place in query.parts.indices { _ = query.text(without: [place]) }
            _ = query.withoutQualifiers
        }
    }

    @Test(arguments: [
        ("stars:>1000", ParsedQualifier.Value.number(.above(1_000))), ("stars:>=5", .number(.from(5))),
        ("stars:<5", .number(.below(5))), ("stars:<=5", .number(.upTo(5))), ("stars:5", .number(.exactly(5))),
        ("stars:5..9", .number(.between(5, 9))), ("stars:5..*", .number(.from(5))), ("stars:*..9", .number(.upTo(9))),
        ("stars:many", .unreadable), ("stars:*..*", .unreadable), ("stars:", .unreadable), ("stars:>", .unreadable),
        ("stars:-5", .unreadable), ("stars:99999999999999999999", .unreadable),
        ("pushed:2024-02-29", .day(.exactly(QueryDay(year: 2024, month: 2, day: 29)))),
        ("pushed:>=2024-02", .day(.from(QueryDay(year: 2024, month: 2)))),
        ("pushed:<2024", .day(.below(QueryDay(year: 2024)))),
        ("created:2023-01-01..*", .day(.from(QueryDay(year: 2023, month: 1, day: 1)))),
        ("created:2023-01-01T12:30:00+01:00", .day(.exactly(QueryDay(year: 2023, month: 1, day: 1)))),
        ("created:2023-01-01T12:30:00Z", .day(.exactly(QueryDay(year: 2023, month: 1, day: 1)))),
        ("pushed:2023-02-29", .unreadable), ("pushed:2023-2-9", .unreadable), ("pushed:yesterday", .unreadable),
        ("pushed:2023T12:00", .unreadable),
        ("language:swift", .word("Swift")), ("language:\"vim script\"", .word("Vim Script")),
        ("language:Brandnew", .word("Brandnew")), ("language:", .unreadable),
        ("archived:TRUE", .choices(["true"])), ("archived:maybe", .unreadable), ("fork:only", .choices(["only"])),
        ("in:name,readme", .choices(["name", "readme"])), ("in:name,", .unreadable),
        ("is:public", .choices(["public"])),
    ])
    func `a qualifier's value is parsed by the catalog's rules`(text: String, value: ParsedQualifier.Value) {
        #expect(uses(text).map(\.value) == [value])
    }

    @Test func `a hyphen or the word NOT before a qualifier negates it`() {
        #expect(uses("-language:java NOT topic:ui fork:true").map(\.isNegated) == [true, true, false])
        #expect(uses("not topic:ui").map(\.isNegated) == [false])
    }

    @Test(arguments: [
        ("swift language:swift gtk", 2, "swift gtk"), ("language:swift", 0, ""), ("  language:swift", 1, ""),
        ("language:swift gtk", 0, "gtk"), ("gtk language:swift", 2, "gtk"), ("a  stars:>5  b", 2, "a  b"),
        ("a NOT language:java b", 4, "a b"), ("a OR language:java b", 4, "a b"), ("a OR NOT language:java", 6, "a"),
        ("language:java OR a", 0, "a"), ("swift \"two  words\" stars:1", 4, "swift \"two  words\""),
        ("a stars:1 OR b", 2, "a OR b"), ("a ", 9, "a "),
    ])
    func `a part is removed with its operators and the rest stays`(text: String, place: Int, left: String) {
        #expect(read(text).text(without: [place]) == left)
    }

    @Test(arguments: [
        ("swift", ["Rust"], "swift language:Rust"), ("", ["Rust"], "language:Rust"),
        ("a language:swift b", ["Rust"], "a language:Rust b"), ("a language:swift b", [], "a b"),
        ("language:swift language:go x", ["Rust"], "x language:Rust"),
        ("a ", ["Vim Script"], "a language:\"Vim Script\""),
        ("-language:java", ["Rust"], "-language:java language:Rust"), ("a", [], "a"),
        ("a", ["x\"y"], "a language:xy"), ("a", ["C", "D"], "a language:C language:D"),
    ])
    func `new values replace the old ones in place`(text: String, values: [String], result: String) {
        #expect(read(text).text(setting: .language, to: values) == result)
    }

    @Test(arguments: [
        ("swift language:swift", "swift"), ("language:swift stars:>5", ""), ("a OR stars:5 OR b", "a OR b"),
        ("a NOT language:java", "a"), ("foo:bar stars:5", "foo:bar"), ("a AND b stars:5", "a AND b"),
        ("a (language:rust OR language:go)", "a"),
    ])
    func `without qualifiers only the words remain`(text: String, words: String) {
        #expect(read(text).withoutQualifiers == words)
    }
}

struct QueryProblemTests {
    private func problems(_ text: String) -> [QueryProblem] { RepositoryQualifier.rules.problems(in: text) }

    @Test(arguments: [
        "", "swift gtk", "stars:>5 language:anything", "https://github.com/a/b", "std::move", "12:30", "\"a:b c\"",
        ":x",
        "x:", "not and or", "a AND b AND c AND d AND e AND f", String(repeating: "x", count: 256),
        "user:" + String(repeating: "x", count: 300),
    ])
    func `valid qualifiers and plain words have no problem`(text: String) {
        #expect(problems(text) == [])
    }

    @Test(arguments: [
        ("stars:many", [QueryProblem.notANumber(.stars, "many")]), ("pushed:soon", [.notADate(.pushed, "soon")]),
        ("archived:maybe", [.unknownValue(.archived, "maybe", of: ["true", "false"])]),
        ("language:", [.missingValue(.language)]),
        ("colour:red", [.unknownQualifier("colour")]), ("\"open", [.unclosedQuote]),
        ("stars:x foo:y", [.notANumber(.stars, "x"), .unknownQualifier("foo")]),
        ("a ((language:rust OR b)", [.unknownQualifier("((language")]), ("(foo:bar)", []),
    ])
    func `a part that is not understood is reported but still sent`(text: String, expected: [QueryProblem]) {
        #expect(problems(text) == expected)
        let refused = expected.filter(\.blocksSearch)
        #expect(refused == [])
    }

    @Test func `the limits are counted as the server counts them`() {
        let words = Array(repeating: "seven77", count: 32).joined(separator: " ")
        #expect(words.count == 255 && problems(words) == [])
        #expect(problems(words + " language:swift \"x") == [.tooLong(257, limit: 256), .unclosedQuote])
        #expect(problems("a OR b OR c OR d OR e NOT f") == [])
        #expect(problems("a OR b OR c OR d OR e NOT f AND g") == [.tooManyOperators(6, limit: 5)])
        let refused = problems(words + " longer").filter(\.blocksSearch)
        #expect(refused.count == 1)
        let endless = String(repeating: "x", count: 20_000)
        #expect(problems(endless) == [.tooLong(20_001, limit: 256)])
    }

    @Test func `an invalid username is a problem in a people search, which knows other qualifiers`() {
        #expect(PersonQualifier.rules.problems(in: "type:org location:berlin stars:5") == [.unknownQualifier("stars")])
        #expect(
            PersonQualifier.rules.problems(in: "type:robot") == [.unknownValue(.type, "robot", of: ["user", "org"])])
    }
}
