import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Each test opens the library in a process without write access, because root ignores file modes.
@Suite("Read-only library", .oneExitTestAtATime, .timeLimit(.minutes(25)))
struct ReadOnlyLibraryTests {
    @Test func `what is there is shown`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        try folder.withdrawWriting()
        #expect(try folder.names() == ["library.sqlite"])
        await #expect(processExitsWith: .success) { [path = folder.library.path as String] in
            let library = try await openedAsNobody(path)
            #expect(try await shown(library) == [favorite(1)])
            await #expect(throws: LibraryFailure.readOnly) { try await library.add(favorite(2)) }
        }
        #expect(try folder.names() == ["library.sqlite"])
    }

    @Test func `what is only in the log is shown too`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        let copy = try folder.copiedAsAfterACrash()
        try copy.withdrawWriting()
        await #expect(processExitsWith: .success) { [path = copy.library.path as String] in
            let library = try await openedAsNobody(path)
            #expect(try await shown(library) == [favorite(1)])
            await #expect(throws: LibraryFailure.readOnly) { try await library.remove(favorite(1).id) }
        }
        #expect(try copy.names() == ["library.sqlite", "library.sqlite-wal"])
    }

    @Test func `another process that still has it open does not hide it`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        try folder.withdrawWriting()
        await #expect(processExitsWith: .success) { [path = folder.library.path as String] in
            let library = try await openedAsNobody(path)
            #expect(try await shown(library) == [favorite(1)])
        }
        #expect(try await shown(library) == [favorite(1)])
    }

    @Test func `what the owner made read only stays so`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.add(favorite(1)) }
        try folder.withdrawWriting()
        for path in [folder.library.path, folder.file.path] { chown(path, 65_534, 65_534) }
        await #expect(processExitsWith: .success) { [path = folder.library.path as String] in
            let library = try await openedAsNobody(path)
            #expect(try await shown(library) == [favorite(1)])
        }
        #expect(try folder.mode() == 0o555)
        #expect(try folder.mode("library.sqlite") == 0o444)
    }

    @Test(arguments: [false, true])
    func `nothing there is shown as nothing`(folderExists: Bool) async throws {
        let folder = try TemporaryFolder()
        if folderExists {
            try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        }
        try folder.withdrawWriting()
        await #expect(processExitsWith: .success) { [path = folder.library.path as String] in
            let library = try await openedAsNobody(path)
            #expect(try await shown(library).isEmpty)
            await #expect(throws: LibraryFailure.readOnly) { try await library.recordQuery("x", of: .repositories) }
        }
    }
}

extension TemporaryFolder {
    /// All users can read, and only root can write.
    fileprivate func withdrawWriting() throws {
        for case let path as String in FileManager.default.enumerator(atPath: root.path) ?? .init() {
            let full = root.appending(path: path).path
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
            chmod(full, isFolder.boolValue ? 0o555 : 0o444)
        }
        chmod(root.path, 0o555)
    }
}

/// Opens the library as a user who owns no files. Without root, the file modes are enough.
private func openedAsNobody(_ path: String) async throws -> LibraryDatabase {
    if geteuid() == 0 {
        try #require(setregid(65_534, 65_534) == 0)
        try #require(setreuid(65_534, 65_534) == 0)
        // Root's own temporary folder can be closed to other users.
        setenv("TMPDIR", "/tmp", 1)
    }
    let opened = await openLibrary(at: URL(filePath: path))
    #expect(opened.condition == .readOnly(folder: URL(filePath: path)))
    return opened.library
}
