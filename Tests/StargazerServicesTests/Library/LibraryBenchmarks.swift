import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Prints how long a large library takes, in processor and elapsed time, on request:
/// `STARGAZER_MEASURE=1 swift test -c release -Xswiftc -enable-testing --filter LibraryBenchmarks`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STARGAZER_MEASURE"] != nil, "set STARGAZER_MEASURE=1"))
struct LibraryBenchmarks {
    private static let vocabulary: [String] = {
        var random = SeededGenerator(state: 7)
        let parts = [
            "ka", "to", "mi", "ra", "ne", "lo", "su", "ti", "be", "gra", "swi", "ft", "net", "ma", "con", "ser",
        ]
        return (0..<20_000).map { _ in
            (0..<Int.random(in: 1...4, using: &random)).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
        }
    }()

    private func favorites(_ count: Int) -> [Favorite] {
        var random = SeededGenerator(state: 3)
        func words(_ range: ClosedRange<Int>) -> [String] {
            (0..<Int.random(in: range, using: &random)).map { _ in Self.vocabulary.randomElement(using: &random) ?? "" }
        }
        return (0..<count).map { number in
            var item =
                repository(number, stars: Int.random(in: 0...5_000, using: &random)).repository
                ?? Repository(owner: "", name: "")
            item.owner = words(1...1).joined()
            item.name = words(1...3).joined(separator: "-")
            item.summary = words(4...16).joined(separator: " ")
            item.topics = words(0...8)
            return Favorite(
                item: Item(id: repository(number).id, facts: item), addedAt: day0.addingTimeInterval(Double(number)),
                isStarredOnServer: number.isMultiple(of: 3))
        }
    }

    @Test func `a hundred thousand favorites`() async throws {
        let folder = try TemporaryFolder()
        let many = favorites(100_000)
        var library: LibraryDatabase? = try await measured("open, nothing there") { try await folder.ready() }
        try await measured("import 100,000") { _ = try await library?.importFavorites(many) }
        report("file: \((try folder.sqlite("SELECT sum(pgsize) FROM dbstat")))")
        library = nil
        let again = try await measured("open") { try await folder.ready() }
        try await measured("quick_check") {
            _ = try await again.database.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        }
        var query = FavoritesQuery(account: "api.github.com")
        for _ in 0..<2 {
            try await measured("all, 256 read along") { _ = try await again.favorites(query, reading: 256) }
        }
        for words in ["s", "sw", "swi", "swif", "swift", "a", "kato swift", "漢", "zzz"] {
            for order in [FavoritesOrder.best, .sorted(ItemOrder(.added))] {
                query.text = words
                query.order = order
                let answer = try await measured("\(words) \(order == .best ? "best" : "newest")") { [query] in
                    try await again.favorites(query, reading: 256)
                }
                report("    \(answer.rows.count) rows")
            }
        }
        query.text = ""
        for key in [SortKey.added, .name, .stars, .pushed] {
            for direction in [SortDirection.ascending, .descending] {
                query.order = .sorted(ItemOrder(key, direction))
                try await measured("\(key.rawValue) \(direction)") { [query] in
                    _ = try await again.favorites(query, reading: 256)
                }
            }
        }
        query.text = "is:starred"
        try await measured("starred, by name") { [query] in _ = try await again.favorites(query, reading: 256) }
        let rows = try await again.favorites(FavoritesQuery(), reading: 0).rows
        try await measured("a window of 800") {
            _ = try await again.favorites(in: Array(rows[5_000..<5_800]), cached: [:])
        }
        try await measured("facts of 100") { _ = try await again.facts(of: many[500..<600].map(\.id)) }
        for number in 200_000..<200_003 {
            try await measured("a star") { try await again.add(favorite(number)) }
        }
        try await measured("taken off") { try await again.remove(favorite(200_001).id) }
        try await measured("refresh of 100, nothing new") { try await again.refresh(many[100..<200].map(\.item)) }
        try await measured("everything") { try await again.forEachFavoriteBatch { _ in true } }
    }

