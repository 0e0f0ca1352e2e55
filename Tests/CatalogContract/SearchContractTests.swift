import Foundation
import StargazerCore
import StargazerLibrary
import StargazerUI
import Testing

/// A catalog returns its own items, in the requested number and order.
@MainActor struct SearchContractTests {
    /// The most batches to load from one list.
    private static let maxBatches = 12

    private func expectOwn(_ items: [Item], _ profile: CatalogProfile) {
        for item in items {
            #expect(item.id.catalog == profile.kind && item.id.host == profile.host && !item.id.id.isEmpty)
        }
        #expect(Set(items.map(\.id)).count == items.count)
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `every sort order works in both directions and for every batch size`(source: CatalogSource) async throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        let profile = catalog.profile
        for key in profile.sorts {
            for direction in key.hasDirection ? [SortDirection.descending, .ascending] : [key.defaultDirection] {
                for size in [profile.batchSizes.lowerBound, profile.batchSizes.upperBound] {
                    let query = SearchQuery(
                        text: RegisteredCatalogs.words, sort: ItemOrder(key, direction), batchSize: size)
                    let batch = try await catalog.search(query, after: nil)
                    #expect(!batch.items.isEmpty && batch.items.count <= size)
                    expectOwn(batch.items, profile)
                    if let total = batch.total { #expect(batch.items.count == min(total, size)) }
                    let values = batch.items.compactMap { $0.facts.value(of: key)?.number }
                    #expect(values == values.sorted(by: direction == .ascending ? { $0 < $1 } : { $0 > $1 }))
                }
            }
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `batches return every item once, up to the end or the result limit`(source: CatalogSource) async throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        let size = max(catalog.profile.batchSizes.lowerBound, 5)
        let query = SearchQuery(text: RegisteredCatalogs.words, batchSize: size)
        try await collect(catalog.profile, size) { cursor async throws(CatalogFailure) in
            try await catalog.search(query, after: cursor)
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a search without results is not a failure`(source: CatalogSource) async throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        let batch = try await catalog.search(SearchQuery(text: "qxzqxzqxz", batchSize: 5), after: nil)
        #expect(batch.items.isEmpty && batch.end == .complete && (batch.total ?? 0) == 0)
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `an unknown cursor is rejected`(source: CatalogSource) async throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        for text in ["", "nonsense", "https://elsewhere.invalid/search?page=2"] {
            await #expect(throws: CatalogFailure.self, "\(text)") {
                try await catalog.search(SearchQuery(text: RegisteredCatalogs.words), after: BatchCursor(text))
            }
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `details belong to the requested item, and items of other servers are rejected`(
        source: CatalogSource
    ) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        for item in sample.items.prefix(3) {
            #expect(try await sample.catalog.details(of: item).item.id == item.id)
        }
        let stranger = Sample.stranger
        await #expect(throws: CatalogFailure.otherServer(host: stranger.id.host)) {
            try await sample.catalog.details(of: stranger)
        }
        await #expect(throws: CatalogFailure.self) { try await sample.catalog.details(of: sample.withForeignFacts()) }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `related lists have names and contain items of a registered catalog`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        guard let relations = sample.catalog.relations else { return }
        #expect(relations.kinds(of: Sample.stranger).isEmpty)
        let offered = Set(sample.items.flatMap(relations.kinds))
        #expect(!offered.isEmpty, "relations that no item has")
        for relation in offered {
            #expect(sample.presentation.name(of: relation)?.isEmpty == false, "\(relation.rawValue)")
            let item = try #require(sample.items.first { relations.kinds(of: $0).contains(relation) })
            let first = try await relations.items(relation, of: item, after: nil)
            let related = try #require(first.items.first).id
            let target = try #require(Catalogs(RegisteredCatalogs.all().map(\.catalog))[related]).profile
            try await collect(target, .max) { cursor async throws(CatalogFailure) in
                try await relations.items(relation, of: item, after: cursor)
            }
        }
        await #expect(throws: CatalogFailure.self) {
            try await relations.items(RelationKind(rawValue: "no such relation"), of: sample.item, after: nil)
        }
    }

    private func collect(
        _ profile: CatalogProfile, _ size: Int,
        _ next: (BatchCursor?) async throws(CatalogFailure) -> ResultBatch
    ) async throws {
        var (items, cursor): ([Item], BatchCursor?) = ([], nil)
        for _ in 0..<Self.maxBatches {
            let batch = try await next(cursor)
            #expect(batch.items.count <= size)
            items += batch.items
            guard case .more(let more) = batch.end else {
                if case .resultLimit(let limit, _) = batch.end { #expect(limit == profile.resultLimit) }
                break
            }
            #expect(!batch.items.isEmpty && more != cursor, "a walk that does not get on")
            cursor = more
        }
        #expect(!items.isEmpty)
        expectOwn(items, profile)
    }
}
