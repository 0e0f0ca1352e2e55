import Foundation
import Glibc
import Observation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// The process is killed while it downloads texts. What was counted as done is stored, and the next process does not
/// request it again.
@Suite("Kills while texts are downloaded", .oneExitTestAtATime, .timeLimit(.minutes(30)))
struct DocumentDownloadKillTests {
    private static let kills = ProcessInfo.processInfo.environment["STARGAZER_KILLS"].flatMap { Int($0) } ?? 3

    @Test func `a kill loses no text that was counted, and none is requested again`() async throws {
        var folder = try TemporaryFolder()
        var random = FuzzRandom(seed: 7, number: 0)
        var stored: Set<String> = []
        for kill in 1...Self.kills {
            let journal = folder.root.appending(path: "journal-\(kill)").path
            let delay = 150_000 + random.below(500_000)
            await #expect(processExitsWith: .signal(SIGKILL)) {
                [path = folder.location.path as String, journal = journal as String, delay = delay as Int] in
                await DownloadProcess.run(in: path, journal: journal, killedAfter: delay)
            }
            let lines = (try? String(contentsOfFile: journal, encoding: .utf8))?.split(separator: "\n") ?? []
            let words = lines.map { $0.split(separator: " ").map(String.init) }
            let requested = words.filter { $0.first == "request" }.flatMap { $0.dropFirst() }
            #expect(stored.isDisjoint(with: requested), "requested again: \(stored.intersection(requested))")
            let counted = words.filter { $0.first == "done" }.compactMap { $0.last.flatMap { Int($0) } }.max() ?? 0
            let documents = folder.documents
            stored = []
            for number in 1...DownloadProcess.count {
                guard let document = await documents.document(of: .sample(number)) else { continue }
                stored.insert("\(number)")
                #expect(document.text == "text \(number)")
            }
            #expect(stored.count >= counted)
            try await documents.expectConsistentIndex()
            Recordings.log("kill \(kill) after \(delay / 1_000) ms: \(counted) counted, \(stored.count) stored")
            if stored.count > DownloadProcess.count / 2 {
                // A process that has all texts would wait, in accelerated time, until they are old.
                (folder, stored) = (try TemporaryFolder(), [])
            }
        }
    }
}

/// A process that downloads until it is killed. It writes what it does before it goes on.
@MainActor private enum DownloadProcess {
    /// The number of favorites: twice as many as any process downloads before it is killed.
    nonisolated static let count = 2_400

    private final class JournalingTexts: DocumentTexts {
        let write: @Sendable (String) -> Void

        init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

        func mayHaveText(_ item: Item) -> Bool { true }

        func texts(of requests: [DocumentTextRequest]) async throws(CatalogFailure) -> DocumentTextBatch {
            write("request " + requests.map(\.item.id.id).joined(separator: " "))
            return .texts(of: requests.map(\.item.id))
        }
    }

    private final class Network: NetworkStatus {
        let isAvailable = true
        let isMetered = false
        func changes() -> AsyncStream<Void> { AsyncStream { _ in } }
    }

    static func run(in folder: String, journal: String, killedAfter delay: Int) async {
        let file = open(journal, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        let write: @Sendable (String) -> Void = { line in
            let bytes = Array((line + "\n").utf8)
            _ = Glibc.write(file, bytes, bytes.count)
        }
        let texts = JournalingTexts(write)
        let download = DocumentDownloadViewModel(
            DocumentDatabase(folder: URL(filePath: folder)),
            catalogs: Catalogs([TextCatalog(texts)]),
            preferences: CurrentPreferences(settings: MemorySettings()), network: Network(),
            time: .accelerated(since: Date()), formats: .sample())
        let library = MemoryLibrary((1...count).map { .sample($0) })
        Thread.detachNewThread {
            usleep(UInt32(delay))
            kill(getpid(), SIGKILL)
        }
        download.job.signedIn(as: nil)
        download.follow(library)
        let phases = Observations { download.phase }
        for await phase in phases {
            if let done = phase.progress?.done.number { write("done \(done)") }
        }
    }

    /// A catalog that only has texts.
    private final class TextCatalog: Catalog {
        let profile = CatalogProfile(kind: .repositories, host: "test", service: "Test")
        let codec: any ItemCodec = RepositoryCodec()
        let documentTexts: (any DocumentTexts)?

        init(_ texts: any DocumentTexts) { documentTexts = texts }

        func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
            throw .offline
        }
        func details(of item: Item) async throws(CatalogFailure) -> ItemDetails { throw .offline }
    }
}
