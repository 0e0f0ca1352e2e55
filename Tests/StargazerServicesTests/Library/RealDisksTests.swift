import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

/// A full disk and a read-only one, as the kernel makes them: a small tmpfs in a mount namespace of its own, in which
/// this very test program runs the suite below.
@Suite("Real disks", .enabled(if: canMount, "no mount namespaces here (`unshare -rm true` fails)"))
struct RealDisksTests {
    @Test func aFullDiskIsSaidAndLeft() async throws {
        try await runOnSmallDisk("fullWhileOpen")
    }

    @Test func aLibraryOnAFullDiskIsStillShown() async throws {
        try await runOnSmallDisk("fullBeforeOpening", setUp: "cp \"$LIBRARY\" stargazer/ && head -c 9m /dev/zero >fill")
    }

    @Test func aReadOnlyDiskShowsWhatIsThere() async throws {
        try await runOnSmallDisk("readOnlyWithALibrary", setUp: "cp \"$LIBRARY\" stargazer/ && mount -o remount,ro .")
    }

    @Test func aReadOnlyDiskWithoutTheLibrarysFolder() async throws {
        try await runOnSmallDisk("readOnlyAndEmpty", setUp: "rmdir stargazer && mount -o remount,ro .")
    }

    private func runOnSmallDisk(_ test: String, setUp: String = "true") async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        let disk = folder.root.appending(path: "disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o size=600k small "$DISK" && cd "$DISK" && mkdir stargazer
            \(setUp) 2>/dev/null
            exec "$0" --testing-library swift-testing --filter OnASmallDisk/\(test)
            """
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/unshare")
        process.arguments = ["-rm", "/bin/sh", "-c", script, CommandLine.arguments[0]]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["DISK": disk.path, "LIBRARY": folder.file.path, "STARGAZER_SMALL_DISK": disk.path]
        ) { $1 }
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && said.contains("with 1 test in 1 suite passed"), "\(said)")
    }
}

@Suite(.enabled(if: smallDisk != nil, "runs inside RealDisksTests"), .timeLimit(.minutes(1)))
struct OnASmallDisk {
    private let disk = smallDisk ?? URL(filePath: "/nonexistent")
    private var folder: URL { disk.appending(path: "stargazer") }

    @Test func fullWhileOpen() async throws {
        let filler = disk.appending(path: "filler")
        try Data(count: 200_000).write(to: filler)
        let opened = await LibraryOpening.open(at: folder)
        #expect(opened.condition == .ready)
        var kept: [String] = []
        await #expect(throws: LibraryFailure.diskFull) {
            for number in 0..<10_000 {
                try await opened.library.add(favorite(number))
                kept.insert("\(number)", at: 0)
            }
        }
        #expect(kept.count > 10)
        #expect(numbers(try await shown(opened.library)) == kept)
        await #expect(throws: LibraryFailure.diskFull) {
            try await opened.library.noteQuery(String(repeating: "x", count: 100_000))
        }
        try FileManager.default.removeItem(at: filler)
        try await opened.library.add(favorite(10_000))
        let again = await LibraryOpening.open(at: folder)
        #expect(again.condition == .ready)
        #expect(numbers(try await shown(again.library)) == ["10000"] + kept)
    }

    @Test func fullBeforeOpening() async throws {
        let opened = await LibraryOpening.open(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library) == [favorite(1)])
        await #expect(throws: LibraryFailure.diskFull) { try await opened.library.add(favorite(2)) }
    }

    @Test func readOnlyWithALibrary() async throws {
        let opened = await LibraryOpening.open(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library) == [favorite(1)])
        await #expect(throws: LibraryFailure.readOnly) { try await opened.library.add(favorite(2)) }
    }

    @Test func readOnlyAndEmpty() async throws {
        let opened = await LibraryOpening.open(at: folder)
        #expect(opened.condition == .readOnly(folder: folder))
        #expect(try await shown(opened.library).isEmpty)
        await #expect(throws: LibraryFailure.readOnly) { try await opened.library.add(favorite(2)) }
    }
}

private let smallDisk = ProcessInfo.processInfo.environment["STARGAZER_SMALL_DISK"].map { URL(filePath: $0) }

private let canMount: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    process.arguments = ["-rm", "true"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
}()
