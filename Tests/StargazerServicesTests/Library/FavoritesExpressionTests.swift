import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The language of favorites, answered by the real library.
@Suite("Favorites expressions", .timeLimit(.minutes(25)))
struct FavoritesExpressionTests {
    private let library: LibraryDatabase

    init() async throws {
        library = inMemory()
        try await add("1", "rust-lang/rust", added: "2026-03-31T23:59:59Z", starred: true) {
            $0.summary = "A compiler and a fast parser"
            $0.language = "Rust"
            $0.topics = ["compiler", "rust"]
            $0.license = "Apache-2.0"
            $0.stars = 90_000
            $0.forks = 700
            $0.pushedAt = try Self.date("2026-04-01T00:00:00Z")
            $0.createdAt = try Self.date("2010-06-16T20:39:03Z")
        }
        try await add("2", "apple/swift-parser", added: "2026-04-01T00:00:00Z", starred: false) {
            $0.summary = "Machine learning"
            $0.language = "Swift"
            $0.topics = ["parser", "gtk4", "machine-learning"]
            $0.license = "MIT"
            $0.stars = 5
            $0.forks = 7
            $0.isArchived = true
            $0.pushedAt = try Self.date("2026-03-31T23:59:59Z")
        }
        try await add("3", "gnome/gtk", added: "2025-12-31T23:59:59Z", host: "other", starred: true) {
            $0.summary = "Learning about a machine"
            $0.language = "C"
            $0.topics = ["gtk", "ui"]
            $0.license = "GPL-3.0"
            $0.stars = 6
            $0.isFork = true
        }
        try await add("4", "o/notes", added: "2026-01-01T00:00:00Z") { $0.stars = 0 }
        let person = Item(
            id: ItemID(catalog: .people, host: "server", id: "5"), facts: Person(login: "Apple", kind: .organization))
        try await library.add(Favorite(item: person, addedAt: try Self.date("2024-02-29T12:00:00Z")))
    }

