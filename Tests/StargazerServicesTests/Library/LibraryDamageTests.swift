import Foundation
import GRDB
import StargazerCore
import Testing

@testable import StargazerServices

@Suite("A damaged library", .timeLimit(.minutes(1)))
struct LibraryDamageTests {
    private let time = TimeSource(now: { Date(timeIntervalSince1970: 1_767_323_045) }, sleep: { _ in })
    private let keptName = "library.sqlite.damaged-20260102-030405"

    @Test func garbageIsMovedAsideAndANewLibraryWorks() async throws {
        let folder = try TemporaryFolder()
        let garbage = Data((0..<9_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try garbage.write(to: folder.file)
        let opened = await LibraryOpening.open(at: folder.library, time: time)
        let kept = folder.library.appending(path: keptName)
        #expect(opened.condition == .movedAside(keptAt: kept))
        #expect(try Data(contentsOf: kept) == garbage)
        #expect(try folder.mode(keptName) == 0o600)
        try await opened.library.add(favorite(1))
        #expect(try await shown(opened.library) == [favorite(1)])
    }

    @Test func theNextDamageGetsAnotherName() async throws {
        let folder = try TemporaryFolder()
        for ending in ["", "-2", "-3"] {
            try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
            try Data(repeating: 7, count: 5_000).write(to: folder.file)
            let opened = await LibraryOpening.open(at: folder.library, time: time)
            #expect(opened.condition == .movedAside(keptAt: folder.library.appending(path: keptName + ending)))
        }
    }

    @Test func pagesOverwrittenInTheMiddleCostOnlyWhatWasInThem() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.queue.write { db in
            for number in 0..<1_000 {
                try FavoriteRecord(repository(number)).add(db, addedAt: day0, starredOnServer: nil)
            }
        }
        try await library.noteQuery("kept")
        try library.queue.close()
        try overwrite(folder.file, pages: 80..<84)

        let opened = await LibraryOpening.open(at: folder.library, time: time)
        #expect(opened.condition == .movedAside(keptAt: folder.library.appending(path: keptName)))
        let list = try await shown(opened.library)
        #expect((500..<1_000).contains(list.count), "\(list.count) of 1,000 were saved")
        #expect(list.allSatisfy { $0.item.repository?.stars == 1 })
        #expect(await opened.library.recentQueries(limit: 5) == ["kept"])
        let again = await LibraryOpening.open(at: folder.library, time: time)
        #expect(again.condition == .ready)
        #expect(try await shown(again.library).count == list.count)
    }

    @Test func whatWasOnlyInTheLogIsSavedToo() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.queue.write { db in
            for number in 0..<1_000 {
                try FavoriteRecord(repository(number)).add(db, addedAt: day0, starredOnServer: nil)
            }
        }
        try await library.queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
        try await library.add(favorite(5_000))
        let crashed = try folder.copiedAsAfterACrash()
        try overwrite(crashed.file, pages: 80..<84)
        let opened = await LibraryOpening.open(at: crashed.library, time: time)
        #expect(opened.condition == .movedAside(keptAt: crashed.library.appending(path: keptName)))
        #expect(try await shown(opened.library).first == favorite(5_000))
    }

    @Test func aDatabaseOfAnotherShapeIsMovedAside() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite("CREATE TABLE favorite (something)")
        let opened = await LibraryOpening.open(at: folder.library, time: time)
        let kept = folder.library.appending(path: keptName)
        #expect(opened.condition == .movedAside(keptAt: kept))
        try await opened.library.add(favorite(1))
        #expect(FileManager.default.fileExists(atPath: kept.path))
    }

    @Test func damageWhileItIsOpenNeitherCrashesNorEmptiesTheList() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.queue.write { db in
            for number in 0..<1_000 {
                try FavoriteRecord(repository(number)).add(db, addedAt: day0, starredOnServer: nil)
            }
        }
        try await library.queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE); PRAGMA cache_size = 1; PRAGMA shrink_memory")
        }
        let before = try await shown(library)
        try overwrite(folder.file, pages: 1..<160)
        await #expect(throws: LibraryFailure.self) {
            for number in 2_000..<2_100 { try await library.add(favorite(number)) }
        }
        #expect(try await shown(library).count >= before.count)
    }

    private func overwrite(_ file: URL, pages: Range<Int>) throws {
        let handle = try FileHandle(forUpdating: file)
        let size = try handle.seekToEnd()
        try #require(size > UInt64(pages.upperBound * 4_096))
        try handle.seek(toOffset: UInt64(pages.lowerBound * 4_096))
        try handle.write(contentsOf: Data(repeating: 0xAA, count: pages.count * 4_096))
        try handle.close()
    }
}
