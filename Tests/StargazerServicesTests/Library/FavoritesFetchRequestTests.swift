import Foundation
import GRDB
import Logging
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// Query results, as item IDs in the order of the rows.
@Suite("Favorites fetch requests", .timeLimit(.minutes(25)))
struct FavoritesFetchRequestTests {
    private let library: LibraryDatabase

    init() throws { library = inMemory() }

    @Test func `topics that have not changed are not written again`() async throws {
        try await add("1") { $0.topics = ["gtk4", "GTK", "Zig", "gtk", "c"] }
        let changes = try await library.database.write { db in
            let (before, facts) = (
                db.totalChangesCount, Repository(owner: "o", name: "n", topics: ["gtk4", "GTK", "Zig", "gtk", "c"])
            )
            var entries = [LibraryIndex.Entry(row: 1, facts: facts, sortKeys: [])]
            try LibraryIndex.write(db, &entries)
            return db.totalChangesCount - before
        }
        #expect(changes == 0)
    }

    private func add(
        _ id: String, _ title: String = "o/n", at second: Double = 0, starred: Bool? = nil, host: String = "server",
        _ change: (inout Repository) -> Void = { _ in }
    ) async throws {
        let parts = title.split(separator: "/", maxSplits: 1).map(String.init)
        var repository = Repository(owner: parts[0], name: parts.count > 1 ? parts[1] : "")
        change(&repository)
        try await library.add(
            Favorite(
                item: Item(id: ItemID(catalog: .repositories, host: host, id: id), facts: repository),
                addedAt: day0.addingTimeInterval(second), isStarredOnServer: starred))
    }

    private func answer(_ query: FavoritesQuery) async throws -> [String] {
        let answer = try await library.favorites(query, reading: .max)
        #expect(answer.first.map(\.row) == answer.rows)
        return answer.first.map(\.favorite.id.id)
    }

    private func found(_ words: String) async throws -> Set<String> {
        Set(try await answer(FavoritesQuery(text: words)))
    }

    @Test func `every order in both directions`() async throws {
        try await add("1", "b/b", at: 3) { $0.stars = 5 }
        try await add("2", "a/b", at: 1) {
            $0.stars = 9
            $0.pushedAt = day0
        }
        try await add("3", "a/ć", at: 2) {
            $0.stars = 5
            $0.pushedAt = day0.addingTimeInterval(1)
        }
        try await add("4", "d/d", at: 2) { $0.stars = 5 }
        func order(_ key: SortKey, _ direction: SortDirection) async throws -> String {
            try await answer(FavoritesQuery(order: .sorted(ItemOrder(key, direction)))).joined()
        }
        #expect(try await order(.added, .descending) == "1342", "equals in the order of their names")
        #expect(try await order(.added, .ascending) == "2341")
        #expect(try await order(.name, .ascending) == "2134", "by the name without the owner")
        #expect(try await order(.name, .descending) == "4312")
        #expect(try await order(.stars, .descending) == "2134")
        #expect(try await order(.stars, .ascending) == "1342")
        #expect(try await order(.pushed, .descending) == "3214", "what is not known comes last")
        #expect(try await order(.pushed, .ascending) == "2314")
        #expect(try await order(.forks, .ascending) == "2134", "of what nothing is known only the name is left")
        #expect(try await answer(FavoritesQuery(order: .best)).joined() == "1342", "without words the newest first")
    }

    @Test func `the star filter uses the account's stars only`() async throws {
        try await add("1", at: 1, starred: true)
        try await add("2", at: 2, starred: false)
        try await add("3", at: 3)
        try await add("4", at: 4, starred: true, host: "other")
        try await library.recordStar(true, on: repository(5, host: "server"))
        func found(_ scope: FavoritesScope, _ account: String?) async throws -> String {
            try await answer(FavoritesQuery(scope: scope, account: account)).joined()
        }
        #expect(try await found(.all, "server") == "4321")
        #expect(try await found(.notStarred, "server") == "2", "of 3 nothing is known")
        try await library.setStarsKnown(on: "server")
        #expect(try await found(.notStarred, "server") == "32")
        #expect(try await found(.notStarred, "other") == "")
        #expect(try await found(.notStarred, nil) == "", "signed out")
    }

