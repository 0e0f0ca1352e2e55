import Foundation
@testable import StargazerLibrary
import Testing

@testable import StargazerCore

/// Splitting a search by creation date, tested on results that are only dates.
struct CreationDateSlicesTests {
    private let rules = RepositoryQualifier.rules
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func divided(_ text: String = "swift", total: Int = 2_500, resultLimit: Int = 1_000) -> CreationDateSlices?
    {
        CreationDateSlices(of: text, total: total, resultLimit: resultLimit, rules: rules, now: now)
    }

    /// The seconds between the dates of a query, both ends included; nil for an open end.
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

    private struct Traversal {
        var read: [Int] = []
        var count = 0
        var requested = 0
        var hasGap = false
        /// The slices that were loaded, in order.
        var slices: [(from: Int?, to: Int?)] = []
    }

    /// Loads all slices. Returns the indices of the results, in order, and the number of searches.
    /// - Parameter total: the total that the search states first; nil for the actual number.
    private func read(
        _ dates: [Int], _ text: String = "swift", total: Int? = nil, resultLimit: Int = 1_000
    ) throws -> Traversal {
        var slices = try #require(divided(text, total: total ?? dates.count, resultLimit: resultLimit))
        var traversal = Traversal()
        while let query = slices.query(rules: rules) {
            traversal.requested += 1
            try #require(traversal.requested < 5_000)
            let (from, to) = try ends(query)
            // The results that a server would find.
            let here = dates.filter { (from ?? .min) <= $0 && $0 <= (to ?? .max) }
            guard slices.record(total: here.count) else { continue }
            traversal.read += here.prefix(resultLimit)
            traversal.slices.append((from, to))
            slices.next()
        }
        (traversal.count, traversal.hasGap) = (slices.count, slices.hasGap)
        return traversal
    }

    @Test func `2,500 evenly spread results load in three slices`() throws {
        let dates = (0..<2_500).map { 1_500_000_000 + $0 * 110_000 }
        let traversal = try read(dates)
        #expect(traversal.read.sorted() == dates && traversal.count == 3)
        #expect(traversal.requested <= 5)
    }

    @Test(arguments: [1, 2, 3, 4, 5])
    func `every result loads once for any distribution`(seed: UInt64) throws {
        var random = SeededRandom(state: seed)
        // Many in one month, some before the earliest date, some in the future.
        let dates = (0..<20_000).map { number in
            number % 3 == 0
                ? Int.random(in: 1_000_000_000...1_900_000_000, using: &random)
                : Int.random(in: 1_700_000_000...1_702_600_000, using: &random)
        }
        let traversal = try read(dates)
        #expect(traversal.read.count == dates.count && traversal.read.sorted() == dates.sorted() && !traversal.hasGap)
        #expect(traversal.count < 100, "\(traversal.count) slices")
        #expect(traversal.requested < 120, "\(traversal.requested) searches")
    }

    @Test func `the newest slice comes first`() throws {
        let traversal = try read((0..<3_000).map { 1_400_000_000 + $0 * 100_000 })
        #expect(Set(traversal.read).count == 3_000)
        let firsts = traversal.read.first.map { $0 > 1_600_000_000 }
        #expect(firsts == true)
    }

    @Test(arguments: [1_000, 100, 7])
    func `each slice ends one second before the newer one begins`(resultLimit: Int) throws {
        var random = SeededRandom(state: 9)
        let dates = (0..<3_000).map { _ in Int.random(in: 1_400_000_000...1_900_000_000, using: &random) }
        let slices = try read(dates, resultLimit: resultLimit).slices
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
    func `the outermost slices end at the dates in the query`(text: String, from: String?, to: String?) throws {
        let second = { (text: String) in Int(try Date(text, strategy: .iso8601).timeIntervalSince1970) }
        let (first, last) = (try from.map(second), try to.map(second))
        // On the days around the ends.
        let dates = (0..<6_000).map { 1_582_700_000 + $0 * 100 }
        let total = dates.count { (first ?? .min) <= $0 && $0 <= (last ?? .max) }
        let slices = try read(dates, text, total: total, resultLimit: 500).slices
        #expect(slices.count > 2)
        #expect(slices.last?.from == first)
        #expect(slices.first?.to == last)
        #expect(zip(slices, slices.dropFirst()).allSatisfy { newer, older in older.to.map { $0 + 1 } == newer.from })
    }

    @Test(arguments: [12_000, 1_000_000])
    func `when fewer results exist than stated, all load and the scan ends`(said: Int) throws {
        let dates = (0..<5_000).map { 1_500_000_000 + $0 * 50_000 }
        let traversal = try read(dates, total: said)
        #expect(traversal.read.count == dates.count && Set(traversal.read) == Set(dates) && !traversal.hasGap)
        #expect(traversal.requested < 40, "\(traversal.requested) searches")
    }

    @Test func `more results in one second than the limit are reported as a gap`() throws {
        let dates = Array(repeating: 1_600_000_000, count: 150) + (0..<100).map { 1_500_000_000 + $0 * 1_000_000 }
        let traversal = try read(dates, resultLimit: 100)
        #expect(traversal.hasGap)
        #expect(traversal.read.count == 200)
    }

    @Test(arguments: [
        ("a created:2020", "a created:2020-"), ("created:2019-05..2020-02-03 b", "created:20"),
        ("created:<2015 b", "created:20"),
    ])
    func `dates in the query are narrowed further`(text: String, beginning: String) throws {
        var slices = try #require(divided(text))
        var ends: [String] = []
        while let query = slices.query(rules: rules), ends.count < 9 {
            #expect(query.contains(beginning) || query.contains("created:<="), "\(query)")
            ends.append(query)
            if slices.record(total: 800) { slices.next() }
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
    func `a query that cannot be narrowed is not split`(text: String) { #expect(divided(text) == nil) }

    @Test func `each slice is a valid search`() throws {
        let text = String(repeating: "x", count: 250) + " AND b OR c NOT d"
        let query = try #require(divided(text)?.query(rules: rules))
        #expect(rules.problems(in: query).allSatisfy { !$0.blocksSearch })
    }
}

/// Returns the same numbers in every run.
private struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}
