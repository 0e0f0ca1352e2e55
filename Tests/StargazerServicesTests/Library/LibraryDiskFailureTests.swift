import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Runs the suite below on full and read-only disks.
@Suite("Disk failures", .enabled(if: SmallDisk.canBeMade, "no mount namespaces here (`unshare -rm true` fails)"))
struct LibraryDiskFailureTests {
    @Test func `a full disk is reported and recovered from`() async throws {
        try await runOnSmallDisk("fullWhileOpen")
    }

    @Test func `a library on a full disk is still shown`() async throws {
        try await runOnSmallDisk("fullBeforeOpening", setUp: "cp \"$LIBRARY\" stargazer/ && head -c 9m /dev/zero >fill")
    }

    @Test func `a read only disk shows what is there`() async throws {
        try await runOnSmallDisk("readOnlyWithALibrary", setUp: "cp \"$LIBRARY\" stargazer/ && mount -o remount,ro .")
    }

    @Test func `a read only disk without the library's folder`() async throws {
        try await runOnSmallDisk("readOnlyAndEmpty", setUp: "rmdir stargazer && mount -o remount,ro .")
    }

    @Test func `a full disk leaves no half copy`() async throws {
        try await runOnSmallDisk("fullWhileCopying")
    }

    private func runOnSmallDisk(_ test: String, setUp: String = "true") async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        let disk = folder.root.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        try SmallDisk.run(
            "SmallDiskLibraryTests/\(test)", at: disk, size: "900k", setUp: setUp,
            environment: ["LIBRARY": folder.file.path])
    }
}

@Suite(.enabled(if: SmallDisk.folder != nil, "runs inside LibraryDiskFailureTests"), .timeLimit(.minutes(25)))
struct SmallDiskLibraryTests {
    private let disk = SmallDisk.folder ?? URL(filePath: "/nonexistent")
    private var folder: URL { disk.appending(path: "stargazer") }

    @Test func fullWhileOpen() async throws {
        let filler = disk.appending(path: "filler")
        try Data(count: 150_000).write(to: filler)
        let opened = await openLibrary(at: folder)
        #expect(opened.condition == .ready)
        var kept: [String] = []
        await #expect(throws: LibraryFailure.diskFull) {
            for number in 0..<10_000 {
                try await opened.library.add(favorite(number))
                kept.insert("\(number)", at: 0)
            }
        }
        #expect(kept.count > 3)
        #expect(numbers(try await shown(opened.library)) == kept)
        await #expect(throws: LibraryFailure.diskFull) {
            try await opened.library.recordQuery(String(repeating: "x", count: 100_000), of: .repositories)
        }
        try FileManager.default.removeItem(at: filler)
        try await opened.library.add(favorite(10_000))
        let again = await openLibrary(at: folder)
        #expect(again.condition == .ready)
        #expect(numbers(try await shown(again.library)) == ["10000"] + kept)
    }

    @Test func fullWhileCopying() async throws {
        let library = await openLibrary(at: folder).library
        try await library.importFavorites((0..<40).map { favorite($0) })
        let opener = LibraryOpener(files: LibraryFiles(folder: folder), codecs: codecs, time: .system)
        let work = LibraryCopyWork(opener)
        let openFiles = try #require(library.connection.current.openFiles)
        let filler = disk.appending(path: "filler")
        let free = try FileManager.default.attributesOfFileSystem(forPath: disk.path)[.systemFreeSize] as? NSNumber
        try Data(count: try #require(free).intValue - 40_000).write(to: filler)
        let failure = #expect(throws: (any Error).self) { try work.copyToday(Date(), of: openFiles) }
        #expect(failure.map { LibraryFailure($0, folder: folder) } == .diskFull)
        #expect(try FileManager.default.contentsOfDirectory(atPath: work.folder.folder.path).isEmpty)
        #expect(!opener.files.isSuspect)
        try FileManager.default.removeItem(at: filler)
        try work.copyToday(Date(), of: openFiles)
        #expect(work.copies().map(\.favorites) == [40])
    }

    @Test func fullBeforeOpening() async throws {
        let opened = await openLibrary(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library) == [favorite(1)])
        await #expect(throws: LibraryFailure.diskFull) { try await opened.library.add(favorite(2)) }
    }

    @Test func readOnlyWithALibrary() async throws {
        let opened = await openLibrary(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library) == [favorite(1)])
        await #expect(throws: LibraryFailure.readOnly) { try await opened.library.add(favorite(2)) }
    }

    @Test func readOnlyAndEmpty() async throws {
        let opened = await openLibrary(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library).isEmpty)
        await #expect(throws: LibraryFailure.readOnly) { try await opened.library.add(favorite(2)) }
    }
}