    @Test func `page, count, facet and qualifier agree on what is only here`() async throws {
        try await add("1", at: 1, starred: true)
        try await add("2", at: 2, starred: false)
        try await add("3", at: 3)
        try await add("4", at: 4, host: "other")
        let person = ItemID(catalog: .people, host: "server", id: "5")
        try await library.add(Favorite(item: Item(id: person, facts: Person(login: "robin")), addedAt: day0))
        for host in ["server", "third"] { try await library.setStarsKnown(on: host) }
        for (account, expected) in [("server", ["3", "2"]), ("other", []), ("third", []), (nil, [])] {
            let scope = FavoritesQuery(scope: .notStarred, account: account)
            #expect(try await answer(scope) == expected)
            #expect(try await answer(FavoritesQuery(text: "is:only-here", account: account)) == expected)
            #expect(try await library.favoritesCounts(account: account).onlyHere == expected.count)
            let facets = try await library.facets(of: FavoritesQuery(account: account))
            #expect(facets[.state].first { $0.text == "only-here" }?.count ?? 0 == expected.count)
            let all = try await library.favorites(FavoritesQuery(account: account), reading: 0)
            // Of 4 nothing is known.
            #expect(all.exceptions[.onlyHere] ?? 0 == (account == "other" ? all.rows.count : expected.count))
        }
    }

    @Test func `archived and lost favorites are exceptions among the rows`() async throws {
        try await add("1", "o/first", at: 1) { $0.isArchived = true }
        try await add("2", "o/second", at: 2)
        let second = ItemID(catalog: .repositories, host: "server", id: "2")
        try await library.recordGone(true, of: second)
        let all = try await library.favorites(FavoritesQuery(), reading: 0)
        #expect(all.exceptions == [.archived: 1, .notAvailable: 1])
        let first = try await library.favorites(FavoritesQuery(text: "first"), reading: 0)
        #expect(first.exceptions == [.archived: 1])
    }

    @Test func `one catalog alone`() async throws {
        struct OtherCodec: ItemCodec {
            let base = RepositoryCodec()
            let kind = CatalogKind(rawValue: "comets")
            var member: String { "comet" }
            var format: Int { base.format }
            var sortKeys: [SortKey] { base.sortKeys }
            var columns: [ItemColumn] { [] }
            func encode(_ facts: any ItemFacts) throws -> Data { try base.encode(facts) }
            func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts {
                try base.facts(from: decoder, format: format, webURL: webURL)
            }
            func facts(titled title: String) -> any ItemFacts { base.facts(titled: title) }
        }
        let other = OtherCodec()
        let library = LibraryDatabase.inMemory(codecs: ItemCodecs([RepositoryCodec(), other]))
        try await library.add(favorite(1))
        let comet = Item(id: ItemID(catalog: other.kind, host: "h", id: "2"), facts: Repository(owner: "a", name: "b"))
        try await library.add(Favorite(item: comet, addedAt: day0))
        for (kind, expected) in [(CatalogKind.repositories, ["1"]), (other.kind, ["2"]), (nil, ["1", "2"])] {
            let answer = try await library.favorites(
                FavoritesQuery(scope: kind.map(FavoritesScope.catalog) ?? .all), reading: .max)
            #expect(answer.first.map(\.favorite.id.id) == expected)
            #expect(answer.counts == [.repositories: 1, other.kind: 1], "in all, whatever was asked")
        }
        let none = try await library.favorites(
            FavoritesQuery(scope: .catalog(CatalogKind(rawValue: "none"))), reading: 1)
        #expect(none == FavoritesResult(counts: [.repositories: 1, other.kind: 1]))

        let alone = try LibraryDatabase(
            library.database, folder: nil, codecs: codecs, time: .system)
        let known = try await alone.favorites(FavoritesQuery(), reading: .max)
        #expect(known.first.map(\.favorite.id.id) == ["1"], "an unknown catalog is left out")
        #expect(known.total == 1)
    }

