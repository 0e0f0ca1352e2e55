import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

@Suite(.timeLimit(.minutes(25))) struct PictureCacheTests {
    private let disk: TemporaryFolder
    private let time = ManualTime()

    init() throws { disk = try TemporaryFolder.ofCache() }

    private func cache(byteLimit: Int = 64_000_000) -> PictureCache {
        PictureCache(folder: disk.pictures, byteLimit: byteLimit, time: time.source)
    }

    @Test func `cached pictures survive a restart`() async throws {
        await cache().store(png(1), for: address(1))
        #expect(await cache().picture(for: address(1)) == .init(picture: png(1), isFresh: true))
        #expect(await cache().picture(for: address(2)) == nil)
    }

    @Test func `the largest picture of a document is cached`() async throws {
        let largest = png(1, count: (10 << 20) - 8)
        await cache().store(largest, for: address(1))
        #expect(await cache().picture(for: address(1))?.picture == largest)
    }

    @Test func `a new picture replaces the old`() async throws {
        let cache = cache()
        await cache.store(png(1), for: address(1))
        await cache.store(png(2), for: address(1))
        #expect(await cache.picture(for: address(1))?.picture == png(2))
        #expect(try disk.names().count == 1)
    }

    @Test func `only decodable pictures are cached`() async throws {
        let kinds = [png(1), Data([0xFF, 0xD8, 0xFF, 0xE0]), Data("GIF87a…".utf8), Data("GIF89a…".utf8), webp]
        for (number, picture) in kinds.enumerated() {
            await cache().store(picture, for: address(number))
            #expect(await cache().picture(for: address(number))?.picture == picture)
        }
        for other in [Data(), Data("<svg/>".utf8), Data("<html>".utf8), Data("RIFF1234WAVE".utf8), Data([0x89, 0x50])] {
            await cache().store(other, for: address(99))
            #expect(await cache().picture(for: address(99)) == nil)
        }
        #expect(try disk.names().count == kinds.count)
    }

    @Test func `only the owner can read it, and file names reveal nothing`() async throws {
        let secret = try #require(URL(string: "https://pictures.example/someone?token=hunter2"))
        await cache().store(png(1), for: secret)
        let name = try #require(try disk.names().first)
        #expect(name.count == 64 && name.allSatisfy(\.isHexDigit))
        #expect(try disk.mode(name) == 0o600)
        let contents = try String(decoding: Data(contentsOf: disk.pictures.appending(path: name)), as: UTF8.self)
        #expect(!contents.contains("hunter2") && !contents.contains("someone"))
        #expect(try disk.mode() == 0o700)
    }

    @Test func `a folder that was open to others is closed`() async throws {
        try FileManager.default.createDirectory(at: disk.pictures, withIntermediateDirectories: true)
        chmod(disk.pictures.path, 0o755)
        await cache().store(png(1), for: address(1))
        #expect(try disk.mode() == 0o700)
    }

    @Test(arguments: [(0, true), (6.99, true), (7, false), (400, false), (-1, false)] as [(Double, Bool)])
    func `a picture is fresh for a week`(days: Double, isFresh: Bool) async throws {
        await cache().store(png(1), for: address(1))
        await time.advance(by: .seconds(days * 24 * 3600), sleepers: 0)
        #expect(await cache().picture(for: address(1)) == .init(picture: png(1), isFresh: isFresh))
    }

    @Test func `reading does not refresh a picture`() async throws {
        await cache().store(png(1), for: address(1))
        for _ in 0..<7 {
            _ = await cache().picture(for: address(1))
            await time.advance(by: .seconds(24 * 3600), sleepers: 0)
        }
        #expect(await cache().picture(for: address(1))?.isFresh == false)
    }

    @Test(arguments: FileDamage.allCases) func `a damaged file is removed`(_ damage: FileDamage) async throws {
        await cache().store(png(1), for: address(1))
        let name = try #require(try disk.names().first)
        try damage.apply(to: disk.pictures.appending(path: name), elsewhere: disk.root.appending(path: "elsewhere"))
        #expect(await cache().picture(for: address(1)) == nil)
        #expect(try disk.names().isEmpty)
        await cache().store(png(2), for: address(1))
        #expect(await cache().picture(for: address(1))?.picture == png(2))
        if damage == .link { #expect(try Data(contentsOf: disk.root.appending(path: "elsewhere")).count > 100) }
    }

    @Test func `a folder at the file path is a cache miss`() async throws {
        await cache().store(png(1), for: address(1))
        let file = disk.pictures.appending(path: try #require(try disk.names().first))
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        #expect(await cache().picture(for: address(1)) == nil)
        await cache().store(png(2), for: address(1))
        #expect(await cache().picture(for: address(1)) == nil)
        #expect(try disk.names() == [file.lastPathComponent])
    }

    @Test func `a picture that is gone is removed from the cache`() async {
        await cache().store(png(1), for: address(1))
        await cache().remove(address(1))
        #expect(await cache().picture(for: address(1)) == nil)
    }
}

/// Ways to damage a file.
enum FileDamage: CaseIterable {
    case cut, cutInTheHead, emptied, flipped, extended, foreign, foreignPicture, huge, link, pipe

    func apply(to file: URL, elsewhere: URL) throws {
        var bytes = try Data(contentsOf: file)
        switch self {
        case .cut: bytes.removeLast()
        case .cutInTheHead: bytes = bytes.prefix(40)
        case .emptied: bytes = Data()
        case .flipped: bytes[bytes.count - 5] ^= 1
        case .extended: bytes.append(0)
        case .foreign: bytes = Data("not ours".utf8)
        case .foreignPicture: bytes = png(7)
        case .huge: bytes.append(Data(count: 5_000_000))
        case .link, .pipe:
            try FileManager.default.moveItem(at: file, to: elsewhere)
            if self == .link {
                try FileManager.default.createSymbolicLink(at: file, withDestinationURL: elsewhere)
            } else {
                mkfifo(file.path, 0o600)
            }
            return
        }
        try bytes.write(to: file)
    }
}
