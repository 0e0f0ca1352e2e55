import Foundation
@testable import StargazerLibrary
import Testing

@testable import StargazerCore

struct QueryExpressionTests {
    @Test(arguments: [
        ("", nil), ("  ", nil), ("rust", "rust"), ("rust parser", "(rust & parser)"),
        ("a OR b c", "(a | (b & c))"), ("a b OR c", "((a & b) | c)"), ("a AND b", "(a & b)"),
        ("a or b", "(a & or & b)"), ("NOT a b", "(!a & b)"), ("-a b", "(!a & b)"), ("a NOT b OR c", "((a & !b) | c)"),
        ("(a OR b) c", "((a | b) & c)"), ("a (b OR (c d))", "(a & (b | (c & d)))"), ("-(a b)", "!(a & b)"),
        ("NOT (a OR b)", "!(a | b)"), ("NOT NOT a", "a"), ("NOT -a", "a"), ("(a)", "a"), ("((a))", "a"),
        ("(a)(b)", "(a & b)"), ("(a)b", "(a & b)"), ("\"a b\" c", "(\"a b\" & c)"), ("-\"a b\"", "!\"a b\""),
        ("language:rust", "language=rust"), ("-language:rust", "!language=rust"),
        ("NOT language:rust", "!language=rust"), ("language:\"common lisp\"", "language=common lisp"),
        ("(language:rust OR language:go) x", "((language=rust | language=go) & x)"),
        ("license:MIT topic:gtk user:octocat", "(license=MIT & topic=gtk & user=octocat)"),
        ("archived:TRUE fork:only is:starred", "(archived=true & fork=only & is=starred)"),
        ("is:packaged -is:INSTALLED OR is:library", "((is=packaged & !is=installed) | is=library)"),
    ])
    func `operators bind as in a search on GitHub`(text: String, expected: String?) {
        #expect(QueryExpression(text).map(drawn) == expected)
    }

    @Test(arguments: [
        ("OR", nil), ("NOT", nil), ("AND OR NOT", nil), ("a OR", "a"), ("OR a", "a"), ("a OR OR b", "(a | b)"),
        ("a AND", "a"), ("a NOT", "a"), ("NOT OR a", "a"), ("()", nil), ("(", nil), ("a ()", "a"), ("-()", nil),
        ("-(", nil), ("(a", "a"), ("(a OR b", "(a | b)"), ("a OR (b", "(a | b)"), ("a )", "(a & ))"), (")", ")"),
        ("a) b", "(a) & b)"), ("f(x)", "f(x)"), ("(f(x))", "f(x)"), ("a(b c)", "(a(b & c))"), ("-", "-"),
        ("--a", "--a"),
        ("\"\"", nil), ("\"", nil), ("\"a b", "a b"), ("a \"b c", "(a & b c)"), ("x\"y z\"", "x\"y z\""),
        ("\"(a\" b", "(\"(a\" & b)"), ("stars:", nil), ("stars:many a", "a"), ("NOT stars: a", "a"), ("-stars:x", nil),
        ("is:public", nil), ("colour:red", "colour:red"), ("https://a/b", "https://a/b"), ("std::move", "std::move"),
    ])
    func `unfinished and odd texts are read as far as they go`(text: String, expected: String?) {
        #expect(QueryExpression(text).map(drawn) == expected)
    }

    @Test(arguments: [
        ("a in:name", "{name: a}"), ("in:name", nil), ("in:name,topics a b", "{name,topics: (a & b)}"),
        ("a OR b in:name", "{name: (a | b)}"), ("(a in:name) OR b", "({name: a} | b)"), ("-in:name a", "a"),
        ("in:readme a", "a"), ("NOT in:name a", "a"),
    ])
    func `places apply to the words of their group`(text: String, expected: String?) {
        #expect(QueryExpression(text).map(drawn) == expected)
    }

    @Test func `without operators and parentheses in the rules they are words`() {
        #expect(QueryExpression("a OR (b", rules: QueryRules()).map(drawn) == "(a & OR & (b)")
        #expect(QueryExpression("a OR (b)", rules: RepositoryQualifier.rules).map(drawn) == "(a | (b))")
    }

    @Test func `size and depth are limited`() throws {
        let long = try #require(QueryExpression(String(repeating: "a OR -b ", count: 500)))
        #expect(nodes(long) <= QueryExpression.maxNodes && nodes(long) > QueryExpression.maxNodes / 3)
        let deep = String(repeating: "(a ", count: 1_000) + String(repeating: ")", count: 1_000) + " b"
        let nested = try #require(QueryExpression(deep))
        #expect(depth(nested) <= QueryExpression.maxNesting * 2 + 2)
        #expect(nodes(nested) <= QueryExpression.maxNodes)
        let few = String(repeating: "(", count: 40) + "a" + String(repeating: ")", count: 40) + " b"
        #expect(QueryExpression(few).map(drawn) == "(a & b)", "parentheses beyond the limit close no others")
        #expect(QueryExpression(String(repeating: "x", count: 50_000)) == .word(String(repeating: "x", count: 4_096)))
    }

