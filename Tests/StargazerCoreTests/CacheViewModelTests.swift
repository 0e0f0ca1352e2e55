import StargazerCore
import Synchronization
import TestSupport
import Testing

@MainActor struct CacheViewModelTests {
    private let cache = ScriptedCache(bytes: 12_345_678)

    private func model() -> CacheViewModel {
        CacheViewModel(cache: cache, preferences: CurrentPreferences(), formats: .sample())
    }

    @Test func `the size is unknown before it is measured`() {
        let model = model()
        #expect(model.sizeText == nil)
        #expect(!model.canClear)
    }

    @Test func `the size is formatted for the locale`() async {
        let model = model()
        await model.measure()
        #expect(model.sizeText == "12.3 MB")
        #expect(model.canClear)
    }

    @Test func `a cleared cache is empty and cannot be cleared again`() async {
        let model = model()
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "")
        #expect(!model.canClear)
        await model.clear()
        #expect(cache.clearings == 1)
    }

    @Test func `a size that could not be cleared is still shown`() async {
        let cache = ScriptedCache(bytes: 4_000, staying: 1_000)
        let model = CacheViewModel(cache: cache, preferences: CurrentPreferences(), formats: .sample())
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "1 kB")
        #expect(model.canClear)
    }

    @Test func `search pages are cached only while the history is on`() async {
        let preferences = CurrentPreferences()
        let model = CacheViewModel(cache: cache, preferences: preferences, formats: .sample())
        await eventually { cache.searchCaching == [true] }
        preferences.change { $0.savesHistory = false }
        await eventually { cache.searchCaching == [true, false] }
        withExtendedLifetime(model) {}
    }

    @Test func `several caches are measured and cleared as one`() async {
        let (one, other) = (ScriptedCache(bytes: 1_000), ScriptedCache(bytes: 2_000))
        let all = CombinedCache([one, other])
        #expect(await all.size() == 3_000)
        await all.setSearchCaching(false)
        await all.clear()
        #expect(one.clearings == 1 && other.clearings == 1 && other.searchCaching == [false])
        #expect(await all.size() == 0)
    }

    @Test func `an empty cache cannot be cleared`() async {
        let cache = ScriptedCache(bytes: 0)
        let model = CacheViewModel(cache: cache, preferences: CurrentPreferences(), formats: .sample())
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "")
        #expect(cache.clearings == 0)
    }
}

private final class ScriptedCache: ClearableCache {
    private let state: Mutex<(bytes: Int, clearings: Int, searchCaching: [Bool])>
    private let staying: Int

    init(bytes: Int, staying: Int = 0) {
        state = Mutex((bytes, 0, []))
        self.staying = staying
    }

    var clearings: Int { state.withLock { $0.clearings } }

    var searchCaching: [Bool] { state.withLock { $0.searchCaching } }

    func setSearchCaching(_ keeps: Bool) async { state.withLock { $0.searchCaching.append(keeps) } }

    func size() async -> Int { state.withLock { $0.bytes } }

    func clear() async {
        state.withLock { state in
            state.bytes = staying
            state.clearings += 1
        }
    }
}
