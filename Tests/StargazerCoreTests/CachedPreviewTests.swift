import Foundation
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerCore

/// A cached response shows while a newer one is loading.
@MainActor struct CachedPreviewTests {
    /// Caches a response of each kind that is three hours old, and sends newer ones when the test says so.
    private final class CachingCatalog: Catalog, Documents {
        let profile = CatalogProfile(kind: .repositories, host: "test", service: "Test", supportsRequestPriority: true)
        let codec: any ItemCodec = RepositoryCodec()
        var documents: (any Documents)? { self }
        let gate = AsyncGate()
        let newer: Mutex<CatalogFailure?>
        let age: CachedResponse
        let sent = Mutex(0)

        init(_ time: ManualTime, newer failure: CatalogFailure? = nil) {
            newer = Mutex(failure)
            age = CachedResponse(at: time.now.addingTimeInterval(-3 * 3600))
        }

        /// Nil when the request goes to the server and succeeds. Whether it fails is decided before
        /// it waits at the gate.
        private func cached() async throws(CatalogFailure) -> CachedResponse? {
            if RequestContext.current.cachePolicy == .cacheOnly { return age }
            let failure = newer.withLock { $0 }
            sent.withLock { $0 += 1 }
            await gate.pass()
            if let failure { throw failure }
            return nil
        }

        func search(_ query: SearchQuery, after cursor: BatchCursor?) async throws(CatalogFailure) -> ResultBatch {
            let cached = try await cached()
            return ResultBatch(
                items: (cached == nil ? [1, 2, 4] : [1, 2, 3]).map { .sample($0) }, total: 3, end: .complete,
                cached: cached)
        }

        func details(of item: Item) async throws(CatalogFailure) -> ItemDetails {
            let cached = try await cached()
            var details = ItemDetails.sample(1, watchers: cached == nil ? 8 : 7)
            details.cached = cached
            return details
        }

        func mayHave(_ kind: DocumentKind, of item: Item) -> Bool { true }

        func document(from stored: StoredDocument, of item: Item) async -> Document? { nil }

        func document(_ kind: DocumentKind, of item: Item) async throws(CatalogFailure) -> Document? {
            let words = try await cached() == nil ? "new" : "old"
            return Document(blocks: [DocumentBlock(.paragraph(RichText(words)))])
        }
    }

    private let time = ManualTime()

    private func search(_ catalog: CachingCatalog) -> SearchViewModel {
        SearchViewModel(
            catalog: catalog, flags: ItemFlagSource(favoritesModel: FavoritesModel(time: time.source), stars: nil),
            history: SearchHistory(of: .repositories), time: time.source, formats: .sample())
    }

    private func details(_ catalog: CachingCatalog) -> DetailsViewModel {
        DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: FavoritesModel(time: time.source)),
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
        if case .shown(let content, _) = model.phase { content.cacheAge } else { nil }
    }

    private func words(_ model: DetailsViewModel) -> String? {
        if case .shown(let document) = model.document.phase { document.blocks.first?.texts.first } else { nil }
    }

    @Test func `a search shows cached results with their age, then replaces them at once`() async {
        let catalog = CachingCatalog(time)
        catalog.gate.close()
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { rows(model) == ["1", "2", "3"] }
        #expect(model.phase.isAsking && model.phase.shownResults?.cacheAge == "3 hours ago")
        #expect(model.phase.shownResults?.olderQuery == nil)
        catalog.gate.open()
        await eventually { rows(model) == ["1", "2", "4"] }
        #expect(!model.phase.isAsking && model.phase.shownResults?.cacheAge == nil)
    }

    @Test func `results on screen are not replaced by cached ones`() async {
        let catalog = CachingCatalog(time)
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { rows(model) == ["1", "2", "4"] && !model.phase.isAsking }
        catalog.gate.close()
        model.refresh()
        await eventually { catalog.sent.withLock { $0 } == 2 }
        await settle()
        #expect(rows(model) == ["1", "2", "4"] && model.phase.shownResults?.cacheAge == nil)
        catalog.gate.open()
        await eventually { !model.phase.isAsking }
    }

    @Test func `cached results stay when the request fails`() async {
        let catalog = CachingCatalog(time, newer: .offline)
        let model = search(catalog)
        model.queryChanged("swift")
        model.submit()
        await eventually { if case .results(_, notice: .some) = model.phase { true } else { false } }
        #expect(rows(model) == ["1", "2", "3"])
    }

    @Test func `details and document show cached data, then new data`() async {
        let catalog = CachingCatalog(time)
        catalog.gate.close()
        let model = details(catalog)
        model.open(.sample(1))
        await eventually { watchers(model) == "7" && words(model) == "old" }
        #expect(age(model) == "3 hours ago" && model.phase.progress == .loading(isSlow: false))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(age(model) == nil && model.phase.progress == .loaded)
    }

    @Test func `a prefetch over budget keeps cached data, and opening sends a request`() async {
        let catalog = CachingCatalog(time, newer: .notSent)
        let model = details(catalog)
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: DetailsViewModel.prefetchDelay)
        await eventually { catalog.sent.withLock { $0 } == 2 && model.phase.progress == .loaded }
        // Both responses are handled; the one for the document changes nothing.
        await settle()
        #expect(watchers(model) == "7" && age(model) == "3 hours ago" && words(model) == "old")
        catalog.newer.withLock { $0 = nil }
        model.open(.sample(1))
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(catalog.sent.withLock { $0 } == 4)
    }

    @Test func `opening sends a request again when the running prefetch was over budget`() async {
        let catalog = CachingCatalog(time, newer: .notSent)
        catalog.gate.close()
        let model = details(catalog)
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: DetailsViewModel.prefetchDelay)
        await eventually { words(model) == "old" && watchers(model) == "7" && catalog.gate.heldCount == 2 }
        catalog.newer.withLock { $0 = nil }
        model.open(.sample(1))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(model.phase.progress == .loaded && catalog.sent.withLock { $0 } == 4)
    }

    @Test func `opening during a prefetch sends one request, with or without cached data`() async {
        let catalog = CachingCatalog(time)
        catalog.gate.close()
        let model = details(catalog)
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: DetailsViewModel.prefetchDelay)
        await eventually { words(model) == "old" && watchers(model) == "7" && catalog.sent.withLock { $0 } == 2 }
        model.open(.sample(1))
        #expect(model.phase.progress == .loading(isSlow: false))
        catalog.gate.open()
        await eventually { watchers(model) == "8" && words(model) == "new" }
        #expect(catalog.sent.withLock { $0 } == 2)
    }
}
