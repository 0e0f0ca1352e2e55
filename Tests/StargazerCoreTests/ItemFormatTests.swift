import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

/// The bytes of items in libraries and favorites files. Files on disk have them, so they never change.
struct ItemFormatTests {
    private static let codecs = ItemCodecs([RepositoryCodec(), PersonCodec(), GifCodec(), PhotoCodec()])
    private static let file = FavoritesJSONFormat(codecs: codecs)
    private let day = Date(timeIntervalSince1970: 1_700_000_000.25)

    @Test(arguments: StoredItem.all)
    func `an item is written to its snapshot`(stored: StoredItem) throws {
        let data = try codec(of: stored).encode(stored.facts)
        #expect(String(decoding: data, as: UTF8.self) == stored.snapshot)
    }

    @Test(arguments: StoredItem.all)
    func `a snapshot is read to its item`(stored: StoredItem) throws {
        #expect(try item(stored.snapshot, stored) == stored.item)
    }

    @Test(arguments: StoredItem.all)
    func `an item is exported in these bytes, which are read to it`(stored: StoredItem) throws {
        let favorite = Favorite(item: stored.item, addedAt: day, isStarredOnServer: true)
        let data = try Self.file.json([favorite], now: day)
        let expected = """
            {"format":"stargazer-favorites","version":2,"exported_at":"2023-11-14T22:13:20.250Z",
            "tags":[],
            "saved_searches":[],
            "favorites":[
            {"added_at":"2023-11-14T22:13:20.250Z","catalog":"\(stored.item.id.catalog.rawValue)",\(stored.format)\
            "host":"h","id":"1","starred_on_github":true,"title":"\(stored.item.title)"\(stored.url),\
            "\(stored.member)":\(stored.snapshot)}
            ]}

            """
        #expect(String(decoding: data, as: UTF8.self) == expected)
        #expect(try Self.file.favorites(fromJSON: Data(expected.utf8)) == [favorite])
    }

    @Test(arguments: StoredItem.full)
    func `null is the same as missing, and unknown members are ignored`(stored: StoredItem) throws {
        var members = try members(stored)
        let required = members.filter { stored.required.contains($0.key) }
        for name in members.keys where required[name] == nil { members[name] = NSNull() }
        members["shape"] = [1]
        #expect(try item(json(members), stored) == item(json(required), stored))
    }

    @Test(arguments: StoredItem.all)
    func `a member of another type refuses the item, and an export names it`(stored: StoredItem) throws {
        let members = try members(stored)
        // Renditions are objects themselves.
        for (name, value) in members where !(value is [String: Any]) {
            var damaged = members
            damaged[name] = value is [Any] ? [1] : [:] as Any
            #expect(throws: DecodingError.self, "\(name)") { try item(json(damaged), stored) }
            #expect(throws: FileFailure.badEntry(number: 1, field: name)) {
                try Self.file.favorites(fromJSON: export(json(damaged), stored))
            }
        }
        for name in members.keys where name.hasSuffix("_at") {
            var damaged = members
            damaged[name] = "yesterday"
            #expect(throws: FileFailure.badEntry(number: 1, field: name)) {
                try Self.file.favorites(fromJSON: export(json(damaged), stored))
            }
        }
        for name in stored.required {
            var without = members
            without[name] = nil
            #expect(throws: DecodingError.self, "\(name)") { try item(json(without), stored) }
        }
    }

    @Test(arguments: StoredItem.all, ["javascript:alert(1)", "file:///etc/passwd", "", "no address"])
    func `addresses other than http and https are dropped`(stored: StoredItem, address: String) throws {
        let text = stored.snapshot.replacing(/"https:[^"]*"/, with: "\"\(address)\"")
        #expect(try item(text, stored) == stored.withoutAddresses)
    }

    @Test func `the address next to an item in a file wins over its own`() throws {
        for stored in StoredItem.all where !stored.url.isEmpty {
            for (address, expected) in [("https://other.example/", "https://other.example/"), ("javascript:x", nil)] {
                let data = export(stored.snapshot, stored, url: #","url":"\#(address)""#)
                let favorite = try Self.file.favorites(fromJSON: data).first
                #expect(favorite?.item.webURL?.absoluteString == expected)
            }
        }
    }

    @Test func `dates may be whole seconds`() throws {
        let text = #"{"owner":"o","name":"n","created_at":"2026-01-02T03:04:05Z"}"#
        let facts = try ItemFactsReader().facts(Data(text.utf8), format: 2, by: RepositoryCodec())
        let expected = Repository(owner: "o", name: "n", createdAt: Date(timeIntervalSince1970: 1_767_323_045))
        #expect(facts as? Repository == expected)
    }

    @Test func `lengths that no picture has are unknown`() throws {
        let text = #"{"title":"t","small":{"url":"https://p.example/s","width":0,"height":-4,"bytes":0},"large":{}}"#
        var gif = Gif(title: "t")
        gif.service = "GIPHY"
        gif.small = URL(string: "https://p.example/s").map { Rendition(url: $0) }
        #expect(try ItemFactsReader().facts(Data(text.utf8), format: 1, by: GifCodec()) as? Gif == gif)
        for bad in [#"{"width":"1"}"#, #"{"url":1}"#, "[]", "3"] {
            let text = #"{"title":"t","small":\#(bad)}"#
            #expect(throws: DecodingError.self, "\(bad)") {
                try ItemFactsReader().facts(Data(text.utf8), format: 1, by: GifCodec())
            }
        }
    }

    private func codec(of stored: StoredItem) throws -> any ItemCodec {
        try #require(Self.codecs[stored.item.id.catalog])
    }

    private func members(_ stored: StoredItem) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(stored.snapshot.utf8)) as? [String: Any])
    }

    private func json(_ members: [String: Any]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private func item(_ snapshot: String, _ stored: StoredItem) throws -> Item {
        let codec = try codec(of: stored)
        let facts = try ItemFactsReader().facts(Data(snapshot.utf8), format: codec.format, by: codec)
        return Item(id: stored.item.id, facts: facts)
    }

    private func export(_ snapshot: String, _ stored: StoredItem, url: String = "") -> Data {
        Data(
            """
            {"format":"stargazer-favorites","version":2,"favorites":[
            {"added_at":"2023-11-14T22:13:20.250Z","catalog":"\(stored.item.id.catalog.rawValue)",\(stored.format)\
            "host":"h","id":"1","title":"t"\(url),"\(stored.member)":\(snapshot)}]}
            """.utf8)
    }
}

