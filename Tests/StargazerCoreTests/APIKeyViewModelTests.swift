import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// A catalog that accepts one key, and answers each search with one item.
final class KeyedCatalog: Catalog {
    static let good = "good"
    let profile = CatalogProfile(
        kind: .repositories, host: "keyed", service: "Keyed", batchSizes: 1...10, hasTrending: true,
        ratings: [ContentRating(rawValue: "mild"), ContentRating(rawValue: "wild")])
    let codec: any ItemCodec = RepositoryCodec()
    let key: ServiceAPIKey?
    private let state = Mutex((checks: [Secret](), queries: [SearchQuery](), failure: CatalogFailure?.none))
    let gate = AsyncGate()

    init(_ secret: String? = nil) {
        key = ServiceAPIKey(
            host: "keyed", page: URL(string: "https://keyed.invalid/"), secret: secret.map { Secret($0) })
    }

    var checks: [Secret] { state.withLock(\.checks) }
    var queries: [SearchQuery] { state.withLock(\.queries) }

    func failChecks(with failure: CatalogFailure?) { state.withLock { $0.failure = failure } }

    func check(_ key: Secret) async throws(CatalogFailure) {
        state.withLock { $0.checks.append(key) }
        await gate.pass()
        if let failure = state.withLock(\.failure) { throw failure }
        if key != Secret(Self.good) { throw .unauthorized }
    }

    func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
        guard let secret = key?.value else { throw .unauthorized }
        state.withLock { $0.queries.append(query) }
        if secret != Secret(Self.good) {
            key?.refuse(secret)
            throw .unauthorized
        }
        return .sample([query.text.count])
    }

    func details(of item: Item) async throws(CatalogFailure) -> ItemDetails { throw .gone }
}

@MainActor struct APIKeyViewModelTests {
    private let catalog: KeyedCatalog
    private let store = ScriptedTokenStore()
    private let model: APIKeyViewModel

