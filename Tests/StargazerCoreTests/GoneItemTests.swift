import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// Details of items that their server no longer has, and what the library records of that.
@MainActor struct GoneItemTests {
    private let time = ManualTime()
    private let library = MemoryLibrary([.sample(1), .sample(2)])
    private let documents = ScriptedDocuments()
    private let catalog: ScriptedCatalog
    private let favoritesModel: FavoritesModel
    private let model: DetailsViewModel

    init() async {
        catalog = ScriptedCatalog(documents: documents, supportsRequestPriority: true)
        favoritesModel = await .sample(library, time)
        model = DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: favoritesModel), time: time.source,
            formats: .sample())
    }

    private let gone = DetailsProgress.failed(
        FailureContent(failure: .gone, query: "owner/name1", service: "Test"))

    private var requests: [String] { catalog.requestedDetails.map(\.id.id) }
    /// The IDs of the favorites that the library records as gone.
    private var recorded: [String] { library.favorites.filter(\.isGone).map(\.id.id) }
    private var shown: DetailsContent? { if case .shown(let content, _) = model.phase { content } else { nil } }

    /// Records that an item is gone, as an earlier session would.
    private func setGone(_ id: ItemID) {
        library.change { favorites in
            for index in favorites.indices where favorites[index].id == id { favorites[index].isGone = true }
        }
    }

    /// Selects an item until its details have been requested, and answers that request and that of the document.
    private func rest(on number: Int, _ response: ScriptedCatalog.DetailsResponse) async {
        let (before, beforeDocuments) = (requests.count, documents.requested.count)
        model.preview(.sample(number), prefetches: true)
        await time.advance(by: .milliseconds(300))
        await documents.respond(beforeDocuments, .success(nil))
        await catalog.respondDetails(before, response)
    }

    private func restOnGone() async {
        await rest(on: 1, .failure(.gone))
        await eventually { model.phase.progress == gone && model.document.phase == .none && recorded == ["1"] }
    }

    @Test func `a rest shows that an item is gone, and opening it requests nothing`() async {
        await restOnGone()
        model.open(.sample(1))
        await settle()
        #expect(model.phase.progress == gone && model.document.phase == .none)
        #expect(requests == ["1"] && documents.requested == [.sample(1)] && time.sleepers == 0)
        await eventually { shown?.item.isGone == true && shown?.item.isFavorite == true }
        #expect(shown?.item.title == "owner/name1" && shown?.awaitsSupplements == false)
    }

    @Test func `it is requested again after five minutes, and on refresh`() async {
        await restOnGone()
        await rest(on: 2, .success(.sample(2)))
        await eventually { model.phase.progress == .loaded }
        await time.advance(by: .seconds(299), sleepers: 0)
        model.preview(.sample(1), prefetches: true)
        await time.advance(by: .milliseconds(300))
        await settle()
        #expect(model.phase.progress == gone && requests == ["1", "2"] && documents.requested.count == 2)
        await time.advance(by: .seconds(1), sleepers: 0)
        model.open(.sample(1))
        await catalog.respondDetails(2, .failure(.gone))
        await eventually { model.phase.progress == gone }
        model.refresh()
        await catalog.respondDetails(3, .success(.sample(1)))
        await eventually { model.phase.progress == .loaded && recorded == [] && shown?.item.isGone == false }
        #expect(requests == ["1", "2", "1", "1"])
    }

    @Test func `after signing in it is requested again: it may be private`() async {
        await restOnGone()
        model.retry(after: .signedIn)
        await catalog.respondDetails(1, .success(.sample(1)))
        await eventually { model.phase.progress == .loaded && recorded == [] }
    }

    @Test func `an item that was gone in an earlier session is requested, and is gone until it answers`() async {
        setGone(.sample(1))
        await eventually { favoritesModel.facts[.sample(1)]?.isGone == true }
        model.preview(.sample(1), prefetches: true)
        #expect(model.phase.progress == .preview && shown?.item.isGone == true)
        await time.advance(by: .milliseconds(300))
        await catalog.respondDetails(0, .success(.sample(1)))
        await eventually { model.phase.progress == .loaded && shown?.item.isGone == false && recorded == [] }
    }

    @Test(arguments: [
        CatalogFailure.offline, .timedOut, .notSent, .throttled(until: .distantFuture),
        .blocked(reason: "dmca", link: nil),
        .server(status: 502), .unauthorized, .notAllowed(needs: nil),
    ])
    func `no other failure records or clears that an item is gone`(failure: CatalogFailure) async {
        await rest(on: 1, .failure(failure))
        await settle()
        #expect(recorded == [] && model.phase.progress != gone)
        setGone(.sample(2))
        await rest(on: 2, .failure(failure))
        await settle()
        #expect(recorded == ["2"])
    }

    @Test func `an older response from the cache clears nothing`() async {
        setGone(.sample(1))
        var cached = ItemDetails.sample(1)
        cached.cached = CachedResponse(at: time.now.addingTimeInterval(-3600), insteadOf: .offline)
        await rest(on: 1, .success(cached))
        await eventually { model.phase.progress == .loaded }
        await favoritesModel.settled()
        #expect(recorded == ["1"])
    }

    @Test func `what is recorded already is not written again`() async {
        await restOnGone()
        await eventually { favoritesModel.facts[.sample(1)]?.isGone == true }
        model.refresh()
        await documents.respond(1, .success(nil))
        await catalog.respondDetails(1, .failure(.gone))
        await rest(on: 2, .success(.sample(2)))
        await rest(on: 3, .failure(.gone))
        await eventually { if case .failed? = model.phase.progress { true } else { false } }
        await favoritesModel.settled()
        #expect(library.log.filter { $0.hasPrefix("gone") || $0.hasPrefix("found") } == ["gone 1"])
    }

    @Test func `an item that is removed and restored is still gone`() async {
        await restOnGone()
        model.toggleFavorite()
        await eventually { library.favorites.map(\.id.id) == ["2"] && favoritesModel.lastRemoval != nil }
        favoritesModel.undo.undo()
        await eventually { recorded == ["1"] }
    }
}
