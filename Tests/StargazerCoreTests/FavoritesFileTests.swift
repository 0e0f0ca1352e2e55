import Foundation
import StargazerCore
import Testing

/// Repositories as only strangers write them.
let oddFavorites: [Favorite] = {
    func favorite(_ number: Int, starred: Bool? = nil, _ repository: Repository) -> Favorite {
        Favorite(
            item: Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: "\(number)"),
                payload: .repository(repository)),
            addedAt: Date(timeIntervalSince1970: 1_700_000_000.678 - Double(number)), isStarredOnServer: starred)
    }
    var all: [Favorite] = [
        favorite(1, Repository(owner: "bare", name: "nothing")),
        favorite(2, starred: true, Repository(owner: "日本", name: "語", summary: "漢字 と かな", topics: ["東京", "a\"b"])),
        favorite(3, starred: false, Repository(owner: "rtl", name: "שלום", summary: "مرحبا \u{202E}evil\u{202C}")),
        favorite(4, Repository(owner: "emoji", name: "👩‍👩‍👧‍👦", summary: "🏳️‍🌈 :rocket: e\u{301}\"\u{301}")),
        favorite(
            5, Repository(owner: "quo\"te", name: "com,ma", summary: "line\nbreak\r\nand\ttab \\ / \u{0} \u{2028}")),
        favorite(6, Repository(owner: "", name: "")),
    ]
    for (index, start) in ["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "'=1"].enumerated() {
        all.append(favorite(10 + index, Repository(owner: "formula", name: "n\(index)", summary: start)))
    }
    all.append(
        favorite(
            99, starred: true,
            Repository(
                owner: "o", name: "n", ownerAvatarURL: URL(string: "https://a.example/1?v=4&s=2"), summary: "s",
                stars: 1, forks: 2, openIssues: 3, language: "C++", topics: ["x", "y"], license: "MIT",
                homepage: URL(string: "http://h.example/"), webURL: URL(string: "https://w.example/o/n"),
                cloneURL: URL(string: "https://w.example/o/n.git"), createdAt: Date(timeIntervalSince1970: 1.5),
                pushedAt: Date(timeIntervalSince1970: 1_700_000_000.007), isArchived: true, isFork: true,
                isTemplate: true, isMirror: true, isPrivate: true)))
    return all
}()

/// Dates to the millisecond, which is what is kept.
func rounded(_ favorites: [Favorite]) -> [Favorite] {
    func round(_ date: Date) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    }
    return favorites.map { favorite in
        guard var repository = favorite.item.repository else { return favorite }
        repository.createdAt = repository.createdAt.map(round)
        repository.pushedAt = repository.pushedAt.map(round)
        return Favorite(
            item: Item(id: favorite.id, payload: .repository(repository)), addedAt: round(favorite.addedAt),
            isStarredOnServer: favorite.isStarredOnServer)
    }
}

struct FavoritesFileTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func json(_ body: String, format: String = "stargazer-favorites", version: String = "1") -> Data {
        Data(#"{"format":"\#(format)","version":\#(version),"favorites":[\#(body)]}"#.utf8)
    }

