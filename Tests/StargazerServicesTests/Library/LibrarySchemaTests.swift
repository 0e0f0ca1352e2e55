import Foundation
import GRDB
import StargazerCore
import TestSupport
import Testing

@testable import StargazerServices

/// Libraries as the development versions left them: all that is in them is carried over.
@Suite("Earlier libraries", .timeLimit(.minutes(25)))
struct LibrarySchemaTests {
    @Test(arguments: [versionOne, versionTwo, versionThree, versionFour, versionFive])
    func everyEarlierLibraryOpensWithAllThatIsInIt(fixture: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(fixture)
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

    @Test func viewedItemsAndListsOfAnEarlierLibraryAreThere() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        let member = "'repositories', '%', 'a/b', 2, '{\"name\":\"b\",\"owner\":\"a\",\"stars\":1}'"
        func members(_ id: String, _ relation: String, _ numbers: [Int]) -> String {
            numbers.map { number in
                """
                INSERT INTO kept_list_member VALUES ('repositories', 'api.github.com', '\(id)', '\(relation)', \(number),
                    \(member.replacing("%", with: "\(number)")));
                """
            }.joined()
        }
        try folder.sqlite(
            versionFive + members("", "viewed", [2, 1]) + members("44838949", "followers", [1, 2, 3])
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

    @Test func aRemovedItemIsDeletedAfterThirtyDaysUnlessItIsStarred() async throws {
        let folder = try TemporaryFolder()
        let time = SteppingClock()
        let library = try await folder.ready(time: time.source)
        for number in 1...3 { try await library.add(favorite(number, starred: number == 3)) }
        try await library.remove(favorite(1).id)
        try await library.remove(favorite(3).id)
        time.advance(by: 20 * 24 * 3600)
        try await library.remove(favorite(2).id)
        try library.database.close()
        func rows() throws -> String { try folder.sqlite("SELECT group_concat(item_id, '') FROM item") }
        time.advance(by: 11 * 24 * 3600)
        try await folder.ready(time: time.source).database.close()
        #expect(try rows() == "23")
        time.advance(by: 20 * 24 * 3600)
        try await folder.ready(time: time.source).database.close()
        #expect(try rows() == "3")
    }

    @Test func aFavoriteThatIsRemovedAndAddedAgainIsTheSameRow() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        let before = try await library.favorites(FavoritesQuery(), reading: 0).rows
        try await library.remove(favorite(1).id)
        #expect(try await library.favorites(FavoritesQuery(), reading: 0).rows.isEmpty)
        #expect(try await library.facts(of: [favorite(1).id]).isEmpty)
        try await library.add(favorite(1))
        #expect(try await library.favorites(FavoritesQuery(text: "name1"), reading: 0).rows == before)
    }

    @Test(arguments: [0, 10, 5_000])
    func everyFavoriteOfTheSecondVersionIsThereAndFound(count: Int) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionTwo + "DELETE FROM favorite;" + many(count))
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

