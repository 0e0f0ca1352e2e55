import Foundation
import SampleCatalogs
import StargazerCore
import StargazerLibrary
import StargazerStandIn
import StargazerUI
import Testing

/// All catalogs under contract: those of the application, with sample data, and those of the tests.
@MainActor enum RegisteredCatalogs {
    /// Words that match items in all sample data.
    nonisolated static let words = "golden"

    /// - Parameter scenario: a fault or a state of all their servers.
    static func all(under scenario: StandInScenario? = nil) -> [CatalogRegistration] {
        let impatient = TimeSource(now: { Date() }, sleep: { _ in })
        return Composition.sample(
            adding: SampleCatalogs.registrations(under: scenario), scenario: scenario, time: impatient
        ).registrations
    }

    static var sources: [CatalogSource] { all().map { CatalogSource($0.catalog.profile) } }
    static var codecs: ItemCodecs { Catalogs(all().map(\.catalog)).codecs }

    static func one(_ source: CatalogSource, under scenario: StandInScenario? = nil) throws -> CatalogRegistration {
        try #require(all(under: scenario).first { CatalogSource($0.catalog.profile) == source })
    }

    static func sample(_ source: CatalogSource) async throws -> Sample {
        let registration = try one(source)
        let catalog = registration.catalog
        let size = min(50, catalog.profile.batchSizes.upperBound)
        let sort = ItemOrder(try #require(catalog.profile.sorts.first))
        let batch = try await catalog.search(SearchQuery(text: words, sort: sort, batchSize: size), after: nil)
        return Sample(registration: registration, items: batch.items)
    }
}

/// Names a registered catalog: several may have the same kind.
struct CatalogSource: Hashable, Sendable, CustomTestStringConvertible {
    let kind: CatalogKind
    let service: String

    init(_ profile: CatalogProfile) { (kind, service) = (profile.kind, profile.service) }

    var testDescription: String { "\(kind.rawValue) of \(service)" }
}

/// A catalog and some of its items.
struct Sample {
    let registration: CatalogRegistration
    let items: [Item]

    var catalog: any Catalog { registration.catalog }
    var presentation: any CatalogPresentation { registration.presentation }
    var profile: CatalogProfile { catalog.profile }
    var codec: any ItemCodec { catalog.codec }

    /// The first item.
    var item: Item { get throws { try #require(items.first, "nothing is found by “\(RegisteredCatalogs.words)”") } }

    /// An item of a kind that no catalog has.
    static let stranger = Item(
        id: ItemID(catalog: CatalogKind(rawValue: "strangers"), host: "nowhere.invalid", id: "1"), facts: ForeignItem())

    /// Returns an item of this catalog with the facts of another.
    func withForeignFacts() throws -> Item { Item(id: try item.id, facts: ForeignItem()) }
}

struct ForeignItem: ItemFacts, CatalogContent {
    var title: String { "Stranger" }
    var webURL: URL? { nil }
    var words: [String] { [] }
    var links: [ItemLink] { [] }
    func value(of key: SortKey) -> SortValue? { nil }
    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        ItemContent(id: id, facts: self, picture: PictureContent(url: nil, name: title), more: self)
    }
    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent { self }
}
