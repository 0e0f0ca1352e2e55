import Foundation
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// What is kept of an earlier answer shows while a newer one is asked for.
@MainActor struct GlanceTests {
    /// Keeps one answer of each kind from three hours ago, and gives the newer one when a test says so.
    private final class Keeping: Catalog, Documents {
        let profile = CatalogProfile(kind: .repositories, host: "test", service: "Test", heedsUrgency: true)
        let codec: any ItemCodec = RepositoryCodec()
        var documents: (any Documents)? { self }
        let gate = Gate()
        let newer: Mutex<CatalogFailure?>
        let age: KeptAnswer
        let sent = Mutex(0)

        init(_ time: ManualTime, newer failure: CatalogFailure? = nil) {
            newer = Mutex(failure)
            age = KeptAnswer(at: time.now.addingTimeInterval(-3 * 3600), insteadOf: .cancelled)
        }

        /// Nil when the server is meant, and answers. Whether it fails is decided before it waits at the gate.
        private func kept() async throws(CatalogFailure) -> KeptAnswer? {
            if Errand.current.urgency == .kept { return age }
            let failure = newer.withLock { $0 }
            sent.withLock { $0 += 1 }
            await gate.pass()
            if let failure { throw failure }
            return nil
        }

        func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
            let kept = try await kept()
            return ResultBatch(
                items: (kept == nil ? [1, 2, 4] : [1, 2, 3]).map { .sample($0) }, total: 3, end: .complete, kept: kept)
        }

        func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
            let kept = try await kept()
            var details = ItemDetails.sample(1, watchers: kept == nil ? 8 : 7)
            details.kept = kept
            return details
        }

        func mayHave(_ kind: DocumentKind, of item: Item) -> Bool { true }

        func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document? {
            let words = try await kept() == nil ? "new" : "old"
            return Document(blocks: [DocumentBlock(.paragraph(Prose(words)))])
        }
    }

    private let time = ManualTime()

    private func search(_ catalog: Keeping) -> SearchViewModel {
        SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(shelf: FavoritesShelf(time: time.source), stars: nil),
            history: SearchHistory(of: .repositories), time: time.source, formats: .sample())
    }

    private func details(_ catalog: Keeping) -> DetailsViewModel {
        DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(shelf: FavoritesShelf(time: time.source)),
            time: time.source, formats: .sample())
    }

    private func rows(_ model: SearchViewModel) -> [String] {
        model.phase.shownResults?.rows.map(\.id.id) ?? []
    }

    private func watchers(_ model: DetailsViewModel) -> String? {
        guard case .shown(let content, _) = model.phase else { return nil }
        return (content.more as? RepositoryDetailsContent)?.watchers?.text
    }

    private func age(_ model: DetailsViewModel) -> String? {
        if case .shown(let content, _) = model.phase { content.keptAge } else { nil }
    }

    private func words(_ model: DetailsViewModel) -> String? {
        if case .shown(let document) = model.document.phase { document.blocks.first?.texts.first } else { nil }
    }

    @Test func `a search shows what is kept with its age, then the answer in one step`() async {
        let catalog = Keeping(time)
        catalog.gate.close()
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { rows(model) == ["1", "2", "3"] }
        #expect(model.phase.isAsking && model.phase.shownResults?.keptAge == "3 hours ago")
        #expect(model.phase.shownResults?.olderQuery == nil)
        catalog.gate.open()
        await eventually { rows(model) == ["1", "2", "4"] }
        #expect(!model.phase.isAsking && model.phase.shownResults?.keptAge == nil)
    }

    @Test func `what is shown of a question is not replaced by what was kept of it before`() async {
        let catalog = Keeping(time)
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { rows(model) == ["1", "2", "4"] && !model.phase.isAsking }
        catalog.gate.close()
        model.refresh()
        await eventually { catalog.sent.withLock { $0 } == 2 }
        await settle()
        #expect(rows(model) == ["1", "2", "4"] && model.phase.shownResults?.keptAge == nil)
        catalog.gate.open()
        await eventually { !model.phase.isAsking }
    }

    @Test func `what is kept stays under the failure of the newer answer`() async {
        let catalog = Keeping(time, newer: .offline)
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { if case .results(_, notice: .some) = model.phase { true } else { false } }
        #expect(rows(model) == ["1", "2", "3"])
    }

    @Test func `details and document show what is kept, then what is newer`() async {
        let catalog = Keeping(time)
        catalog.gate.close()
        let model = details(catalog)
        model.open(.sample(1))
        await eventually { watchers(model) == "7" && words(model) == "old" }
        #expect(age(model) == "3 hours ago" && model.phase.progress == .loading(isSlow: false))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(age(model) == nil && model.phase.progress == .loaded)
    }

    @Test func `a rest that the budget does not allow leaves what is kept, and opening asks`() async {
        let catalog = Keeping(time, newer: .cancelled)
        let model = details(catalog)
        model.preview(.sample(1), rests: true)
        await time.advance(by: DetailsViewModel.rest)
        await eventually { catalog.sent.withLock { $0 } == 2 && model.phase.progress == .loaded }
        // Both answers are taken in, also that about the document, which changes nothing.
        await settle()
        #expect(watchers(model) == "7" && age(model) == "3 hours ago" && words(model) == "old")
        catalog.newer.withLock { $0 = nil }
        model.open(.sample(1))
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(catalog.sent.withLock { $0 } == 4)
    }

    @Test func `opening asks again where the budget did not allow the rest, and its answer was still on its way`() async
    {
        let catalog = Keeping(time, newer: .cancelled)
        catalog.gate.close()
        let model = details(catalog)
        model.preview(.sample(1), rests: true)
        await time.advance(by: DetailsViewModel.rest)
        await eventually { words(model) == "old" && watchers(model) == "7" && catalog.gate.heldCount == 2 }
        catalog.newer.withLock { $0 = nil }
        model.open(.sample(1))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(model.phase.progress == .loaded && catalog.sent.withLock { $0 } == 4)
    }

    @Test func `opening what is on its way asks once, whether something kept shows or not`() async {
        let catalog = Keeping(time)
        catalog.gate.close()
        let model = details(catalog)
        model.preview(.sample(1), rests: true)
        await time.advance(by: DetailsViewModel.rest)
        await eventually { words(model) == "old" && watchers(model) == "7" && catalog.sent.withLock { $0 } == 2 }
        model.open(.sample(1))
        #expect(model.phase.progress == .loading(isSlow: false))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(catalog.sent.withLock { $0 } == 2)
    }
}