    @Test func fiveThousandFavoritesOfTheFifthVersionOpenWithAllThatTheyHad() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionFive + fiveThousandOfVersionFive)
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
    @Test func aRealLibraryOfTheSecondVersionOpensWithAllThatItHad() async throws {
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

    @Test func anInterruptedStarImportResumes() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionTwo)
        let library = try await folder.ready()
        let place = try #require(try await library.beginStarImport(of: "ada", host: "api.github.com"))
        #expect(place.next == BatchCursor("https://api.github.com/user/starred?page=2"))
        #expect(place.tally == StarImportCount(total: 1, new: 1))
        let tally = try await library.importStars(
            [StarredItem(item: repository(1), starredAt: day0)], of: "ada", host: "api.github.com", as: .continuing,
            next: nil)
        #expect(tally == StarImportCount(total: 2, new: 2))
    }

    @Test func aRowIsNeverAnotherFavorites() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.importFavorites([favorite(1), favorite(2)])
        let last = try #require(try await library.favorites(FavoritesQuery(), reading: 0).rows.first)
        try await library.remove(favorite(2).id)
        try await library.database.write { try $0.execute(sql: "DELETE FROM item WHERE item_id = '2'") }
        try await library.database.vacuum()
        try await library.add(favorite(3))
        #expect(try await library.favorites(in: [last], known: [:]).isEmpty)
    }

    /// Version 6 did not know which results of a saved search the user had seen.
    @Test func aLibraryOfTheSixthVersionKeepsItsSavedSearches() async throws {
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

    /// A process killed during a migration leaves the file, and a log without a commit.
    @Test func aMigrationThatWasInterruptedBeginsAnew() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionOne)
        let queue = try DatabaseQueue(path: folder.file.path)
        let crashed = try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            try db.execute(sql: "CREATE TABLE star_import (host TEXT); PRAGMA user_version = 6")
            try db.execute(sql: "CREATE TABLE item (row INTEGER); DROP TABLE favorite")
            try db.execute(sql: "CREATE TABLE filler AS SELECT randomblob(200000) AS filler")
            let copy = try folder.copiedAsAfterACrash()
            try db.execute(sql: "ROLLBACK")
            return copy
        }
        let log = try FileManager.default.attributesOfItem(atPath: crashed.file.path + "-wal")[.size] as? Int
        #expect((log ?? 0) > 100_000, "the half migration is in the log")
        let library = try await crashed.ready()
        #expect(try await shown(library).count == 1)
        #expect(try crashed.sqlite("PRAGMA user_version") == "7")
        try await library.setStarAccount(login: "ada", host: "api.github.com")
    }

    /// In a read-only folder, the file keeps its version but is shown anyway.
    @Test func anEarlierVersionThatCannotBeWrittenIsShown() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionOne)
        let before = try Data(contentsOf: folder.file)
        let reading = ReadOnlyLibraryOpener(files: LibraryFiles(folder: folder.library), codecs: codecs)
        let library = LibraryDatabase(
            try #require(reading.open()), folder: folder.library, codecs: codecs, writeFailure: .readOnly, time: .system
        )
        #expect(try await shown(library).count == 1)
        #expect(try await library.favorites(FavoritesQuery(text: "lang"), reading: 0).rows.count == 1)
        #expect(try Data(contentsOf: folder.file) == before)
        await #expect(throws: LibraryFailure.readOnly) {
            try await library.beginStarImport(of: "ada", host: "api.github.com")
        }
        await #expect(throws: LibraryFailure.readOnly) {
            try await library.setStarAccount(login: "ada", host: "api.github.com")
        }
    }
}

/// Favorites from 1 on, each with ten topics, and one item that is only starred.
private func many(_ count: Int) -> String {
    """
    INSERT INTO favorite
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
    SELECT 'repositories', 'api.github.com', n, 'owner' || (n % 7) || '/Näme' || n, 1,
        strftime('%Y-%m-%d %H:%M:%f', 1600000000 + n, 'unixepoch'), NULL, NULL, random(), 1,
        '{"name":"Näme' || n || '","owner":"owner' || (n % 7) || '","stars":' || n || ',"topics":["topic' || (n % 10) || '"]}'
    FROM number WHERE n <= \(count);
    INSERT INTO favorite
    SELECT 'repositories', 'api.github.com', 'starred', 'a/b', 0, NULL, 1, NULL, 1, 1, '{}' WHERE \(count) > 0;
    """
}

