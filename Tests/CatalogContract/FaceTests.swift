import Foundation
import StargazerCore
import TestSupport
import Testing

@testable import StargazerUI

/// Every catalog has a face, and the face has words for all that the catalog offers.
@MainActor struct FaceTests {
    private let formats = Formats.sample()
    private let now = Date()

    @Test(arguments: await Registered.kinds)
    func `there is a face with words for all that is offered`(kind: CatalogKind) throws {
        let registration = try Registered.one(kind)
        #expect(registration.silences == [])
        #expect(type(of: CatalogFaces.every[kind]) == type(of: registration.face), "the screens have it too")
    }

    @Test(arguments: await Registered.kinds)
    func `a catalog without a face of its own is found out`(kind: CatalogKind) throws {
        let catalog = try Registered.one(kind).catalog
        #expect(CatalogRegistration(catalog, PlainFace(kind: kind)).silences.contains("face"))
        #expect(CatalogRegistration(catalog, PlainFace(kind: Sample.stranger.id.catalog)).silences.contains("kind"))
    }

    @Test(arguments: await Registered.kinds)
    func `a row has a name, a line and what a screen reader says`(kind: CatalogKind) async throws {
        let sample = try await Registered.sample(kind)
        for item in sample.items {
            let content = ItemContent(item, formats: formats, now: now)
            #expect(content.title == CleanText.line(item.title) && !content.title.isEmpty)
            #expect(!content.name.isEmpty && content.title.contains(content.name) && !content.picture.name.isEmpty)
            let line = sample.face.line(of: content)
            #expect(!line.text.isEmpty && line.dot.upperBound <= line.text.utf8.count)
            #expect(sample.face.lineInFull(of: content)?.isEmpty != true)
            let spoken = sample.face.spoken(content)
            #expect(!spoken.isEmpty && !spoken.contains(""))
            let name = RowText.accessibleName(content)
            for part in [content.title] + spoken { #expect(name.contains(part)) }
        }
    }

    @Test(arguments: await Registered.kinds)
    func `the details have a line and blocks that say something`(kind: CatalogKind) async throws {
        let sample = try await Registered.sample(kind)
        for item in sample.items.prefix(5) {
            let details = try await sample.catalog.details(of: item)
            let row = DetailsContent(item, formats: formats, now: now)
            let whole = DetailsContent(details.item, details: details.facts, formats: formats, now: now)
            #expect(!row.isWhole && whole.isWhole && whole == whole)
            for content in [row, whole] {
                let subtitle = sample.face.subtitle(of: content)
                #expect(!subtitle.text.isEmpty && subtitle.inFull?.isEmpty != true)
                let texts = sample.face.blocks(of: content).flatMap(\.texts)
                #expect(!texts.isEmpty && !texts.contains(""))
            }
        }
    }

    @Test(arguments: await Registered.kinds)
    func `what was read of another catalog, or could not be read, does no harm`(kind: CatalogKind) async throws {
        let sample = try await Registered.sample(kind)
        let unread = Item(id: try sample.item.id, facts: sample.codec.facts(titled: "Something"))
        for item in [try sample.disguised(), unread] {
            let content = ItemContent(item, formats: formats, now: now)
            _ = (sample.face.line(of: content), sample.face.lineInFull(of: content))
            #expect(RowText.accessibleName(content).contains(content.title))
            let details = DetailsContent(item, formats: formats, now: now)
            _ = (sample.face.subtitle(of: details), sample.face.blocks(of: details))
        }
    }

    @Test(arguments: await Registered.kinds)
    func `links are web addresses that can be copied, whatever was written`(kind: CatalogKind) async throws {
        let sample = try await Registered.sample(kind)
        #expect(sample.items.contains { $0.webURL != nil })
        let details = try await sample.catalog.details(of: sample.item).facts
        for item in sample.items {
            for address in addresses(of: item, details, sample.face) {
                #expect(["http", "https"].contains(URL(string: address)?.scheme), "\(address)")
            }
            for link in item.facts.links {
                let words = try #require(sample.face.copying(link.kind))
                #expect(!words.offer.isEmpty && !words.done.isEmpty)
            }
            var text = String(decoding: try sample.codec.encode(item.facts), as: UTF8.self)
            for scheme in ["https:", "http:"] { text = text.replacing(scheme, with: "javascript:") }
            let facts = try ItemFactsReader().facts(Data(text.utf8), format: sample.codec.format, by: sample.codec)
            let addresses = addresses(of: Item(id: item.id, facts: facts), details, sample.face)
            #expect(!addresses.contains { $0.contains("javascript") })
        }
    }

    private func addresses(of item: Item, _ details: any DetailFacts, _ face: any CatalogFace) -> [String] {
        let row = ItemContent(item, formats: formats, now: now)
        let blocks = face.blocks(of: DetailsContent(item, details: details, formats: formats, now: now))
        return [row.webURL, row.picture.url].compactMap { $0?.absoluteString } + row.links.map(\.url.absoluteString)
            + blocks.flatMap(\.addresses)
    }
}

extension CatalogRegistration {
    /// What the face ought to say and does not.
    @MainActor fileprivate var silences: [String] {
        let profile = catalog.profile
        var texts: [(what: String, text: String?)] = [
            ("name", face.name), ("placeholder", face.placeholder), ("way to the search", face.goToSearch),
            ("none found", face.noneFound), ("select one", face.selectOne), ("gone", face.gone.heading),
            ("gone, in full", face.gone.sentence), ("blocked", face.blocked),
        ]
        for standing in [AccountStanding.none, .signedOut, .signedIn, .refused] {
            texts.append(("start, \(standing)", face.startSentence(standing)))
        }
        for key in Set(profile.sorts + profile.favoriteSorts) where key.hasDirection {
            texts.append(("\(key.rawValue)", face.name(of: key)))
            for direction in [SortDirection.ascending, .descending] {
                texts.append(("\(key.rawValue), \(direction)", face.order(SortOrder(key, direction))))
            }
        }
        for qualifier in profile.query.qualifiers {
            let words = face.words(of: qualifier.name)
            texts += [
                ("\(qualifier.name.rawValue)", words?.name),
                ("\(qualifier.name.rawValue), explained", words?.explanation),
                ("\(qualifier.name.rawValue), with a value", words?.phrase.contains("%1$s") == true ? "said" : nil),
            ]
            // A bare truth says nothing of what is true.
            if case .choice(let values) = qualifier.values {
                texts += values.map { ("\(qualifier.name.rawValue):\($0)", words?.word(for: $0)) }
            }
        }
        if profile.query.everywhere != nil { texts.append(("search everywhere", face.searchEverywhere)) }
        var silences = texts.filter { ($0.text ?? "").isEmpty }.map(\.what)
        if face is PlainFace { silences.append("face") }
        if face.kind != profile.kind { silences.append("kind") }
        return silences.sorted()
    }
}

extension DetailBlock {
    fileprivate var texts: [String] {
        switch self {
        case .figures(let figures): figures.flatMap { [$0.value, $0.label] }
        case .chips(let chips): chips.map(\.text)
        case .facts(let lines): lines.flatMap { [$0.label, $0.text] }
        case .relations(let lines): lines.map(\.label)
        case .shares(let content): [content.name] + content.shares.flatMap { [$0.name, $0.percent] }
        case .note(let text): [text]
        }
    }

    fileprivate var addresses: [String] {
        switch self {
        case .figures(let figures): figures.compactMap(\.page)
        case .facts(let lines):
            lines.compactMap { line in
                if case .web(let address)? = line.target { address } else { nil }
            }
        default: []
        }
    }
}