    @Test func `qualifiers and facets of a hundred thousand favorites`() async throws {
        let folder = try TemporaryFolder()
        var random = SeededGenerator(state: 11)
        let languages = (0..<60).map { "Lang\($0)" }
        let many = favorites(100_000).map { favorite in
            var repository = favorite.item.repository ?? Repository(owner: "", name: "")
            // Few languages are frequent.
            let language = Int.random(in: 0..<60, using: &random) * Int.random(in: 0..<60, using: &random) / 60
            repository.language = language % 10 == 9 ? nil : languages[language]
            repository.license = ["MIT", "Apache-2.0", "GPL-3.0", nil].randomElement(using: &random) ?? nil
            repository.isArchived = Int.random(in: 0..<10, using: &random) == 0
            repository.isFork = Int.random(in: 0..<8, using: &random) == 0
            repository.pushedAt = day0.addingTimeInterval(-Double.random(in: 0..<200_000_000, using: &random))
            return Favorite(
                item: Item(id: favorite.id, facts: repository),
                addedAt: day0.addingTimeInterval(-Double.random(in: 0..<300_000_000, using: &random)),
                isStarredOnServer: favorite.isStarredOnServer)
        }
        let library = try await folder.ready()
        try await measured("import 100,000") { _ = try await library.importFavorites(many) }
        report("file: \((try folder.sqlite("SELECT sum(pgsize) FROM dbstat")))")
        for text in [
            "language:lang3 stars:>2500 kato", "language:lang3 stars:>2500 k", "stars:>10 pushed:>=2018 ka",
            "(language:lang0 OR topic:kato) -archived:true added:>=2020", "-language:lang0 is:starred NOT kato",
            "\"ka to\" license:mit fork:false", "kato in:topics archived:false", "language:lang3 user:kato",
        ] {
            for order in [FavoritesOrder.best, .sorted(ItemOrder(.added))] {
                let query = FavoritesQuery(text: text, order: order, account: "api.github.com")
                // A write before, so that nothing is known from the query before.
                try await library.add(favorite(200_000))
                try await library.remove(favorite(200_000).id)
                let answer = try await measured("\(text) \(order == .best ? "best" : "newest")") {
                    try await library.favorites(query, reading: 256)
                }
                report("    \(answer.rows.count) rows")
                try await measured("    again") { _ = try await library.favorites(query, reading: 256) }
            }
        }
        for text in ["", "language:lang3 stars:>2500 kato", "stars:>10 ka", "archived:true"] {
            let query = FavoritesQuery(text: text, account: "api.github.com")
            try await library.add(favorite(200_000))
            try await library.remove(favorite(200_000).id)
            for _ in 0..<2 {
                try await measured("facets of “\(text)”") { _ = try await library.facets(of: query) }
            }
        }
        for number in 200_001..<200_004 {
            try await measured("a star") { try await library.add(favorite(number)) }
        }
    }

    @Test func `parts of an import`() async throws {
        let many = favorites(10_000)
        await measured("encode") { for one in many { _ = try? ItemRecord(one.item, by: codecs) } }
        await measured("words") { for one in many { _ = SearchWords.text(of: one.item.facts) } }
        await measured("title keys") { for one in many { _ = SearchWords.titleKey(one.item.title) } }
        await measured("dates") { for one in many { _ = ISO8601Date(one.addedAt).text } }
        let library = inMemory()
        try await measured("taken in, in memory") { _ = try await library.importFavorites(many) }
    }

    @discardableResult
    private func measured<T: Sendable>(_ what: String, _ body: () async throws -> T) async rethrows -> T {
        let (start, cpu) = (ContinuousClock.now, Self.processorTime)
        let result = try await body()
        let took = (ContinuousClock.now - start) / Duration.milliseconds(1)
        report("\(what): \(Int(Self.processorTime - cpu)) ms of the processor, \(Int(took)) ms, Pss \(Self.pss) KiB")
        return result
    }

    private func report(_ line: String) { try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8)) }

    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    private static var pss: String {
        let lines = (try? String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8))?.split(separator: "\n")
        return lines?.first { $0.hasPrefix("Pss:") }?.split(separator: " ").dropFirst().first.map(String.init) ?? "?"
    }

    private struct SeededGenerator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }
}
