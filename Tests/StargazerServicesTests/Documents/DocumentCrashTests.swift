import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The process is killed while it saves texts. Afterwards the store has all of a batch or nothing, and a whole index.
@Suite("Crash while documents are saved", .timeLimit(.minutes(30)))
struct DocumentCrashTests {
    /// Number of kills at random moments. They take too long for every test run.
    private static let kills = ProcessInfo.processInfo.environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 0

    private static func texts(_ version: String) -> [StoredDocument] {
        (1...1_000).map { readme($0, "\(version) words of text \($0) \($0 * 7)", version: version) }
    }

    private func expectComplete(_ folder: TemporaryFolder) async throws {
        let store = folder.documents
        try await store.expectConsistentIndex()
        let (old, new) = (await store.numbers("old ").count, await store.numbers("new ").count)
        #expect(old + new == 1_000)
        #expect(new.isMultiple(of: DocumentIndex.batchSize), "a batch is saved or not: \(new)")
        await store.save(Self.texts("new"))
        #expect(await store.numbers("new words").count == 1_000)
        #expect(await store.numbers("old ") == [])
        try await store.expectConsistentIndex()
    }

    @Test func `a kill in a batch rolls it back`() async throws {
        let folder = try TemporaryFolder()
        await folder.documents.save(Self.texts("old"))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.location.path as String] in
            let store = DocumentDatabase(folder: URL(filePath: path))
            await store.save(Array(Self.texts("new").prefix(500)))
            await store.write { db in
                _ = try DocumentIndex.save(db, Self.texts("new")[500..<900].compactMap(IndexableDocument.init))
                kill(getpid(), SIGKILL)
            }
        }
        #expect(await folder.documents.numbers("new words").count == 500)
        try await expectComplete(folder)
    }

    @Test func `a kill while the index is built again loses nothing`() async throws {
        let folder = try TemporaryFolder()
        await folder.documents.save(Self.texts("old"))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = folder.location.path as String] in
            let store = DocumentDatabase(folder: URL(filePath: path))
            await store.write(DocumentSchema.resetIndex)
            await store.write { _ = try DocumentIndex.addPending($0, limit: 300) }
            await store.write { db in
                _ = try DocumentIndex.addPending(db, limit: 300)
                kill(getpid(), SIGKILL)
            }
        }
        let store = folder.documents
        await store.finishIndexing()
        #expect(await store.numbers("old words").count == 1_000)
        try await expectComplete(folder)
    }

    @Test(.enabled(if: kills > 0)) func `kills at any moment leave nothing half done`() async throws {
        var random = FuzzRandom(seed: UInt64(Date.now.timeIntervalSince1970))
        let start = ContinuousClock.now
        let whole = try TemporaryFolder()
        await whole.documents.save(Self.texts("old"))
        let longest = Int((ContinuousClock.now - start) / .microseconds(1) * 2)
        for _ in 0..<Self.kills {
            let folder = try TemporaryFolder()
            await folder.documents.save(Self.texts("old"))
            let delay = random.below(longest)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.location.path as String, delay = delay as Int] in
                Thread.detachNewThread {
                    usleep(UInt32(delay))
                    kill(getpid(), SIGKILL)
                }
                await DocumentDatabase(folder: URL(filePath: path)).save(Self.texts("new"))
                while true { sleep(1) }
            }
            try await expectComplete(folder)
        }
    }
}
