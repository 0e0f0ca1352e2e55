import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Damaged tables of the library and the cache: no read or write traps or hangs, and undamaged rows are found.
struct HostileRecordsTests {
    /// A library takes as long as this many responses.
    private static let cost = 100

    @Test func `no damaged record traps or hides another`() async throws {
        let run = FuzzRun()
        let numbers = run.numbers.filter { $0.isMultiple(of: Self.cost) || run.numbers.count == 1 }
        Recordings.log("damaged records: seed \(run.seed), \(numbers.count) libraries and caches")
        let undamaged = try await IntactRecords()
        TrapReport.begin()
        defer { TrapReport.end() }
        let result = await withTaskGroup(of: FuzzResult.self) { group in
            for worker in 0..<run.workerCount {
                let numbers = numbers.enumerated().filter { $0.offset % run.workerCount == worker }.map(\.element)
                group.addTask { await Self.worker(worker, of: run, numbers, undamaged) }
            }
            return await group.reduce(into: FuzzResult()) { $0.add($1) }
        }
        for line in result.lines { Recordings.log("damaged records: \(line)") }
        for problem in result.problems.prefix(10) { Issue.record(Comment(rawValue: problem)) }
        let violations = result.problems.count
        #expect(violations == 0, "seed \(run.seed)")
    }

    private static func worker(_ worker: Int, of run: FuzzRun, _ numbers: [Int], _ undamaged: IntactRecords) async
        -> FuzzResult
    {
        var result = FuzzResult()
        for number in numbers {
            TrapReport.record(run.name(of: number), worker: worker)
            let start = ContinuousClock.now
            var random = FuzzRandom(seed: run.seed, number: number)
            let kind = random.below(4)
            var trial = DamagedDatabaseTrial(undamaged, random: random)
            do {
                switch kind {
                case 0, 1: try await trial.openLibrary()
                case 2: try await trial.closedLibrary()
                default: try await trial.cache()
                }
            } catch {
                trial.expect(false, "the trial itself works: \(error)")
            }
            result.add(trial.outcomes, duration: ContinuousClock.now - start, number)
            result.problems += trial.violations.map { "\(run.name(of: number)): \($0)" }
            await Task.yield()
        }
        TrapReport.record("", worker: worker)
        return result
    }
}

/// A library and a cache before they are damaged.
struct IntactRecords: Sendable {
    let library: DatabaseQueue
    /// Closed files of a library and a cache.
    let files: TemporaryFolder
    let favorites: [Favorite]
    let cacheKeys: [ResponseCacheKey]

    static let host = "api.github.com"

    init() async throws {
        files = try TemporaryFolder("stargazer")
        let opened = try await files.ready()
        try await Self.fill(
            opened,
            Self.items.enumerated().map { number, item in
                Favorite(item: item, addedAt: day0.addingTimeInterval(Double(number)))
            })
        favorites = try await shown(opened)
        let library = try DatabaseQueue()
        try opened.database.backup(to: library)
        // The files are copied without their logs.
        try await opened.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        self.library = library
        try opened.database.close()
        let cacheKeys = (1...8).map { ResponseCacheKey(address($0), accept: "json", requester: "", isSearch: $0 > 6) }
        self.cacheKeys = cacheKeys
        let cache = ResponseCache(folder: files.location, time: SteppingClock(ResponseSamples.now).source)
        for place in cacheKeys { await cache.store(Self.response(at: place), at: place) }
        let file = try DatabaseQueue(path: files.location.appending(path: "answers.sqlite").path)
        try await file.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try file.close()
    }

    static func response(at place: ResponseCacheKey) -> HTTPResponse {
        HTTPResponse(
            status: 200, url: place.url, headers: ["etag": "\"1\""],
            body: Data(String(repeating: place.digest, count: 20).utf8))
    }

    private static var items: [Item] {
        let people = (1...3).map { number in
            Item(id: ItemID(catalog: .people, host: host, id: "\(number)"), facts: Person(login: "p\(number)"))
        }
        let gif = Item(id: ItemID(catalog: .gifs, host: "api.giphy.com", id: "g"), facts: Gif(title: "something moves"))
        let photo = Item(
            id: ItemID(catalog: .photos, host: "api.flickr.com", id: "p"), facts: Photo(title: "something stands"))
        return (1...9).map { repository($0, stars: $0 * 100) } + people + [gif, photo]
    }

    private static func fill(_ library: LibraryDatabase, _ favorites: [Favorite]) async throws {
        try await library.importFavorites(favorites)
        try await library.recordStar(true, on: repository(20))
        for text in ["swift", "gtk", "name"] { try await library.recordQuery(text, of: .repositories) }
        try await library.recordQuery("cat", of: .gifs)
        let members = favorites.filter { $0.id.catalog == .people }.map(\.item)
        try await library.saveSnapshot(ListSnapshot(items: members, seenAt: day0), as: .followers, of: members[0].id)
        let stars = [StarredItem(item: repository(21), starredAt: day0)]
        let next = BatchCursor("https://api.github.com/user/starred?page=2")
        _ = try await library.importStars(stars, of: "ada", host: host, next: next)
    }
}
