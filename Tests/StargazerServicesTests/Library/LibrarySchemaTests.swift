import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Libraries as the development versions left them: all that is in them is carried over.
@Suite("Earlier libraries", .timeLimit(.minutes(25)))
struct LibrarySchemaTests {
    @Test(arguments: EarlierLibrary.versions)
    func `every earlier library opens with all that is in it`(fixture: String) async throws {
        let folder = try TemporaryFolder(earlier: fixture)
        let library = try await folder.ready()
        let expected = Favorite(
            item: Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: "44838949"),
                facts: Repository(
                    owner: "swiftlang", name: "swift", summary: "A language", stars: 67_000, forks: 10_000,
                    openIssues: 7, language: "C++", topics: ["compiler"], license: "Apache-2.0",
                    webURL: URL(string: "https://github.com/swiftlang/swift"),
                    createdAt: Date(timeIntervalSince1970: 1_445_622_800), isFork: true)),
            addedAt: Date(timeIntervalSince1970: 1_767_323_045.678), isStarredOnServer: true)
        #expect(try await shown(library) == [expected])
        for words in ["lang comp", "C++", "SWIFT/", "apple", "a l", "co"] {
            let found = try await library.favorites(FavoritesQuery(text: words), reading: 0)
            #expect(found.rows.count == (words == "apple" ? 0 : 1), "\(words)")
        }
        #expect(try folder.sqlite("SELECT key, value FROM favorite_value") == "stars|67000.0")
        #expect(try folder.sqlite("SELECT topic FROM favorite_topic") == "compiler")
        let columns = "SELECT owner, language, license, stars, is_fork, is_archived FROM item"
        #expect(try folder.sqlite(columns) == "swiftlang|C++|Apache-2.0|67000|1|0")
        #expect(try folder.sqlite("SELECT name FROM sqlite_schema WHERE name LIKE 'earlier%'") == "")
        let words = "SELECT sql LIKE '%prefix=''1 2''%' FROM sqlite_schema WHERE name = 'favorite_words'"
        #expect(try folder.sqlite(words) == "1")
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
        #expect(await library.recentQueries(of: .repositories, limit: 5) == ["Swift UI"])
        try await library.add(favorite(1))
        #expect(try await shown(library).count == 2)
    }

    @Test func `viewed items and lists of an earlier library are there`() async throws {
        let member = "'repositories', '%', 'a/b', 2, '{\"name\":\"b\",\"owner\":\"a\",\"stars\":1}'"
        func members(_ id: String, _ relation: String, _ numbers: [Int]) -> String {
            numbers.map { number in
                """
                INSERT INTO kept_list_member VALUES ('repositories', 'api.github.com', '\(id)', '\(relation)', \(number),
                    \(member.replacing("%", with: "\(number)")));
                """
            }.joined()
        }
        let folder = try TemporaryFolder(earlier: EarlierLibrary.versionFive)
        try folder.sqlite(
            members("", "viewed", [2, 1]) + members("44838949", "followers", [1, 2, 3])
                + """
                INSERT INTO kept_list VALUES ('repositories', 'api.github.com', '', 'viewed', '1970-01-01 00:00:00.000');
                INSERT INTO kept_list
                VALUES ('repositories', 'api.github.com', '44838949', 'followers', '2026-01-02 03:04:05.678');
                """)
        let library = try await folder.ready()
        let viewed = try await library.viewedItems(of: .repositories, host: "api.github.com")
        #expect(viewed.map(\.id.id) == ["1", "2"] && viewed.allSatisfy { $0.title == "a/b" })
        let id = ItemID(catalog: .repositories, host: "api.github.com", id: "44838949")
        let list = try await library.listSnapshot(.followers, of: id)
        #expect(list?.items.map(\.id.id) == ["1", "2", "3"])
        #expect(list?.seenAt == Date(timeIntervalSince1970: 1_767_323_045.678))
        #expect(try folder.sqlite("SELECT count(*) FROM list_snapshot") == "1")
    }

    @Test(arguments: [0, 10, 5_000])
    func `every favorite of the second version is there and found`(count: Int) async throws {
        let folder = try TemporaryFolder(earlier: EarlierLibrary.versionTwo(favorites: count))
        let library = try await folder.ready()
        let newest = try await library.favorites(FavoritesQuery(), reading: 1)
        #expect(newest.total == count)
        #expect(newest.rows.count == count)
        #expect(newest.first.first?.favorite.item.title == (count == 0 ? nil : "owner\(count % 7)/Näme\(count)"))
        let mostStars = try await library.favorites(
            FavoritesQuery(text: "topic1 nam", order: .sorted(SortOrder(.stars))), reading: .max)
        let stars = mostStars.first.compactMap(\.favorite.item.repository?.stars)
        #expect(stars == Array(stride(from: 1, through: count, by: 10)).reversed())
        #expect(try folder.sqlite("SELECT count(*) FROM item WHERE NOT is_favorite") == (count == 0 ? "0" : "1"))
        #expect(try folder.sqlite("SELECT count(*) FROM favorite_words") == "\(count)")
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test func `five thousand favorites of the fifth version open with all that they had`() async throws {
        let folder = try TemporaryFolder(earlier: EarlierLibrary.largeVersionFive)
        let start = ContinuousClock.now
        let library = try await folder.ready()
        let time = Int((ContinuousClock.now - start) / .milliseconds(1))
        Recordings.log("a library of version 5 with 5,000 favorites opens in \(time) ms")
        let favorites = try await shown(library)
        let expected = (1...5_000).reversed().map { number in
            Favorite(
                item: Item(
                    id: ItemID(catalog: .repositories, host: "api.github.com", id: "\(number)"),
                    facts: Repository(
                        owner: "owner\(number % 7)", name: "name\(number)", summary: "A description", stars: number,
                        topics: ["topic\(number % 10)"])),
                addedAt: Date(timeIntervalSince1970: 1_600_000_000 + Double(number)),
                isStarredOnServer: [true, false, nil][number % 3])
        }
        #expect(favorites.count == 5_000)
        #expect(zip(favorites, expected).first { $0 != $1 } == nil)
        let starred = "SELECT count(*), min(starred_at), max(starred_at) FROM item WHERE starred_on_server"
        #expect(try folder.sqlite(starred) == "1666|2017-07-14 02:40:03.000|2017-07-14 04:03:18.000")
        let queries = await library.recentQueries(of: .repositories, limit: 100)
        #expect(queries == ["Swift UI"] + (1...20).reversed().map { "Words \($0)" })
        let viewed = try await library.viewedItems(of: .repositories, host: "api.github.com")
        #expect(viewed.map(\.id.id) == (1...20).map { "\($0)" })
        for number in 1...3 {
            let list = try await library.listSnapshot(.followers, of: expected[5_000 - number].id)
            #expect(list?.items.map(\.id.id) == (1...100).map { "\($0)" })
            #expect(list?.seenAt == Date(timeIntervalSince1970: 1_600_000_000 + Double(number)))
        }
        let place = try await library.beginStarImport(of: "ada", host: "api.github.com")
        #expect(place?.next == BatchCursor("https://api.github.com/user/starred?page=2"))
        let found = try await library.favorites(FavoritesQuery(text: "topic3 name4 desc"), reading: 0)
        #expect(found.rows.count == 111)
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
    }

    /// A file that the application wrote, next to the checkout and not part of it.
    @Test func `a real library of the second version opens with all that it had`() async throws {
        guard let sample = Recordings.folder("../samples", with: "library-v2.sqlite") else {
            return Recordings.log("skipped: there is no sample of a library of version 2")
        }
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: sample.appending(path: "library-v2.sqlite"), to: folder.file)
        #expect(try folder.sqlite("PRAGMA user_version") == "2")
        func rows(_ table: String) throws -> String {
            try folder.sqlite(
                """
                SELECT catalog, host, item_id, title, added_at, starred_on_server, starred_at, snapshot FROM \(table)
                WHERE is_favorite ORDER BY added_at DESC;
                SELECT * FROM recent_query ORDER BY used_at DESC;
                """)
        }
        let before = try rows("favorite")
        let start = ContinuousClock.now
        let library = try await folder.ready()
        let time = Int((ContinuousClock.now - start) / .milliseconds(1))
        Recordings.log("the sample of version 2 opens in \(time) ms")
        #expect(try rows("item") == before)
        let list = try await shown(library)
        #expect(list.map(\.item.title) == ["swiftlang/swift"])
        #expect(list.first?.item.repository?.stars == 68_900)
        #expect(list.first?.item.repository?.topics == ["compiler", "language", "llvm", "swift"])
        #expect(list.first?.addedAt == Date(timeIntervalSince1970: 1_795_303_311.076))
        #expect(await library.recentQueries(of: .repositories, limit: 10) == ["swift"])
        #expect(try await library.favorites(FavoritesQuery(text: "standard lib"), reading: 0).rows.count == 1)
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test func `an interrupted star import resumes`() async throws {
        let folder = try TemporaryFolder(earlier: EarlierLibrary.versionTwo)
        let library = try await folder.ready()
        let place = try #require(try await library.beginStarImport(of: "ada", host: "api.github.com"))
        #expect(place.next == BatchCursor("https://api.github.com/user/starred?page=2"))
        #expect(place.tally == StarImportCount(total: 1, new: 1))
        let tally = try await library.importStars(
            [StarredItem(item: repository(1), starredAt: day0)], of: "ada", host: "api.github.com", as: .continuing,
            next: nil)
        #expect(tally == StarImportCount(total: 2, new: 2))
    }

    /// Version 6 did not know which results of a saved search the user had seen.
    @Test func `a library of the sixth version keeps its saved searches`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1))
        let saved = try await library.addSavedSearch("New", source: "favorites", text: "swift", order: nil)
        try library.database.close()
        try folder.sqlite("DROP TABLE saved_search_seen; PRAGMA user_version = 6")
        let migrated = try await folder.ready()
        #expect(try await migrated.savedSearches() == [saved])
        #expect(try await shown(migrated).count == 1)
        try await migrated.recordNewResults(3, of: saved.id, at: day0)
        #expect(try await migrated.savedSearches().map(\.newCount) == [3])
        #expect(try folder.sqlite("PRAGMA user_version; PRAGMA integrity_check") == "7\nok")
    }

}
