import Foundation
import Testing

@testable import StargazerCore

/// The rule that divides a search by creation date, tried on results that are only dates.
struct CreationSlicesTests {
    private let rules = RepositoryQualifier.rules
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func divided(_ text: String = "swift", total: Int = 2_500, ceiling: Int = 1_000) -> CreationSlices? {
        CreationSlices(of: text, total: total, ceiling: ceiling, rules: rules, now: now)
    }

    /// What a server would find between the dates of a query.
    private func found(_ dates: [Int], _ query: String) throws -> [Int] {
        let value = try #require(query.firstMatch(of: /created:(\S+)/)?.output.1)
        let second = { (text: Substring) in
            Int((try? Date(String(text), strategy: .iso8601))?.timeIntervalSince1970 ?? .nan)
        }
        if value.hasPrefix(">=") { return dates.filter { $0 >= second(value.dropFirst(2)) } }
        if value.hasPrefix("<=") { return dates.filter { $0 <= second(value.dropFirst(2)) } }
        let ends = value.split(separator: "..").map(second)
        return dates.filter { ends[0] <= $0 && $0 <= ends[1] }
    }

    /// Walks all slices; the places of what was read, in order, and how many searches that took.
    private func read(_ dates: [Int], ceiling: Int = 1_000) throws -> (
        read: [Int], count: Int, asked: Int, hasGap: Bool
    ) {
        var slices = try #require(divided(total: dates.count, ceiling: ceiling))
        var (read, asked) = ([Int](), 0)
        while let query = slices.query(rules: rules) {
            asked += 1
            try #require(asked < 5_000)
            let here = try found(dates, query)
            guard slices.take(total: here.count) else { continue }
            read += here.prefix(ceiling)
            slices.next()
        }
        return (read, slices.count, asked, slices.hasGap)
    }

    @Test func `evenly spread, 2,500 are read in three slices`() throws {
        let dates = (0..<2_500).map { 1_500_000_000 + $0 * 110_000 }
        let walk = try read(dates)
        #expect(walk.read.sorted() == dates && walk.count == 3)
        #expect(walk.asked <= 5)
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `however they are spread, each is read once`(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        // Many in one month, some before there were any, some after now.
        let dates = (0..<20_000).map { number in
            number % 3 == 0
                ? Int.random(in: 1_000_000_000...1_900_000_000, using: &random)
                : Int.random(in: 1_700_000_000...1_702_600_000, using: &random)
        }
        let walk = try read(dates)
        #expect(walk.read.count == dates.count && walk.read.sorted() == dates.sorted() && !walk.hasGap)
        #expect(walk.count < 100, "\(walk.count) slices")
        #expect(walk.asked < 120, "\(walk.asked) searches")
    }

    @Test func `the newest come first, and slices touch`() throws {
        let walk = try read((0..<3_000).map { 1_400_000_000 + $0 * 100_000 })
        #expect(Set(walk.read).count == 3_000)
        let firsts = walk.read.first.map { $0 > 1_600_000_000 }
        #expect(firsts == true)
    }

    @Test func `more in one second than a search gives is a gap that is told`() throws {
        let dates = Array(repeating: 1_600_000_000, count: 150) + (0..<100).map { 1_500_000_000 + $0 * 1_000_000 }
        let walk = try read(dates, ceiling: 100)
        #expect(walk.hasGap)
        #expect(walk.read.count == 200)
    }

    @Test(arguments: [
        ("a created:2020", "a created:2020-"), ("created:2019-05..2020-02-03 b", "created:20"),
        ("created:<2015 b", "created:20"),
    ])
    func `dates in the query are narrowed within`(text: String, beginning: String) throws {
        var slices = try #require(divided(text))
        var ends: [String] = []
        while let query = slices.query(rules: rules), ends.count < 9 {
            #expect(query.contains(beginning) || query.contains("created:<="), "\(query)")
            ends.append(query)
            if slices.take(total: 800) { slices.next() }
        }
        #expect(ends.count >= 3 && slices.isOver)
        if text == "a created:2020" {
            #expect(ends[0].hasSuffix("..2020-12-31T23:59:59Z"))
            #expect(ends.last?.contains("created:2020-01-01T00:00:00Z..") == true)
        }
    }

    @Test(arguments: [
        "created:2020 created:2021", "-created:2020", "created:nonsense", "created:2020-01-01T00:00:00+02:00",
    ])
    func `what cannot be narrowed is not divided`(text: String) { #expect(divided(text) == nil) }

    @Test func `the rules of a search still hold`() throws {
        let text = String(repeating: "x", count: 250) + " AND b OR c NOT d"
        let query = try #require(divided(text)?.query(rules: rules))
        #expect(rules.flaws(in: query).allSatisfy { !$0.isRefused })
    }
}

/// The same numbers at every run.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
