import Foundation
import Testing

@testable import StargazerStandIn

@Suite struct SearchGrammarTests {
    /// With forks and repositories of twenty topics.
    private let visitor = StandInClient(.odd)

    @Test func `words match name, description and topics, and the best match comes first`() throws {
        let found = try visitor.search("swift", "&per_page=100")
        #expect(found.names.first == "swiftlang/swift")
        #expect(found.total_count > 2_500)
        for item in found.items {
            let text = "\(item.full_name) \(item.description ?? "") \(item.topics)".lowercased()
            #expect(text.contains("swift"), "\(item.full_name)")
        }
    }

    @Test func `every word must match, in any case`() throws {
        #expect(try visitor.search("SQLite Swift").names == ["groue/GRDB.swift"])
    }

    @Test func `a quoted phrase is one term`() throws {
        #expect(try visitor.search("\"package manager that was missing\"").names == ["Homebrew/brew"])
        #expect(try visitor.search("\"missing was that manager\"").items.isEmpty)
    }

    @Test(arguments: [
        ("in:name", "zed-industries/zed", true), ("in:description", "zed-industries/zed", false),
    ])
    func `in limits the searched fields`(qualifier: String, name: String, isFound: Bool) throws {
        #expect(try visitor.search("zed user:zed-industries \(qualifier)").names.contains(name) == isFound)
    }

    @Test func `in topics finds by topic only`() throws {
        #expect(try visitor.search("telescope in:topics").items.isEmpty)
        #expect(try visitor.search("astronomy in:topics").items.count == 5)
    }

    @Test(arguments: [
        "stars:>=1000", "stars:500..600", "stars:<3", "forks:>5000", "stars:*..10 forks:0", "stars:12",
        "language:rust", "language:\"vim script\"", "language:cpp", "topic:editor", "license:gpl-3.0", "archived:true",
        "archived:false", "fork:only", "mirror:true", "template:true", "created:<2010-01-01", "created:2013-05",
        "pushed:>2026-09-01", "user:neovim", "org:GNOME", "repo:sharkdp/fd", "-language:rust topic:cli", "topics:>=20",
        "is:public", "is:private", "size:<1000", "good-first-issues:>5",
    ])
    func `a qualifier matches exactly what it says`(query: String) throws {
        let found = try visitor.search(query, "&per_page=100")
        #expect(found.items.allSatisfy { Self.holds(query, $0) }, "\(query): \(found.names.prefix(5))")
        #expect(found.items.isEmpty == (query == "is:private"), "\(query) found \(found.total_count)")
    }

    private static func holds(_ query: String, _ item: Found.Item) -> Bool {
        switch query {
        case "stars:>=1000": item.stargazers_count >= 1000
        case "stars:500..600": (500...600).contains(item.stargazers_count)
        case "stars:<3": item.stargazers_count < 3
        case "stars:12": item.stargazers_count == 12
        case "forks:>5000": item.forks_count > 5000
        case "stars:*..10 forks:0": item.stargazers_count <= 10 && item.forks_count == 0
        case "language:rust": item.language == "Rust"
        case "language:\"vim script\"": item.language == "Vim Script"
        case "language:cpp": item.language == "C++"
        case "topic:editor": item.topics.contains("editor")
        case "license:gpl-3.0": item.license?.spdx_id == "GPL-3.0"
        case "archived:true": item.archived
        case "archived:false": !item.archived
        case "fork:only": item.fork
        case "mirror:true": item.mirror_url != nil
        case "template:true": item.is_template
        case "created:<2010-01-01": item.created_at < "2010-01-01"
        case "created:2013-05": item.created_at.hasPrefix("2013-05")
        case "pushed:>2026-09-01": item.pushed_at > "2026-09-01"
        case "user:neovim": item.owner.login == "neovim"
        case "org:GNOME": item.owner.login == "GNOME"
        case "repo:sharkdp/fd": item.full_name == "sharkdp/fd"
        case "-language:rust topic:cli": item.language != "Rust" && item.topics.contains("cli")
        case "topics:>=20": item.topics.count >= 20
        case "is:public", "size:<1000", "good-first-issues:>5": true
        default: false
        }
    }

    @Test func `forks are excluded unless requested`() throws {
        let plain = try visitor.search("repo:odd-samples/swift").names
        let requested = try visitor.search("repo:odd-samples/swift fork:true").names
        #expect(plain.isEmpty)
        #expect(requested == ["odd-samples/swift"])
    }

    @Test func `a minus and NOT both exclude`() throws {
        let all = try visitor.search("ripgrep fork:true user:odd-samples user:BurntSushi").names
        #expect(Set(all) == ["BurntSushi/ripgrep", "odd-samples/ripgrep-experiments"])
        for query in ["ripgrep -experiments", "ripgrep NOT experiments"] {
            let names = try visitor.search("\(query) fork:true user:odd-samples user:BurntSushi").names
            #expect(names == ["BurntSushi/ripgrep"], "\(query)")
        }
    }

    @Test func `OR finds either term`() throws {
        let names = try visitor.search("ripgrep OR grdb.swift", "&per_page=5").names
        #expect(Set(names) == ["BurntSushi/ripgrep", "groue/GRDB.swift"])
    }

    @Test func `a plus in the raw query is a space, an encoded one is a plus`() throws {
        let spaced = try Found(visitor.get("/search/repositories?q=stars:%3E1000+language:c%2B%2B&per_page=100"))
        #expect(!spaced.items.isEmpty)
        #expect(spaced.items.allSatisfy { $0.language == "C++" })
    }

    @Test(arguments: [
        ("user:nobody-at-all", "The listed users and repositories cannot be searched"),
        ("repo:nobody/nothing", "The listed users and repositories cannot be searched"),
        (String(repeating: "word ", count: 52), "longer than 256"),
        ("a AND b OR c NOT d AND e OR f NOT g", "More than five"),
        ("type:issue", "None of the search qualifiers apply"),
    ])
    func `an invalid query is refused with the reason`(query: String, reason: String) throws {
        let encoded = try #require(query.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        let response = visitor.get("/search/repositories?q=\(encoded)")
        #expect(response.status == 422)
        #expect(response.message == "Validation Failed")
        #expect((response.firstError?["message"] as? String)?.contains(reason) == true)
        #expect(response.firstError?["field"] as? String == "q")
        #expect(response.object["status"] as? String == "422")
    }

    @Test func `256 characters and five operators are within the limits`() throws {
        let text = SearchExpression(String(repeating: "word ", count: 51) + "language:swift")
        #expect(text.wordLength == 254)
        let exactly = String(repeating: "a", count: 256)
        #expect(visitor.get("/search/repositories?q=\(exactly)").status == 200)
        #expect(visitor.get("/search/repositories?q=\(exactly)b").status == 422)
        #expect(visitor.get("/search/repositories?q=a+AND+b+AND+c+AND+d+AND+e+AND+f").status == 200)
    }

    @Test(arguments: ["/search/repositories", "/search/repositories?q=", "/search/repositories?q=+"])
    func `a missing query is reported as missing`(target: String) {
        let response = visitor.get(target)
        #expect(response.status == 422)
        #expect(response.firstError?["code"] as? String == "missing")
    }
}
