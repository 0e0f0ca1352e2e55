import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

struct PersonTests {
    private let codec = PersonCodec()
    private let formats = Formats.sample()
    private let id = ItemID(catalog: .people, host: "test", id: "1")
    private let whole = Person(
        login: "golden", name: "Gwen Golden", kind: .person, bio: "Writes parsers", company: "Harbor",
        location: "Lisbon", website: URL(string: "https://golden.example.org/"), email: "gwen@example.org",
        repositories: 24, gists: 9, followers: 21_410, following: 57,
        createdAt: Date(timeIntervalSince1970: 1_300_000_000),
        avatarURL: URL(string: "https://example.org/1.png"), webURL: URL(string: "https://github.com/golden"))

    @Test func `an encoded person decodes to the same value, with or without unknown members`() throws {
        for person in [whole, Person(login: "golden"), Person(login: "works", kind: .organization, followers: 0)] {
            let facts = try ItemFactsReader().facts(codec.encode(person), format: codec.format, by: codec)
            #expect(facts as? Person == person)
        }
    }

    @Test func `missing values stay unknown, and only web addresses are kept`() throws {
        let text = #"{"login":"a","kind":"ghost","website":"javascript:alert(1)","avatar_url":"file:///etc/passwd"}"#
        let facts = try ItemFactsReader().facts(Data(text.utf8), format: 1, by: codec)
        #expect(facts as? Person == Person(login: "a"))
        #expect(throws: (any Error).self) {
            try ItemFactsReader().facts(Data(#"{"name":"nobody"}"#.utf8), format: 1, by: codec)
        }
    }

    @Test func `a row has the name, the login and the known counts`() {
        let row = ItemContent(Item(id: id, facts: whole), formats: formats, now: Date())
        #expect(row.title == "Gwen Golden (golden)" && row.name == "Gwen Golden" && row.aside == "golden")
        #expect(row.summary == "Writes parsers" && row.picture.shape == .round)
        let more = row.more as? PersonContent
        #expect(
            more?.followers?.text == "21.4K" && more?.followers?.full == "21,410" && more?.repositories?.text == "24")
        let bare = ItemContent(Item(id: id, facts: Person(login: "golden")), formats: formats, now: Date())
        #expect(bare.name == "golden" && bare.aside.isEmpty)
        #expect((bare.more as? PersonContent)?.followers == nil)
    }

    @Test func `a name without visible characters is replaced by the login`() {
        let person = Person(login: "golden", name: "\u{200B}\u{202E}")
        let row = ItemContent(Item(id: id, facts: person), formats: formats, now: Date())
        #expect(row.name == "golden" && row.aside.isEmpty && row.picture.name == "golden")
        #expect(Item(id: id, facts: person).cleanShortTitle == "golden")
        #expect(Item(id: id, facts: whole).cleanShortTitle == "Gwen Golden")
    }

    @Test func `the details show the join date and only web addresses`() {
        var person = whole
        person.website = URL(string: "javascript:alert(1)")
        let details = DetailsContent(Item(id: id, facts: person), formats: formats, now: Date()).more
        let more = details as? PersonDetailsContent
        #expect(more?.website == nil && more?.websiteText == nil)
        #expect(more?.memberSince == "March 13, 2011" && more?.followers?.text == "21,410")
    }
}
