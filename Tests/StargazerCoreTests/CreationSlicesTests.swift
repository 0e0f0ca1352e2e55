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

    /// The seconds between the dates of a query, both ends included; nil where it is open.
    private func ends(_ query: String) throws -> (from: Int?, to: Int?) {
        let value = try #require(query.firstMatch(of: /created:(\S+)/)?.output.1)
        let second = { (text: Substring) in
            let date = try? Date(String(text), strategy: .iso8601)
            return Int(try #require(date, "\(query)").timeIntervalSince1970)
        }
        if value.hasPrefix(">=") { return (try second(value.dropFirst(2)), nil) }
        if value.hasPrefix("<=") { return (nil, try second(value.dropFirst(2))) }
        let ends = try value.split(separator: "..").map(second)
        try #require(ends.count == 2, "\(query)")
        return (ends[0], ends[1])
    }

    private struct Walk {
        var read: [Int] = []
        var count = 0
        var asked = 0
        var hasGap = false
        /// Of the slices that were read, in order.
        var slices: [(from: Int?, to: Int?)] = []
    }

    /// Walks all slices; the places of what was read, in order, and how many searches that took.
    /// - Parameter total: as the search says beforehand; nil for as many as there are.
    private func read(
        _ dates: [Int], _ text: String = "swift", total: Int? = nil, ceiling: Int = 1_000
    ) throws -> Walk {
        var slices = try #require(divided(text, total: total ?? dates.count, ceiling: ceiling))
        var walk = Walk()
        while let query = slices.query(rules: rules) {
            walk.asked += 1
            try #require(walk.asked < 5_000)
            let (from, to) = try ends(query)
            // What a server would find.
            let here = dates.filter { (from ?? .min) <= $0 && $0 <= (to ?? .max) }
            guard slices.take(total: here.count) else { continue }
            walk.read += here.prefix(ceiling)
            walk.slices.append((from, to))
            slices.next()
        }
        (walk.count, walk.hasGap) = (slices.count, slices.hasGap)
        return walk
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

    @Test func `the newest come first`() throws {
        let walk = try read((0..<3_000).map { 1_400_000_000 + $0 * 100_000 })
        #expect(Set(walk.read).count == 3_000)
        let firsts = walk.read.first.map { $0 > 1_600_000_000 }
        #expect(firsts == true)
    }

    @Test(arguments: [1_000, 100, 7])
    func `each slice ends one second before the newer one begins`(ceiling: Int) throws {
        var random = SeededRandom(state: 9)
        let dates = (0..<3_000).map { _ in Int.random(in: 1_400_000_000...1_900_000_000, using: &random) }
        let slices = try read(dates, ceiling: ceiling).slices
        #expect(slices.count > 2)
        #expect(slices.first?.to == nil && slices.last?.from == nil, "nothing is left out at either end")
        #expect(zip(slices, slices.dropFirst()).allSatisfy { newer, older in older.to.map { $0 + 1 } == newer.from })
    }

    @Test(
        arguments: [
            ("created:>2020-02-28", "2020-02-29T00:00:00Z", nil), ("created:>=2020-02-28", "2020-02-28T00:00:00Z", nil),
            ("created:<2020-03-01", nil, "2020-02-29T23:59:59Z"), ("created:<=2020-03-01", nil, "2020-03-01T23:59:59Z"),
            ("created:>2019", "2020-01-01T00:00:00Z", nil), ("created:<2020-03", nil, "2020-02-29T23:59:59Z"),
            ("created:2020-02-28..2020-03-01", "2020-02-28T00:00:00Z", "2020-03-01T23:59:59Z"),
            ("created:2020-02", "2020-02-01T00:00:00Z", "2020-02-29T23:59:59Z"),
        ] as [(String, String?, String?)])
    func `the outermost slices end with the days that the query names`(text: String, from: String?, to: String?) throws
    {
        let second = { (text: String) in Int(try Date(text, strategy: .iso8601).timeIntervalSince1970) }
        let (first, last) = (try from.map(second), try to.map(second))
        // On the days around the ends.
        let dates = (0..<6_000).map { 1_582_700_000 + $0 * 100 }
        let total = dates.count { (first ?? .min) <= $0 && $0 <= (last ?? .max) }
        let slices = try read(dates, text, total: total, ceiling: 500).slices
        #expect(slices.count > 2)
        #expect(slices.last?.from == first)
        #expect(slices.first?.to == last)
        #expect(zip(slices, slices.dropFirst()).allSatisfy { newer, older in older.to.map { $0 + 1 } == newer.from })
    }

    @Test(arguments: [12_000, 1_000_000])
    func `where fewer come than the search said, all that there are come, and the walk ends`(said: Int) throws {
        let dates = (0..<5_000).map { 1_500_000_000 + $0 * 50_000 }
        let walk = try read(dates, total: said)
        #expect(walk.read.count == dates.count && Set(walk.read) == Set(dates) && !walk.hasGap)
        #expect(walk.asked < 40, "\(walk.asked) searches")
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