/// Favorites, searches, viewed items and lists, instead of the fixture's favorite.
private let fiveThousandOfVersionFive = """
    DELETE FROM favorite;
    INSERT INTO favorite
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 5000)
    SELECT n, 'repositories', 'api.github.com', n, 'owner' || (n % 7) || '/name' || n,
        'owner' || (n % 7) || '/name' || n, 1, strftime('%Y-%m-%d %H:%M:%f', 1600000000 + n, 'unixepoch'),
        CASE n % 3 WHEN 0 THEN 1 WHEN 1 THEN 0 END,
        CASE n % 3 WHEN 0 THEN strftime('%Y-%m-%d %H:%M:%f', 1500000000 + n, 'unixepoch') END, n, 2,
        json_object(
            'name', 'name' || n, 'owner', 'owner' || (n % 7), 'stars', n, 'description', 'A description',
            'topics', json_array('topic' || (n % 10)))
    FROM number;
    INSERT INTO recent_query
    SELECT 'repositories', 'words ' || row, 'Words ' || row, added_at FROM favorite WHERE row <= 20;
    INSERT INTO kept_list
    SELECT catalog, host, item_id, 'followers', added_at FROM favorite WHERE row <= 3;
    INSERT INTO kept_list_member
    SELECT list.catalog, list.host, list.item_id, 'followers', member.row, member.catalog, member.item_id, member.title,
        2, member.snapshot
    FROM favorite AS list, favorite AS member WHERE list.row <= 3 AND member.row <= 100;
    INSERT INTO kept_list VALUES ('repositories', 'api.github.com', '', 'viewed', '1970-01-01 00:00:00.000');
    INSERT INTO kept_list_member
    SELECT catalog, host, '', 'viewed', row, catalog, item_id, title, 2, snapshot FROM favorite WHERE row <= 20;
    """