    private let good = #"""
        {"catalog":"repositories","host":"h","id":"1","title":"o/n","added_at":"2026-01-02T03:04:05Z",
         "repository":{"owner":"o","name":"n"}}
        """#

    @Test func `what was taken out comes back the same, however odd`() throws {
        let data = try FavoritesFile.json(oddFavorites, now: now)
        #expect(rounded(try FavoritesFile.favorites(fromJSON: data)) == rounded(oddFavorites))
    }

    @Test func `the file is as it is documented`() throws {
        let object = try JSONSerialization.jsonObject(with: FavoritesFile.json([oddFavorites[15]], now: now))
        let document = try #require(object as? [String: Any])
        #expect(document["format"] as? String == "stargazer-favorites")
        #expect(document["version"] as? Int == 1)
        #expect(document["exported_at"] as? String == "2027-01-15T08:00:00.000Z")
        let favorite = try #require((document["favorites"] as? [[String: Any]])?.first)
        #expect(
            Set(favorite.keys) == [
                "catalog", "host", "id", "title", "url", "added_at", "starred_on_github", "repository",
            ])
        #expect(favorite["title"] as? String == "o/n")
        #expect(favorite["url"] as? String == "https://w.example/o/n")
        #expect(favorite["added_at"] as? String == "2023-11-14T22:11:41.678Z")
        let repository = try #require(favorite["repository"] as? [String: Any])
        #expect(
            Set(repository.keys) == [
                "owner", "name", "description", "stars", "forks", "open_issues", "language", "topics", "license",
                "homepage", "clone_url", "avatar_url", "created_at", "pushed_at", "archived", "fork", "template",
                "mirror", "private",
            ])
        #expect(repository["pushed_at"] as? String == "2023-11-14T22:13:20.007Z")
    }

    @Test func `no favorites are a file too`() throws {
        #expect(try FavoritesFile.favorites(fromJSON: FavoritesFile.json([], now: now)).isEmpty)
    }

    @Test func `null is missing, what is unknown is passed over, dates may be whole seconds`() throws {
        let body = #"""
            {"catalog":"repositories","host":"h","id":"1","title":"o/n","url":null,"starred_on_github":null,
             "added_at":"2026-01-02T03:04:05Z","color":"red",
             "repository":{"owner":"o","name":"n","description":null,"topics":null,"stars":null,"shape":[1]}}
            """#
        let favorite = try #require(try FavoritesFile.favorites(fromJSON: json(body)).first)
        #expect(favorite.addedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(favorite.item.repository == Repository(owner: "o", name: "n"))
        #expect(favorite.isStarredOnServer == nil)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "", "no address", "data:text/html,x"])
    func `an address that no browser should open is passed over`(address: String) throws {
        let body = """
            {"catalog":"repositories","host":"h","id":"1","title":"o/n","url":"\(address)",
             "added_at":"2026-01-02T03:04:05Z",
             "repository":{"owner":"o","name":"n","homepage":"\(address)","clone_url":"\(address)","avatar_url":"\(address)"}}
            """
        let favorite = try #require(try FavoritesFile.favorites(fromJSON: json(body)).first)
        #expect(favorite.item.repository == Repository(owner: "o", name: "n"))
    }

    @Test(arguments: [
        "", " ", "not json", "{", "\u{0}\u{1}\u{2}", "<html></html>", "{\"format\":\"stargazer-favorites\",",
    ])
    func `what is not JSON is damaged`(text: String) {
        #expect(throws: FavoritesFileFailure.damaged) { try FavoritesFile.favorites(fromJSON: Data(text.utf8)) }
    }

    @Test func `a file cut off anywhere is damaged`() throws {
        let whole = try FavoritesFile.json(oddFavorites, now: now)
        for length in stride(from: 0, to: whole.count - 1, by: 97) {
            #expect(throws: FavoritesFileFailure.damaged, "at \(length)") {
                try FavoritesFile.favorites(fromJSON: whole.prefix(length))
            }
        }
    }

    @Test(arguments: ["[]", "{}", "null", "3", "\"stargazer-favorites\"", #"{"format":1,"version":1}"#])
    func `JSON that is something else is said to be something else`(text: String) {
        #expect(throws: FavoritesFileFailure.otherFormat) { try FavoritesFile.favorites(fromJSON: Data(text.utf8)) }
    }

    @Test func `only versions that are known are read`() {
        #expect(throws: FavoritesFileFailure.newerVersion(2)) {
            try FavoritesFile.favorites(fromJSON: json("", version: "2"))
        }
        for version in ["0", "-1", "\"1\"", "null", "1.5"] {
            #expect(throws: FavoritesFileFailure.otherFormat, "\(version)") {
                try FavoritesFile.favorites(fromJSON: json("", version: version))
            }
        }
        #expect(throws: FavoritesFileFailure.otherFormat) {
            try FavoritesFile.favorites(fromJSON: json("", format: "other"))
        }
    }

    @Test(arguments: [
        (#""added_at":"2026-01-02T03:04:05Z""#, #""added_at":5"#, "added_at"),
        (#""added_at":"2026-01-02T03:04:05Z""#, #""added_at":"yesterday""#, "added_at"),
        (#""added_at":"2026-01-02T03:04:05Z""#, #""other":1"#, "added_at"),
        (#""id":"1""#, #""id":1"#, "id"), (#""id":"1""#, #""id":"""#, "id"), (#""host":"h""#, #""host":"""#, "host"),
        (#""name":"n""#, #""name":null"#, "name"), (#""name":"n""#, #""name":"n","stars":"many""#, "stars"),
        (#""name":"n""#, #""name":"n","open_issues":1e400"#, "open_issues"),
        (#""name":"n""#, #""name":"n","topics":[1]"#, "topics"),
        (#""name":"n""#, #""name":"n","archived":"yes""#, "archived"),
        (#""repository":{"owner":"o","name":"n"}"#, #""repository":null"#, "repository"),
        (#""title":"o/n""#, #""title":{}"#, "title"),
        (#""title":"o/n""#, #""title":"o/n","starred_on_github":1"#, "starred_on_github"),
    ])
    func `a wrong member is named, with the favorite it is in`(part: String, bad: String, field: String) {
        let second = good.replacingOccurrences(of: part, with: bad)
        #expect(second != good)
        let failure = #expect(throws: FavoritesFileFailure.self) {
            try FavoritesFile.favorites(fromJSON: json(good + "," + second))
        }
        let expected = FavoritesFileFailure.badEntry(number: 2, field: field)
        #expect(failure == expected || (field == "open_issues" && failure == .damaged))
    }

    @Test func `favorites that are no list are told so`() {
        let data = Data(#"{"format":"stargazer-favorites","version":1,"favorites":{}}"#.utf8)
        #expect(throws: FavoritesFileFailure.badEntry(number: nil, field: "favorites")) {
            try FavoritesFile.favorites(fromJSON: data)
        }
    }

    @Test(arguments: ["people", "comets", ""])
    func `a catalog that is not known refuses the file`(name: String) {
        let body = good.replacingOccurrences(of: "repositories", with: name)
        #expect(throws: FavoritesFileFailure.unknownCatalog(number: 1, name: name)) {
            try FavoritesFile.favorites(fromJSON: json(body))
        }
    }

    @Test func `an item that is there twice refuses the file`() {
        #expect(throws: FavoritesFileFailure.duplicate(number: 2, title: "o/n")) {
            try FavoritesFile.favorites(fromJSON: json(good + "," + good))
        }
    }

    @Test func `deep nesting is refused, not followed`() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: FavoritesFileFailure.self) { try FavoritesFile.favorites(fromJSON: Data(deep.utf8)) }
    }
}

