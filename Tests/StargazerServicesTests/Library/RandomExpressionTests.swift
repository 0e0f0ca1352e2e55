import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Compares the library with an evaluation of each favorite by itself.
@Suite("Random favorites expressions", .timeLimit(.minutes(25)))
struct RandomExpressionTests {
    private static let words = ["alpha", "beta", "gamma", "alphabet", "delta", "be", "rust", "parser", "net", "ga"]
    private static let languages = ["Rust", "Swift", "C", "C++"]
    private static let licenses = ["MIT", "GPL-3.0", "LGPL-2.1", "GPL-2.0"]
    private static let hosts = ["one", "two"]

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }

        mutating func one<Value>(of values: [Value]) -> Value { values[Int.random(in: values.indices, using: &self)] }

        mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

        mutating func some(_ range: ClosedRange<Int>, of words: [String]) -> [String] {
            (0..<Int.random(in: range, using: &self)).map { _ in one(of: words) }
        }

        mutating func date() -> Date? {
            chance(20)
                ? nil
                : Date(timeIntervalSince1970: 1_700_000_000 + Double.random(in: 0..<63_072_000, using: &self).rounded())
        }
    }

    private static func favorite(_ number: Int, _ random: inout Generator) -> Favorite {
        let id = ItemID(
            catalog: random.chance(15) ? .people : .repositories, host: random.one(of: hosts), id: "\(number)")
        let facts: any ItemFacts =
            if id.catalog == .people {
                Person(login: random.one(of: words), bio: random.some(1...4, of: words).joined(separator: " "))
            } else {
                Repository(
                    owner: random.one(of: words), name: random.some(1...3, of: words).joined(separator: "-"),
                    summary: random.chance(20) ? nil : random.some(1...6, of: words).joined(separator: " "),
                    stars: Int.random(in: 0...20, using: &random),
                    language: random.chance(30) ? nil : random.one(of: languages),
                    topics: Array(Set(random.some(0...4, of: words))).sorted(),
                    license: random.chance(30) ? nil : random.one(of: licenses), createdAt: random.date(),
                    pushedAt: random.date(), isArchived: random.chance(30), isFork: random.chance(30))
            }
        return Favorite(
            item: Item(id: id, facts: facts), addedAt: random.date() ?? day0,
            isStarredOnServer: random.one(of: [true, false, nil]), isGone: random.chance(20))
    }

    private static func text(_ random: inout Generator, depth: Int = 0) -> String {
        let parts = (0..<Int.random(in: 1...4, using: &random)).map { _ in part(&random, depth: depth) }
        return parts.dropFirst().reduce(parts[0]) {
            "\($0) \(random.one(of: ["", "", "OR ", "AND ", "NOT ", "OR NOT "]))\($1)"
        }
    }

    private static func part(_ random: inout Generator, depth: Int) -> String {
        let sign = random.chance(20) ? "-" : ""
        let number = Int.random(in: 0...20, using: &random)
        let day = ["2023", "2023-11", "2024-02-29", "2024", "2025-01", "2024-07-01"]
        let range: (String) -> [String] = { [$0, ">\($0)", ">=\($0)", "<\($0)", "<=\($0)", "*..\($0)", "\($0)..*"] }
        switch Int.random(in: 0..<16, using: &random) {
        case 0: return "\(sign)language:\(random.one(of: languages + ["zig"]))"
        case 1: return "\(sign)topic:\(random.one(of: words))"
        case 2: return "\(sign)stars:\(random.one(of: range("\(number)") + ["\(number)..\(number + 4)"]))"
        case 3: return "\(sign)license:\(random.one(of: ["mit", "gpl", "lgpl", "gpl-3.0"]))"
        case 4: return "\(sign)archived:\(random.one(of: ["true", "false"]))"
        case 5: return "\(sign)fork:\(random.one(of: ["true", "false", "only"]))"
        case 6: return "\(sign)user:\(random.one(of: words))"
        case 7: return "\(sign)is:\(random.one(of: ["starred", "gone"]))"
        case 8:
            return
                "\(sign)\(random.one(of: ["added", "pushed", "created"])):\(random.one(of: range(random.one(of: day))))"
        case 9: return "\(sign)\"\(random.some(1...2, of: words).joined(separator: " "))\""
        case 10: return "in:\(random.one(of: ["name", "topics", "name,topics"]))"
        case 11, 12: return depth < 3 ? "\(sign)(\(text(&random, depth: depth + 1)))" : random.one(of: words)
        default: return sign + random.one(of: words + ["a", "ph", "net/", "alpha-b"])
        }
    }

    @Test(arguments: [1, 2, 3]) func `the library agrees with a naive evaluation`(seed: UInt64) async throws {
        var random = Generator(state: seed)
        let library = inMemory()
        let favorites = (0..<250).map { Self.favorite($0, &random) }
        _ = try await library.importFavorites(favorites)
        try await library.setStarsKnown(on: "one")
        for favorite in favorites where favorite.isGone { try await library.recordGone(true, of: favorite.id) }
        var (narrowed, compared) = (0, 0)
        for _ in 0..<120 {
            let text = Self.text(&random)
            let query = FavoritesQuery(
                text: text, order: random.one(of: [.best, .sorted(ItemOrder(.name))]),
                account: random.one(of: ["one", nil]))
            let expected = favorites.filter { query.expression?.matches($0, account: query.account) ?? true }
            let answer = try await library.favorites(query, reading: .max)
            #expect(
                Set(answer.first.map(\.favorite.id)) == Set(expected.map(\.id)) && answer.rows.count == expected.count,
                "\(text) \(query.account ?? "")")
            compared += 1
            if (1..<favorites.count).contains(expected.count) { narrowed += 1 }
            guard compared.isMultiple(of: 10) else { continue }
            let facets = try await library.facets(of: query)
            #expect(facets == FavoritesFacets(of: expected, account: query.account), "\(text)")
        }
        #expect(narrowed > compared / 2, "most expressions tell favorites apart")
    }
}
