import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct DetailsViewModelTests {
    let time = ManualTime()
    let catalog = ScriptedCatalog()

    func model(_ library: MemoryLibrary = MemoryLibrary()) async -> DetailsViewModel {
        DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: await .sample(library, time)),
            time: time.source, formats: .sample())
    }

    func progress(_ model: DetailsViewModel) -> DetailsProgress? {
        if case .shown(_, let progress) = model.phase { return progress }
        return nil
    }

    func content(_ model: DetailsViewModel) -> DetailsContent? {
        if case .shown(let content, _) = model.phase { return content }
        return nil
    }

    func facts(_ model: DetailsViewModel) -> RepositoryDetailsContent? {
        content(model)?.more as? RepositoryDetailsContent
    }

    func failure(_ model: DetailsViewModel) -> FailureContent? {
        if case .failed(let failure)? = progress(model) { return failure }
        return nil
    }

    func limit(_ seconds: TimeInterval) -> CatalogFailure {
        .rateLimited(
            RateLimit(bucket: "core", unit: .requests, limit: 60, resetsAt: time.now.addingTimeInterval(seconds)))
    }

    @Test func `moving over rows shows their facts and sends no requests`() async {
        let model = await model()
        for number in 1...20 { model.preview(.sample(number)) }
        #expect(progress(model) == .preview)
        #expect(content(model)?.item.title == "owner/name20")
        #expect(facts(model)?.watchers?.text == nil)
        #expect(model.item == .sample(20))
        await settle()
        #expect(catalog.requestedDetails == [])
    }

    @Test(arguments: [(CatalogFailure.offline, 2), (.timedOut, 2), (.gone, 1)])
    func `when the picture arrives, details that failed without a network are requested again`(
        reason: CatalogFailure, requests: Int
    ) async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(reason))
        await eventually { failure(model)?.failure == reason }
        model.retry(after: .connected)
        #expect((progress(model) == .loading(isSlow: false)) == (requests == 2))
        await eventually { catalog.requestedDetails.count == requests }
    }

    @Test func `details that were read without the token say why`() async throws {
        let model = await model()
        model.open(.sample(1))
        let refusal = TokenRefusal(organization: "tea-lab", message: "no")
        var details = ItemDetails.sample(1)
        details.refusal = refusal
        await catalog.respondDetails(0, .success(details))
        await eventually { progress(model) == .loaded }
        #expect(content(model)?.refusal?.failure == .tokenRefused(refusal))
        model.open(.sample(2))
        #expect(content(model)?.refusal == nil)
        model.preview(.sample(1))
        #expect(content(model)?.refusal?.failure == .tokenRefused(refusal), "also of the cached ones")
    }

    @Test func `opening loads the full details once`() async {
        let model = await model()
        model.open(.sample(1))
        model.open(.sample(1))
        model.preview(.sample(1))
        model.refresh()
        #expect(progress(model) == .loading(isSlow: false))
        #expect(content(model)?.item.title == "owner/name1")
        await catalog.respondDetails(0, .success(.sample(1, watchers: 2_431) { $0.stars = 66_912 }))
        await eventually { progress(model) == .loaded }
        #expect(facts(model)?.watchers?.text == "2,431")
        #expect(facts(model)?.stars.text == "66,912")
        #expect(model.item?.repository?.stars == 66_912)
        #expect(catalog.requestedDetails.count == 1)
    }

    @Test func `loading counts as slow after 500 ms`() async {
        let model = await model()
        model.open(.sample(1))
        await time.advance(by: .milliseconds(499))
        await settle()
        #expect(progress(model) == .loading(isSlow: false))
        await time.advance(by: .milliseconds(1))
        await eventually { progress(model) == .loading(isSlow: true) }
        await catalog.respondDetails(0, .success(.sample(1)))
        await eventually { progress(model) == .loaded }
        #expect(time.sleepers == 0)
    }

    @Test func `a late response for another item is dropped`() async {
        let model = await model()
        model.open(.sample(1))
        await eventually { catalog.requestedDetails.count == 1 && time.sleepers == 1 }
        model.preview(.sample(2))
        await eventually("nobody waits to call it slow") { time.sleepers == 0 }
        await catalog.respondDetails(0, .success(.sample(1)))
        await settle()
        #expect(content(model)?.id == .sample(2))
        #expect(progress(model) == .preview)
        model.open(.sample(3))
        model.close()
        await catalog.respondDetails(1, .success(.sample(3)))
        await settle()
        #expect(model.phase == DetailsPhase.none)
        #expect(model.item == nil)
    }

    @Test func `an item that is gone keeps its known facts and shows the failure`() async {
        let model = await model()
        model.open(.sample(1) { $0.summary = "known" })
        await catalog.respondDetails(0, .failure(.gone))
        await eventually { failure(model) == FailureContent(failure: .gone, query: "owner/name1", service: "Test") }
        #expect(content(model)?.summary == "known")
    }

    @Test(arguments: [true, false])
    func `an item that is gone is not said to have no document as well`(documentIsFirst: Bool) async {
        let documents = ScriptedDocuments()
        let catalog = ScriptedCatalog(documents: documents)
        let model = DetailsViewModel(
            catalogs: Catalogs([catalog]), flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)),
            time: time.source, formats: .sample())
        model.open(.sample(1))
        if documentIsFirst {
            await documents.respond(0, .success(nil))
            await eventually { model.document.phase == .absent }
        }
        await catalog.respondDetails(0, .failure(.gone))
        if !documentIsFirst { await documents.respond(0, .success(nil)) }
        await eventually { failure(model)?.failure == .gone && model.document.phase == .none }
        model.refresh()
        await documents.respond(1, .success(nil))
        await catalog.respondDetails(1, .success(.sample(1)))
        await eventually { progress(model) == .loaded && model.document.phase == .absent }
    }

    @Test func `trying again sends the request again`() async {
        let model = await model()
        model.tryAgain()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(.offline))
        await eventually { failure(model)?.failure == .offline }
        model.tryAgain()
        model.tryAgain()
        await catalog.respondDetails(1, .success(.sample(1)))
        await eventually { progress(model) == .loaded }
        #expect(catalog.requestedDetails.count == 2)
    }

    @Test func `a rate limit is counted down and the request repeated once automatically`() async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(limit(3_723)))
        await eventually { failure(model)?.countdown == "1:02:03" }
        #expect(failure(model)?.willRetry == true)
        await time.advance(by: .seconds(3_723))
        await catalog.respondDetails(1, .failure(limit(60)))
        await eventually { failure(model)?.countdown == "1:00" }
        #expect(failure(model)?.willRetry == false)
        await time.advance(by: .seconds(60))
        await eventually { failure(model)?.countdown == nil }
        await settle()
        #expect(catalog.requestedDetails.count == 2)
    }

    @Test func `leaving the item ends its countdown`() async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(limit(42)))
        await eventually { failure(model) != nil && time.sleepers == 1 }
        model.preview(.sample(2))
        await eventually { time.sleepers == 0 }
        #expect(progress(model) == .preview)
        #expect(catalog.requestedDetails.count == 1)
    }

    @Test func `a request that was cancelled elsewhere shows no failure`() async {
        let model = await model()
        model.open(.sample(1))
        await catalog.respondDetails(0, .failure(.cancelled))
        await eventually { progress(model) == .skipped }
    }

    @Test func `the star follows the favorites model`() async {
        let library = MemoryLibrary([.sample(1)])
        let model = await model(library)
        model.toggleFavorite()
        model.preview(.sample(1))
        #expect(content(model)?.item.isFavorite == true)
        model.toggleFavorite()
        await eventually { content(model)?.item.isFavorite == false }
        #expect(library.favorites == [])
        model.toggleFavorite()
        await eventually { content(model)?.item.isFavorite == true }
        #expect(progress(model) == .preview)
    }

    @Test func `loaded details update the favorite's snapshot`() async {
        let library = MemoryLibrary([.sample(1)])
        let model = await model(library)
        model.open(.sample(1))
        await catalog.respondDetails(0, .success(.sample(1) { $0.stars = 5_000 }))
        await eventually { library.favorites.first?.item.repository?.stars == 5_000 }
    }

    @Test func `the details come from the catalog of the item's kind`() async {
        let people = ScriptedCatalog(CatalogKind(rawValue: "people"), service: "People")
        let model = DetailsViewModel(
            catalogs: Catalogs([catalog, people]),
            flags: ItemFlagSource(favoritesModel: await .sample(MemoryLibrary(), time)),
            time: time.source, formats: .sample())
        let person = Item(id: ItemID(catalog: people.profile.kind, host: "test", id: "1"), facts: Item.sample(1).facts)
        model.open(person)
        await people.respondDetails(0, .failure(.offline))
        await eventually { failure(model)?.service == "People" }
        #expect(catalog.requestedDetails.isEmpty)
    }

    @Test func `an item of another server is not loaded, and the failure says so`() async {
        let model = await model()
        let foreign = Item(
            id: ItemID(catalog: .repositories, host: "elsewhere", id: "1"), facts: Item.sample(1).facts)
        model.open(foreign)
        await eventually { failure(model)?.failure == .otherServer(host: "elsewhere") }
        #expect(failure(model)?.service == "Test")
        #expect(content(model)?.item.title == "owner/name1", "what is known stays")
        model.open(
            Item(id: ItemID(catalog: CatalogKind(rawValue: "comets"), host: "sky", id: "1"), facts: foreign.facts))
        await eventually { failure(model)?.failure == .unexpected(code: "no-catalog") }
        #expect(failure(model)?.service == "sky")
        #expect(catalog.requestedDetails.isEmpty)
    }
}
