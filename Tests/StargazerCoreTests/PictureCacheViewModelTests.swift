import StargazerCore
import Synchronization
import TestSupport
import Testing

@MainActor struct PictureCacheViewModelTests {
    private let cache = ScriptedCache(bytes: 12_345_678)

    private func model() -> PictureCacheViewModel { PictureCacheViewModel(cache: cache, formats: .sample()) }

    @Test func `nothing is said before anybody has looked`() {
        let model = model()
        #expect(model.sizeText == nil)
        #expect(!model.canClear)
    }

    @Test func `the size is told in the person's own units`() async {
        let model = model()
        await model.measure()
        #expect(model.sizeText == "12.3 MB")
        #expect(model.canClear)
    }

    @Test func `what is cleared is gone and cannot be cleared again`() async {
        let model = model()
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "")
        #expect(!model.canClear)
        await model.clear()
        #expect(cache.clearings == 1)
    }

    @Test func `what could not be removed is still told`() async {
        let cache = ScriptedCache(bytes: 4_000, staying: 1_000)
        let model = PictureCacheViewModel(cache: cache, formats: .sample())
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "1 kB")
        #expect(model.canClear)
    }

    @Test func `an empty cache is nothing to clear`() async {
        let cache = ScriptedCache(bytes: 0)
        let model = PictureCacheViewModel(cache: cache, formats: .sample())
        await model.measure()
        await model.clear()
        #expect(model.sizeText == "")
        #expect(cache.clearings == 0)
    }
}

private final class ScriptedCache: CacheControl {
    private let state: Mutex<(bytes: Int, clearings: Int)>
    private let staying: Int

    init(bytes: Int, staying: Int = 0) {
        state = Mutex((bytes, 0))
        self.staying = staying
    }

    var clearings: Int { state.withLock { $0.clearings } }

    func size() async -> Int { state.withLock { $0.bytes } }

    func clear() async {
        state.withLock { state in
            state.bytes = staying
            state.clearings += 1
        }
    }
}
