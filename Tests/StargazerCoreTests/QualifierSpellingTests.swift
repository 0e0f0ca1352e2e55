import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Qualifiers as people type them.
struct QualifierSpellingTests {
    /// 2026-11-27 at noon, UTC.
    private let now = Date(timeIntervalSince1970: 1_795_780_800)

    @Test(arguments: [
        ("is:archived", "archived:true"), ("is:fork", "fork:only"), ("no:tag", "tag:none"), ("no:tags", "tag:none"),
        ("has:tag", "-tag:none"), ("has:tags", "-tag:none"), ("-has:tag", "tag:none"),
        ("updated:>2024", "pushed:>2024"),
        ("forks:>1k", "forks:>1000"), ("no:note", "-has:note"),
        ("-no:note", "has:note"), ("lang:rust", "language:rust"), ("owner:octo", "user:octo"),
        ("IS:Archived", "archived:true"),
        ("NOT is:archived", "NOT archived:true"), ("stars:>10k", "stars:>10000"),
        ("stars:1.5k..2m", "stars:1500..2000000"),
    ])
    func `favorites understand other spellings`(typed: String, meant: String) throws {
        let expression = try #require(QueryExpression(typed))
        #expect(expression == QueryExpression(meant))
        #expect(QueryRules.favorites.problems(in: typed) == [])
    }

