import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Replaced library file", .timeLimit(.minutes(10)))
struct ReplacedLibraryTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()

    init() throws { folder = try TemporaryFolder() }

    /// Creates a closed library with other favorites, next to the open one.
    private func other(_ favorites: [Favorite]) async throws -> TemporaryFolder {
        let other = try TemporaryFolder()
        let library = try await other.ready()
        try await library.importFavorites(favorites)
        try await library.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try library.database.close()
        return other
    }

    /// Replaces the file like `mv`.
    private func replace(with other: TemporaryFolder) throws {
        try #require(rename(other.file.path, folder.file.path) == 0)
    }

    /// Replaces the file after its removal was noticed.
    private func replaceRemoved(with other: TemporaryFolder) async throws {
        await eventually("the new file is waited for") { time.sleepers == 1 }
        try replace(with: other)
        await time.advance(by: ReopenableConnection.removalGracePeriod)
    }

    private func removeFiles() throws {
        for name in try folder.names() where name.hasPrefix("library.sqlite") {
            unlink(folder.library.appending(path: name).path)
        }
    }

    /// Waits for a condition; the test's time limit ends a wait in vain.
    private func next(
        _ conditions: AsyncStream<LibraryCondition>, where isWanted: (LibraryCondition) -> Bool
    ) async -> LibraryCondition? {
        for await condition in conditions where isWanted(condition) { return condition }
        return nil
    }

    // MARK: Replaced

    @Test func `a replaced file is reported and the old favorites are still read`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.importFavorites((1...6).map { favorite($0) })
        let other = try await other((7...9).map { favorite($0) })
        try replace(with: other)
        #expect(await next(library.conditions()) { $0 != .ready } == .replaced(folder: folder.library))
        // Several at once, so that they need readers that were not open before.
        try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { numbers(try await shown(library)) } }
            for try await found in group { #expect(found == ["6", "5", "4", "3", "2", "1"]) }
        }
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "3", "the new file is as it was")
    }

    @Test func `a write to a replaced file is refused`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        try replace(with: try await other([favorite(7)]))
        // At the same moment, before the replacement can be noticed.
        await #expect(throws: LibraryFailure.replaced) { try await library.add(favorite(2)) }
        await #expect(throws: LibraryFailure.replaced) { try await library.remove(favorite(1).id) }
        await #expect(throws: LibraryFailure.replaced) { try await library.importFavorites([favorite(3)]) }
        #expect(numbers(try await shown(library)) == ["1"])
        #expect(try folder.sqlite("SELECT item_id FROM item") == "7")
    }

    @Test func `the new file is opened and written from then on`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        try replace(with: try await other([favorite(7)]))
        _ = await next(library.conditions()) { $0 != .ready }
        var changes = library.changes().makeAsyncIterator()
        await library.reopen()
        await changes.next()
        #expect(await next(library.conditions()) { _ in true } == .ready)
        #expect(numbers(try await shown(library)) == ["7"])
        try await library.add(favorite(8))
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "2")
    }

    @Test func `the log of the old library is not replayed into the new file`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.importFavorites((1...200).map { favorite($0) })
        let new = try await other([favorite(7)])
        let contents = try Data(contentsOf: new.file)
        try replace(with: new)
        _ = await next(library.conditions()) { $0 != .ready }
        #expect(try folder.names() == ["library.sqlite"], "its log and index are gone from beside it")
        #expect(try Data(contentsOf: folder.file) == contents)
        #expect(try await shown(library).count == 200)
    }

    @Test func `a log that came with the new file stays`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        let source = try TemporaryFolder()
        let running = try await source.ready()
        try await running.add(favorite(7))
        let copy = try source.copiedAsAfterACrash()
        for ending in ["-wal", ""] {
            try #require(rename(copy.file.path + ending, folder.file.path + ending) == 0)
        }
        _ = await next(library.conditions()) { $0 != .ready }
        await library.reopen()
        #expect(numbers(try await shown(library)) == ["7"])
    }

    @Test func `an old file that was moved away is whole`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.importFavorites((1...50).map { favorite($0) })
        let new = try await other([favorite(7)])
        let kept = try TemporaryFolder()
        try FileManager.default.createDirectory(at: kept.library, withIntermediateDirectories: true)
        try #require(rename(folder.file.path, kept.file.path) == 0)
        try await replaceRemoved(with: new)
        _ = await next(library.conditions()) { $0 != .ready }
        #expect(try kept.sqlite("SELECT count(*) FROM item; PRAGMA integrity_check") == "50\nok")
    }

    @Test func `a file that came back is opened again`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        let away = folder.root.appending(path: "away.sqlite")
        let new = try await other([favorite(7)])
        try #require(rename(folder.file.path, away.path) == 0)
        try await replaceRemoved(with: new)
        _ = await next(library.conditions()) { $0 != .ready }
        try #require(rename(away.path, folder.file.path) == 0)
        await #expect(throws: LibraryFailure.replaced) { try await library.add(favorite(2)) }
        await library.reopen()
        try await library.add(favorite(2))
        #expect(numbers(try await shown(library)) == ["2", "1"])
        #expect(try folder.sqlite("SELECT count(*) FROM item; PRAGMA integrity_check") == "2\nok")
    }

    @Test func `a damaged file in its place is moved aside when it is opened`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        let garbage = try TemporaryFolder()
        try FileManager.default.createDirectory(at: garbage.library, withIntermediateDirectories: true)
        try Data(repeating: 7, count: 9_000).write(to: garbage.file)
        try replace(with: garbage)
        _ = await next(library.conditions()) { $0 != .ready }
        await library.reopen()
        guard case .movedAside = await next(library.conditions(), where: { _ in true }) else {
            Issue.record("garbage was opened")
            return
        }
        try await library.add(favorite(2))
        #expect(numbers(try await shown(library)) == ["2"])
    }

    // MARK: Removed

    @Test func `a removed file is written again`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.importFavorites((1...300).map { favorite($0) })
        try await library.recordQuery("swift", of: .repositories)
        try removeFiles()
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        #expect(await next(library.conditions()) { $0 != .ready } == .restored(folder: folder.library))
        #expect(try folder.mode("library.sqlite") == 0o600)
        #expect(try folder.sqlite("SELECT count(*) FROM item; PRAGMA integrity_check") == "300\nok")
        try await library.add(favorite(301))
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "301")
        #expect(await library.recentQueries(of: .repositories, limit: 1) == ["swift"])
        #expect(try folder.names().filter { $0.contains("draft") } == [])
    }

    @Test func `a write during the restore goes to the new file`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        try removeFiles()
        async let added: Void = library.add(favorite(2))
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        try await added
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "2")
    }

    @Test func `a folder that is removed is made again`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        try FileManager.default.removeItem(at: folder.library)
        async let added: Void = library.add(favorite(2))
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        try await added
        #expect(try folder.mode() == 0o700)
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "2")
        // The file is still watched.
        try replace(with: try await other([favorite(7)]))
        #expect(await next(library.conditions()) { $0 == .replaced(folder: folder.library) } != nil)
    }

    @Test func `the main file alone is removed and its log is not replayed`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.importFavorites((1...50).map { favorite($0) })
        unlink(folder.file.path)
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        _ = await next(library.conditions()) { $0 != .ready }
        try await library.remove(favorite(50).id)
        #expect(try folder.sqlite("SELECT count(*) FROM item WHERE is_favorite; PRAGMA integrity_check") == "49\nok")
    }

    @Test func `a file that is removed and then replaced is not written over`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        let new = try await other([favorite(7)])
        try removeFiles()
        try await replaceRemoved(with: new)
        #expect(await next(library.conditions()) { $0 != .ready } == .replaced(folder: folder.library))
        #expect(try folder.sqlite("SELECT item_id FROM item") == "7")
    }

    @Test func `a failed restore is reported and retried with the next write`() async throws {
        let library = try await folder.reopenable(time: time.source)
        try await library.add(favorite(1))
        try FileManager.default.removeItem(at: folder.library)
        // A file in place of the folder.
        try Data().write(to: URL(filePath: folder.library.path(percentEncoded: false).trimmingSuffix("/")))
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        #expect(await next(library.conditions()) { $0 != .ready } == .removed(folder: folder.library))
        #expect(numbers(try await shown(library)) == ["1"], "what was there can be exported")
        let refused = Task { try await library.add(favorite(2)) }
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        await #expect(throws: LibraryFailure.removed) { try await refused.value }

        unlink(folder.library.path(percentEncoded: false).trimmingSuffix("/"))
        async let added: Void = library.add(favorite(3))
        await time.advance(by: ReopenableConnection.removalGracePeriod)
        try await added
        #expect(numbers(try await shown(library)) == ["3", "1"])
        #expect(try folder.sqlite("SELECT count(*) FROM item") == "2")
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: String) -> String {
        hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