struct FavoritesTableTests {
    /// A reader of RFC 4180 that knows nothing of the writer.
    private func read(_ data: Data) -> [[String]] {
        var rows: [[String]] = [[]]
        var cell = String.UnicodeScalarView()
        var isQuoted = false
        let scalars = Array(String(decoding: data, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "\"" where isQuoted && index + 1 < scalars.count && scalars[index + 1] == "\"":
                cell.append("\"")
                index += 1
            case "\"": isQuoted.toggle()
            case "," where !isQuoted:
                rows[rows.count - 1].append(String(cell))
                cell = .init()
            case "\r" where !isQuoted: break
            case "\n" where !isQuoted:
                rows[rows.count - 1].append(String(cell))
                cell = .init()
                rows.append([])
            default: cell.append(scalar)
            }
            index += 1
        }
        return rows.dropLast()
    }

    @Test func `every favorite is a line of as many cells as the heading`() {
        let rows = read(FavoritesTable.csv(oddFavorites))
        #expect(rows.count == oddFavorites.count + 1)
        #expect(rows.allSatisfy { $0.count == rows[0].count })
        #expect(rows[0].prefix(4) == ["catalog", "host", "id", "title"])
        #expect(rows[2][3] == "日本/語")
        #expect(rows[2][7] == "漢字 と かな")
        #expect(Array(rows[5][7].unicodeScalars) == Array("line\nbreak\r\nand\ttab \\ / \u{0} \u{2028}".unicodeScalars))
        #expect(Array(rows[4][7].unicodeScalars) == Array("🏳️‍🌈 :rocket: e\u{301}\"\u{301}".unicodeScalars))
        #expect(
            rows[16][8...] == [
                "1", "2", "3", "C++", "x y", "MIT", "http://h.example/", "https://w.example/o/n.git",
                "https://a.example/1?v=4&s=2", "1970-01-01T00:00:01.500Z", "2023-11-14T22:13:20.007Z", "true", "true",
                "true", "true", "true",
            ])
    }

    @Test func `no cell begins like a formula`() {
        let rows = read(FavoritesTable.csv(oddFavorites))
        let starts = rows.flatMap { $0 }.compactMap(\.unicodeScalars.first)
        #expect(!starts.contains { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) })
        #expect(rows.dropFirst().map { $0[7] }.contains("'=1+1"))
    }

    @Test func `lines end as the standard says, and what is unknown is empty`() {
        let text = String(decoding: FavoritesTable.csv([oddFavorites[0]]), as: UTF8.self)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.count == 3)
        #expect(lines[2].isEmpty)
        #expect(lines[1].hasPrefix("repositories,api.github.com,1,bare/nothing,,2023-11-14T22:13:19.678Z,,,0,0,0,"))
    }
}
