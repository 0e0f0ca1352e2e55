import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerUI

/// Every catalog has a presentation with texts for everything that the catalog offers.
@MainActor struct PresentationContractTests {
    private let formats = Formats.sample()
    private let now = Date()

    @Test(arguments: await RegisteredCatalogs.sources)
    func `the presentation has text for everything offered`(source: CatalogSource) throws {
        let registration = try RegisteredCatalogs.one(source)
        #expect(registration.missingTexts == [])
        #expect(
            type(of: CatalogPresentations.registered[registration.catalog.profile])
                == type(of: registration.presentation),
            "the screens have it too")
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a catalog without its own presentation is detected`(source: CatalogSource) throws {
        let catalog = try RegisteredCatalogs.one(source).catalog
        #expect(CatalogRegistration(catalog, FallbackPresentation(kind: source.kind)).missingTexts.contains("face"))
        #expect(
            CatalogRegistration(catalog, FallbackPresentation(kind: Sample.stranger.id.catalog)).missingTexts.contains(
                "kind"))
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `a row has a name, accessible text, and a dot inside its metadata line`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        for item in sample.items {
            let content = ItemContent(item, formats: formats, now: now)
            #expect(content.title == CleanText.line(item.title) && !content.title.isEmpty)
            #expect(!content.name.isEmpty && content.title.contains(content.name) && !content.picture.name.isEmpty)
            let line = sample.presentation.metadataLine(of: content)
            #expect(line.dot.upperBound <= line.text.utf8.count)
            #expect(sample.presentation.metadataTooltip(of: content)?.isEmpty != true)
            let accessibleMetadata = sample.presentation.accessibleMetadata(content)
            #expect(!accessibleMetadata.isEmpty && !accessibleMetadata.contains(""))
            let name = RowText.accessibleName(content)
            for part in [content.title] + accessibleMetadata { #expect(name.contains(part)) }
            let gone = ItemContent(item, flags: ItemFlags(isGone: true), formats: formats, now: now)
            let goneLine = sample.presentation.rowMetadataLine(of: gone)
            #expect(!line.text.contains(RowText.notAvailable) && goneLine.text.contains(RowText.notAvailable))
            #expect(Array(goneLine.text.utf8)[goneLine.dot] == Array(line.text.utf8)[line.dot])
            #expect(!name.contains(RowText.notAvailable))
            #expect(RowText.accessibleName(gone).contains(RowText.notAvailable))
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `the subtitle and the blocks of the details have text`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        for item in sample.items.prefix(5) {
            let details = try await sample.catalog.details(of: item)
            let row = DetailsContent(item, formats: formats, now: now)
            let whole = DetailsContent(details.item, details: details.facts, formats: formats, now: now)
            #expect(!row.isComplete && whole.isComplete && whole == whole)
            for content in [row, whole] {
                let subtitle = sample.presentation.subtitle(of: content)
                #expect(!subtitle.contains { $0.text.isEmpty || $0.inFull?.isEmpty == true })
                let texts = sample.presentation.blocks(of: content).flatMap(\.texts)
                #expect(!texts.isEmpty && !texts.contains(""))
            }
        }
    }

    @Test func `pictures name their service, and pictures of one service their facts alike`() async throws {
        var labels: [String: [[String]]] = [:]
        for source in RegisteredCatalogs.sources where [.gifs, .photos].contains(source.kind) {
            let sample = try await RegisteredCatalogs.sample(source)
            let details = DetailsContent(try sample.item, formats: formats, now: now)
            guard case .facts(let facts)? = sample.presentation.blocks(of: details).first else {
                Issue.record("no facts of \(source)")
                continue
            }
            let page = try #require(try sample.item.webURL?.absoluteString)
            #expect(facts.first == Fact(label: "Source", text: source.service, target: .web(page)))
            labels[source.service, default: []].append(facts.map(\.label))
        }
        for labels in labels.values where labels.count > 1 {
            for labels in labels { #expect(labels.starts(with: ["Source", "License", "Date", "Uploaded"])) }
        }
        #expect(labels.count == 3 && labels.values.contains { $0.count > 1 })
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `another catalog's facts and undecodable facts can be presented`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        let unread = Item(id: try sample.item.id, facts: sample.codec.facts(titled: "Something"))
        for item in [try sample.withForeignFacts(), unread] {
            let content = ItemContent(item, formats: formats, now: now)
            _ = (sample.presentation.metadataLine(of: content), sample.presentation.metadataTooltip(of: content))
            #expect(RowText.accessibleName(content).contains(content.title))
            let details = DetailsContent(item, formats: formats, now: now)
            _ = (sample.presentation.subtitle(of: details), sample.presentation.blocks(of: details))
        }
    }

    @Test(arguments: await RegisteredCatalogs.sources)
    func `links are web addresses that can be copied, for any stored text`(source: CatalogSource) async throws {
        let sample = try await RegisteredCatalogs.sample(source)
        #expect(sample.items.contains { $0.webURL != nil })
        let details = try await sample.catalog.details(of: sample.item).facts
        for item in sample.items {
            for address in addresses(of: item, details, sample.presentation) {
                #expect(["http", "https"].contains(URL(string: address)?.scheme), "\(address)")
            }
            for link in item.facts.links {
                let words = try #require(sample.presentation.copying(link.kind))
                #expect(!words.offer.isEmpty && !words.done.isEmpty)
            }
            var text = String(decoding: try sample.codec.encode(item.facts), as: UTF8.self)
            for scheme in ["https:", "http:"] { text = text.replacing(scheme, with: "javascript:") }
            let facts = try ItemFactsReader().facts(Data(text.utf8), format: sample.codec.format, by: sample.codec)
            let addresses = addresses(of: Item(id: item.id, facts: facts), details, sample.presentation)
            #expect(!addresses.contains { $0.contains("javascript") })
        }
    }

    private func addresses(of item: Item, _ details: any DetailFacts, _ presentation: any CatalogPresentation)
        -> [String]
    {
        let row = ItemContent(item, formats: formats, now: now)
        let blocks = presentation.blocks(of: DetailsContent(item, details: details, formats: formats, now: now))
        return [row.webURL, row.picture.url].compactMap { $0?.absoluteString } + row.links.map(\.url.absoluteString)
            + blocks.flatMap(\.addresses)
    }
}

