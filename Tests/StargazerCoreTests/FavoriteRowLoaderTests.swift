import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

@MainActor struct FavoriteRowLoaderTests {
    private let time = ManualTime()

    private func scene(
        _ count: Int = 3_000, account: ScriptedAccount = ScriptedAccount()
    ) async -> (model: FavoritesViewModel, scene: StarsFixture) {
        let scene = await StarsFixture((1...count).map { .starred($0, nil) }, account: account, time: time)
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: scene.favoritesModel, stars: scene.stars), catalogs: [],
            formats: .sample(),
            time: time.source)
        await scene.outbox.settled()
        model.shown(true)
        await eventually { read(model) == 0..<min(256, count) }
        await settle()
        return (model, scene)
    }

    /// The rows that have been loaded, such as `0..<256`.
    private func read(_ model: FavoritesViewModel) -> Range<Int>? {
        guard case .rows(let content) = model.phase else { return nil }
        let read = content.rows.indices.filter { model.rows.content(of: content.rows[$0]) != nil }
        guard let first = read.first, let last = read.last, read.count == last - first + 1 else { return nil }
        return first..<(last + 1)
    }

    private func rows(_ model: FavoritesViewModel) -> [FavoriteRowID] {
        guard case .rows(let content) = model.phase else { return [] }
        return content.rows
    }

    private func count(_ model: FavoritesViewModel) -> CountContent? {
        guard case .rows(let content) = model.phase else { return nil }
        return content.count
    }

    @Test func `the first rows load with the result, without waiting for rows below the screen`() async {
        let (model, scene) = await scene()
        scene.library.holdNextResponse()
        model.sortChanged(ItemOrder(.added, .ascending))
        await eventually { scene.library.holdsResponse }
        scene.library.releaseResponse()
        scene.library.holdNextResponse()
        await eventually { scene.library.holdsResponse }
        #expect(read(model) == 0..<48)
        var changed: [FavoriteRowID] = []
        model.rows.changed = { changed += $0 }
        scene.library.releaseResponse()
        await eventually { read(model) == 0..<256 }
        #expect(changed.count == 208)
    }

    @Test func `rows are read again after a failed read`() async {
        let (model, scene) = await scene()
        let slept = time.sleepers
        scene.library.failNextReads()
        model.rows.didScrollTo(1_000)
        await eventually { scene.library.failingReads == 0 && time.sleepers > slept }
        #expect(model.rows.content(of: rows(model)[1_000]) == nil)
        await time.advance(by: .seconds(1))
        await eventually { model.rows.content(of: rows(model)[1_000]) != nil }
    }

    @Test func `rows know whether another one has their name`() async {
        let names = [("ada", "tool"), ("ben", "other"), ("eve", "tool")]
        let library = MemoryLibrary(
            names.enumerated().map { number, name in
                .sample(number + 1) { ($0.owner, $0.name) = name }
            })
        let favoritesModel = FavoritesModel(library: library, time: time.source)
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: favoritesModel), catalogs: [], formats: .sample(), time: time.source)
        model.shown(true)
        func namesakes() -> [String] {
            rows(model).compactMap { model.rows.content(of: $0) }.filter(\.hasNamesake).map(\.title)
        }
        await eventually { namesakes() == ["eve/tool", "ada/tool"] }
        library.change { $0.removeFirst() }
        await eventually { rows(model).count == 2 && namesakes() == [] }
    }

    @Test func `a favorite that cannot be read is hidden until it can be read`() async {
        let (model, scene) = await scene(5)
        scene.library.damage(.sample(2), .sample(4))
        model.sortChanged(ItemOrder(.added, .ascending))
        await eventually { rows(model).count == 3 }
        #expect(rows(model).map { model.rows.content(of: $0)?.id } == [.sample(1), .sample(3), .sample(5)])
        #expect(count(model) == CountContent(shown: 3, total: 3, shownText: "3", totalText: "3"))
        scene.library.damage(.sample(4))
        await eventually { rows(model).count == 4 }
        #expect(rows(model).map { model.rows.content(of: $0)?.id.id } == ["1", "2", "3", "5"])
        scene.library.damage(.sample(1), .sample(2), .sample(3), .sample(4), .sample(5))
        model.sortChanged(ItemOrder(.name))
        await eventually { rows(model).isEmpty }
    }

    @Test func `other rows load when they come near`() async {
        let (model, scene) = await scene()
        let readings = scene.library.readings.count
        #expect(model.content(at: 256) == nil && model.item(for: .sample(3_000 - 256)) == nil)
        model.rows.didScrollTo(55)
        await settle()
        #expect(scene.library.readings.count == readings, "the end is not near")
        var changed: [FavoriteRowID] = []
        model.rows.changed = { changed += $0 }
        model.rows.didScrollTo(56)
        await eventually { read(model) == 0..<456 }
        #expect(changed.count == 200)
        #expect(
            scene.library.readings.dropFirst(readings).map(\.count) == [200], "what was read is not read again")
        #expect(model.item(for: .sample(3_000 - 256)) == .sample(3_000 - 256))
    }

    @Test func `distant rows are evicted and load again when they come near`() async {
        let (model, _) = await scene()
        model.rows.didScrollTo(600)
        await eventually { read(model) == 0..<1_000 }
        model.rows.didScrollTo(1_500)
        await eventually { read(model) == 1_100..<1_900 }
        #expect(model.item(for: .sample(3_000)) == nil)
        model.rows.didScrollTo(0)
        await eventually { model.content(at: 0) != nil }
        model.rows.didScrollTo(2_999)
        await eventually { model.content(at: 2_999)?.id == .sample(1) }
    }

    @Test func `the opened row stays loaded while the list contains it`() async {
        let (model, scene) = await scene()
        model.willSelect(.sample(2_990))
        for place in [1_500, 2_900] {
            model.rows.didScrollTo(place)
            await eventually { model.content(at: place) != nil }
        }
        #expect(model.content(at: 0) == nil, "it is far")
        #expect(model.item(for: .sample(2_990)) == .sample(2_990))
        scene.library.change { $0[10] = .sample(2_990) { $0.summary = "new" } }
        await eventually { model.item(for: .sample(2_990))?.repository?.summary == "new" }
        model.sortChanged(ItemOrder(.added, .ascending))
        await eventually { model.content(at: 0)?.id == .sample(1) }
        await eventually { model.item(for: .sample(2_990)) != nil }
        model.rows.didScrollTo(500)
        scene.library.change { $0.removeAll { $0.id == .sample(2_990) } }
        await eventually { model.item(for: .sample(2_990)) == nil }
    }

    @Test func `after a commit only changed rows load again`() async {
        let (model, scene) = await scene(200)
        scene.library.change { $0[3] = .sample(197) { $0.summary = "new" } }
        await eventually { model.content(at: 3)?.summary == "new" }
        #expect(scene.library.readings.last == ["197"])
        #expect(read(model) == 0..<200)
    }

    @Test func `a row that changed while it was distant shows its new content`() async {
        let (model, scene) = await scene()
        model.rows.didScrollTo(600)
        await eventually { read(model) == 0..<1_000 }
        scene.library.change { $0[0] = .sample(3_000) { $0.summary = "new" } }
        await eventually { read(model)?.lowerBound == 200 }
        model.rows.didScrollTo(0)
        await eventually { model.content(at: 0)?.summary == "new" }
    }

    @Test func `a changed row loads even when the list moves meanwhile`() async {
        let (model, scene) = await scene()
        model.rows.didScrollTo(300)
        await eventually { read(model) == 0..<700 }
        await settle()
        // The result after the commit, then the rows.
        scene.library.holdNextResponse()
        scene.library.change { $0[500] = .sample(2_500) { $0.summary = "new" } }
        await eventually { scene.library.holdsResponse }
        scene.library.releaseResponse()
        scene.library.holdNextResponse()
        await eventually { scene.library.holdsResponse }
        model.rows.didScrollTo(600)
        await eventually { model.content(at: 500)?.summary == "new" && read(model)?.upperBound == 1_000 }
        scene.library.releaseResponse()
    }

    @Test func `a list that shrinks below the scroll position loads its end`() async {
        let (model, scene) = await scene()
        model.rows.didScrollTo(2_500)
        await eventually { model.content(at: 2_500) != nil }
        scene.library.change { $0 = Array($0.prefix(100)) }
        await eventually { model.shownIDs.first == "3000" && model.shownIDs.count == 100 }
        #expect(read(model) == 0..<100)
    }

    @Test func `a new query starts at the top and evicts the rows of the previous one`() async {
        let (model, scene) = await scene()
        model.rows.didScrollTo(600)
        await eventually { read(model) == 0..<1_000 }
        scene.library.hideChanges()
        scene.library.change { $0[0] = .sample(3_000) { $0.summary = "new" } }
        model.sortChanged(ItemOrder(.added, .ascending))
        await eventually { model.content(at: 0)?.id == .sample(1) }
        await eventually { read(model) == 0..<256 }
        model.rows.didScrollTo(2_999)
        await eventually { model.content(at: 2_999)?.summary == "new" }
    }

    @Test func `the rows of a new query appear all at once, without gaps`()
        async
    {
        let (model, scene) = await scene()
        func question() -> Int? {
            guard case .rows(let content) = model.phase else { return nil }
            return content.queryNumber
        }
        let first = question()
        var told: Set<FavoriteRowID> = []
        model.rows.changed = { told.formUnion($0) }
        model.sortChanged(ItemOrder(.added, .ascending))
        await eventually { model.content(at: 0)?.id == .sample(1) }
        await eventually { read(model) == 0..<256 }
        #expect(told.isDisjoint(with: rows(model).prefix(48)), "the answer itself tells of those that show")
        #expect(question() != first)
        let second = question()
        scene.library.change { $0.removeFirst() }
        await eventually { model.shownIDs.count == 2_999 }
        #expect(question() == second, "what a commit changed stays where it was scrolled to")
    }

    @Test func `a star changes in place`() async {
        // So few that a commit brings no more rows.
        let account = ScriptedAccount()
        let (model, scene) = await scene(250, account: account)
        var changed: Set<FavoriteRowID> = []
        model.rows.changed = { changed.formUnion($0) }
        #expect(model.content(at: 1)?.isStarredOnServer == false)
        account.hold()
        scene.stars.setStarred(true, .sample(249))
        await eventually { model.content(at: 1)?.isStarredOnServer == true }
        account.failNext(.blocked(reason: nil, link: nil))
        account.release()
        await eventually { model.content(at: 1)?.isStarredOnServer == false }
        #expect(changed.count == 1)
    }

    @Test func `a star that changes together with a commit shows too`() async {
        let account = ScriptedAccount()
        let (model, scene) = await scene(300, account: account)
        account.hold()
        scene.library.holdNextResponse()
        scene.library.change { $0.removeLast() }
        await eventually { scene.library.holdsResponse }
        scene.stars.setStarred(true, .sample(299))
        scene.library.releaseResponse()
        await eventually { model.content(at: 1)?.isStarredOnServer == true && model.shownIDs.count == 299 }
        account.release()
        await scene.outbox.settled()
    }

    @Test func `a row that changes while all are formatted again keeps its new content`() async {
        let (model, scene) = await scene(5)
        let gate = AsyncGate()
        gate.close()
        model.rows.findLines = { _ in
            await gate.pass()
            return [:]
        }
        model.rows.reformat()
        await eventually { gate.heldCount == 1 }
        model.rows.findLines = nil
        scene.library.change { $0[1] = .sample(4) { $0.summary = "new" } }
        await eventually { model.content(at: 1)?.summary == "new" }
        gate.open()
        await settle()
        #expect(model.content(at: 1)?.summary == "new")
    }
}