    private static func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }

    private func add(
        _ id: String, _ title: String, added: String, host: String = "server", starred: Bool? = nil,
        _ change: (inout Repository) throws -> Void
    ) async throws {
        let parts = title.split(separator: "/").map(String.init)
        var repository = Repository(owner: parts[0], name: parts[1])
        try change(&repository)
        let item = Item(id: ItemID(catalog: .repositories, host: host, id: id), facts: repository)
        try await library.add(
            Favorite(item: item, addedAt: try Self.date(added), isStarredOnServer: starred))
    }

    private func found(_ text: String, account: String? = nil) async throws -> String {
        let answer = try await library.favorites(FavoritesQuery(text: text, account: account), reading: .max)
        return answer.first.map(\.favorite.id.id).sorted().joined()
    }

    @Test(arguments: [
        ("language:rust", "1"), ("language:RUST", "1"), ("-language:rust", "2345"), ("language:c", "3"),
        ("language:rust OR language:swift", "12"), ("language:zig", ""), ("topic:gtk", "3"), ("topic:GTK", "3"),
        ("topic:gt", ""), ("-topic:gtk", "1245"), ("topic:gtk topic:ui", "3"), ("topic:parser OR topic:ui", "23"),
        ("forks:>7", "1"), ("forks:1..700", "12"), ("forks:0", "34"), ("-forks:0", "125"),
        ("stars:>5", "13"), ("stars:>=5", "123"), ("stars:5", "2"), ("stars:<6", "24"), ("stars:5..6", "23"),
        ("stars:*..5", "24"), ("stars:6..5", ""), ("-stars:>5", "245"), ("stars:0", "4"),
        ("license:mit", "2"), ("license:gpl", "3"), ("license:gpl-3.0", "3"), ("license:gp", ""),
        ("-license:mit", "1345"), ("archived:true", "2"), ("archived:false", "134"), ("-archived:true", "1345"),
        ("fork:only", "3"), ("fork:false", "124"), ("fork:true", "12345"), ("-fork:only", "1245"),
        ("user:apple", "25"), ("org:GNOME", "3"), ("-user:apple", "134"), ("user:app", ""),
        ("stars:", "12345"), ("stars:>", "12345"), ("is:", "12345"),
    ])
    func `a qualifier compares a column, and a missing value matches its negation only`(
        text: String, ids: String
    ) async throws {
        #expect(try await found(text) == ids)
    }

    @Test(arguments: [
        ("added:2026", "124"), ("added:2026-03", "1"), ("added:2026-03-31", "1"), ("added:2026-04-01", "2"),
        ("added:>2026-03-31", "2"), ("added:>=2026-03-31", "12"), ("added:<2026", "35"), ("added:<=2026", "12345"),
        ("added:2025-12-31..2026-01-01", "34"), ("added:*..2025-12", "35"), ("added:2024-02-29", "5"),
        ("added:2025..*", "1234"), ("-added:2026", "35"), ("added:1000..9999", "12345"), ("added:>9999", ""),
        ("pushed:2026-03", "2"), ("pushed:>=2026-04", "1"), ("-pushed:>=2026-04", "2345"), ("created:2010", "1"),
        ("created:<2010-06-17", "1"), ("created:>2010-06-16", ""),
    ])
    func `days are days in UTC`(text: String, ids: String) async throws {
        #expect(try await found(text) == ids)
    }

    @Test(arguments: [
        ("parser", "12"), ("parser language:swift", "2"), ("parser -language:swift", "1"), ("-parser", "345"),
        ("NOT parser stars:>0", "3"), ("(gtk OR rust) stars:>100", "1"), ("gtk OR rust stars:>100", "123"),
        ("-(gtk OR rust)", "45"), ("rust OR (learning -archived:true)", "13"), ("\"machine learning\"", "2"),
        ("\"learning machine\"", ""), ("\"machine\"", "23"), ("\"mach\"", ""), ("\"machine lear", "2"),
        ("-\"machine learning\" language:c", "3"), ("arse", "2"), ("language:rust - parser", "1"),
        ("added:2026-01..2026-05 parser", "12"), ("language:rust OR -", "1"), ("(rust", "1"), ("rust)", "1"),
    ])
    func `words, qualifiers and operators combine`(text: String, ids: String) async throws {
        #expect(try await found(text) == ids)
    }

    @Test(arguments: [
        ("parser in:name", "2"), ("parser in:topics", "2"), ("compiler in:topics", "1"), ("gtk in:name", "3"),
        ("gtk in:topics", "23"), ("gtk in:name,topics", "23"), ("\"swift parser\" in:name", "2"),
        ("\"parse\" in:name", ""), ("\"machine learning\" in:name", ""), ("\"machine learning\" in:topics", "2"),
        ("-parser in:name", "1345"), ("(parser in:name) OR language:rust", "12"), ("in:name", "12345"),
        ("(parser in:topics) OR parser", "12"), ("parser (parser in:topics)", "2"),
    ])
    func `words are looked for in the given places`(text: String, ids: String) async throws {
        #expect(try await found(text) == ids)
    }

    @Test func `stars of the account count, and of any server while signed out`() async throws {
        #expect(try await found("is:starred") == "13")
        #expect(try await found("is:starred", account: "server") == "1")
        #expect(try await found("-is:starred", account: "server") == "2345")
        #expect(try await found("is:starred", account: "none") == "")
        #expect(try await found("is:only-here", account: "server") == "2", "of 4 nothing is known")
        try await library.setStarsKnown(on: "server")
        #expect(try await found("is:only-here", account: "server") == "24")
        #expect(try await found("is:only-here") == "", "signed out")
    }

    @Test func `tags and notes are asked for, without what was deleted`() async throws {
        try await library.write { db in
            try db.execute(
                sql: """
                    INSERT INTO tag (id, name, name_key, is_deleted)
                    VALUES (1, 'To Read', 'to read', 0), (2, 'Done', 'done', 0), (3, 'Old', 'old', 1);
                    INSERT INTO item_tag (item, tag, is_set)
                    SELECT row, column2, column3 FROM item JOIN (
                        VALUES ('1', 1, 1), ('2', 1, 0), ('2', 2, 1), ('3', 3, 1), ('4', 1, 1)
                    ) ON item_id = column1;
                    INSERT INTO note (item, text)
                    SELECT row, CASE item_id WHEN '3' THEN '' ELSE 'text' END FROM item WHERE item_id IN ('2', '3');
                    """)
        }
        for (text, ids) in [
            ("tag:\"to read\"", "14"), ("tag:DONE", "2"), ("tag:old", ""), ("tag:none", "35"), ("-tag:none", "124"),
            ("-tag:done", "1345"), ("has:note", "2"), ("-has:note tag:none", "35"), ("tag:", "12345"),
        ] { #expect(try await found(text) == ids, "\(text)") }
        #expect(drawn(try await library.facets(of: FavoritesQuery()), .tag) == "To Read 2, Done 1")
    }

    @Test func `the best of several alternatives comes first`() async throws {
        let answer = try await library.favorites(
            FavoritesQuery(text: "(machine OR gtk) -archived:true OR rust", order: .best), reading: .max)
        #expect(answer.first.map(\.favorite.id.id) == ["1", "3"])
        let parsers = try await library.favorites(
            FavoritesQuery(text: "parser stars:>0", order: .best), reading: .max)
        #expect(parsers.first.map(\.favorite.id.id) == ["2", "1"], "a name before a description")
    }

    @Test func `what is removed is found no more, and what changes is found by its new values`() async throws {
        let id = ItemID(catalog: .repositories, host: "server", id: "1")
        try await library.refresh([
            Item(id: id, facts: Repository(owner: "x", name: "y", stars: 1, language: "Zig", topics: ["new"]))
        ])
        #expect(try await found("language:rust OR topic:rust OR stars:90000 OR user:rust-lang") == "")
        #expect(try await found("language:zig topic:new stars:1 user:x") == "1")
        try await library.remove(id)
        #expect(try await found("language:zig OR topic:new OR stars:1 OR user:x OR added:2026-03") == "")
        #expect(try await library.facets(of: FavoritesQuery())[.language].map(\.text) == ["C", "Swift"])
    }

    // MARK: Facets

    private func drawn(_ facets: FavoritesFacets, _ name: QualifierName) -> String {
        facets[name].map { "\($0.text) \($0.count)" }.joined(separator: ", ")
    }

    @Test func `facets count the values of all favorites`() async throws {
        let facets = try await library.facets(of: FavoritesQuery())
        #expect(facets.total == 5)
        #expect(drawn(facets, .language) == "C 1, Rust 1, Swift 1")
        #expect(drawn(facets, .license) == "Apache-2.0 1, GPL-3.0 1, MIT 1")
        #expect(
            drawn(facets, .topic) == "compiler 1, gtk 1, gtk4 1, machine-learning 1, parser 1, rust 1, ui 1")
        #expect(drawn(facets, .added) == "2026 3, 2024 1, 2025 1")
        #expect(drawn(facets, .archived) == "false 3, true 1")
        #expect(drawn(facets, .fork) == "false 3, only 1")
        #expect(drawn(facets, .state) == "starred 2")
    }

    @Test func `facets of a query count within its result`() async throws {
        let facets = try await library.facets(of: FavoritesQuery(text: "parser added:2026", account: "server"))
        #expect(facets.total == 2)
        #expect(drawn(facets, .language) == "Rust 1, Swift 1")
        #expect(drawn(facets, .added) == "2026 2")
        #expect(drawn(facets, .archived) == "false 1, true 1")
        #expect(drawn(facets, .fork) == "false 2")
        #expect(drawn(facets, .state) == "only-here 1, starred 1")
        #expect(try await library.facets(of: FavoritesQuery(text: "zzz")) == FavoritesFacets())
        let people = try await library.facets(of: FavoritesQuery(scope: .catalog(.people)))
        #expect(people.total == 1 && people[.language].isEmpty && people[.archived].isEmpty)
    }

    @Test func `each value of a facet finds as many favorites as it counts`() async throws {
        let facets = try await library.facets(of: FavoritesQuery())
        for (name, values) in facets.values {
            for value in values {
                #expect(try await found("\(name.rawValue):\"\(value.text)\"").count == value.count, "\(name) \(value)")
            }
        }
    }

    @Test func `only the most frequent values are counted`() async throws {
        let library = inMemory()
        for number in 0..<60 {
            try await library.add(
                Favorite(
                    item: Item(
                        id: ItemID(catalog: .repositories, host: "h", id: "\(number)"),
                        facts: Repository(
                            owner: "o", name: "n", language: "L\(100 + number)", topics: number < 2 ? ["z"] : [])),
                    addedAt: day0))
        }
        let facets = try await library.facets(of: FavoritesQuery())
        #expect(facets[.language].map(\.text) == (100..<150).map { "L\($0)" })
        #expect(drawn(facets, .topic) == "z 2")
    }
}
