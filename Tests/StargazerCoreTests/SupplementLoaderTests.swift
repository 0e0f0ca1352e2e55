import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// The supplements of an item, as the details page loads them.
@MainActor struct SupplementLoaderTests {
    private let time = ManualTime()
    private let supplements = ScriptedSupplements("first", "second")
    private let catalog: ScriptedCatalog

    init() {
        catalog = ScriptedCatalog(supplements: supplements, supportsRequestPriority: true)
        catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 1))) }
    }

    private func model() async -> DetailsViewModel {
        DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)),
            time: time.source, formats: .sample())
    }

    private func shown(_ model: DetailsViewModel) -> [String] {
        guard case .shown(let content, _) = model.phase else { return [] }
        return content.supplements.compactMap { ($0 as? SampleSupplement)?.text }
    }

    private func isFailed(_ model: DetailsViewModel) -> Bool {
        if case .shown(_, .failed) = model.phase { true } else { false }
    }

    private func awaitsMore(_ model: DetailsViewModel) -> Bool {
        if case .shown(let content, _) = model.phase { content.awaitsSupplements } else { false }
    }

    @Test func `previewing sends no requests, and opening loads each supplement after the details`() async {
        let model = await model()
        model.preview(.sample(1))
        await settle()
        #expect(supplements.requested == [])
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        #expect(supplements.requestedKinds.sorted() == ["first", "second"])
        #expect(supplements.requested.allSatisfy { $0.priority == .background }, "they are merely nice to have")
        model.open(.sample(1))
        await settle()
        #expect(supplements.requested.count == 2, "what is on its way is not asked for again")
    }

    @Test func `a row that stays selected loads what earlier details came without`() async {
        let model = await model()
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        // They did not arrive before the next row was selected.
        model.preview(.sample(2))
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(300))
        await eventually { supplements.requested.count == 4 }
    }

    @Test func `supplements show when they arrive, in the order of their kinds`() async {
        let model = await model()
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        let second = supplements.requestedKinds.firstIndex(of: "second") ?? 0
        await supplements.respond(second, .success(SampleSupplement("b")))
        await eventually { shown(model) == ["b"] }
        await supplements.respond(1 - second, .success(SampleSupplement("a")))
        await eventually { shown(model) == ["a", "b"] }
    }

    @Test func `a late response never reaches another item`() async {
        let model = await model()
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        model.open(.sample(2))
        await eventually { supplements.requested.count == 4 }
        for index in 0...1 { await supplements.respond(index, .success(SampleSupplement("old"))) }
        await settle()
        #expect(shown(model) == [])
        await supplements.respond(2, .success(SampleSupplement("new")))
        await eventually { shown(model) == ["new"] }
        #expect(supplements.requested.map(\.title) == ["owner/name1", "owner/name1", "owner/name2", "owner/name2"])
    }

    @Test func `supplements that cannot be loaded are omitted silently`() async {
        let model = await model()
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        await supplements.respond(0, .failure(.offline))
        await supplements.respond(1, .success(nil))
        await settle()
        #expect(shown(model) == [] && !isFailed(model))
        // A missing supplement is known; a failed one is requested again.
        model.open(.sample(1))
        await eventually { supplements.requested.count == 3 }
        #expect(supplements.requestedKinds[2] == supplements.requestedKinds[0])
    }

    @Test func `room is kept until each supplement has arrived, is missing, or has failed`() async {
        let model = await model()
        model.preview(.sample(1))
        #expect(awaitsMore(model))
        model.open(.sample(1))
        await eventually { supplements.requested.count == 2 }
        await supplements.respond(0, .failure(.offline))
        await settle()
        #expect(awaitsMore(model))
        await supplements.respond(1, .success(nil))
        await eventually { !awaitsMore(model) }
    }

    @Test func `no room is kept when the details, which they follow, could not be loaded`() async {
        let model = await model()
        catalog.replyDetails { _ in .failure(.offline) }
        model.open(.sample(1))
        #expect(awaitsMore(model))
        await eventually { isFailed(model) && !awaitsMore(model) }
        catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 1))) }
        model.tryAgain()
        #expect(awaitsMore(model))
        await eventually { supplements.requested.count == 2 }
        #expect(awaitsMore(model))
    }

    @Test func `recently loaded supplements show again at once`() async {
        let model = await model()
        model.open(.sample(1))
        for index in 0...1 { await supplements.respond(index, .success(SampleSupplement("x\(index)"))) }
        await eventually { shown(model).count == 2 }
        model.preview(.sample(2))
        #expect(shown(model) == [])
        model.preview(.sample(1))
        #expect(shown(model).count == 2)
        model.refresh()
        await eventually { supplements.requested.count == 4 }
        #expect(shown(model).count == 2, "what is known stays until there is something newer")
        await supplements.respond(2, .success(SampleSupplement("newer")))
        await eventually { shown(model).contains("newer") }
    }
}