    init() throws {
        catalog = KeyedCatalog()
        model = APIKeyViewModel(catalog: catalog, key: try #require(catalog.key), store: store)
    }

    private func looked() async {
        model.start()
        await eventually { model.phase != .loading }
    }

    @Test func `a saved key is used without a request`() async throws {
        try await store.store(Secret("good"), account: "Keyed", for: "keyed")
        model.start()
        model.start()
        await eventually { model.phase == .ready(saveFailure: nil) }
        #expect(catalog.key?.value == Secret("good") && catalog.checks.isEmpty)
        #expect(store.log.filter { $0.hasPrefix("look") } == ["look keyed"])
    }

    @Test func `a typed key is saved and used once the service accepts it`() async {
        await looked()
        #expect(model.phase == .missing(problem: nil))
        catalog.gate.close()
        model.save(typed: "  good\n")
        await eventually { catalog.checks == [Secret("good")] }
        #expect(model.phase == .checking && catalog.key?.value == nil && store.tokens.isEmpty)
        catalog.gate.open()
        await eventually { model.phase == .ready(saveFailure: nil) }
        await model.settled()
        #expect(catalog.key?.value == Secret("good") && store.tokens["keyed"]?.secret == Secret("good"))
    }

    @Test(arguments: [
        (CatalogFailure.unauthorized, APIKeyProblem.refused), (.notAllowed(needs: nil), .refused),
        (.offline, .unchecked(.offline)), (.timedOut, .unchecked(.timedOut)),
    ])
    func `a key that the service rejects is neither saved nor used`(failure: CatalogFailure, problem: APIKeyProblem)
        async
    {
        await looked()
        catalog.failChecks(with: failure)
        model.save(typed: "good")
        await eventually { model.phase == .missing(problem: problem) }
        #expect(catalog.key?.value == nil && store.tokens.isEmpty)
        model.entryChanged()
        #expect(model.phase == .missing(problem: nil))
    }

    @Test(arguments: [
        ("", TokenFormatFailure.empty), ("a b", .hasWhiteSpace), ("a\nb", .hasLineBreak), ("é", .notASCII),
    ])
    func `a text that cannot be a key is rejected without a request`(typed: String, failure: TokenFormatFailure) async {
        await looked()
        model.save(typed: typed)
        #expect(model.phase == .missing(problem: .text(failure)) && catalog.checks.isEmpty)
    }

    @Test(arguments: [TokenStoreFailure.noService, .locked, .timedOut])
    func `a key that cannot be saved lasts for the session and reports the failure`(failure: TokenStoreFailure) async {
        await looked()
        store.failNext(failure)
        model.save(typed: "good")
        await eventually { model.phase == .ready(saveFailure: failure) }
        #expect(catalog.key?.value == Secret("good"))
    }

    @Test func `a key that is deleted before its saving fails stays deleted`() async {
        await looked()
        store.hold()
        store.failNext(.timedOut)
        model.save(typed: "good")
        await eventually { model.phase.isReady }
        model.delete()
        store.release()
        await model.settled()
        #expect(model.phase == .missing(problem: nil))
    }

    @Test func `a locked keyring does not count as empty and can be retried`() async throws {
        try await store.store(Secret("good"), account: "Keyed", for: "keyed")
        store.lock(opensOnUnlock: true)
        await looked()
        #expect(model.phase == .missing(problem: .store(.locked)))
        model.entryChanged()
        #expect(model.phase == .missing(problem: .store(.locked)), "typing opens nothing")
        model.retryKeyring()
        await eventually { model.phase == .ready(saveFailure: nil) }
    }

    @Test func `a key rejected later is requested again and stays in the keyring`() async throws {
        await looked()
        model.save(typed: "good")
        await eventually { model.phase.isReady }
        await model.settled()
        catalog.key?.refuse(Secret("good"))
        await eventually { model.phase == .missing(problem: .refused) }
        #expect(store.tokens["keyed"] != nil)
        catalog.key?.refuse(Secret("good"))
        model.delete()
        await model.settled()
        #expect(store.tokens.isEmpty && model.phase == .missing(problem: nil))
    }

    @Test func `the rejection of an older key does not affect the current one`() {
        catalog.key?.use(Secret("good"))
        catalog.key?.refuse(Secret("old"))
        #expect(catalog.key?.value == Secret("good"))
    }

    @Test func `without a keyring a key lasts for the session and an existing key is used`() throws {
        let bare = APIKeyViewModel(catalog: catalog, key: try #require(catalog.key), store: nil)
        #expect(bare.phase == .missing(problem: nil))
        let filled = KeyedCatalog("good")
        #expect(
            APIKeyViewModel(catalog: filled, key: try #require(filled.key), store: nil).phase
                == .ready(saveFailure: nil))
    }
}

@MainActor struct TrendingTests {
    private let catalog = KeyedCatalog()
    private let time = ManualTime()
    private let preferences = CurrentPreferences()
    private let search: SearchViewModel

    init() {
        let favoritesModel = FavoritesModel(time: time.source)
        search = SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(favoritesModel: favoritesModel, stars: nil),
            history: SearchHistory(of: .repositories), time: time.source, formats: .sample(), preferences: preferences)
    }

    private var texts: [String] { catalog.queries.map(\.text) }
    private var isShown: Bool { if case .results = search.phase { true } else { false } }

    @Test func `an empty entry shows trending items once, and only with a key`() async {
        search.resume()
        #expect(search.phase == .start)
        catalog.key?.use(Secret("good"))
        search.apiKeyBecameAvailable()
        await eventually { isShown }
        search.resume()
        search.apiKeyBecameAvailable()
        #expect(texts == [""])
        #expect(search.lastQuery == "")
    }

    @Test func `clearing the entry shows trending items again, by key and by button`() async {
        catalog.key?.use(Secret("good"))
        search.resume()
        await eventually { isShown }
        search.queryChanged("cat")
        search.submit()
        await eventually { texts == ["", "cat"] && isShown }
        search.queryChanged("")
        await eventually { texts == ["", "cat", ""] && isShown }
        search.queryChanged("dog")
        search.submit()
        await eventually { texts.last == "dog" && isShown }
        search.clear()
        await eventually { texts == ["", "cat", "", "dog", ""] && isShown }
    }

    @Test func `searches use the strictest rating until the user chooses another`() async {
        catalog.key?.use(Secret("good"))
        search.resume()
        await eventually { isShown }
        preferences.change { $0.ratings[.repositories] = ContentRating(rawValue: "wild") }
        search.refresh()
        await eventually { catalog.queries.count == 2 && isShown }
        preferences.change { $0.ratings[.repositories] = ContentRating(rawValue: "unheard of") }
        search.refresh()
        await eventually { catalog.queries.count == 3 && isShown }
        #expect(catalog.queries.map(\.rating?.rawValue) == ["mild", "wild", "mild"])
    }

    @Test func `a search without a key is sent once the key is there`() async {
        search.queryChanged("cat")
        search.submit()
        await eventually {
            if case .failed(let failure) = search.phase { failure.failure == .unauthorized } else { false }
        }
        catalog.key?.use(Secret("good"))
        search.apiKeyBecameAvailable()
        await eventually { isShown }
        #expect(texts == ["cat"])
    }
}
