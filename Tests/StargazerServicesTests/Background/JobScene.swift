import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport

@testable import StargazerCore
@testable import StargazerServices

/// A job with its library and its server, which answers about one item in each request.
@MainActor protocol JobScene: AnyObject {
    var stage: JobStage { get }
    var phase: BackgroundPhase { get }
    /// Starts a process over the library; the last one has ended.
    func start() async
    func pause()
    func resume()
    func cancel() async
    /// What the user does to get what was canceled.
    func ask() async
    /// The items that are done, as the library says.
    func done() async -> [Int]
}

/// What jobs have in common.
@MainActor struct JobStage {
    let time = ManualTime()
    let library: MemoryLibrary
    let network = ScriptedNetwork()
    let server = JobServer()

    init() { library = MemoryLibrary(time: time.source) }
}

extension JobScene {
    typealias Reply = JobServer.Reply

    var time: ManualTime { stage.time }
    var library: MemoryLibrary { stage.library }
    var network: ScriptedNetwork { stage.network }
    /// The items of the requests.
    var requested: [Int] { stage.server.requested }
    /// Answers about an item; nil: successfully.
    func reply(_ reply: @escaping Reply) { stage.server.reply(reply) }
    /// Answers so many requests, and then with a limit.
    func limit(after count: Int, until end: Date) {
        let left = Counter(count)
        reply { _ in left.take() ? nil : .throttled(until: end) }
    }

    var isIdle: Bool { phase == .idle }
    var isWaiting: Bool { if case .waiting = phase { true } else { false } }
}

private final class Counter: Sendable {
    private let left: Mutex<Int>

    init(_ count: Int) { left = Mutex(count) }

    func take() -> Bool {
        left.withLock { left in
            left -= 1
            return left >= 0
        }
    }
}

/// The server of a `JobScene`.
final class JobServer: Sendable {
    typealias Reply = @Sendable (Int) -> CatalogFailure?

    private let state = Mutex<(requested: [Int], reply: Reply)>(([], { _ in nil }))

    var requested: [Int] { state.withLock { $0.requested } }
    func reply(_ reply: @escaping Reply) { state.withLock { $0.reply = reply } }

    func answer(about item: Int) throws(CatalogFailure) {
        let reply = state.withLock { state in
            state.requested.append(item)
            return state.reply
        }
        if let failure = reply(item) { throw failure }
    }
}

final class LookupScene: JobScene {
    let stage = JobStage()
    private let lookups = ScriptedLookups()
    private var model: ImportLookupViewModel?
    private let catalogs: Catalogs
    private let items: [Int]

    init(_ items: [Int]) async throws {
        self.items = items
        catalogs = Catalogs([ScriptedCatalog(lookups: lookups)])
        lookups.reply { [server = stage.server] names in
            let number = Int(names[0].text.dropFirst("owner/name".count)) ?? 0
            do throws(CatalogFailure) { try server.answer(about: number) } catch { return .failure(error) }
            return .success(ItemLookupBatch([names[0]: .found(.sample(number))], pause: 1))
        }
        try await importFile()
    }

    private func importFile() async throws {
        let file = try await ImportSamples.read(items.map { "https://github.com/owner/name\($0)\n" }.joined())
        let plan = try await ImportPlan(file, in: library, lookingUpIn: catalogs)
        _ = try await library.importContent(plan.content) { _ in true }
    }

    var phase: BackgroundPhase { model?.phase ?? .idle }
    func start() async {
        model = ImportLookupViewModel(
            catalogs: catalogs, writer: .attached(to: library), network: network, time: time.source,
            formats: .sample())
        model?.job.signedIn(as: nil)
    }
    func pause() { model?.job.pause() }
    func resume() { model?.job.resume() }
    func cancel() async { model?.cancel() }
    func ask() async {
        try? await importFile()
        model?.job.wake()
    }
    func done() async -> [Int] { library.favorites.compactMap { Int($0.id.id) }.sorted() }
}

