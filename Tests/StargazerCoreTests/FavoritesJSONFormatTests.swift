import Foundation
import StargazerCore
import StargazerLibrary
import TestSupport
import Testing

struct FavoritesJSONFormatTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)
    private let file = FavoritesJSONFormat(codecs: .sample)

    private func json(_ body: String, format: String = "stargazer-favorites", version: String = "2") -> Data {
        Data(#"{"format":"\#(format)","version":\#(version),"favorites":[\#(body)]}"#.utf8)
    }

    private let good = #"""
        {"catalog":"repositories","host":"h","id":"1","title":"o/n","added_at":"2026-01-02T03:04:05Z",
         "repository":{"owner":"o","name":"n"}}
        """#

    @Test func `exported favorites import without loss, also unusual ones`() throws {
        let data = try file.json(edgeCaseFavorites, now: now)
        #expect(rounded(try file.favorites(fromJSON: data)) == rounded(edgeCaseFavorites))
    }

    @Test func `the file matches its documentation`() throws {
        let object = try JSONSerialization.jsonObject(with: file.json([edgeCaseFavorites[15]], now: now))
        let document = try #require(object as? [String: Any])
        #expect(document["format"] as? String == "stargazer-favorites")
        #expect(document["version"] as? Int == 2)
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
                "owner", "name", "description", "url", "stars", "forks", "open_issues", "language", "topics",
                "license", "homepage", "clone_url", "avatar_url", "created_at", "pushed_at", "archived", "fork",
                "template", "mirror", "private",
            ])
        #expect(repository["pushed_at"] as? String == "2023-11-14T22:13:20.007Z")
    }

    @Test func `a file may contain no favorites`() throws {
        #expect(try file.favorites(fromJSON: file.json([], now: now)).isEmpty)
    }

    @Test func `null counts as missing, unknown members are ignored, and dates may be whole seconds`() throws {
        let body = #"""
            {"catalog":"repositories","host":"h","id":"1","title":"o/n","url":null,"starred_on_github":null,
             "added_at":"2026-01-02T03:04:05Z","color":"red",
             "repository":{"owner":"o","name":"n","description":null,"topics":null,"stars":null,"shape":[1]}}
            """#
        let favorite = try #require(try file.favorites(fromJSON: json(body)).first)
        #expect(favorite.addedAt == Date(timeIntervalSince1970: 1_767_323_045))
        #expect(favorite.item.repository == Repository(owner: "o", name: "n"))
        #expect(favorite.isStarredOnServer == nil)
    }

    @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "", "no address", "data:text/html,x"])
    func `an address that is unsafe for a browser is dropped`(address: String) throws {
        let body = """
            {"catalog":"repositories","host":"h","id":"1","title":"o/n","url":"\(address)",
             "added_at":"2026-01-02T03:04:05Z",
             "repository":{"owner":"o","name":"n","homepage":"\(address)","clone_url":"\(address)","avatar_url":"\(address)"}}
            """
        let favorite = try #require(try file.favorites(fromJSON: json(body)).first)
        #expect(favorite.item.repository == Repository(owner: "o", name: "n"))
    }

    @Test(arguments: [
        "", " ", "not json", "{", "\u{0}\u{1}\u{2}", "<html></html>", "{\"format\":\"stargazer-favorites\",",
    ])
    func `a file that is not JSON is damaged`(text: String) {
        #expect(throws: FileFailure.damaged) { try file.favorites(fromJSON: Data(text.utf8)) }
    }

    @Test func `a database is another format, not a damaged file`() {
        #expect(throws: FileFailure.otherFormat) { try file.favorites(fromJSON: Data("SQLite format 3\0\u{10}".utf8)) }
    }

    @Test func `a truncated file is damaged`() throws {
        let whole = try file.json(edgeCaseFavorites, now: now)
        for length in stride(from: 0, to: whole.count - 1, by: 97) {
            #expect(throws: FileFailure.damaged, "at \(length)") {
                try file.favorites(fromJSON: whole.prefix(length))
            }
        }
    }

    @Test(arguments: ["[]", "{}", "null", "3", "\"stargazer-favorites\"", #"{"format":1,"version":1}"#])
    func `JSON of another kind is reported as another format`(text: String) {
        #expect(throws: FileFailure.otherFormat) { try file.favorites(fromJSON: Data(text.utf8)) }
    }

    @Test func `only known versions are read`() {
        #expect(throws: FileFailure.newerVersion(3)) {
            try file.favorites(fromJSON: json("", version: "3"))
        }
        for version in ["0", "1", "-1", "\"1\"", "null", "1.5"] {
            #expect(throws: FileFailure.otherFormat, "\(version)") {
                try file.favorites(fromJSON: json("", version: version))
            }
        }
        #expect(throws: FileFailure.otherFormat) {
            try file.favorites(fromJSON: json("", format: "other"))
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
    func `an invalid member is reported with its favorite`(part: String, bad: String, field: String) {
        let second = good.replacingOccurrences(of: part, with: bad)
        #expect(second != good)
        let failure = #expect(throws: FileFailure.self) {
            try file.favorites(fromJSON: json(good + "," + second))
        }
        let expected = FileFailure.badEntry(number: 2, field: field)
        #expect(failure == expected || (field == "open_issues" && failure == .damaged))
    }

    @Test func `favorites that are not a list are reported`() {
        let data = Data(#"{"format":"stargazer-favorites","version":2,"favorites":{}}"#.utf8)
        #expect(throws: FileFailure.badEntry(number: nil, field: "favorites")) {
            try file.favorites(fromJSON: data)
        }
    }

    @Test(arguments: ["people", "comets", ""])
    func `an unknown catalog makes the import fail`(name: String) {
        let body = good.replacingOccurrences(of: "repositories", with: name)
        #expect(throws: FileFailure.unknownCatalog(number: 1, name: name)) {
            try file.favorites(fromJSON: json(body))
        }
    }

    @Test func `a duplicate item makes the import fail`() {
        #expect(throws: FileFailure.duplicate(number: 2, title: "o/n")) {
            try file.favorites(fromJSON: json(good + "," + good))
        }
    }

    @Test func `deep nesting is rejected`() {
        let deep = String(repeating: "[", count: 200_000)
        #expect(throws: FileFailure.self) { try file.favorites(fromJSON: Data(deep.utf8)) }
    }
}
