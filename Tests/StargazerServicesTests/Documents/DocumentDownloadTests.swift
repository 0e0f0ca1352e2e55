import Foundation
import Observation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore
@testable import StargazerServices

/// Downloading the texts of favorites, into a real store.
@MainActor @Suite(.timeLimit(.minutes(25))) final class DocumentDownloadTests {
    private let folder: TemporaryFolder
    let library: MemoryLibrary
    private let documents: DocumentDatabase
    let texts = ScriptedDocumentTexts()
    private let time = ManualTime()
    private let network = ScriptedNetwork()
    private let preferences = CurrentPreferences(settings: MemorySettings())
    private let catalog: ScriptedCatalog
    private var download: DocumentDownloadViewModel

    /// More favorites than two requests load.
    static let count = 120

    init() throws {
        folder = try TemporaryFolder()
        library = MemoryLibrary((1...Self.count).map { .sample($0) })
        documents = folder.documents
        catalog = ScriptedCatalog(documentTexts: texts)
        catalog.replyDetails { _ in .failure(.gone) }
        download = Self.download(documents, catalog, preferences, network, time)
    }

    private static func download(
        _ documents: any DocumentStore, _ catalog: ScriptedCatalog, _ preferences: CurrentPreferences,
        _ network: ScriptedNetwork, _ time: ManualTime
    ) -> DocumentDownloadViewModel {
        DocumentDownloadViewModel(
            documents, catalogs: Catalogs([catalog]), preferences: preferences,
            network: network, time: time.source, formats: .sample())
    }

    /// Starts downloading, signed in.
    func start() async {
        download.job.signedIn(as: "ada")
        download.follow(library)
        await time.advance(by: .seconds(1))
    }

    /// Lets the pause after a request pass.
    func proceed(_ seconds: Int = 1) async { await time.advance(by: .seconds(seconds)) }

    func requested(_ count: Int) async {
        await eventually("\(count) requests") { self.texts.requests.count >= count }
    }

    func reached(_ what: String, _ condition: (BackgroundPhase) -> Bool) async {
        await eventually(what) { condition(self.download.phase) }
    }

    /// Waits for what is being stored: another write comes after it.
    private func saved() async {
        await settle()
        await documents.recordCheck(of: .sample(1), at: time.now)
    }

    private func storedCount() async -> Int { await documents.usage().documents }

    func progress(_ done: Int, _ estimate: BackgroundEstimate? = nil) -> BackgroundProgress {
        BackgroundProgress(
            done: NumberContent(done, formats: .sample()), total: NumberContent(Self.count, formats: .sample()),
            estimate: estimate)
    }

    // MARK: Order and budget

    @Test func `downloads the newest favorites first, in the background`() async {
        await start()
        await requested(1)
        await proceed()
        await requested(2)
        await proceed()
        await requested(3)
        await reached("idle, before the pause is over") { $0 == .idle }
        let expected = (1...Self.count).reversed().map(String.init)
        #expect(texts.requests.flatMap(\.self) == expected)
        #expect(texts.requests.map(\.count) == [50, 50, 20])
        #expect(Set(texts.priorities) == [.background])
        #expect(await storedCount() == Self.count)
        #expect(await documents.document(of: .sample(7))?.text == "text 7")
    }

    @Test func `shows progress, and an estimate after two requests`() async {
        texts.respond(.success(.texts(of: (71...120).map { .sample($0) }, pause: 60)))
        texts.respond(.success(.texts(of: (21...70).map { .sample($0) }, pause: 60)))
        texts.gate.close()
        await start()
        await requested(1)
        #expect(download.phase == .working(progress(0)))
        texts.gate.open()
        texts.gate.close()
        await proceed(60)
        await requested(2)
        #expect(download.phase == .working(progress(50)))
        texts.gate.open()
        texts.gate.close()
        await proceed(60)
        await requested(3)
        // 20 items at 60 seconds for each 50.
        let estimate = BackgroundEstimate.minutes(NumberContent(1, formats: .sample()))
        #expect(download.phase == .working(progress(100, estimate)))
        texts.gate.open()
    }

    @Test func `waits for the end of the hour when half of the limit is used`() async {
        let reset = time.now.addingTimeInterval(1_800)
        texts.respond(
            .failure(
                .rateLimited(RateLimit(bucket: "core", unit: .requests, window: .hour, limit: 60, resetsAt: reset))))
        await start()
        await reached("waiting") { $0.isWaiting }
        #expect(
            download.phase == .waiting(.rateLimit(until: Formats.sample().timeOfDay(reset)), progress(0)))
        await proceed(1_700)
        await settle()
        #expect(texts.requests.count == 1)
        await proceed(200)
        await requested(2)
    }

    @Test func `waits longer after each failure in a row`() async {
        texts.respond(.failure(.offline), .failure(.offline))
        await start()
        await requested(1)
        await proceed(30)
        await requested(2)
        await proceed(30)
        await settle()
        #expect(texts.requests.count == 2 && download.phase.isWaiting)
        await proceed(90)
        await requested(3)
    }

    @Test func `a request that succeeds ends the row of failures`() async {
        texts.respond(.failure(.offline), .success(.texts(of: (71...120).map { .sample($0) })), .failure(.offline))
        await start()
        await requested(1)
        await proceed(30)
        await requested(2)
        await proceed()
        await requested(3)
        await proceed(30)
        await requested(4)
    }

    // MARK: Conditions

    @Test func `pauses on a metered network and resumes on another`() async {
        network.isMetered = true
        await start()
        await reached("paused") { $0 == .paused(.meteredNetwork, self.progress(0)) }
        #expect(texts.requests.isEmpty && download.phase.action == nil, "there is nothing to resume")
        network.isMetered = false
        await requested(1)
    }

    @Test func `another network ends the wait for it`() async {
        texts.respond(.failure(.offline))
        await start()
        await reached("offline") { $0 == .waiting(.offline, self.progress(0)) }
        network.report()
        await requested(2)
    }

    @Test func `another network does not end the wait that the server asks for`() async {
        let end = time.now.addingTimeInterval(1_800)
        texts.respond(.failure(.throttled(until: end)))
        await start()
        await reached("waiting") {
            $0 == .waiting(.throttled(until: Formats.sample().timeOfDay(end)), self.progress(0))
        }
        network.report()
        await settle()
        #expect(texts.requests.count == 1)
    }

    @Test func `after the clock is set back, neither a pause nor a wait lasts until the old time`() async {
        await start()
        await reached("the pause after a request") { $0 == .working(self.progress(50)) }
        await time.advance(by: .seconds(-2 * 86_400))
        texts.respond(.failure(.offline))
        download.pause()
        download.resume()
        await requested(2)
        await reached("waiting") { $0.isWaiting }
        await time.advance(by: .seconds(-2 * 86_400))
        library.change { $0.append(.sample(200)) }
        await settle()
        await proceed()
        await requested(3)
    }

    @Test func `pauses and resumes when the user wants`() async {
        await start()
        await reached("the pause after a request") { $0 == .working(self.progress(50)) }
        #expect(download.phase.action == .pause)
        download.pause()
        await reached("paused") { if case .paused(.byUser, _) = $0 { true } else { false } }
        #expect(download.phase.action == .resume)
        await settle()
        #expect(texts.requests.count == 1)
        download.resume()
        await reached("working, before the pause is over") { $0 == .working(self.progress(50)) }
        await proceed()
        await requested(2)
    }

    @Test func `turned off it stops at once and keeps the texts, and on again it goes on`() async {
        await start()
        await requested(1)
        await eventually("saved") { self.download.phase != .working(self.progress(0)) || self.time.sleepers > 0 }
        texts.gate.close()
        await proceed()
        await requested(2)
        preferences.change { $0.downloadsDocuments = false }
        await reached("off") { $0 == .off }
        texts.gate.open()
        await settle()
        #expect(await storedCount() == 50, "the request under way was canceled")
        preferences.change { $0.downloadsDocuments = true }
        await requested(3)
        #expect(texts.requests[2] == texts.requests[1])
    }

    @Test func `a text that the user opens is stored, but not while the download is off`() async {
        network.isMetered = true
        await start()
        await reached("paused") { $0 == .paused(.meteredNetwork, self.progress(0)) }
        download.opened(.sample(7), DocumentSource(text: "opened", version: "v1"))
        await saved()
        #expect(await documents.document(of: .sample(7))?.text == "opened")
        preferences.change { $0.downloadsDocuments = false }
        await reached("off") { $0 == .off }
        download.opened(.sample(8), DocumentSource(text: "opened", version: "v1"))
        await saved()
        #expect(await storedCount() == 1)
    }

    @Test func `an opened text needs no request, and what was looked at is requested first`() async {
        network.isMetered = true
        await start()
        await reached("paused") { $0 == .paused(.meteredNetwork, self.progress(0)) }
        let source = DocumentSource(text: "opened", version: "v1", path: "docs/README.md", branch: "main")
        download.opened(.sample(Self.count), source)
        download.lookedAt(.sample(1))
        await saved()
        #expect(await documents.document(of: .sample(Self.count))?.path == "docs/README.md")
        network.isMetered = false
        await requested(1)
        let ids = texts.requests[0]
        #expect(ids.prefix(2) == ["1", "\(Self.count - 1)"] && !ids.contains("\(Self.count)"))
    }

    @Test func `a rejected token stops it until another sign-in`() async {
        texts.respond(.failure(.unauthorized))
        await start()
        await reached("unauthorized") { $0 == .unauthorized(self.progress(0)) }
        download.job.signedIn(as: nil, isRefused: true)
        await settle()
        #expect(texts.requests.count == 1 && download.phase == .unauthorized(progress(0)))
        #expect(download.phase.action == .resume)
        download.job.signedIn(as: "grace")
        await requested(2)
    }

    // MARK: State

    @Test func `another process goes on with what is missing`() async {
        await start()
        await requested(1)
        await eventually("saved") { self.time.sleepers > 0 }
        let other = Self.download(folder.documents, catalog, preferences, network, time)
        other.job.signedIn(as: "ada")
        download = other
        await start()
        await requested(2)
        let next: [String] = (21...70).reversed().map { "\($0)" }
        #expect(texts.requests[1] == next)
    }

    @Test func `what has no text is not requested again for 30 days`() async {
        let none = DocumentTextBatch([.sample(120): .none, .sample(119): .gone], pause: 1)
        texts.respond(.success(none))
        await start()
        await requested(1)
        await eventually("saved") { self.time.sleepers > 0 }
        texts.gate.close()
        await proceed()
        await requested(2)
        #expect(texts.requests[1].first == "118")
        #expect(await documents.document(of: .sample(120))?.text == "")
        #expect(await storedCount() == 0)
        texts.gate.open()
    }

    @Test func `a text that the server no longer has stays`() async {
        let old = time.now.addingTimeInterval(-40 * 86_400)
        await documents.save(
            (1...Self.count).map {
                StoredDocument(id: .sample($0), text: "old \($0)", version: "v0", fetchedAt: $0 <= 3 ? old : time.now)
            })
        texts.respond(
            .success(
                DocumentTextBatch([.sample(1): .gone, .sample(2): .none, .sample(3): .unchanged], pause: 1)))
        await start()
        await requested(1)
        let checked = time.now
        await proceed()
        await reached("idle") { $0 == .idle }
        #expect(Set(texts.requests[0]) == ["1", "2", "3"])
        #expect(texts.versions == ["1": "v0", "2": "v0", "3": "v0"])
        for number in 1...3 {
            let stored = await documents.document(of: .sample(number))
            #expect(stored?.text == "old \(number)" && stored?.checkedAt == checked)
        }
    }

    @Test func `an item without a text is gone when its details say so too`() async {
        catalog.replyDetails { item in
            switch item.id {
            case .sample(120): .failure(.gone)
            case .sample(119): .success(ItemDetails(item: item, facts: RepositoryDetails(watchers: 1)))
            default: .failure(.offline)
            }
        }
        let all: [ItemID: DocumentTextResult] = [
            .sample(120): .gone, .sample(119): .gone, .sample(118): .gone, .sample(117): .none,
        ]
        texts.respond(.success(DocumentTextBatch(all, pause: 1)))
        var found: [ItemID] = []
        download.foundGone = { found.append($0) }
        await start()
        await requested(1)
        await proceed()
        await requested(2)
        #expect(found == [.sample(120)])
        #expect(catalog.requestedDetails.map(\.id.id) == ["120", "119", "118"])
    }

    @Test func `an item that fails for good is skipped`() async {
        texts.respond(.success(DocumentTextBatch([.sample(120): .failed(.notAllowed(needs: nil))], pause: 1)))
        await start()
        await requested(1)
        await proceed()
        await requested(2)
        #expect(texts.requests[1].first == "119")
        #expect(await documents.document(of: .sample(120)) == nil)
    }

    @Test func `deleting the texts turns it off`() async throws {
        await start()
        await requested(1)
        await eventually("saved") { self.time.sleepers > 0 }
        let stored = StoredDocumentsViewModel(
            documents, download: download, preferences: preferences, formats: .sample()
        ) { [documents, library] in await DocumentIndexer.update(documents, from: library) }
        await stored.measure()
        #expect(stored.count?.number == 50 && stored.canDelete)
        await stored.delete()
        #expect(stored.count?.number == 0 && !stored.canDelete && !stored.isDownloadOn)
        await reached("off") { $0 == .off }
        #expect(await documents.numbers("name7").count > 0, "the names are still found")
    }

    @Test func `without an account, others that need the requests come first`() async {
        let others = Others()
        download.mustWait = { others.needRequests }
        download.job.signedIn(as: nil)
        download.follow(library)
        await proceed()
        await settle()
        #expect(texts.requests.isEmpty && download.phase == .idle)
        texts.gate.close()
        others.needRequests = false
        await requested(1)
        others.needRequests = true
        texts.gate.open()
        await reached("it waits") { $0 == .idle }
        #expect(texts.requests.count == 1)
        download.job.signedIn(as: "ada")
        await proceed()
        await requested(2)
    }

    @Observable final class Others {
        var needRequests = true
    }

    @Test func `what arrives after it has stopped for the deletion is not stored`() async {
        let texts = ScriptedDocumentTexts(ignoresCancellation: true)
        let catalog = ScriptedCatalog(documentTexts: texts)
        let download = Self.download(documents, catalog, preferences, network, time)
        texts.gate.close()
        download.job.signedIn(as: "ada")
        download.follow(library)
        await time.advance(by: .seconds(1))
        await eventually { texts.requests.count == 1 }
        let stopping = Task { await download.job.stop() }
        await settle()
        texts.gate.open()
        await stopping.value
        await saved()
        #expect(await storedCount() == 0)
    }
}

extension BackgroundPhase {
    fileprivate var isWaiting: Bool {
        if case .waiting = self { true } else { false }
    }
}