extension CatalogRegistration {
    /// The texts that the presentation lacks.
    @MainActor fileprivate var missingTexts: [String] {
        let profile = catalog.profile
        var texts: [(what: String, text: String?)] = [
            ("name", presentation.name), ("placeholder", presentation.placeholder),
            ("way to the search", presentation.searchActionLabel),
            ("none found", presentation.noResultsText), ("select one", presentation.selectionPrompt),
            ("gone", presentation.gone.heading), ("gone, in a line", presentation.gone.statement),
            ("gone, in full", presentation.gone.sentence), ("blocked", presentation.blocked),
        ]
        for key in Set(profile.sorts + profile.favoriteSorts) where key.hasDirection {
            texts.append(("\(key.rawValue)", presentation.name(of: key)))
            for direction in [SortDirection.ascending, .descending] {
                texts.append(("\(key.rawValue), \(direction)", presentation.order(ItemOrder(key, direction))))
            }
        }
        for qualifier in profile.query.qualifiers {
            let words = presentation.description(of: qualifier.name)
            texts += [
                ("\(qualifier.name.rawValue)", words?.name),
                ("\(qualifier.name.rawValue), explained", words?.explanation),
                ("\(qualifier.name.rawValue), with a value", words?.phrase.contains("%1$s") == true ? "said" : nil),
            ]
            // Boolean values need texts too: the value alone does not say what is true.
            if case .choice(let values) = qualifier.values {
                texts += values.map { ("\(qualifier.name.rawValue):\($0)", words?.word(for: $0)) }
            }
        }
        if profile.query.everywhere != nil { texts.append(("search everywhere", presentation.searchEverywhere)) }
        var missingTexts = texts.filter { ($0.text ?? "").isEmpty }.map(\.what)
        if presentation is FallbackPresentation { missingTexts.append("face") }
        if presentation.kind != profile.kind { missingTexts.append("kind") }
        return missingTexts.sorted()
    }
}

extension DetailBlock {
    fileprivate var texts: [String] {
        switch self {
        // A number is empty before it is known.
        case .rows(let facts): facts.map(\.label)
        case .figures(let facts): facts.map(\.text)
        case .facts(let facts): facts.flatMap { [$0.label, $0.text] }
        case .shares(let content):
            [content.name] + content.shares.flatMap { content.isPending ? [$0.name] : [$0.name, $0.percent] }
        case .note(let text): [text]
        }
    }

    fileprivate var addresses: [String] {
        switch self {
        case .rows(let facts), .figures(let facts), .facts(let facts):
            facts.compactMap { fact in
                if case .web(let address)? = fact.target { address } else { nil }
            }
        default: []
        }
    }
}