final class DocumentScene: JobScene {
    let stage = JobStage()
    private let folder: TemporaryFolder
    private let documents: DocumentDatabase
    private let preferences = CurrentPreferences(settings: MemorySettings())
    private let catalog: ScriptedCatalog
    private let items: [Int]
    private var model: DocumentDownloadViewModel?

    init(_ items: [Int]) throws {
        self.items = items
        folder = try TemporaryFolder()
        documents = folder.documents
        let texts = ScriptedDocumentTexts()
        catalog = ScriptedCatalog(documentTexts: texts)
        texts.reply { [server = stage.server] requests in
            let id = requests[0].item.id
            do throws(CatalogFailure) { try server.answer(about: Int(id.id) ?? 0) } catch { return .failure(error) }
            return .success(.texts(of: [id]))
        }
        library.change { $0 = items.map { .sample($0) } }
    }

    var phase: BackgroundPhase { model?.phase ?? .idle }
    func start() async {
        model = DocumentDownloadViewModel(
            documents, catalogs: Catalogs([catalog]), preferences: preferences, network: network, time: time.source,
            formats: .sample())
        model?.job.signedIn(as: nil)
        model?.follow(library)
    }
    func pause() { model?.pause() }
    func resume() { model?.resume() }
    func cancel() async { preferences.change { $0.downloadsDocuments = false } }
    func ask() async { preferences.change { $0.downloadsDocuments = true } }
    func done() async -> [Int] {
        var done: [Int] = []
        for item in items where await documents.document(of: .sample(item)) != nil { done.append(item) }
        return done
    }
}

final class SavedSearchScene: JobScene {
    let stage = JobStage()
    private let catalog = ScriptedCatalog()
    private let settings = MemorySettings()
    private var app: AppModel?

    init(_ items: [Int]) async throws {
        catalog.reply { [server = stage.server] request in
            do throws(CatalogFailure) { try server.answer(about: Int(request.query.text) ?? 0) } catch {
                return .failure(error)
            }
            return .success(.sample(1...3))
        }
        for item in items {
            _ = try await library.addSavedSearch("\(item)", source: "search:repositories", text: "\(item)", order: nil)
        }
        CurrentPreferences(settings: settings).change { $0.refreshesSavedSearches = true }
    }

    private var model: SavedSearchRefresher? { app?.savedSearchRefresher }
    var phase: BackgroundPhase { model?.phase ?? .idle }
    func start() async {
        app = AppModel(
            catalogs: Catalogs([catalog]), account: nil, cache: nil, network: network, settings: settings,
            isSample: false, formats: .sample(), time: time.source
        ) { [library] _ in (library, .ready) }
        await app?.start()
    }
    func pause() { model?.job.pause() }
    func resume() { model?.job.resume() }
    func cancel() async { model?.stop() }
    func ask() async { model?.refresh() }
    func done() async -> [Int] {
        let searches = (try? await library.savedSearches()) ?? []
        return searches.filter { $0.checkedAt != nil }.compactMap { Int($0.text) }.sorted()
    }
}

final class FavoriteScene: JobScene {
    let stage = JobStage()
    private let lists = ScriptedStarLists()
    private let items: [Int]
    private var model: FavoriteRefresher?

    init(_ items: [Int]) async throws {
        self.items = items
        for item in items { try await library.add(.sample(item)) }
        lists.reply { [server = stage.server] id in
            let number = Int(id.id) ?? 0
            do throws(CatalogFailure) { try server.answer(about: number) } catch { return .failure(error) }
            return .success(.sample(number) { $0.stars = 77 })
        }
    }

    var phase: BackgroundPhase { model?.job.phase ?? .idle }
    func start() async {
        model = FavoriteRefresher(
            lists, writer: .attached(to: library), network: network, formats: .sample(), time: time.source)
        model?.job.signedIn(as: nil)
    }
    func pause() { model?.job.pause() }
    func resume() { model?.job.resume() }
    func cancel() async { model?.job.cancel() }
    func ask() async { model?.job.resume() }
    func done() async -> [Int] {
        library.favorites.filter { ($0.item.facts as? Repository)?.stars == 77 }.compactMap { Int($0.id.id) }.sorted()
    }
}
