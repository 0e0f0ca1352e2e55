import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// The size limit of the cache, its eviction order, and the effect of other files and processes.
@Suite(.timeLimit(.minutes(25))) struct PictureCacheEvictionTests {
    private let disk: TemporaryFolder
    private let time = ManualTime()

    init() throws { disk = try TemporaryFolder.ofCache() }

    private func cache(byteLimit: Int = 64_000_000) -> PictureCache {
        PictureCache(folder: disk.pictures, byteLimit: byteLimit, time: time.source)
    }

    /// Ten of these take a little more than 10,000 bytes.
    private func store(_ numbers: some Sequence<Int>, in cache: PictureCache) async {
        for number in numbers {
            await time.advance(by: .seconds(1), sleepers: 0)
            await cache.store(png(UInt8(number), count: 1000), for: address(number))
        }
    }

    private func remaining(_ numbers: some Sequence<Int>, in cache: PictureCache) async -> [Int] {
        var remaining: [Int] = []
        for number in numbers where await cache.picture(for: address(number)) != nil { remaining.append(number) }
        return remaining
    }

    @Test func `the least recently used is evicted first`() async {
        await store(1...8, in: cache(byteLimit: 10_000))
        await time.advance(by: .seconds(1), sleepers: 0)
        #expect(await cache(byteLimit: 10_000).picture(for: address(1)) != nil)
        let cache = cache(byteLimit: 10_000)
        await store([9, 10], in: cache)
        #expect(await cache.size() <= 10_000)
        let left = await remaining(1...10, in: cache)
        #expect(left.contains(1) && left.contains(10) && !left.contains(2))
        #expect(left == left.filter { $0 == 1 || $0 > 10 - left.count + 1 })
    }

    @Test func `it never takes much more than it may`() async {
        let cache = cache(byteLimit: 10_000)
        for round in 0..<8 {
            await store((round * 10)..<(round * 10 + 10), in: cache)
            #expect(await cache.size() <= 10_000)
        }
        #expect(await cache.size() > 5_000)
    }

    @Test func `two at once share the limit`() async {
        let (one, other) = (cache(byteLimit: 32_000), cache(byteLimit: 32_000))
        for number in stride(from: 0, to: 100, by: 2) {
            await store([number], in: one)
            await store([number + 1], in: other)
        }
        // Each cache may have added a sixteenth since its last scan.
        #expect(await one.size() <= 32_000 + 2 * 32_000 / 16 + 2 * 1_200)
    }

    @Test func `an oversized picture is not cached`() async throws {
        let cache = cache(byteLimit: 10_000)
        await store([1], in: cache)
        await cache.store(png(2, count: 20_000), for: address(2))
        #expect(await remaining(1...2, in: cache) == [1])
    }

    @Test func `two processes that write and read at once see whole pictures`() async {
        let pictures = (1...4).map { png(UInt8($0), count: 20_000 * $0) }
        await withTaskGroup(of: Void.self) { group in
            for picture in pictures {
                group.addTask {
                    let cache = cache()
                    for _ in 0..<50 {
                        await cache.store(picture, for: address(1))
                        let found = await cache.picture(for: address(1))
                        #expect(found.map { pictures.contains($0.picture) } == true)
                    }
                }
            }
        }
        #expect((try? disk.names().count) == 1)
    }

    @Test func `size and clear`() async throws {
        let cache = cache()
        #expect(await cache.size() == 0)
        await store(1...3, in: cache)
        let onDisk = try disk.names().reduce(0) { sum, name in
            sum + (try Data(contentsOf: disk.pictures.appending(path: name)).count)
        }
        #expect(await cache.size() == onDisk && onDisk > 3000)
        await cache.clear()
        #expect(await cache.size() == 0)
        #expect(try disk.names().isEmpty)
        await store([4], in: cache)
        #expect(await remaining(1...4, in: cache) == [4])
    }

    @Test func `other people's files are left alone`() async throws {
        await store([1], in: cache())
        let own = try disk.names()
        let others = ["notes.txt", String(repeating: "g", count: 64), String(repeating: "a", count: 63)]
        for name in others { try Data("keep me".utf8).write(to: disk.pictures.appending(path: name)) }
        let cache = cache(byteLimit: 2_000)
        await store(2...5, in: cache)
        await cache.clear()
        #expect(try disk.names() == others.sorted())
        #expect(!others.contains { own.contains($0) })
    }

    @Test func `the draft of a process that died is removed when it is old`() async throws {
        let cache = cache()
        await store([1], in: cache)
        let name = try #require(try disk.names().first)
        let draft = disk.pictures.appending(path: name + ".partial-1")
        try Data(count: 500).write(to: draft)
        let setDate = { (date: Date) in
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: draft.path)
        }
        try setDate(time.now - 60)
        #expect(await cache.size() > 1500)
        #expect(try disk.names().count == 2)
        try setDate(time.now - 4000)
        #expect(await cache.size() < 1500)
        #expect(try disk.names() == [name])
    }

    @Test func `a folder that vanishes is made again`() async throws {
        let cache = cache()
        await store([1], in: cache)
        try FileManager.default.removeItem(at: disk.root.appending(path: "cache"))
        #expect(await cache.picture(for: address(1)) == nil)
        #expect(await cache.size() == 0)
        await cache.clear()
        await store([2], in: cache)
        #expect(await remaining(1...2, in: cache) == [2])
    }

    @Test func `where no folder can be there is no cache`() async throws {
        try Data().write(to: disk.root.appending(path: "cache"))
        let cache = cache()
        await store([1], in: cache)
        #expect(await cache.picture(for: address(1)) == nil)
        #expect(await cache.size() == 0)
        await cache.remove(address(1))
        await cache.clear()
    }
}
