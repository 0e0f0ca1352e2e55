import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// A catalog that takes one key, and answers each search with one item.
final class KeyedCatalog: Catalog {
    static let good = "good"
    let profile = CatalogProfile(
        kind: .repositories, host: "keyed", service: "Keyed", batchSizes: 1...10, hasTrending: true,
        ratings: [ContentRating(rawValue: "mild"), ContentRating(rawValue: "wild")])
    let codec: any ItemCodec = RepositoryCodec()
    let key: APIKey?
    private let state = Mutex((checks: [Secret](), queries: [SearchQuery](), failure: CatalogFailure?.none))
    let gate = AsyncGate()

    init(_ secret: String? = nil) {
        key = APIKey(host: "keyed", page: URL(string: "https://keyed.invalid/"), secret: secret.map { Secret($0) })
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

    @Test func `a key that was kept is used without asking anybody else`() async throws {
        try await store.store(Secret("good"), account: "Keyed", for: "keyed")
        model.start()
        model.start()
        await eventually { model.phase == .ready(saveFailure: nil) }
        #expect(catalog.key?.value == Secret("good") && catalog.checks.isEmpty)
        #expect(store.log.filter { $0.hasPrefix("look") } == ["look keyed"])
    }

    @Test func `what was typed is kept and used once the service takes it`() async {
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
    func `what the service does not take is neither kept nor used`(failure: CatalogFailure, problem: APIKeyProblem)
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
    func `what cannot be a key is refused on the spot`(typed: String, failure: TokenFormatFailure) async {
        await looked()
        model.save(typed: typed)
        #expect(model.phase == .missing(problem: .text(failure)) && catalog.checks.isEmpty)
    }

    @Test(arguments: [TokenStoreFailure.noService, .locked, .timedOut])
    func `what the key store cannot keep is good for the session, and said to be`(failure: TokenStoreFailure) async {
        await looked()
        store.failNext(failure)
        model.save(typed: "good")
        await eventually { model.phase == .ready(saveFailure: failure) }
        #expect(catalog.key?.value == Secret("good"))
    }

    @Test func `a locked key store is no empty one, and is asked again when the person likes`() async throws {
        try await store.store(Secret("good"), account: "Keyed", for: "keyed")
        store.lock(opensOnUnlock: true)
        await looked()
        #expect(model.phase == .missing(problem: .store(.locked)))
        model.entryChanged()
        #expect(model.phase == .missing(problem: .store(.locked)), "typing opens nothing")
        model.retryKeyring()
        await eventually { model.phase == .ready(saveFailure: nil) }
    }

    @Test func `a key that is refused later is asked for anew, and stays in the key store`() async throws {
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

    @Test func `a refusal of an older key takes nothing from the one in use`() {
        catalog.key?.use(Secret("good"))
        catalog.key?.refuse(Secret("old"))
        #expect(catalog.key?.value == Secret("good"))
    }

    @Test func `without a key store a key is good for the session, and one that is there is used`() throws {
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

    @Test func `a blank entry shows what is trending, once, and only with a key`() async {
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

    @Test func `clearing the entry shows it again, whether by key or by button`() async {
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

    @Test func `what is asked has the strictest rating until another is chosen`() async {
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

    @Test func `a search that had no key is made when it is there`() async {
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