    @Test func `all words in any order by their beginnings`() async throws {
        try await add("1", "vapor/vapor") {
            $0.summary = "A server-side Swift HTTP web framework."
            $0.language = "Swift"
            $0.topics = ["http", "server-side-swift"]
        }
        try await add("2", "apple/swift-nio") { $0.summary = "Event-driven network framework" }
        for (words, ids) in [
            ("", "12"), ("  ", "12"), ("frame", "12"), ("FRAMEWORK swift", "12"), ("web fr", "1"), ("http vap", "1"),
            ("work", ""), ("ramework", ""), ("apor", "1"), ("ift-n", "2"), ("le/sw", "2"), ("swift ni", "2"),
            ("swift swift swift", "12"), ("server-side", "1"), ("side-swift", "1"), ("event framework nio", "2"),
            ("event framework niox", ""), ("n", "2"), ("swift & http", "1"), ("framework – swift", "12"), ("&", ""),
        ] { #expect(try await found(words) == Set(ids.map(String.init)), "\(words)") }
    }

    @Test func `case accents and width do not matter`() async throws {
        try await add("1", "café/Crème-Brûlée") { $0.summary = "Straße und Ähren, naïve" }
        try await add("2", "o/ＦＵＬＬｗｉｄｔｈ") { $0.summary = "ﾊﾝｶｸ" }
        for (words, ids) in [
            ("CAFE", "1"), ("creme brulee", "1"), ("brûl", "1"), ("ahren", "1"), ("ÄHREN NAIVE", "1"), ("STRAS", "1"),
            ("fullw", "2"), ("ｆｕｌｌ", "2"), ("ハンカ", "2"), ("ﾊﾝ", "2"), ("cafe\u{301}", "1"),
        ] { #expect(try await found(words) == Set(ids.map(String.init)), "\(words)") }
    }

    @Test func `Chinese, Japanese and Korean words are found in the middle`() async throws {
        try await add("1") { $0.summary = "一个高性能的机器学习框架，用于训练" }
        try await add("2") { $0.summary = "日本語の形態素解析エンジン" }
        try await add("3") { $0.summary = "한국어 형태소분석기" }
        try await add("4") { $0.topics = ["机器", "学习"] }
        for (words, ids) in [
            ("机器学习", "14"), ("机", "14"), ("框架 机器", "1"), ("学机", ""), ("形態素", "2"), ("エンジ", "2"),
            ("解析 日本", "2"), ("형태소", "3"), ("분석", "3"), ("한국", "3"), ("训练", "1"), ("语", ""),
        ] { #expect(try await found(words) == Set(ids.map(String.init)), "\(words)") }
    }

    @Test func `words with marks`() async throws {
        try await add("1") { $0.language = "C++" }
        try await add("2") { $0.language = "C#" }
        try await add("3") { $0.summary = "For .NET and ASP.NET Core (F#)" }
        try await add("4") { $0.summary = "A node.js network client in C" }
        try await add("5") { $0.topics = ["c++11", "gtk+3"] }
        try await add("6", "netlib/c++-net") { $0.summary = "#hashtag" }
        for (words, ids) in [
            ("c++", "156"), ("c+", "156"), ("C#", "2"), ("f#", "3"), (".net", "3"), ("asp.net", "3"), ("net", "346"),
            ("node.js", "4"), ("js", "4"), (".js", "4"), ("node.j", "4"), ("c++11", "5"), ("gtk+", "5"), ("gtk", "5"),
            ("hashtag", "6"), ("#hashtag", "6"), ("c++-net", "6"), ("+", "6"), ("c", "123456"), ("/", "123456"),
            ("-", "6"), ("++", "6"),
        ] { #expect(try await found(words) == Set(ids.map(String.init)), "\(words)") }
    }

    @Test func `nothing that is typed fails`() async throws {
        try await add("1", "o/n\"AND\"'x") { $0.summary = "say \"hello\" AND NOT; DROP\0TABLE" }
        let odd = [
            "\"", "\"\"", "'", "*", "a*", "(", ")", "^o", "words:say", "NEAR(a b)", "say AND", "OR", "NOT NOT", "-say",
            "{a}", "\\", "%", "_", ";", ":", "\0", "a\0b", "\u{FFFD}", "🚀", "\u{200D}", "\u{301}", "\u{202E}", "~",
            "+.#", "....", "#+", "\u{10FFFF}", "\u{E000}", String(repeating: "\" OR ", count: 2_000),
        ]
        for words in odd { _ = try await found(words) }
        #expect(try await found("hello and") == ["1"])
        #expect(try await found("\"hello\"") == ["1"])
        #expect(try await found("drop table") == ["1"])
        #expect(try await found("\0") == ["1"], "blanks alone")
        #expect(try await found("\"and\"") == ["1"])
        #expect(try await found("'x") == ["1"])
    }

    @Test(arguments: ["x", "-x", "漢", "c++", "n o "])
    func `fifty kilobytes are answered like any other word`(part: String) async throws {
        try await add("1") { $0.summary = "x 漢 c++" }
        let long = String(repeating: part, count: 50_000 / part.utf8.count)
        // What begins with a hyphen is negated.
        #expect(try await found(long) == (["n o ", "-x"].contains(part) ? ["1"] : []))
    }

    @Test func `of very many words the longest count`() async throws {
        try await add("1") { $0.summary = (10..<40).map { "word\($0)" }.joined(separator: " ") }
        #expect(try await found((10..<40).map { "word\($0)" }.joined(separator: " ")) == ["1"])
        #expect(try await found((10..<40).map { "word\($0)" }.joined(separator: " ") + " wordlessness") == [])
    }

    @Test func `a long description is found by its beginning`() async throws {
        let words = (0..<20_000).map { "word\($0)" }.joined(separator: " ")
        try await add("1") { $0.summary = words }
        #expect(try await found("word0 word999") == ["1"])
        #expect(try await found("word19999") == [])
        let kept = try await library.database.read {
            try Int.fetchOne($0, sql: "SELECT length(words) FROM favorite_words")
        }
        #expect((kept ?? 0) <= SearchWords.maxLength)
    }

    @Test func `the best answer is first`() async throws {
        let titles = [
            "x/my-swift", "x/unswifty", "swift/x", "x/swiftlint", "apple/swift", "x/other", "x/the.swift.book",
            "swift-tools/y", "y/swift",
        ]
        for (second, title) in titles.enumerated() {
            try await add(title, title, at: Double(second)) { $0.summary = "swift" }
        }
        let best = try await answer(FavoritesQuery(text: "Swift", order: .best))
        #expect(
            best == [
                "y/swift", "apple/swift", "swift-tools/y", "swift/x", "x/the.swift.book", "x/my-swift", "x/swiftlint",
                "x/other", "x/unswifty",
            ])
        #expect(try await answer(FavoritesQuery(text: "apple/swift", order: .best)) == ["apple/swift"])
        #expect(try await answer(FavoritesQuery(text: "swift book", order: .best)) == ["x/the.swift.book"])
    }

    @Test func `several words are best where they stand together`() async throws {
        for (second, title) in ["x/parser-of-argument", "x/argument-parser", "x/an-argument-parser"].enumerated() {
            try await add(title, title, at: Double(second))
        }
        let best = try await answer(FavoritesQuery(text: "argument pars", order: .best))
        #expect(best == ["x/argument-parser", "x/an-argument-parser", "x/parser-of-argument"])
    }

    @Test func `results follow writes`() async throws {
        try await add("1", "o/n", starred: true) { $0.summary = "early" }
        let item = Item(
            id: ItemID(catalog: .repositories, host: "server", id: "1"),
            facts: Repository(owner: "o", name: "renamed", summary: "late", stars: 7))
        try await library.refresh([item])
        #expect(try await found("early").isEmpty)
        #expect(try await found("late renam") == ["1"])
        try await library.remove(item.id)
        #expect(try await found("late").isEmpty)
        let tables = "SELECT (SELECT count(*) FROM favorite_words) + (SELECT count(*) FROM favorite_value)"
        #expect(try await library.database.read { try Int.fetchOne($0, sql: tables) } == 0)
        let file = Favorite(item: Item(id: item.id, facts: Repository(owner: "o", name: "old")), addedAt: day0)
        try await library.importFavorites([file])
        #expect(try await found("late renam") == ["1"], "what is known here stands, and is what is found")
        #expect(try await found("old").isEmpty)
    }

    @Test func `a hundred thousand answer in order`() async throws {
        let count = 100_000
        // On disk, because other tests measure the memory of this process.
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.database.write { db in
            try db.execute(
                sql: """
                    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
                    INSERT INTO item (
                        catalog, host, item_id, title, title_key, is_favorite, added_at, stamp, snapshot_format, snapshot)
                    SELECT 'repositories', 'h', n, 'o/N' || n, 'o/n' || n, 1,
                        strftime('%Y-%m-%d %H:%M:%f', 1600000000 + n, 'unixepoch'), n, 2, '{"owner":"o","name":"N' || n || '"}'
                    FROM number
                    """)
            try db.execute(
                sql: "INSERT INTO favorite_words (rowid, words) SELECT row, 'even' FROM item WHERE row % 2 = 0")
        }
        let all = try await library.favorites(FavoritesQuery(), reading: 3)
        #expect(all.rows.count == count && all.total == count)
        #expect(all.first.map(\.favorite.id.id) == ["100000", "99999", "99998"])
        let some = try await library.favorites(FavoritesQuery(text: "ev n99"), reading: .max)
        #expect(some.first.map(\.favorite.id.id).prefix(2) == ["99998", "99996"])
        // The even numbers of 99, 990 to 999, 9900 to 9999 and 99000 to 99999.
        #expect(some.rows.count == 555)
    }
}
