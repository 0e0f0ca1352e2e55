import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The process is killed during an import of favorites. Afterwards the library has all of the file or nothing.
@Suite("Crash during an import", .timeLimit(.minutes(30)))
struct ImportCrashTests {
    private static let known = 10
    private static let imported = 3_000
    /// Number of kills at random moments. They take too long for every test run.
    private static let kills = ProcessInfo.processInfo.environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 0

    /// Creates a library with some favorites, and a file with others.
    private func fixture() async throws -> (folder: TemporaryFolder, file: URL) {
        let folder = try TemporaryFolder()
        try await folder.opened { try await $0.importFavorites((1...Self.known).map { favorite($0) }) }
        let file = folder.root.appending(path: "mine.json")
        let favorites = (1_001...(1_000 + Self.imported)).map { favorite($0) }
        _ = try await FavoritesFileIO(codecs: codecs).write(as: .json, to: file, now: day0) {
            take throws(LibraryFailure) in _ = take(favorites)
        }
        return (folder, file)
    }

    /// - Returns: the number of the file's favorites after a kill.
    private func checked(_ folder: TemporaryFolder, _ file: URL) async throws -> Int {
        let library = try await folder.ready()
        let list = try await shown(library)
        let new = list.count - Self.known
        #expect(new == 0 || new == Self.imported, "all or nothing, not \(new)")
        #expect((1...Self.known).allSatisfy { list.contains(favorite($0)) }, "what was there before is as it was")
        let found = try await library.favorites(FavoritesQuery(text: "someth"), reading: 0)
        #expect(found.rows.count == list.count, "all are found by their words")
        #expect(try folder.sqlite("PRAGMA integrity_check; SELECT count(*) FROM favorite_words") == "ok\n\(list.count)")
        let favorites = try await FavoritesFileIO(codecs: codecs).read(file)
        #expect(
            try await library.importFavorites(favorites) == Self.imported - new, "the rest is imported the next time")
        #expect(try await shown(library).count == Self.known + Self.imported)
        return new
    }

    @Test(arguments: [500, 1_500, 3_000])
    func `a crash during an import rolls it back`(after count: Int) async throws {
        let (folder, file) = try await fixture()
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.library.path as String, file = file.path as String, count = count as Int] in
            let opened = await openLibrary(at: URL(filePath: path))
            let favorites = try await FavoritesFileIO(codecs: codecs).read(URL(filePath: file))
            _ = try await opened.library.importFavorites(favorites) { done in
                if done >= count { kill(getpid(), SIGKILL) }
                return true
            }
        }
        #expect(try await checked(folder, file) == 0)
    }

    @Test(.enabled(if: kills > 0)) func `kills at any moment leave nothing half done`() async throws {
        let whole = try await fixture()
        let start = ContinuousClock.now
        let favorites = try await FavoritesFileIO(codecs: codecs).read(whole.file)
        try await whole.folder.ready().importFavorites(favorites)
        // Some kills come just before or after the import.
        let longest = Int((ContinuousClock.now - start) / .microseconds(1) * 1.3)
        var random = FuzzRandom(seed: UInt64(Date.now.timeIntervalSince1970))
        var tally: [Int: Int] = [:]
        for _ in 0..<Self.kills {
            let (folder, file) = try await fixture()
            let delay = random.below(longest)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.library.path as String, file = file.path as String, delay = delay as Int] in
                let opened = await openLibrary(at: URL(filePath: path))
                Thread.detachNewThread {
                    usleep(UInt32(delay))
                    kill(getpid(), SIGKILL)
                }
                let favorites = try await FavoritesFileIO(codecs: codecs).read(URL(filePath: file))
                _ = try await opened.library.importFavorites(favorites) { _ in true }
                while true { sleep(1) }
            }
            tally[try await checked(folder, file), default: 0] += 1
        }
        let (nothing, all) = (tally[0] ?? 0, tally[Self.imported] ?? 0)
        Recordings.log(
            "kills during an import: \(Self.kills) within \(longest / 1_000) ms; \(nothing) nothing, \(all) all")
        #expect(nothing + all == Self.kills)
    }
}
