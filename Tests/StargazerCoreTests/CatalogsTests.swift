import Foundation
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerCore

struct CatalogsTests {
    private let repositories = ScriptedCatalog()
    private let people = ScriptedCatalog(.people, service: "People")
    private var catalogs: Catalogs { Catalogs([repositories, people]) }

    @Test func `a catalog is found by its kind`() {
        #expect(catalogs.all.map(\.profile.service) == ["Test", "People"])
        #expect(catalogs[.people]?.profile.service == "People")
        #expect(catalogs[.repositories]?.profile.service == "Test")
        #expect(catalogs[CatalogKind(rawValue: "comets")] == nil)
    }

    @Test func `an item belongs to the catalog of its kind if the server is the same`() throws {
        let person = ItemID(catalog: .people, host: "test", id: "1")
        #expect(try catalogs.catalog(of: person).profile.kind == .people)
        #expect(try catalogs.catalog(of: .sample(1)).profile.kind == .repositories)
        #expect(throws: CatalogFailure.otherServer(host: "elsewhere")) {
            try catalogs.catalog(of: ItemID(catalog: .people, host: "elsewhere", id: "1"))
        }
        #expect(throws: CatalogFailure.unexpected(code: "no-catalog")) {
            try catalogs.catalog(of: ItemID(catalog: CatalogKind(rawValue: "comets"), host: "test", id: "1"))
        }
    }

    // MARK: Encoding items of both catalogs

    private let codecs = ItemCodecs([RepositoryCodec(), PersonCodec()])
    private let favorites = [
        Favorite.sample(7) { $0.summary = "a repository" },
        Favorite(
            item: Item(
                id: ItemID(catalog: .people, host: "test", id: "1"), facts: Person(name: "Ada", bio: "an Ada")),
            addedAt: Date(timeIntervalSince1970: 1)),
    ]

    @Test func `a file holds the favorites of all catalogs in their own formats`() throws {
        let file = FavoritesJSONFormat(codecs: codecs)
        #expect(try file.favorites(fromJSON: file.json(favorites, now: Date())) == favorites)
    }

    @Test func `items of unknown catalogs are not exported and are rejected on import`() throws {
        let (both, one) = (FavoritesJSONFormat(codecs: codecs), FavoritesJSONFormat(codecs: .sample))
        #expect(try both.favorites(fromJSON: one.json(favorites, now: Date())) == [favorites[0]])
        #expect(throws: FileFailure.unknownCatalog(number: 2, name: "people")) {
            try one.favorites(fromJSON: both.json(favorites, now: Date()))
        }
    }

    @Test func `a table has the columns of all catalogs without duplicates`() throws {
        let lines = String(
            decoding: FavoritesCSVFormat(codecs: codecs).csv(favorites.map { AnnotatedFavorite($0) }), as: UTF8.self
        )
        .components(separatedBy: "\r\n").map { $0.components(separatedBy: ",") }
        let heading = try #require(lines.first)
        #expect(heading.count { $0 == "description" } == 1)
        #expect(heading.suffix(3) == ["followers", "tags", "note"])
        let place = try #require(heading.firstIndex(of: "description"))
        #expect(lines[1][place] == "a repository" && lines[1].suffix(3) == ["", "", ""])
        #expect(lines[2][place] == "an Ada" && lines[2].suffix(3) == ["3", "", ""])
        #expect(lines[2][place + 1] == "", "people have no stars")
    }
}

extension CatalogKind {
    static let people = CatalogKind(rawValue: "people")
}

/// The facts of another catalog.
private struct Person: ItemFacts, Codable {
    var name: String
    var bio: String

    var title: String { name }
    var webURL: URL? { nil }
    var words: [String] { [bio] }
    var links: [ItemLink] { [] }
    func value(of key: SortKey) -> SortValue? { nil }

    func content(id: ItemID, formats: Formats, now: Date) -> ItemContent {
        ItemContent(id: id, facts: self, picture: PictureContent(url: nil, name: name), more: PersonContent())
    }

    func details(_ details: (any DetailFacts)?, formats: Formats, now: Date) -> any CatalogContent { PersonContent() }
}

private struct PersonContent: CatalogContent {}

private struct PersonCodec: ItemCodec {
    let kind = CatalogKind.people
    let member = "person"
    let format = 2
    let sortKeys: [SortKey] = []
    let columns = [
        ItemColumn("description") { ($0 as? Person)?.bio }, ItemColumn("followers") { $0 is Person ? "3" : nil },
    ]

    func encode(_ facts: any ItemFacts) throws -> Data { try JSONEncoder().encode(facts as? Person) }

    func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
        try Person(from: decoder)
    }

    func facts(titled title: String) -> any ItemFacts { Person(name: title, bio: "") }
}

struct ItemIDTests {
    @Test(arguments: ["42", "a/b/c", "ü ∕ 漢", "?x=1#y"])
    func `an ID can be written as text and parsed again`(id: String) {
        let written = ItemID(catalog: .repositories, host: "127.0.0.1:8080", id: id)
        #expect(ItemID(text: written.text) == written)
    }

    @Test(arguments: ["", "repositories", "repositories/host", "repositories/host/", "/host/1", "repositories//1"])
    func `other text is not an ID`(text: String) {
        #expect(ItemID(text: text) == nil)
    }
}