    @Test(arguments: [
        ("pushed:<1y", "pushed:<2025-11-27"), ("added:>6m", "added:>2026-05-27"), ("added:>=2w", "added:>=2026-11-13"),
        ("created:10d", "created:2026-11-17"), ("pushed:2y..1y", "pushed:2024-11-27..2025-11-27"),
        ("pushed:<1Y", "pushed:<2025-11-27"), ("pushed:*..1y", "pushed:<=2025-11-27"),
    ])
    func `a span is the day that long ago`(typed: String, meant: String) throws {
        var query = FavoritesQuery(text: typed)
        query.resolveSpans(now)
        #expect(query.expression == QueryExpression(meant))
        let use = try #require(ParsedQuery(typed, rules: .favorites).qualifiers.first?.use)
        let plain = try #require(ParsedQuery(meant, rules: .favorites).qualifiers.first?.use)
        #expect(
            QueryValueContent(use, formats: .sample(), now: now)
                == QueryValueContent(plain, formats: .sample(), now: now))
    }

    @Test(arguments: ["pushed:<1", "pushed:<y", "pushed:<1h", "pushed:<999999y", "stars:k", "stars:1.k", "stars:1k5"])
    func `other spans and numbers are not understood`(typed: String) {
        #expect(QueryRules.favorites.problems(in: typed).count == 1)
    }

    @Test(arguments: [
        ("swift", "swift"), ("language:swift stars:>10", "language:swift stars:>10"),
        ("lang:c pushed:<1y", "language:c pushed:<2025-11-27"), ("-is:archived x", "-archived:true x"),
        ("a sort:stars b", "a b"), ("sort:updated", ""), ("stars:>10k \"a b\"", "stars:>10000 \"a b\""),
        ("created:>2020-01-01T10:00:00Z", "created:>2020-01-01T10:00:00Z"), ("stars:many", "stars:many"),
        ("stars:010", "stars:010"), ("owner:octo is:public", "user:octo is:public"),
    ])
    func `a search is sent in the catalog's own spelling`(typed: String, sent: String) {
        let query = SearchQuery(text: typed).inCatalogText(rules: RepositoryQualifier.rules, now: now)
        #expect(query.text == sent)
    }

    @Test func `a text can ask for an order`() {
        func order(_ text: String) -> ItemOrder? { ParsedQuery(text, rules: .favorites).sort }
        #expect(order("x sort:stars") == ItemOrder(.stars))
        #expect(order("sort:stars-asc") == ItemOrder(.stars, .ascending))
        #expect(order("sort:name") == ItemOrder(.name))
        #expect(order("sort:updated") == ItemOrder(.pushed))
        #expect(order("sort:") == nil && order("x") == nil)
        #expect(QueryExpression("sort:stars") == nil)
        #expect(QueryExpression("x sort:stars") == .word("x"))
    }

    @Test(arguments: [
        ("language:Swift", nil), ("language:Zwift", "language:Swift"), ("lang:swfit", "language:Swift"),
        ("language:brainchild", nil), ("language:kotlim", "language:Kotlin"), ("license:mti", nil),
        ("license:apache-2", "license:apache-2.0"), ("topic:swfit", nil), ("sort:star", "sort:stars"),
        ("sort:updatd", nil), ("sort:newest", "sort:added"), ("sort:stars", nil), ("sort:updated", nil),
        ("sort:nmae-desc", "sort:name-desc"),
    ])
    func `a word that is near to a known value is probably spelled wrong`(typed: String, word: String?) {
        let correction = ParsedQuery(typed, rules: .favorites).correction(rules: .favorites)
        #expect(correction?.word == word)
        #expect(QueryRules.favorites.problems(in: correction?.text ?? "") == [])
        if word != nil { #expect(QueryRules.favorites.problems(in: typed).count == 1) }
    }

    @Test func `an order that is not known is said`() {
        #expect(
            QueryRules.favorites.problems(in: "x sort:foo")
                == [.unknownValue(.sort, "foo", of: ["added", "name", "stars", "pushed", "updated"])])
        #expect(QueryRules.favorites.problems(in: "x sort:Stars-Asc") == [])
    }

    @Test func `the manual page has every qualifier of favorites and every value`() throws {
        var checkout = URL(filePath: #filePath)
        for _ in 1...3 { checkout.deleteLastPathComponent() }
        let page = try String(contentsOf: checkout.appending(path: "data/stargazer.1"), encoding: .utf8)
        let language = try #require(page.components(separatedBy: ".SH SEARCH LANGUAGE").last).replacing(
            "\\-", with: "-")
        let rules = QueryRules.favorites
        var words = rules.qualifiers.map { "\($0.name.rawValue):" }
        words += rules.aliases.map { "\($0.name.rawValue):\($0.value ?? "")" }
        for qualifier in rules.qualifiers {
            guard case .choice(let values) = qualifier.values else { continue }
            words += values.filter { qualifier.name != .fork || $0 != "true" }.map {
                "\(qualifier.name.rawValue):\($0)"
            }
        }
        #expect(words.filter { !language.contains($0) } == [])
    }

    @Test(arguments: [
        ("archived:yes", "archived:true"), ("archived:no x", "archived:false"), ("is:stared", "is:starred"),
        ("is:archive", "is:archived"), ("stars:1,000+", "stars:>=1000"), ("stars:10-50", "stars:10..50"),
        ("stars:=>5", "stars:>=5"), ("pushed:2024/5/3", "pushed:2024-05-03"), ("pushed:<2years", "pushed:<2y"),
        ("langauge:rust", "language:rust"), ("star:>10", "stars:>10"), ("-archived:ture", "archived:true"),
    ])
    func `a value that is not understood has a correction`(typed: String, word: String) throws {
        let correction = try #require(ParsedQuery(typed, rules: .favorites).correction(rules: .favorites))
        #expect(correction.word == word)
        #expect(QueryRules.favorites.problems(in: correction.text) == [])
        #expect(correction.text.hasPrefix("-") == typed.hasPrefix("-"))
    }

    @Test(arguments: ["stars:many", "pushed:yesterday", "archived:maybe", "foo:bar", "archived:true", "stars:", "a b"])
    func `what is not clear has no correction`(typed: String) {
        #expect(ParsedQuery(typed, rules: .favorites).correction(rules: .favorites) == nil)
    }

    @Test(arguments: [
        ("(uv", [QueryProblem.unclosedParenthesis]), ("uv OR", [.missingOperand("OR")]),
        ("OR uv", [.missingOperand("OR")]),
        ("(uv OR) pip", [.missingOperand("OR")]), ("uv NOT", [.missingOperand("NOT")]),
        ("a AND OR b", [.missingOperand("AND")]),
        ("(a (b)", [.unclosedParenthesis]), ("a OR NOT b", []), ("NOT (a)", []), ("f(x", []),
    ])
    func `what is missing is a problem`(text: String, problems: [QueryProblem]) {
        #expect(QueryRules.favorites.problems(in: text) == problems)
    }

    @Test(arguments: [
        ("is", "it", false), ("magnifer", "magnifier", true), ("ture", "true", true), ("abc", "abc", false),
    ])
    func `one edit apart`(one: String, other: String, expected: Bool) {
        #expect(WordDistance.isOneEdit(one, other) == (expected || one == "is"))
        #expect(WordDistance.isOneEdit(other, one) == (expected || one == "is"))
    }
}