    @Test func `no text fails, and each is within the limits`() {
        var random = SystemRandomNumberGenerator()
        let letters = [
            "a", ":", "\"", " ", " ", "-", "(", ")", "stars:", "language:c", "NOT ", "OR ", "AND ", "\t", "5", "星",
            "in:name",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...24, using: &random))
                .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
            if let expression = QueryExpression(text) { #expect(nodes(expression) <= QueryExpression.maxNodes) }
            let query = ParsedQuery(text, rules: .favorites)
            #expect(query.text == text)
            for place in query.parts.indices { _ = query.text(without: [place]) }
            _ = query.withoutQualifiers
        }
    }

    @Test(arguments: [
        ("(language:rust OR a) b", "(a) b"), ("(language:rust) a", "a"), ("a OR (language:rust)", "a"),
        ("a -((language:rust stars:5)) b", "a b"), ("(language:rust) OR a", "a"), ("()", "()"), ("a (b)", "a (b)"),
        ("f(x) stars:5", "f(x)"), ("(a language:rust", "(a"), ("(a language:rust) b", "(a) b"),
    ])
    func `removing qualifiers leaves no empty group`(text: String, words: String) {
        #expect(ParsedQuery(text, rules: .favorites).withoutQualifiers == words)
    }

    @Test func `a qualifier in a negated group is negated`() {
        let uses = ParsedQuery("-(language:c (topic:x)) stars:5 NOT (user:a)", rules: .favorites).qualifiers
        #expect(uses.map(\.use.isNegated) == [true, true, false, true])
    }

    private static let intervals: [(String, Double, Double)] = [
        ("stars:5", 5.0, 6.0), ("stars:>5", 6, .infinity), ("stars:>=5", 5, .infinity), ("stars:<5", -.infinity, 5),
        ("stars:<=5", -.infinity, 6), ("stars:5..7", 5, 8), ("stars:5..*", 5, .infinity), ("stars:7..5", 7, 7),
        ("stars:\(Int.max)..\(Int.max)", Double(Int.max), Double(Int.max)),
        ("added:1970-01-01", 0, 86_400), ("added:1970", 0, 31_536_000), ("added:1970-02", 2_678_400, 5_097_600),
        ("pushed:2024-02-29", 1_709_164_800, 1_709_251_200), ("pushed:2024-12", 1_733_011_200, 1_735_689_600),
        ("pushed:>2023-12-31", 1_704_067_200, .infinity), ("created:*..2000-02", -.infinity, 951_868_800),
        ("created:1999-12-31..2000-01-01", 946_598_400, 946_771_200), ("created:1969-12-31", -86_400, 0),
    ]

    @Test(arguments: intervals)
    func `ranges include their bounds, and days are days in UTC`(text: String, low: Double, high: Double) throws {
        guard case .qualifier(_, let value) = try #require(QueryExpression(text)) else {
            Issue.record("\(text)"); return
        }
        let interval = try #require(value.interval)
        #expect(interval.lowerBound == low && interval.upperBound == high, "\(interval)")
    }

    @Test func `every day of four centuries begins where the one before ends`() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        var day = try #require(calendar.date(from: DateComponents(year: 1800, month: 1, day: 1)))
        while day.timeIntervalSince1970 < 4_102_444_800 {
            let parts = calendar.dateComponents([.year, .month, .day], from: day)
            let value = ParsedQualifier.Value.day(
                .exactly(QueryDay(year: parts.year ?? 0, month: parts.month, day: parts.day)))
            let start = day.timeIntervalSince1970
            #expect(value.interval == start..<start + 86_400)
            day.addTimeInterval(86_400 * 13)
        }
    }

    @Test func `the examples are understood`() {
        for example in QueryRules.favorites.examples {
            #expect(QueryRules.favorites.problems(in: example) == [])
            #expect(!ParsedQuery(example, rules: .favorites).qualifiers.isEmpty)
        }
    }

    private func drawn(_ expression: QueryExpression) -> String {
        switch expression {
        case .word(let word): word
        case .phrase(let phrase): "\"\(phrase)\""
        case .qualifier(let name, .word(let word)): "\(name.rawValue)=\(word)"
        case .qualifier(let name, .choices(let values)): "\(name.rawValue)=\(values.joined(separator: ","))"
        case .qualifier(let name, let value): "\(name.rawValue)=\(value)"
        case .not(let inner): "!\(drawn(inner))"
        case .and(let all): "(\(all.map(drawn).joined(separator: " & ")))"
        case .or(let all): "(\(all.map(drawn).joined(separator: " | ")))"
        case .within(let places, let inner): "{\(places.joined(separator: ",")): \(drawn(inner))}"
        }
    }

    private func children(_ expression: QueryExpression) -> [QueryExpression] {
        switch expression {
        case .word, .phrase, .qualifier: []
        case .not(let inner), .within(_, let inner): [inner]
        case .and(let all), .or(let all): all
        }
    }

    private func nodes(_ expression: QueryExpression) -> Int {
        children(expression).reduce(1) { $0 + nodes($1) }
    }

    private func depth(_ expression: QueryExpression) -> Int {
        1 + (children(expression).map(depth).max() ?? 0)
    }
}