private let versionOne = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1');
    CREATE TABLE favorite (
        catalog TEXT NOT NULL, host TEXT NOT NULL, item_id TEXT NOT NULL, title TEXT NOT NULL,
        is_favorite BOOLEAN NOT NULL, added_at DATETIME, starred_on_server BOOLEAN, starred_at DATETIME,
        stamp INTEGER NOT NULL, snapshot_format INTEGER NOT NULL, snapshot TEXT NOT NULL,
        PRIMARY KEY (catalog, host, item_id), CHECK (NOT is_favorite OR added_at IS NOT NULL));
    CREATE TABLE recent_query (
        catalog TEXT NOT NULL, text_key TEXT NOT NULL, text TEXT NOT NULL, used_at DATETIME NOT NULL,
        PRIMARY KEY (catalog, text_key));
    INSERT INTO favorite VALUES (
        'repositories', 'api.github.com', '44838949', 'swiftlang/swift', 1, '2026-01-02 03:04:05.678', 1, NULL, 12, 1,
        '{"archived":false,"created":1445622800,"fork":true,"forks":10000,"language":"C++","license":"Apache-2.0",'
        || '"mirror":false,"name":"swift","openIssues":7,"owner":"swiftlang","private":false,"stars":67000,'
        || '"summary":"A language","template":false,"topics":["compiler"],"web":"https://github.com/swiftlang/swift"}');
    INSERT INTO recent_query VALUES ('repositories', 'swift ui', 'Swift UI', '2026-01-02 03:04:05.678');
    PRAGMA user_version = 1;
    """

private let versionTwo =
    versionOne + """
        INSERT INTO grdb_migrations VALUES ('v2');
        CREATE TABLE star_pass (
            host TEXT NOT NULL PRIMARY KEY, login TEXT NOT NULL, next_batch TEXT,
            is_whole BOOLEAN NOT NULL DEFAULT 0);
        CREATE TABLE star_pass_item (
            host TEXT NOT NULL, catalog TEXT NOT NULL, item_id TEXT NOT NULL, state INTEGER NOT NULL,
            PRIMARY KEY (host, catalog, item_id));
        INSERT INTO star_pass VALUES ('api.github.com', 'ada', 'https://api.github.com/user/starred?page=2', 1);
        INSERT INTO star_pass_item VALUES ('api.github.com', 'repositories', '44838949', 2);
        PRAGMA user_version = 2;
        """

private let versionThree =
    versionTwo + """
        INSERT INTO grdb_migrations VALUES ('v3');
        ALTER TABLE favorite RENAME TO favorite_before;
        CREATE TABLE favorite (
            row INTEGER PRIMARY KEY AUTOINCREMENT,
            catalog TEXT NOT NULL, host TEXT NOT NULL, item_id TEXT NOT NULL, title TEXT NOT NULL,
            title_key TEXT NOT NULL,
            is_favorite BOOLEAN NOT NULL, added_at DATETIME, starred_on_server BOOLEAN, starred_at DATETIME,
            stamp INTEGER NOT NULL, snapshot_format INTEGER NOT NULL, snapshot TEXT NOT NULL,
            UNIQUE (catalog, host, item_id), CHECK (NOT is_favorite OR added_at IS NOT NULL));
        DROP TABLE favorite_before;
        CREATE INDEX favorite_by_added ON favorite (added_at DESC, title_key) WHERE is_favorite;
        CREATE INDEX favorite_by_name ON favorite (title_key) WHERE is_favorite;
        CREATE INDEX favorite_starred ON favorite (host) WHERE is_favorite AND starred_on_server;
        CREATE TABLE favorite_value (
            row INTEGER NOT NULL, key TEXT NOT NULL, value REAL NOT NULL, PRIMARY KEY (row, key)) WITHOUT ROWID;
        CREATE INDEX favorite_by_value ON favorite_value (key, value);
        CREATE VIRTUAL TABLE favorite_words USING fts5(
            words, columnsize=0, tokenize="ascii tokenchars '+#.'");
        CREATE TRIGGER favorite_deleted AFTER DELETE ON favorite WHEN OLD.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        CREATE TRIGGER favorite_taken_off AFTER UPDATE OF is_favorite ON favorite
        WHEN OLD.is_favorite AND NOT NEW.is_favorite BEGIN
            DELETE FROM favorite_value WHERE row = OLD.row;
            DELETE FROM favorite_words WHERE rowid = OLD.row;
        END;
        INSERT INTO favorite VALUES (
            1, 'repositories', 'api.github.com', '44838949', 'swiftlang/swift', 'swiftlang/swift', 1,
            '2026-01-02 03:04:05.678', 1, NULL, 12, 2,
            '{"archived":false,"created_at":"2015-10-23T17:53:20.000Z","description":"A language","fork":true,'
            || '"forks":10000,"language":"C++","license":"Apache-2.0","mirror":false,"name":"swift","open_issues":7,'
            || '"owner":"swiftlang","private":false,"stars":67000,"template":false,"topics":["compiler"],'
            || '"url":"https://github.com/swiftlang/swift"}');
        INSERT INTO favorite_value VALUES (1, 'stars', 67000);
        INSERT INTO favorite_words (rowid, words) VALUES (1, 'swiftlang swift a language c compiler c++');
        PRAGMA user_version = 3;
        """

private let versionFour =
    versionThree + """
        INSERT INTO grdb_migrations VALUES ('v4');
        CREATE TABLE kept_list (
            catalog TEXT NOT NULL, host TEXT NOT NULL, item_id TEXT NOT NULL, relation TEXT NOT NULL,
            seen_at DATETIME NOT NULL, PRIMARY KEY (catalog, host, item_id, relation));
        CREATE TABLE kept_list_member (
            catalog TEXT NOT NULL, host TEXT NOT NULL, item_id TEXT NOT NULL, relation TEXT NOT NULL,
            place INTEGER NOT NULL, member_catalog TEXT NOT NULL, member_id TEXT NOT NULL, title TEXT NOT NULL,
            snapshot_format INTEGER NOT NULL, snapshot TEXT NOT NULL,
            PRIMARY KEY (catalog, host, item_id, relation, member_catalog, member_id));
        PRAGMA user_version = 4;
        """

private let versionFive =
    versionFour + """
        INSERT INTO grdb_migrations VALUES ('v5');
        DROP TABLE favorite_words;
        CREATE VIRTUAL TABLE favorite_words USING fts5(
            words, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'");
        INSERT INTO favorite_words (rowid, words) VALUES (1, 'swiftlang swift a language c compiler c++');
        PRAGMA user_version = 5;
        """
