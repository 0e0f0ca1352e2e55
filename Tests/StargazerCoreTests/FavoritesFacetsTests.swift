@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

/// The values of favorites, offered as filters and completions.
@MainActor struct FavoritesFacetsTests {
    private let time = ManualTime()
    private let library = MemoryLibrary([
        .sample(1) { $0.language = "Rust" }, .sample(2) { $0.language = "Rust" }, .sample(3) { $0.language = "C" },
        .sample(4) { $0.topics = ["cli"] },
    ])
    private let favoritesModel: FavoritesModel
    private let model: FavoritesViewModel
    private let suggestions: SuggestionsViewModel

    init() async {
        favoritesModel = await FavoritesModel.sample(library, time)
        model = Self.model(favoritesModel, catalog: ScriptedCatalog(query: .favorites), time)
        suggestions = SuggestionsViewModel(
            list: model, favoritesModel: favoritesModel, formats: .sample(), time: time.source)
        model.shown(true)
        await eventually { model.shownIDs.count == 4 }
    }

    private static func model(
        _ favoritesModel: FavoritesModel, catalog: ScriptedCatalog, _ time: ManualTime,
        packages: MachinePackageLookup = .empty
    ) -> FavoritesViewModel {
        FavoritesViewModel(
            flags: ItemFlagSource(favoritesModel: favoritesModel), catalogs: [catalog.profile],
            machinePackages: packages, formats: .sample(), time: time.source)
    }

    private func type(_ text: String) {
        model.queryChanged(text)
        suggestions.typed(text)
    }

    /// In short form: `language:Rust 2`.
    private var completions: [String] {
        suggestions.all.map {
            guard case .completion(let completion) = $0 else { return "\($0)" }
            return [completion.word, completion.count?.text].compactMap(\.self).joined(separator: " ")
        }
    }

    private func offers(_ name: QualifierName) throws -> [String] {
        let qualifier = try #require(QueryRules.favorites[name])
        return model.query.choices(of: qualifier).all.map {
            ($0.values + [$0.count?.text].compactMap(\.self)).joined(separator: " ")
        }
    }

    @Test func `values are completed with their counts, most frequent first`() async {
        type("language:")
        await eventually { completions == ["language:Rust 2", "language:C 1"] }
        type("language:r")
        #expect(completions == ["language:Rust 2"])
        type("-topic:")
        #expect(completions == ["-topic:cli 1"])
        type("archived:")
        #expect(completions == ["archived:true", "archived:false 4"])
    }

    @Test func `the words of packages are offered where the machine has lists, and understood anywhere`() throws {
        let words = QueryRules.packageStates
        func offered(_ packages: MachinePackageLookup) throws -> [String] {
            let model = Self.model(
                favoritesModel, catalog: ScriptedCatalog(query: .favorites), time, packages: packages)
            let state = try #require(QueryRules.favorites[.state])
            model.queryChanged("is:")
            #expect(
                model.query.completions(limit: 20).map(\.word).filter(words.map { "is:\($0)" }.contains)
                    == model.query.offers(of: state).flatMap(\.values).filter(words.contains).map { "is:\($0)" })
            for word in words { #expect(QueryRules.favorites.problems(in: "is:\(word)").isEmpty) }
            return model.query.offers(of: state).flatMap(\.values)
        }
        let machine = ManualPackages()
        #expect(try offered(machine.lookup).filter(words.contains) == words)
        machine.removeLists()
        #expect(try offered(machine.lookup) == ["starred", "only-here", "gone", "renamed", "unstarred"])
        #expect(try offered(.empty) == ["starred", "only-here", "gone", "renamed", "unstarred"])
    }

    @Test func `the counts of filters that show follow the library`() async throws {
        model.query.showsFilters = true
        await eventually { model.query.facets?[.language].first?.count == 2 }
        try await library.add(.sample(9) { $0.language = "Rust" })
        await eventually { model.query.facets?[.language].first?.count == 3 }
        model.query.showsFilters = false
        try await library.add(.sample(10) { $0.language = "Rust" })
        await eventually { model.shownIDs.count == 6 }
        await settle()
        #expect(model.query.facets?[.language].first?.count == 3)
    }

    @Test func `on request words suggest qualifiers, but no favorites, which the list shows`() async {
        type("na")
        suggestions.showAll()
        await settle()
        #expect(completions == [])
        type("file lan")
        #expect(completions == [])
        suggestions.showAll()
        #expect(completions == ["language:"])
        type("lic")
        suggestions.showAll()
        #expect(completions == ["license:"])
    }

    @Test func `an accepted completion narrows the list`() async throws {
        type("language:")
        await eventually { completions.count == 2 }
        _ = suggestions.accept(try #require(suggestions.all.last))
        #expect(model.text == "language:C ")
        await eventually { model.shownIDs == ["3"] }
    }

    @Test func `values are counted once until the favorites or the scope change`() async throws {
        for text in ["language:", "language:r", "language:ru"] { type(text) }
        await eventually { model.query.facets != nil }
        #expect(library.facetQueries == [FavoritesQuery()])
        model.queryChanged("")
        let revision = favoritesModel.revision
        library.change { $0.append(.sample(5) { $0.language = "Rust" }) }
        await eventually { model.shownIDs.count == 5 && favoritesModel.revision > revision }
        model.query.loadFacets()
        await eventually { (try? offers(.language)) == ["Rust 3", "C 1"] }
        model.show(scope: .catalog(.repositories))
        model.query.loadFacets()
        await eventually { library.facetQueries.last?.scope == .catalog(.repositories) }
        #expect(library.facetQueries.count == 3)
    }

    @Test func `filters without values are not offered, unless they are in the text`() async throws {
        model.query.loadFacets()
        await eventually { model.query.facets != nil }
        #expect(
            model.query.filters.map(\.name) == [.language, .topic, .pushed, .added, .stars, .archived, .fork])
        model.queryChanged("license:mit")
        #expect(model.query.filters.contains { $0.name == .license })
        #expect(try offers(.license) == ["mit"])
    }

    @Test func `only filters that the shown kinds can have are offered`() async {
        let model = Self.model(
            favoritesModel, catalog: ScriptedCatalog(query: QueryRules(qualifiers: [Qualifier(.created, .days)])), time)
        model.query.loadFacets()
        await eventually { model.query.facets != nil }
        #expect(model.query.filters.map(\.name) == [.added])
        model.queryChanged("stars:>1")
        #expect(model.query.filters.map(\.name) == [.added, .stars], "what is in the text can be changed")
    }

    @Test func `a value is chosen whatever its case`() async throws {
        model.query.loadFacets()
        await eventually { model.query.facets != nil }
        model.queryChanged("language:rUST")
        let language = try #require(QueryRules.favorites[.language])
        #expect(model.query.choices(of: language).chosen == 0)
        #expect(try offers(.language) == ["Rust 2", "C 1"])
    }

    @Test func `the only match is known once the library has answered`() async {
        #expect(model.onlyMatch == nil, "there are four")
        model.queryChanged("language:c")
        #expect(model.onlyMatch == nil)
        await eventually { model.onlyMatch == .sample(3) }
    }
}
