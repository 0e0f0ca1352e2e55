import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct ResponseCacheTests {
    private let disk: TemporaryFolder
    private let clock = SteppingClock()

    init() throws { disk = try TemporaryFolder("cache/stargazer") }

    private func cache(byteLimit: Int = 64_000_000) -> ResponseCache {
        ResponseCache(folder: disk.location, byteLimit: byteLimit, time: clock.source)
    }

    private func key(_ number: Int = 1, requester: String = "", isSearch: Bool = false) -> ResponseCacheKey {
        ResponseCacheKey(address(number), accept: "json", requester: requester, isSearch: isSearch)
    }

    private func answer(_ text: String, headers: [String: String] = [:], status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, url: address(0), headers: headers, body: Data(text.utf8))
    }

    private func text(_ kept: ResponseCache.Entry?) -> String? {
        kept.map { String(decoding: $0.response.body, as: UTF8.self) }
    }

    /// Returns bytes that cannot be compressed, so that their size counts.
    private func noise(_ count: Int, seed: UInt64) -> String {
        var state = seed
        let digits = Array("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_".utf8)
        let bytes = (0..<count).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return digits[Int(state >> 58)]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `a response and its ETag and link survive a restart`() async throws {
        let headers = ["ETag": "W/\"1\"", "Link": "<https://x/2>; rel=\"next\"", "X-RateLimit-Remaining": "3"]
        await cache().store(answer("{}", headers: headers), at: key())
        let kept = try #require(await cache().entry(for: key()))
        #expect(text(kept) == "{}" && kept.etag == "W/\"1\"" && kept.at == clock.now)
        #expect(kept.response.header("link") == "<https://x/2>; rel=\"next\"" && kept.response.status == 200)
        #expect(kept.response.header("x-ratelimit-remaining") == nil, "what was left then is nobody's business now")
        #expect(kept.response.url == address(1))
    }

    @Test func `each requester, media type and address has its own response`() async {
        let cache = cache()
        await cache.store(answer("nobody's"), at: key())
        await cache.store(answer("mine"), at: key(requester: "me"))
        #expect(text(await cache.entry(for: key())) == "nobody's")
        #expect(text(await cache.entry(for: key(requester: "me"))) == "mine")
        #expect(await cache.entry(for: key(requester: "you")) == nil)
        #expect(await cache.entry(for: key(2)) == nil)
        #expect(await cache.entry(for: ResponseCacheKey(address(1), accept: "other", requester: "")) == nil)
        await cache.remove(requester: "me")
        #expect(await cache.entry(for: key(requester: "me")) == nil)
        #expect(text(await cache.entry(for: key())) == "nobody's")
    }

    @Test func `a new response replaces the old one, and only successes are stored`() async {
        let cache = cache()
        await cache.store(answer("1"), at: key())
        await cache.store(answer("2"), at: key())
        await cache.store(answer("not found", status: 404), at: key())
        #expect(text(await cache.entry(for: key())) == "2")
        await cache.remove(key())
        #expect(await cache.entry(for: key()) == nil)
    }

    @Test func `a revalidated response has a new date`() async {
        let cache = cache()
        await cache.store(answer("1"), at: key())
        clock.advance(by: 3600)
        await cache.markRevalidated(key())
        #expect(await cache.entry(for: key())?.at == clock.now)
    }

    @Test func `other users cannot read the cache, and it does not reveal requests`() async throws {
        let secret = try #require(URL(string: "https://pictures.example/search?q=hunter2"))
        await cache().store(answer("{}"), at: ResponseCacheKey(secret, accept: "json", requester: "x", isSearch: true))
        #expect(try disk.mode() == 0o700)
        for name in try disk.names() {
            #expect(try disk.mode(name) == 0o600, "\(name)")
            let bytes = try Data(contentsOf: disk.location.appending(path: name))
            #expect(bytes.range(of: Data("hunter2".utf8)) == nil, "\(name)")
        }
    }

    @Test func `a deleted folder is created again`() async throws {
        let cache = cache()
        await cache.store(answer("1"), at: key(1))
        try FileManager.default.removeItem(at: disk.location)
        #expect(await cache.entry(for: key(1)) == nil)
        #expect(await cache.size() == 0)
        await cache.store(answer("2"), at: key(2))
        #expect(text(await cache.entry(for: key(2))) == "2")
        #expect(text(await self.cache().entry(for: key(2))) == "2", "it is on the disk again")
    }

    @Test(arguments: ["", "no database at all, but text of some length that is none", "SQLite format 3"])
    func `an invalid file is replaced`(contents: String) async throws {
        try FileManager.default.createDirectory(at: disk.location, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: disk.location.appending(path: "answers.sqlite"))
        let cache = cache()
        #expect(await cache.entry(for: key()) == nil)
        await cache.store(answer("1"), at: key())
        await cache.store(answer("1"), at: key())
        #expect(text(await cache.entry(for: key())) == "1")
    }

    @Test(
        arguments: ["place", "asker", "is_search", "fields", "body", "bytes", "answered_at", "used_at"], damagedValues)
    func `a damaged record is a miss, and the others remain`(column: String, value: String) async throws {
        let cache = cache(byteLimit: 100_000)
        for number in 1...3 { await cache.store(answer("\(number)"), at: key(number)) }
        let other = try DatabaseQueue(path: disk.location.appending(path: "answers.sqlite").path)
        let damaged = key(2).digest
        try await other.writeWithoutTransaction { db in
            try db.damage("answer", "\(column) = \(value) WHERE place = '\(damaged)'")
        }
        clock.advance(by: 7_200)
        #expect(["2", nil].contains(text(await cache.entry(for: key(2)))))
        #expect(text(await cache.entry(for: key(1))) == "1")
        #expect(text(await cache.entry(for: key(3))) == "3")
        #expect(await cache.size() < 1_000)
        await cache.markRevalidated(key(2))
        for number in 4...9 { await cache.store(answer(noise(30_000, seed: UInt64(number))), at: key(number)) }
        #expect(await cache.entry(for: key(9)) != nil, "room is made as before")
    }

    @Test func `a damaged cache is replaced on opening`() async throws {
        for number in 1...40 { await cache().store(answer(noise(20_000, seed: UInt64(number))), at: key(number)) }
        let file = disk.location.appending(path: "answers.sqlite")
        let other = try DatabaseQueue(path: file.path)
        try await other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try other.close()
        let handle = try FileHandle(forUpdating: file)
        for page in [UInt64](30..<60) {
            try handle.seek(toOffset: page * 4_096)
            try handle.write(contentsOf: Data(repeating: 0xAA, count: 4_096))
        }
        try handle.close()
        let cache = cache()
        #expect(await cache.size() == 0)
        #expect(await cache.entry(for: key(1)) == nil)
        await cache.store(answer("1"), at: key(1))
        #expect(text(await cache.entry(for: key(1))) == "1")
    }

    @Test func `a cache without a usable folder stores nothing`() async throws {
        let parent = disk.location.deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        try Data().write(to: disk.location)
        let cache = cache()
        await cache.store(answer("1"), at: key())
        #expect(await cache.entry(for: key()) == nil)
        #expect(await cache.size() == 0)
        await cache.clear()
    }

    @Test func `the least recently used responses are removed first`() async {
        let cache = cache(byteLimit: 100_000)
        for number in 1...5 {
            await cache.store(answer(noise(20_000, seed: UInt64(number))), at: key(number))
            clock.advance(by: 7200)
            // Used repeatedly.
            #expect(await cache.entry(for: key(1)) != nil)
        }
        await cache.store(answer(noise(40_000, seed: 6)), at: key(6))
        let size = await cache.size()
        #expect(size <= 100_000)
        #expect(await cache.entry(for: key(1)) != nil)
        #expect(await cache.entry(for: key(6)) != nil)
        #expect(await cache.entry(for: key(2)) == nil)
        #expect(await cache.entry(for: key(3)) == nil)
    }

    @Test func `a response larger than the limit is not stored`() async {
        let cache = cache(byteLimit: 10_000)
        await cache.store(answer(noise(50_000, seed: 1)), at: key())
        #expect(await cache.entry(for: key()) == nil)
    }

    @Test func `responses are compressed`() async {
        let cache = cache()
        await cache.store(answer(String(repeating: #"{"name":"value"},"#, count: 10_000)), at: key())
        let size = await cache.size()
        #expect((1...10_000).contains(size))
        #expect(text(await cache.entry(for: key()))?.count == 170_000)
    }

    @Test func `turning off the search history removes cached searches`() async {
        let cache = cache()
        await cache.store(answer("searched"), at: key(1, isSearch: true))
        await cache.store(answer("looked at"), at: key(2))
        await cache.setSearchCaching(false)
        #expect(await cache.entry(for: key(1, isSearch: true)) == nil)
        await cache.store(answer("searched"), at: key(1, isSearch: true))
        #expect(await cache.entry(for: key(1, isSearch: true)) == nil)
        #expect(text(await cache.entry(for: key(2))) == "looked at")
        await cache.setSearchCaching(true)
        await cache.store(answer("searched"), at: key(1, isSearch: true))
        #expect(text(await cache.entry(for: key(1, isSearch: true))) == "searched")
    }

    @Test func `clearing removes all responses`() async throws {
        let cache = cache()
        await cache.store(answer("1"), at: key())
        #expect(await cache.size() > 0)
        await cache.clear()
        #expect(await cache.size() == 0)
        #expect(try disk.names() == [])
        #expect(await cache.entry(for: key()) == nil)
    }

    @Test(arguments: [0, 1, 100, 65_536, 300_000])
    func `decompression restores the original bytes`(count: Int) throws {
        let bytes = Data(noise(count, seed: 9).utf8)
        let compressed = try #require(Deflate.compressed(bytes))
        #expect(Deflate.decompressed(compressed, atMost: count) == bytes)
        if count > 0 {
            #expect(Deflate.decompressed(compressed, atMost: count - 1) == nil)
            #expect(Deflate.decompressed(compressed.dropLast(3), atMost: count) == nil)
        }
        #expect(Deflate.decompressed(Data("nothing of that kind".utf8), atMost: 100) == nil)
    }
}
