import Foundation
import StargazerCore
import StargazerLibrary
import StargazerUI
import Testing

@MainActor struct ProfileContractTests {
    private let profiles = RegisteredCatalogs.all().map(\.catalog.profile)

    @Test func `the sources of a kind differ in host and service, and at most one needs a key`() {
        #expect(!profiles.isEmpty)
        #expect(Set(profiles.map { [$0.kind.rawValue, $0.host] }).count == profiles.count)
        #expect(Set(RegisteredCatalogs.sources).count == profiles.count)
        let keyed = RegisteredCatalogs.all().filter { $0.catalog.key != nil }.map(\.catalog.profile.kind)
        #expect(Set(keyed).count == keyed.count)
        for profile in profiles {
            #expect(!profile.host.isEmpty && profile.host == profile.host.lowercased())
            #expect(!profile.service.trimmingCharacters(in: .whitespaces).isEmpty)
            // The kind is part of a settings path.
            #expect(profile.kind.rawValue.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        }
    }

    @Test func `sort keys are unique, and batch sizes fit the settings`() {
        for profile in profiles {
            #expect(!profile.sorts.isEmpty)
            for sorts in [profile.sorts, profile.favoriteSorts] { #expect(Set(sorts).count == sorts.count) }
            // All favorites have these keys, and no search does.
            #expect(Set(profile.sorts + profile.favoriteSorts).isDisjoint(with: [.added, .name]))
            #expect(!profile.favoriteSorts.contains(.bestMatch))
            #expect((1...500).contains(profile.batchSizes.lowerBound) && profile.batchSizes.upperBound <= 500)
            #expect(profile.resultLimit.map { $0 >= profile.batchSizes.upperBound } ?? true)
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a required key has instructions, the right host and a page`(source: CatalogSource) throws {
        let registration = try RegisteredCatalogs.one(source)
        let (profile, words) = (registration.catalog.profile, registration.presentation.apiKeyInstructions)
        guard let key = registration.catalog.key else { return #expect(words == nil) }
        #expect(key.host == profile.host && ["http", "https"].contains(key.page?.scheme))
        let said = try #require(words)
        #expect(!said.heading.isEmpty && !said.sentence.isEmpty && !said.steps.isEmpty && !said.steps.contains(""))
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `ratings have names, and trending items load in batches`(source: CatalogSource) async throws {
        let registration = try RegisteredCatalogs.one(source)
        let (catalog, profile) = (registration.catalog, registration.catalog.profile)
        #expect(Set(profile.ratings).count == profile.ratings.count)
        for rating in profile.ratings { #expect(registration.presentation.name(of: rating)?.isEmpty == false) }
        guard profile.hasTrending else { return }
        let size = profile.batchSizes.lowerBound + 1
        let first = try await catalog.search(SearchQuery(text: "", batchSize: size), after: nil)
        #expect(first.items.count == size && first.items.allSatisfy { $0.id.catalog == source.kind })
        guard case .more(let cursor) = first.end else { return #expect(Bool(false), "no more than one batch") }
        let second = try await catalog.search(SearchQuery(text: "", batchSize: size), after: cursor)
        #expect(Set(second.items.map(\.id)).isDisjoint(with: first.items.map(\.id)))
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `each example search has no problems and contains a qualifier`(source: CatalogSource) throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        for text in catalog.profile.query.examples {
            #expect(catalog.problems(in: text) == [], "\(text)")
            #expect(!ParsedQuery(text, rules: catalog.profile.query).qualifiers.isEmpty, "\(text)")
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `the trending formula is shown, and its search finds the same items`(source: CatalogSource) async throws {
        let registration = try RegisteredCatalogs.one(source)
        guard let trending = registration.catalog.trending else { return }
        #expect(registration.presentation.trendingCriteria(since: "May 1")?.contains("May 1") == true)
        #expect(!trending.periods.isEmpty && !registration.catalog.profile.hasTrending)
        if let filterQualifier = trending.filterQualifier {
            #expect(registration.presentation.description(of: filterQualifier) != nil)
        }
        let choice = TrendingChoice(try #require(trending.periods.last))
        let batch = try await trending.ask(choice)
        let found = try await registration.catalog.search(trending.query(choice, now: batch.at), after: nil)
        #expect(!batch.items.isEmpty && batch.items.map(\.id) == found.items.map(\.id))
        #expect(!batch.terms.isEmpty && batch.since < batch.at)
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `favorites sort by keys that its codec and items have`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        #expect(Set(sample.profile.favoriteSorts).isSubset(of: sample.codec.sortKeys))
        for key in sample.profile.favoriteSorts {
            #expect(sample.items.contains { $0.facts.value(of: key) != nil }, "\(key.rawValue)")
        }
        #expect(try sample.item.facts.value(of: SortKey(rawValue: "no such key")) == nil)
    }

    @Test func `each codec has its own name, format and columns`() {
        let catalogs = Catalogs(RegisteredCatalogs.all().map(\.catalog))
        for catalog in catalogs.all { #expect(catalog.codec.kind == catalog.profile.kind) }
        // The sources of a kind share one.
        let codecs = catalogs.kinds.compactMap { catalogs[$0]?.codec }
        #expect(Set(codecs.map(\.member)).count == codecs.count)
        let taken: Set = [
            "catalog", "host", "id", "title", "url", "added_at", "starred_on_github", "format",
        ]
        for codec in codecs {
            #expect(!codec.member.isEmpty && !taken.contains(codec.member))
            #expect(codec.format >= 1)
            let columns = codec.columns.map(\.name)
            #expect(Set(columns).count == columns.count && Set(columns).isDisjoint(with: taken))
        }
    }
}
