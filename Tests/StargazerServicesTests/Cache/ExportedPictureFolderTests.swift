import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Copies of pictures for other programs.
@Suite(.timeLimit(.minutes(25))) struct ExportedPictureFolderTests {
    private let disk: TemporaryFolder
    private let time = ManualTime()

    init() throws { disk = try TemporaryFolder.ofCache() }

    private var place: URL { disk.location.appending(path: "shared") }

    private func folder(byteLimit: Int = 10_000, countLimit: Int = 100) -> ExportedPictureFolder {
        ExportedPictureFolder(folder: place, byteLimit: byteLimit, countLimit: countLimit, time: time.source)
    }

    private func exists(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    private func mode(_ file: URL) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    }

    @Test func `two pictures of one name are two files, and one picture is one`() async throws {
        let folder = folder()
        let first = try await folder.store(png(1), named: "Fox.png")
        let other = try await folder.store(png(2), named: "Fox.png")
        #expect(first != other && first.lastPathComponent == "Fox.png" && other.lastPathComponent == "Fox.png")
        #expect(try await folder.store(png(1), named: "Fox.png") == first)
        #expect(try Data(contentsOf: first) == png(1) && Data(contentsOf: other) == png(2))
    }

    @Test func `others cannot look into the folder`() async throws {
        let file = try await folder().store(png(1), named: "Fox.png")
        #expect(try mode(place) == 0o700)
        #expect(try mode(file.deletingLastPathComponent()) == 0o700)
    }

    @Test func `copies are removed after a week`() async throws {
        let old = try await folder().store(png(1), named: "old.png")
        await time.advance(by: .seconds(4 * 24 * 3600), sleepers: 0)
        let new = try await folder().store(png(2), named: "new.png")
        await time.advance(by: .seconds(4 * 24 * 3600), sleepers: 0)
        await folder().removeOldCopies()
        #expect(!exists(old.deletingLastPathComponent()) && exists(new))
    }

    @Test func `the oldest copies are removed beyond the limits, but never the latest`() async throws {
        var files: [URL] = []
        for number in 1...4 {
            await time.advance(by: .seconds(1), sleepers: 0)
            files.append(try await folder(byteLimit: 3_000).store(png(UInt8(number), count: 1_000), named: "a.png"))
        }
        #expect(files.map(exists) == [false, true, true, true])
        let large = try await folder(byteLimit: 10).store(png(9, count: 5_000), named: "large.png")
        #expect(files.map(exists) == [false, false, false, false] && exists(large))
        await time.advance(by: .seconds(1), sleepers: 0)
        let last = try await folder(countLimit: 0).store(png(7), named: "last.png")
        #expect(!exists(large) && exists(last))
    }

    @Test func `nothing else in the folder is removed, and clearing removes all copies`() async throws {
        let folder = folder()
        let file = try await folder.store(png(1), named: "Fox.png")
        let other = place.appending(path: "notes.txt")
        try Data("mine".utf8).write(to: other)
        let link = place.appending(path: "0123456789abcdef")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: disk.location)
        let outside = disk.location.appending(path: "outside.png")
        try png(3).write(to: outside)
        #expect(await folder.size() == png(1).count)
        await folder.clear()
        #expect(!exists(file) && exists(other) && exists(outside))
    }

    @Test func `a name with a path and a folder that cannot be made are failures`() async throws {
        let folder = folder()
        await #expect(throws: FileFailure.self) { try await folder.store(png(1), named: "../Fox.png") }
        await #expect(throws: FileFailure.self) { try await folder.store(png(1), named: ".hidden") }
        let file = disk.root.appending(path: "file")
        try Data().write(to: file)
        let blocked = ExportedPictureFolder(folder: file, time: time.source)
        await #expect(throws: FileFailure.self) { try await blocked.store(png(1), named: "Fox.png") }
    }
}
