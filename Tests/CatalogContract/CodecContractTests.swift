import Foundation
import StargazerCore
import StargazerLibrary
import StargazerServices
import StargazerUI
import TestSupport
import Testing

/// Items decode without loss, from the library and from files.
@MainActor struct CodecContractTests {
    private let codecs = RegisteredCatalogs.codecs
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a decoded item equals the original and no other`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        let details = try await sample.catalog.details(of: sample.item)
        let reader = ItemFactsReader()
        for item in sample.items + [details.item] {
            let data = try sample.codec.encode(item.facts)
            let facts = try reader.facts(data, format: sample.codec.format, by: sample.codec)
            let again = Item(id: item.id, facts: facts)
            #expect(again == item && again.hashValue == item.hashValue)
        }
        #expect(sample.items.count > 1 && Set(sample.items).count == sample.items.count)
        #expect(details == ItemDetails(item: details.item, facts: details.facts))
        #expect(try sample.item != sample.withForeignFacts())
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `unknown formats and another catalog's facts are rejected`(
        source: CatalogSource
    ) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        let data = try sample.codec.encode(sample.item.facts)
        for format in [0, -1, sample.codec.format + 1_000] {
            #expect(throws: (any Error).self) {
                try ItemFactsReader().facts(data, format: format, by: sample.codec)
            }
        }
        #expect(throws: (any Error).self) { try sample.codec.encode(ForeignItem()) }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `an item that cannot be decoded keeps its title`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        for title in [try sample.item.title, "one", ""] {
            #expect(sample.codec.facts(titled: title).title.trimmingPrefix("/") == title)
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a favorites file imports without loss`(source: CatalogSource) async throws {
        let favorites = try await favorites(of: source)
        let file = FavoritesJSONFormat(codecs: codecs)
        #expect(try file.favorites(fromJSON: file.json(favorites, now: now)) == favorites)
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a table contains each favorite, and no column is empty`(source: CatalogSource) async throws {
        // The sources of a kind fill different columns.
        let favorites = try await RegisteredCatalogs.sources.filter { $0.kind == source.kind }.asyncFlatMap(favorites)
        let text = String(
            decoding: FavoritesCSVFormat(codecs: codecs).csv(favorites.map { AnnotatedFavorite($0) }), as: UTF8.self)
        for favorite in favorites { #expect(text.contains(favorite.id.id)) }
        let codec = try #require(codecs[source.kind])
        #expect(!codec.columns.isEmpty)
        for column in codec.columns {
            #expect(favorites.contains { column.cell($0.item.facts) != nil }, "\(column.name)")
            #expect(column.cell(ForeignItem()) == nil)
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `the library returns favorites, finds them by words and sorts them`(
        source: CatalogSource
    ) async throws {
        let all = try await RegisteredCatalogs.sources.asyncFlatMap(favorites)
        let own = all.filter { $0.id.catalog == source.kind }
        let library = LibraryDatabase.inMemory(codecs: codecs)
        _ = try await library.importFavorites(all) { _ in true }
        func answer(_ words: String = "", _ order: FavoritesOrder = .best) async throws -> [Favorite] {
            try await library.favorites(
                FavoritesQuery(text: words, order: order, scope: .catalog(source.kind)), reading: .max
            ).first.map(\.favorite)
        }
        #expect(try await Set(answer()) == Set(own))
        for favorite in own {
            for words in [favorite.item.title] + favorite.item.facts.words where words.contains(where: \.isLetter) {
                let found = try await answer(words)
                #expect(found.contains(favorite), "\(words)")
            }
        }
        for key in try RegisteredCatalogs.one(source).catalog.profile.favoriteSorts {
            for direction in [SortDirection.ascending, .descending] {
                let order = try await answer("", .sorted(ItemOrder(key, direction)))
                let values = order.compactMap { $0.item.facts.value(of: key)?.number }
                #expect(order.count == own.count)
                #expect(values == values.sorted(by: direction == .ascending ? { $0 < $1 } : { $0 > $1 }))
            }
        }
    }

    private func favorites(of source: CatalogSource) async throws -> [Favorite] {
        try await RegisteredCatalogs.sample(source).items.enumerated().map { index, item in
            Favorite(item: item, addedAt: now.addingTimeInterval(-Double(index)))
        }
    }
}

extension Sequence {
    @MainActor fileprivate func asyncFlatMap<Part>(
        _ transform: @MainActor (Element) async throws -> [Part]
    ) async rethrows -> [Part] {
        var all: [Part] = []
        for element in self { all += try await transform(element) }
        return all
    }
}