/// An item and its bytes.
struct StoredItem: Sendable, CustomTestStringConvertible {
    let name: String
    let facts: any ItemFacts
    let snapshot: String
    let member: String
    /// What an export has next to the item.
    var format = ""
    var url = ""
    let required: Set<String>
    /// The facts without each address, and what only an address makes useful.
    let bare: any ItemFacts

    var testDescription: String { name }
    var item: Item { Item(id: id, facts: facts) }
    var withoutAddresses: Item { Item(id: id, facts: bare) }

    private var id: ItemID {
        let kinds: [String: CatalogKind] = ["repository": .repositories, "person": .people, "gif": .gifs]
        return ItemID(catalog: kinds[member] ?? .photos, host: "h", id: "1")
    }

    static let full = [repository, person, gif, photo]
    static let all = full + [bareRepository, barePerson, bareGif, barePhoto]

    private static let date = Date(timeIntervalSince1970: 1_700_000_000.25)
    private static func url(_ path: String) -> URL? { URL(string: "https://w.example/\(path)") }
    private static func rendition(_ path: String, _ length: Int? = nil, bytes: Int? = nil) -> Rendition? {
        url(path).map { Rendition(url: $0, width: length, height: length.map { $0 / 2 }, bytes: bytes) }
    }

    private static let repository = {
        var facts = Repository(
            owner: "o", name: "n", ownerAvatarURL: url("a?v=4"), summary: "Says \"a/b\" & <c> \u{2028}漢",
            stars: 5, forks: 2, openIssues: 3, language: "C++", topics: ["b", "a"], license: "MIT",
            homepage: url("home"), webURL: url("o/n"), cloneURL: url("o/n.git"), createdAt: date,
            pushedAt: date.addingTimeInterval(1), isArchived: true, isFork: false, isTemplate: true, isMirror: false,
            isPrivate: true)
        let full = facts
        (facts.ownerAvatarURL, facts.homepage, facts.webURL, facts.cloneURL) = (nil, nil, nil, nil)
        return StoredItem(
            name: "repository", facts: full,
            snapshot: #"""
                {"archived":true,"avatar_url":"https://w.example/a?v=4","clone_url":"https://w.example/o/n.git",\#
                "created_at":"2023-11-14T22:13:20.250Z",\#
                "description":"Says \"a/b\" & <c> \#u{2028}漢","fork":false,"forks":2,\#
                "homepage":"https://w.example/home","language":"C++","license":"MIT","mirror":false,"name":"n",\#
                "open_issues":3,"owner":"o","private":true,"pushed_at":"2023-11-14T22:13:21.250Z","stars":5,\#
                "template":true,"topics":["b","a"],"url":"https://w.example/o/n"}
                """#,
            member: "repository", url: #","url":"https://w.example/o/n""#, required: ["owner", "name"], bare: facts)
    }()

    private static let bareRepository = StoredItem(
        name: "bare repository", facts: Repository(owner: "o", name: "n"),
        snapshot: #"""
            {"archived":false,"fork":false,"forks":0,"mirror":false,"name":"n","open_issues":0,"owner":"o",\#
            "private":false,"stars":0,"template":false,"topics":[]}
            """#,
        member: "repository", required: ["owner", "name"], bare: Repository(owner: "o", name: "n"))

    private static let person = {
        var facts = Person(
            login: "golden", name: "Gwen", kind: .organization, bio: "b", company: "c", location: "l",
            website: url("w"), email: "e@example.org", repositories: 24, gists: 0, followers: 21_410, following: 57,
            createdAt: date, avatarURL: url("a"), webURL: url("golden"))
        let full = facts
        (facts.website, facts.avatarURL, facts.webURL) = (nil, nil, nil)
        return StoredItem(
            name: "person", facts: full,
            snapshot: #"""
                {"avatar_url":"https://w.example/a","bio":"b","company":"c","created_at":"2023-11-14T22:13:20.250Z",\#
                "email":"e@example.org","followers":21410,"following":57,"gists":0,"kind":"organization",\#
                "location":"l","login":"golden","name":"Gwen","repositories":24,"url":"https://w.example/golden",\#
                "website":"https://w.example/w"}
                """#,
            member: "person", format: #""format":1,"#, url: #","url":"https://w.example/golden""#,
            required: ["login"], bare: facts)
    }()

    private static let barePerson = StoredItem(
        name: "bare person", facts: Person(login: "golden"), snapshot: #"{"kind":"person","login":"golden"}"#,
        member: "person", format: #""format":1,"#, required: ["login"], bare: Person(login: "golden"))

    private static let gif = {
        var facts = Gif(title: "t")
        (facts.caption, facts.username, facts.author) = ("c", "u", "a")
        (facts.rating, facts.tags, facts.addedAt) = ("pg", ["x", "y"], date)
        (facts.madeAt, facts.madeText) = (date.addingTimeInterval(1), "1999")
        (facts.licenseName, facts.service, facts.frames) = ("CC0", "Wikimedia Commons", 12)
        let bare = facts
        (facts.authorPage, facts.page, facts.source) = (url("u"), url("p"), url("s"))
        facts.licensePage = url("l")
        (facts.original, facts.still, facts.small) = (rendition("o", 400, bytes: 9), rendition("q"), rendition("m"))
        (facts.largeStill, facts.large) = (rendition("k"), rendition("g"))
        return StoredItem(
            name: "GIF", facts: facts,
            snapshot: #"""
                {"author":"a","author_url":"https://w.example/u","caption":"c","frames":12,\#
                "imported_at":"2023-11-14T22:13:20.250Z","large":{"url":"https://w.example/g"},\#
                "large_still":{"url":"https://w.example/k"},"license_name":"CC0",\#
                "license_url":"https://w.example/l","made_at":"2023-11-14T22:13:21.250Z","made_text":"1999",\#
                "original":{"bytes":9,"height":200,"url":"https://w.example/o","width":400},"rating":"pg",\#
                "service":"Wikimedia Commons","small":{"url":"https://w.example/m"},"source":"https://w.example/s",\#
                "still":{"url":"https://w.example/q"},"tags":["x","y"],"title":"t","url":"https://w.example/p",\#
                "username":"u"}
                """#,
            member: "gif", format: #""format":1,"#, url: #","url":"https://w.example/p""#, required: ["title"],
            bare: bare)
    }()

    private static let bareGif = {
        var facts = Gif(title: "t")
        facts.service = "GIPHY"
        return StoredItem(
            name: "bare GIF", facts: facts, snapshot: #"{"service":"GIPHY","tags":[],"title":"t"}"#, member: "gif",
            format: #""format":1,"#, required: ["title"], bare: facts)
    }()

    private static let photo = {
        var facts = Photo(title: "t", ownerID: "7@N0")
        (facts.caption, facts.owner, facts.postedAt) = ("c", "o", date)
        (facts.takenAt, facts.tags, facts.views) = (date.addingTimeInterval(1), ["x", "y"], 3)
        (facts.takenText, facts.license, facts.licenseName) = ("1999", 4, "CC0")
        facts.service = "Wikimedia Commons"
        let bare = facts
        (facts.ownerPage, facts.page, facts.licensePage) = (url("u"), url("p"), url("l"))
        (facts.small, facts.large) = (rendition("m"), rendition("g"))
        facts.original = rendition("o", 400, bytes: 9)
        return StoredItem(
            name: "photo", facts: facts,
            snapshot: #"""
                {"description":"c","large":{"url":"https://w.example/g"},"license":4,"license_name":"CC0",\#
                "license_url":"https://w.example/l",\#
                "original":{"bytes":9,"height":200,"url":"https://w.example/o","width":400},"owner":"o",\#
                "owner_id":"7@N0","owner_url":"https://w.example/u","posted_at":"2023-11-14T22:13:20.250Z",\#
                "service":"Wikimedia Commons","small":{"url":"https://w.example/m"},"tags":["x","y"],\#
                "taken_at":"2023-11-14T22:13:21.250Z","taken_text":"1999","title":"t","url":"https://w.example/p",\#
                "views":3}
                """#,
            member: "photo", format: #""format":1,"#, url: #","url":"https://w.example/p""#, required: ["title"],
            bare: bare)
    }()

    private static let barePhoto = {
        var facts = Photo(title: "t")
        facts.service = "Flickr"
        return StoredItem(
            name: "bare photo", facts: facts,
            snapshot: #"{"owner_id":"","service":"Flickr","tags":[],"title":"t"}"#, member: "photo",
            format: #""format":1,"#, required: ["title"], bare: facts)
    }()
}
