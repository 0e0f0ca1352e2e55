import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// What a selected row prefetches and what it does not.
@MainActor struct SelectionPrefetchTests {
    private let time = ManualTime()
    private let documents = ScriptedDocuments()
    private let catalog: ScriptedCatalog

    init() { catalog = ScriptedCatalog(documents: documents, supportsRequestPriority: true) }

    private func model(_ catalog: ScriptedCatalog? = nil) async -> DetailsViewModel {
        DetailsViewModel(
            catalogs: Catalogs([catalog ?? self.catalog]),
            flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)), time: time.source,
            formats: .sample())
    }

    /// A page whose first sample has been selected for 300 ms.
    private func rested() async -> DetailsViewModel {
        let model = await model()
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(300))
        await eventually("both are asked for") { catalog.requestedDetails.count == 1 && documents.requested.count == 1 }
        return model
    }

    private func document(_ text: String) -> Document { Document(blocks: [DocumentBlock(.paragraph(RichText(text)))]) }

    private var limit: CatalogFailure {
        .rateLimited(
            RateLimit(bucket: "core", unit: .requests, limit: 60, resetsAt: time.now.addingTimeInterval(600)))
    }

    @Test func `details and document are prefetched after 300 ms, not after 299`() async {
        let model = await model()
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(299))
        await settle()
        #expect(catalog.requestedDetails == [] && documents.requested == [])
        await time.advance(by: .milliseconds(1))
        await documents.respond(0, .success(document("one")))
        await catalog.respondDetails(0, .success(.sample(1, watchers: 7)))
        await eventually { model.phase.progress == .loaded && model.document.phase == .shown(document("one")) }
        #expect(catalog.requestedDetails.map(\.id) == [.sample(1)] && documents.requested == [.sample(1)])
    }

    @Test func `a row that got room for its details later is prefetched then`() async {
        let model = await model()
        model.preview(.sample(1))
        #expect(time.sleepers == 0)
        model.prefetch()
        await time.advance(by: .milliseconds(300))
        await eventually { catalog.requestedDetails.map(\.id) == [.sample(1)] && documents.requested == [.sample(1)] }
    }

    @Test func `supplements are prefetched after the details`() async {
        let supplements = ScriptedSupplements("first", "second")
        let catalog = ScriptedCatalog(supplements: supplements, supportsRequestPriority: true)
        catalog.replyDetails { .success(ItemDetails(item: $0, facts: RepositoryDetails(watchers: 1))) }
        let model = await model(catalog)
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(300))
        await eventually { supplements.requestedKinds.sorted() == ["first", "second"] }
        #expect(supplements.requested.allSatisfy { $0.priority == .background })
    }

    @Test func `moving on earlier sends no request for the row`() async {
        let model = await model()
        for number in 1...20 {
            model.preview(.sample(number), prefetches: true)
            await time.advance(by: .milliseconds(299))
        }
        await settle()
        #expect(catalog.requestedDetails == [] && documents.requested == [])
        await time.advance(by: .milliseconds(1))
        await eventually { catalog.requestedDetails.map(\.id) == [.sample(20)] && documents.requested == [.sample(20)] }
        #expect(model.phase.progress == .preview, "nobody waits, so that nothing turns")
        #expect(time.sleepers == 0)
    }

    @Test func `a prefetch is cancelled when the selection moves on`() async {
        let model = await rested()
        model.preview(.sample(2))
        await catalog.respondDetails(0, .success(.sample(1, watchers: 7)))
        await documents.respond(0, .success(document("one")))
        await settle()
        #expect(model.item == .sample(2) && model.phase.progress == .preview && model.document.phase == .none)
    }

    @Test func `Enter before the prefetch sends one request at once`() async {
        let model = await model()
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(200))
        model.open(.sample(1))
        #expect(model.phase.progress == .loading(isSlow: false))
        await eventually { catalog.requestedDetails.count == 1 && documents.requested.count == 1 }
        await time.advance(by: .milliseconds(100))
        await settle()
        #expect(catalog.requestedDetails.count == 1 && documents.requested.count == 1)
    }

    @Test func `Enter during the prefetch waits for it and shows progress`() async {
        let model = await rested()
        model.open(.sample(1))
        #expect(model.phase.progress == .loading(isSlow: false) && model.document.phase == .loading(isSlow: false))
        await time.advance(by: .milliseconds(500), sleepers: 2)
        await eventually { model.phase.progress == .loading(isSlow: true) }
        await catalog.respondDetails(0, .success(.sample(1, watchers: 7)))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase.progress == .loaded && model.document.phase == .shown(document("one")) }
        #expect(catalog.requestedDetails.count == 1 && documents.requested.count == 1)
    }

    @Test(arguments: [CatalogFailure.offline, .notSent, .cancelled, .server(status: 502)])
    func `a failed prefetch is silent, and opening sends a request again`(failure: CatalogFailure) async {
        let model = await rested()
        await catalog.respondDetails(0, .failure(failure))
        await documents.respond(0, .failure(failure))
        await settle()
        #expect(model.phase.progress == .skipped && model.document.phase == .none)
        model.open(.sample(1))
        await catalog.respondDetails(1, .failure(limit))
        await eventually { if case .failed? = model.phase.progress { true } else { false } }
        #expect(documents.requested.count == 2)
    }

    @Test(arguments: [
        CatalogFailure.blocked(reason: "tos", link: nil), .notAllowed(needs: nil), .unauthorized, .insecure,
        .otherServer(host: "github.example"), .unreadable(code: "x"),
    ])
    func `a prefetch shows a reason that lasts`(failure: CatalogFailure) async {
        let model = await rested()
        await catalog.respondDetails(0, .failure(failure))
        await eventually {
            if case .failed(let content)? = model.phase.progress { content.failure == failure } else { false }
        }
    }

    @Test func `a prefetch that fails after opening shows the failure`() async {
        let model = await rested()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(limit))
        await eventually { if case .failed? = model.phase.progress { true } else { false } }
    }

    @Test func `an old cached response shows silently, and opening sends a request`() async {
        let model = await rested()
        var cached = ItemDetails.sample(1, watchers: 7)
        cached.cached = CachedResponse(at: time.now.addingTimeInterval(-3600), insteadOf: .offline)
        await catalog.respondDetails(0, .success(cached))
        await eventually { model.phase.progress == .loaded }
        model.open(.sample(1))
        await eventually { catalog.requestedDetails.count == 2 }
    }

    @Test func `prefetched details are used when opened, and for five minutes`() async {
        let model = await rested()
        await catalog.respondDetails(0, .success(.sample(1)))
        await documents.respond(0, .success(document("one")))
        await eventually { model.phase.progress == .loaded && model.document.phase == .shown(document("one")) }
        model.open(.sample(1))
        model.preview(.sample(2), prefetches: true)
        model.preview(.sample(1), prefetches: true)
        #expect(model.phase.progress == .loaded)
        await settle()
        #expect(time.sleepers == 0)
        #expect(catalog.requestedDetails.count == 1 && documents.requested.count == 1)
    }

    @Test func `a catalog without request priorities is not prefetched`() async {
        let other = ScriptedCatalog(documents: documents)
        let model = await model(other)
        model.preview(.sample(1), prefetches: true)
        await settle()
        #expect(time.sleepers == 0)
    }

    @Test func `closing before the prefetch sends nothing`() async {
        let model = await model()
        model.preview(.sample(1), prefetches: true)
        await eventually { time.sleepers == 1 }
        model.close()
        await eventually { time.sleepers == 0 }
        #expect(catalog.requestedDetails == [])
    }

    @Test func `rows are prefetched only while the window shows the details`() async {
        let scene = WindowFixture(catalog: catalog)
        let window = await scene.searched(1...3)
        window.isFolded = true
        await settle()
        let others = scene.time.sleepers
        window.select(.sample(1))
        await settle()
        #expect(scene.time.sleepers == others)
        window.isFolded = false
        window.select(.sample(2))
        await scene.time.advance(by: .milliseconds(300), sleepers: others + 1)
        await eventually { catalog.requestedDetails.map(\.id) == [.sample(2)] }
    }
}
