import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// Details from the cache.
extension DetailsViewModelTests {
    @Test func `details loaded within 5 minutes come from the cache`() async {
        catalog.replyDetails { .success(.sample(Int($0.id.id) ?? 0)) }
        let model = await model()
        model.open(.sample(1))
        await eventually { progress(model) == .loaded }
        model.preview(.sample(2))
        model.preview(.sample(1))
        #expect(progress(model) == .loaded)
        await time.advance(by: .seconds(299), sleepers: 0)
        model.preview(.sample(2))
        model.open(.sample(1))
        #expect(progress(model) == .loaded)
        #expect(catalog.requestedDetails.count == 1)
        await time.advance(by: .seconds(1), sleepers: 0)
        model.open(.sample(1))
        #expect(progress(model) == .loading(isSlow: false))
        #expect(facts(model)?.watchers?.text == "7")
        await eventually { progress(model) == .loaded }
        #expect(catalog.requestedDetails.count == 2)
    }

    @Test func `after the clock is set back, cached details are loaded again`() async {
        catalog.replyDetails { _ in .success(.sample(1)) }
        let model = await model()
        model.open(.sample(1))
        await eventually { progress(model) == .loaded }
        await time.advance(by: .seconds(-1), sleepers: 0)
        model.open(.sample(1))
        await eventually { catalog.requestedDetails.count == 2 && progress(model) == .loaded }
    }

    @Test func `the cache holds a hundred items and evicts the oldest`() async {
        catalog.replyDetails { .success(.sample(Int($0.id.id) ?? 0)) }
        let model = await model()
        for number in 1...101 {
            model.open(.sample(number))
            await eventually { progress(model) == .loaded }
            await time.advance(by: .milliseconds(1), sleepers: 0)
        }
        model.preview(.sample(2))
        #expect(progress(model) == .loaded)
        model.preview(.sample(1))
        #expect(progress(model) == .preview)
    }

    @Test func `refreshing loads details that are in the cache`() async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .success(.sample(1)))
        await eventually { progress(model) == .loaded }
        model.refresh()
        #expect(progress(model) == .loading(isSlow: false))
        await catalog.respondDetails(1, .success(.sample(1, watchers: 8)))
        await eventually { facts(model)?.watchers?.text == "8" }
    }

    @Test func `cached details show under a failure with their age and are not stored again`() async {
        let model = await model()
        model.open(.sample(1))
        var kept = ItemDetails.sample(1, watchers: 8)
        kept.cached = CachedResponse(at: time.now.addingTimeInterval(-3 * 3600), insteadOf: .offline)
        await catalog.respondDetails(0, .success(kept))
        await eventually { failure(model)?.cacheAge == "3 hours ago" }
        #expect(facts(model)?.watchers?.text == "8" && content(model)?.isComplete == true)
        model.preview(.sample(2))
        model.preview(.sample(1))
        #expect(progress(model) == .preview, "memory has only what the server said just now")
    }

    @Test func `facts fetched earlier show again whatever their age, and stay when the server cannot be reached`() async
    {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .success(.sample(1, watchers: 7)))
        await eventually { progress(model) == .loaded }
        model.preview(.sample(2))
        await time.advance(by: .seconds(301), sleepers: 0)
        model.preview(.sample(1))
        #expect(facts(model)?.watchers?.text == "7" && progress(model) == .preview)
        model.open(.sample(1))
        await catalog.respondDetails(1, .failure(.offline))
        await eventually { failure(model)?.failure == .offline }
        #expect(facts(model)?.watchers?.text == "7" && content(model)?.cacheAge == "5 minutes ago")
    }

    @Test func `facts from disk show again after another item, until the server answers`() async {
        let model = await model()
        model.open(.sample(1))
        var kept = ItemDetails.sample(1, watchers: 8)
        kept.cached = CachedResponse(at: time.now.addingTimeInterval(-3600), insteadOf: .offline)
        await catalog.respondDetails(0, .success(kept))
        await eventually { failure(model) != nil }
        model.preview(.sample(2))
        model.preview(.sample(1))
        #expect(facts(model)?.watchers?.text == "8" && progress(model) == .preview)
        model.open(.sample(1))
        await catalog.respondDetails(1, .success(.sample(1, watchers: 9)))
        await eventually { facts(model)?.watchers?.text == "9" && content(model)?.cacheAge == nil }
    }

    @Test func `an item that is gone is removed from the cache`() async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .success(.sample(1)))
        await eventually { progress(model) == .loaded }
        model.refresh()
        await catalog.respondDetails(1, .failure(.gone))
        await eventually { failure(model)?.failure == .gone }
        #expect(facts(model)?.watchers?.text == "7")
        model.preview(.sample(2))
        model.preview(.sample(1))
        #expect(failure(model)?.failure == .gone && content(model)?.isComplete == false)
    }
}
