import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("The file of the documents", .timeLimit(.minutes(10)))
struct DocumentFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Saves a text and its title, and closes the file.
    private func filled() async {
        await fill(folder.documents)
        await eventually("the file is closed") { access(folder.documentsFile.path + "-wal", F_OK) != 0 }
    }

    private func fill(_ store: DocumentDatabase) async {
        await store.save([readme(1, "some words")])
        await store.index([fields(1, "title")])
        await store.finishIndexing()
    }

    /// Runs SQL while the file is closed.
    private func change(_ sql: String) throws {
        // The log is gone a moment before its file is unlocked.
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: folder.documentsFile.path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
        try queue.close()
    }

    /// Fails if the store does not work, whatever it had.
    private func expectWorking(_ store: DocumentDatabase) async throws {
        #expect(await store.save([readme(2, "other words")]) == 1)
        #expect(await store.numbers("other") == [2])
        try await store.expectConsistentIndex()
    }

    @Test func `only the user can read the files`() async throws {
        let old = umask(0)
        let store = folder.documents
        await store.save([readme(1, "text")])
        umask(old)
        #expect(try folder.names() == ["documents.sqlite", "documents.sqlite-shm", "documents.sqlite-wal"])
        for name in try folder.names() { #expect(try folder.mode(name) == 0o600) }
        #expect(try folder.mode() == 0o700)
        let usage = await store.usage()
        #expect(usage.documents == 1 && usage.bytes > 4_096)
    }

    @Test func `a new file is made for another version`() async throws {
        for version in [DocumentSchema.version + 1, -1] {
            await filled()
            try change("PRAGMA user_version = \(version)")
            let store = folder.documents
            #expect(await store.document(of: documentID(1)) == nil)
            try await expectWorking(store)
            await store.removeAll()
        }
    }

    @Test func `a new file is made for a damaged one`() async throws {
        for damage in [Data("no database at all".utf8), Data(repeating: 0xA5, count: 50_000)] {
            await filled()
            var bytes = try Data(contentsOf: folder.documentsFile)
            bytes.replaceSubrange(0..<min(damage.count, bytes.count), with: damage)
            try bytes.write(to: folder.documentsFile)
            let store = folder.documents
            #expect(await store.numbers("words") == [])
            try await expectWorking(store)
            await store.removeAll()
        }
    }

    @Test func `a new file is made for one with other tables`() async throws {
        try FileManager.default.createDirectory(at: folder.location, withIntermediateDirectories: true)
        try change("CREATE TABLE item (a)")
        try await expectWorking(folder.documents)
        await filled()
        try change("DROP TABLE document")
        try await expectWorking(folder.documents)
    }

    @Test func `a file that is damaged while open is made again`() async throws {
        let store = folder.documents
        await store.save([readme(1, "some words")])
        await store.write { try $0.execute(sql: "UPDATE document SET text = x'00'") }
        #expect(await store.document(of: documentID(1)) == nil)
        #expect(await store.usage().documents == 0)
        try await expectWorking(store)
    }

    @Test func `a removed file is made again`() async throws {
        let store = folder.documents
        await store.save([readme(1, "some words")])
        for name in try folder.names() { try FileManager.default.removeItem(at: folder.location.appending(path: name)) }
        #expect(await store.numbers("words") == [])
        try await expectWorking(store)
    }

    @Test func `a file that replaces the open one is read`() async throws {
        let other = try TemporaryFolder()
        do {
            let store = other.documents
            await store.save([readme(2, "other words")])
        }
        await eventually("the file is closed") { access(other.documentsFile.path + "-wal", F_OK) != 0 }
        let store = folder.documents
        await store.save([readme(1, "some words")])
        #expect(await store.numbers("words") == [1])
        for name in try folder.names() { try FileManager.default.removeItem(at: folder.location.appending(path: name)) }
        try FileManager.default.moveItem(at: other.documentsFile, to: folder.documentsFile)
        #expect(await store.numbers("words") == [2])
    }

    @Test(arguments: [
        "DELETE FROM field_words_docsize", "DELETE FROM text_words_docsize", "DROP TABLE text_words",
        "UPDATE info SET value = 'older rules'", "DELETE FROM info", "UPDATE item SET is_indexed = 0",
        "INSERT INTO text_words (rowid, words) VALUES (7, 'ghost')",
    ])
    func `an index in doubt is built again from the texts`(_ change: String) async throws {
        await filled()
        try self.change(change)
        if change.hasPrefix("UPDATE item") { try self.change("DELETE FROM info") }
        let store = folder.documents
        await store.finishIndexing()
        #expect(await store.document(of: documentID(1))?.text == "some words")
        #expect(await store.numbers("title some") == [1])
        #expect(await store.numbers("ghost") == [])
        try await expectWorking(store)
    }

    @Test func `an index that is damaged inside is built again`() async throws {
        let store = folder.documents
        await store.save((1...50).map { readme($0, "words \($0)") })
        await store.write { try $0.execute(sql: "UPDATE text_words_data SET block = x'FFFFFFFFFF' WHERE id > 10") }
        #expect(await store.numbers("words") == [])
        await store.finishIndexing()
        #expect(await store.numbers("words").count == 50)
        #expect(await store.document(of: documentID(1))?.text == "words 1")
    }

    @Test func `items that wait for the index can be changed and removed`() async throws {
        let store = folder.documents
        await store.save((1...9).map { readme($0, "old words") })
        // The task that indexes has nothing to do, and ends: items then wait until the file is opened again.
        await store.finishIndexing()
        await store.write(DocumentSchema.resetIndex)
        #expect(await store.numbers("words") == [])
        await store.save([readme(1, "new words")])
        await store.index([fields(2, "title")])
        await store.remove([documentID(3)])
        #expect(await store.numbers("words") == [1, 2])
        await store.write { _ = try DocumentIndex.addPending($0, limit: 100) }
        #expect(await store.numbers("words").count == 8)
        try await store.expectConsistentIndex()
    }

    @Test func `a locked file is read and writes are dropped`() async throws {
        await filled()
        let store = folder.documents
        #expect(await store.numbers("words") == [1])
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let other = try DatabaseQueue(path: folder.documentsFile.path, configuration: configuration)
        try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(await store.save([readme(2, "more")]) == 0)
        #expect(await store.numbers("words") == [1])
        try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
        #expect(await store.save([readme(2, "more")]) == 1)
    }

    @Test func `a file that cannot be opened is empty and stays`() async throws {
        await filled()
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let other = try DatabaseQueue(path: folder.documentsFile.path, configuration: configuration)
        try await other.writeWithoutTransaction {
            try $0.execute(
                sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT; UPDATE item SET version = 'x'")
        }
        let store = folder.documents
        #expect(await store.numbers("words") == [])
        #expect(await store.save([readme(2, "more")]) == 0)
        try other.close()
        #expect(await store.numbers("words") == [1])
    }

    @Test func `a folder that cannot be written is an empty store`() async throws {
        let file = folder.root.appending(path: "file")
        try Data().write(to: file)
        let store = DocumentDatabase(folder: file.appending(path: "stargazer"))
        #expect(await store.save([readme(1, "text")]) == 0)
        #expect(await store.document(of: documentID(1)) == nil)
        #expect(await store.numbers("text") == [])
        #expect(await store.usage() == DocumentUsage())
        await store.removeAll()
    }

    @Test func `reads do not wait for writes`() async throws {
        let store = folder.documents
        await store.save([readme(1, "some words")])
        let (started, startedSignal) = AsyncStream.makeStream(of: Void.self)
        let release = DispatchSemaphore(value: 0)
        async let write: Void? = store.write { db in
            try db.execute(sql: "DELETE FROM document")
            startedSignal.finish()
            release.wait()
        }
        for await _ in started {}
        #expect(await store.numbers("words") == [1])
        #expect(await store.document(of: documentID(1)) != nil)
        release.signal()
        _ = await write
    }
}
