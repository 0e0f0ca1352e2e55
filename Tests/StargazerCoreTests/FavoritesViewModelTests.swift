import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@MainActor struct FavoritesViewModelTests {
    private let time = ManualTime()

    private func model(_ library: MemoryLibrary) -> (FavoritesViewModel, FavoritesModel) {
        let favoritesModel = FavoritesModel(library: library, time: time.source)
        let model = model(favoritesModel)
        model.shown(true)
        return (model, favoritesModel)
    }

    private func model(_ favoritesModel: FavoritesModel) -> FavoritesViewModel {
        FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: favoritesModel), catalogs: [ScriptedCatalog().profile],
            formats: .sample(),
            time: time.source)
    }

    @Test func `the page is loading until the library answers`() async {
        let favoritesModel = FavoritesModel(time: time.source)
        let model = model(favoritesModel)
        model.shown(true)
        await settle()
        #expect(model.phase == .loading)
        let library = MemoryLibrary()
        favoritesModel.attach(library: library)
        await eventually { model.phase == FavoritesPhase.none }
        library.change { $0 = [.sample(1)] }
        await eventually { model.shownIDs == ["1"] }
        library.change { $0 = [] }
        await eventually { model.phase == FavoritesPhase.none }
    }

    @Test func `without a library there are no favorites`() async {
        let favoritesModel = FavoritesModel(time: time.source)
        let model = model(favoritesModel)
        model.shown(true)
        favoritesModel.conditionChanged(.unavailable(folder: URL(filePath: "/nowhere")))
        await eventually { model.phase == FavoritesPhase.none }
    }

    @Test func `rows show the date that they are in order of`() async {
        let (model, _) = model(MemoryLibrary([.sample(1) { $0.pushedAt = Date(timeIntervalSince1970: 0) }]))
        let added = "added Jan 1970"
        func date() -> String? {
            guard case .rows(let content) = model.phase else { return nil }
            return model.rows.content(of: content.rows[0]).map { content in
                content.orderDate.map { "\($0.isAdded ? "added" : "pushed") \($0.text)" } ?? "none"
            }
        }
        await eventually { date() == added }
        for (order, shown) in [(ItemOrder(.name), "none"), (ItemOrder(.added, .ascending), added)] {
            model.sortChanged(order)
            await eventually { date() == shown }
        }
        model.sortChanged(ItemOrder(.pushed))
        await eventually { date()?.hasPrefix("pushed ") == true && date()?.hasSuffix(" ago") == true }
        model.sortChanged(.bestMatch)
        model.queryChanged("name")
        await eventually { date() == "none" }
        model.queryChanged("")
        await eventually { date() == added }
    }

    @Test func `names mark what was searched for, until something else is`() async {
        let (model, _) = model(MemoryLibrary([.sample(1)]))
        func marked() -> [String]?? {
            guard case .rows(let content) = model.phase else { return nil }
            return model.rows.content(of: content.rows[0]).map { $0.matchingName?.parts.filter(\.isMatch).map(\.text) }
        }
        for (text, words) in [("", nil), ("NAM", ["nam"]), ("name1", ["name1"]), ("", nil)] as [(String, [String]?)] {
            model.queryChanged(text)
            await eventually("\(text)") { marked() == .some(words) }
        }
    }

    @Test func `a hidden page sends no queries`() async {
        let library = MemoryLibrary([.sample(1)])
        let favoritesModel = await FavoritesModel.sample(library, time)
        let model = model(favoritesModel)
        library.change { $0.append(.sample(2)) }
        model.queryChanged("name")
        model.sortChanged(ItemOrder(.name))
        model.refresh()
        await settle()
        #expect(library.favoritesQueries.isEmpty && library.readings.isEmpty)
        #expect(model.phase == .loading)
        model.shown(true)
        await eventually { model.shownIDs == ["1", "2"] }
        #expect(library.favoritesQueries == [FavoritesQuery(text: "name", order: .sorted(ItemOrder(.name)))])
        model.shown(false)
        model.shown(true)
        await settle()
        #expect(library.favoritesQueries.count == 1, "there is no news")
        model.shown(false)
        library.change { $0.append(.sample(3)) }
        await eventually { favoritesModel.contains(.sample(3)) }
        await settle()
        #expect(library.favoritesQueries.count == 1)
        model.shown(true)
        await eventually { model.shownIDs == ["1", "2", "3"] }
    }

    @Test func `rows look as in the results, with their count`() async {
        let (model, _) = model(MemoryLibrary((1...1_200).map { .sample($0) }))
        model.queryChanged("name11")
        await eventually { model.shownIDs.count == 111 }
        guard case .rows(let content) = model.phase else {
            Issue.record("no rows: \(model.phase)")
            return
        }
        #expect(model.shownIDs.first == "11")
        await eventually { content.rows.allSatisfy { model.rows.content(of: $0)?.isFavorite == true } }
        #expect((content.count.shownText, content.count.totalText) == ("111", "1,200"))
        #expect((content.count.shown, content.count.total) == (111, 1_200))
    }

    @Test(arguments: ["VAPOR", "café web", " ｓｗｉｆｔ ", "日本"])
    func `the filter is passed to the library unchanged`(filter: String) async {
        let library = MemoryLibrary([.sample(1)])
        let (model, _) = model(library)
        await settle()
        model.queryChanged(filter)
        await eventually { model.phase == .noMatch(.all, text: filter) }
        #expect(library.favoritesQueries.last == FavoritesQuery(text: filter, order: .best))
    }

    @Test func `a filter without matches is distinguished from having no favorites`() async {
        let (model, _) = model(MemoryLibrary([.sample(1)]))
        model.queryChanged("zzz")
        await eventually { model.phase == .noMatch(.all, text: "zzz") }
        model.queryChanged("")
        await eventually { model.shownIDs == ["1"] }
    }

    @Test func `the text can ask for an order, until another one is chosen`() async {
        let (model, _) = model(MemoryLibrary([.sample(1), .sample(2), .sample(3)]))
        model.queryChanged("name sort:name-desc")
        await eventually { model.shownIDs == ["3", "2", "1"] }
        #expect(model.sort == ItemOrder(.name, .descending) && model.query.activeCount == 0)
        model.sortChanged(ItemOrder(.name))
        #expect(model.text == "name" && model.sort == ItemOrder(.name))
        await eventually { model.shownIDs == ["1", "2", "3"] }
    }

    @Test func `a value that is not understood is replaced by what it means`() async {
        let (model, _) = model(MemoryLibrary([.sample(1) { $0.isArchived = true }, .sample(2)]))
        model.queryChanged("name archived:yes")
        #expect(model.query.correction == nil, "while typing")
        model.submit()
        #expect(model.query.correction?.word == "archived:true")
        model.query.acceptCorrection()
        #expect(model.text == "name archived:true" && model.query.correction == nil)
        await eventually { model.shownIDs == ["1"] }
    }

    @Test func `the problems of the text show after a pause, and on Enter`() async {
        let (model, _) = model(MemoryLibrary([.sample(1)]))
        model.queryChanged("name stars:many")
        #expect(model.query.problems.isEmpty)
        model.submit()
        #expect(model.query.problems == [.notANumber(.stars, "many")])
        model.query.set(.stars, to: [])
        #expect(model.text == "name" && model.query.problems.isEmpty)
        await eventually { model.shownIDs == ["1"] }
    }

    @Test func `favorites that cannot be read say so and are read again`() async {
        let library = MemoryLibrary([.sample(1)])
        let (model, _) = model(library)
        await eventually { model.shownIDs == ["1"] }
        library.failNextReading(.busy)
        model.queryChanged("name")
        await eventually { model.phase == .failed(.busy, text: "name") }
        model.tryAgain()
        await eventually { model.shownIDs == ["1"] }
        library.failNextReading(.busy)
        library.change { $0.append(.sample(2)) }
        await settle()
        #expect(model.shownIDs.first == "1", "the rows of the same query stay")
    }

    @Test func `a late result is dropped`() async {
        let library = MemoryLibrary((1...500).map { .sample($0) })
        let (model, _) = model(library)
        await eventually { model.shownIDs.count == 500 }
        await settle()
        library.holdNextResponse()
        model.queryChanged("name")
        await eventually { library.holdsResponse }
        model.queryChanged("zzz")
        await eventually { model.phase == .noMatch(.all, text: "zzz") }
        library.releaseResponse()
        await settle()
        #expect(model.phase == .noMatch(.all, text: "zzz"))
    }

    // MARK: Sort orders

    @Test(arguments: [
        (ItemOrder(.added), ["3", "2", "1"]), (ItemOrder(.added, .ascending), ["1", "2", "3"]),
        (ItemOrder(.name), ["2", "3", "1"]), (ItemOrder(.name, .descending), ["1", "3", "2"]),
        (ItemOrder(.stars), ["3", "1", "2"]), (ItemOrder(.stars, .ascending), ["2", "1", "3"]),
        (ItemOrder(.pushed), ["2", "1", "3"]), (ItemOrder(.pushed, .ascending), ["1", "2", "3"]),
    ])
    func `the library is queried in the chosen order`(sort: ItemOrder, order: [String]) async {
        let library = MemoryLibrary([
            .sample(1) {
                $0.name = "zeta"
                $0.stars = 5
                $0.pushedAt = Date(timeIntervalSince1970: 10)
            },
            .sample(2) {
                $0.name = "Alpha"
                $0.stars = 4
                $0.pushedAt = Date(timeIntervalSince1970: 20)
            },
            .sample(3) {
                $0.name = "mid"
                $0.stars = 9
            },
        ])
        let (model, _) = model(library)
        await settle()
        model.sortChanged(sort)
        // The first request may have the same order.
        await eventually { library.favoritesQueries.last?.order == .sorted(sort) && model.shownIDs == order }
        #expect(model.sort == sort)
    }

    @Test func `several changes at once send one query`() async {
        let library = MemoryLibrary([.sample(1), .sample(2)])
        let (model, _) = model(library)
        await settle()
        let requested = library.favoritesQueries.count
        model.queryChanged("n")
        model.queryChanged("na")
        model.sortChanged(ItemOrder(.name))
        await eventually { library.favoritesQueries.count > requested }
        await settle()
        #expect(
            library.favoritesQueries.dropFirst(requested) == [
                FavoritesQuery(text: "na", order: .sorted(ItemOrder(.name)))
            ]
        )
    }

    @Test func `with a filter the best match comes first, unless an order was chosen`() async {
        let library = MemoryLibrary([.sample(1)])
        let (model, _) = model(library)
        await settle()
        #expect(model.sort == ItemOrder(.added))
        model.queryChanged("name")
        #expect(model.sort == .bestMatch)
        await eventually { library.favoritesQueries.last?.order == .best }
        model.queryChanged("language:swift")
        #expect(model.sort == ItemOrder(.added), "a qualifier matches no better or worse")
        model.queryChanged(" \t")
        #expect(model.sort == ItemOrder(.added), "blanks are no words")
        await eventually { library.favoritesQueries.last?.order == .sorted(ItemOrder(.added)) }
        model.sortChanged(ItemOrder(.stars))
        model.queryChanged("name")
        #expect(model.sort == ItemOrder(.stars))
        await eventually {
            library.favoritesQueries.last == FavoritesQuery(text: "name", order: .sorted(ItemOrder(.stars)))
        }
        model.sortChanged(.bestMatch)
        #expect(model.sort == .bestMatch)
        await eventually { library.favoritesQueries.last?.order == .best }
        model.queryChanged("")
        #expect(model.sort == ItemOrder(.added), "the best is no order that is kept")
    }

    @Test func `the sort keys are those of the catalogs, without duplicates`() {
        let people = CatalogProfile(
            kind: CatalogKind(rawValue: "people"), host: "test", service: "People",
            favoriteSorts: [SortKey(rawValue: "followers"), .stars])
        let model = FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: FavoritesModel(time: time.source)),
            catalogs: [ScriptedCatalog().profile, people], formats: .sample(), time: time.source)
        #expect(model.sortKeys.map(\.rawValue) == ["bestMatch", "added", "name", "stars", "pushed", "followers"])
        model.show(scope: .updates)
        #expect(model.sortKeys.isEmpty, "updates are grouped by kind")
    }

    // MARK: Changes

    @Test func `a removal hides the row and can be undone`() async {
        let (model, favoritesModel) = model(MemoryLibrary([.sample(1), .sample(2)]))
        await eventually { model.shownIDs == ["2", "1"] }
        #expect(model.item(for: .sample(2)) == .sample(2))
        model.toggleFavorite(.sample(2))
        await eventually { model.shownIDs == ["1"] && favoritesModel.lastRemoval != nil }
        #expect(model.item(for: .sample(2)) == nil)
        favoritesModel.undo.undo()
        await eventually { model.shownIDs == ["2", "1"] }
    }

    @Test func `a changed snapshot shows in its row`() async {
        let library = MemoryLibrary([.sample(1)])
        let (model, _) = model(library)
        await eventually { model.shownIDs == ["1"] }
        library.change { $0 = [.sample(1) { $0.summary = "new" }] }
        await eventually { model.content(at: 0)?.summary == "new" }
    }

    @Test func `relative dates are formatted again when they are out of date`() async {
        let pushed = time.now
        let (model, _) = model(MemoryLibrary([.sample(1) { $0.pushedAt = pushed }]))
        let text = { (model.content(at: 0)?.more as? RepositoryContent)?.pushed }
        await eventually { text() == "now" }
        await time.advance(by: .seconds(599), sleepers: 0)
        model.refresh()
        await settle()
        #expect(text() == "now")
        await time.advance(by: .seconds(6_601), sleepers: 0)
        model.refresh()
        await eventually { text() == "2 h ago" }
    }
}

extension FavoritesViewModel {
    /// The rows by their items' IDs; `?` for a row that has not been loaded.
    var shownIDs: [String] {
        guard case .rows(let content) = phase else { return [] }
        return content.rows.map { rows.content(of: $0)?.id.id ?? "?" }
    }

    func content(at index: Int) -> ItemContent? {
        guard case .rows(let content) = phase, content.rows.indices.contains(index) else { return nil }
        return rows.content(of: content.rows[index])
    }
}
