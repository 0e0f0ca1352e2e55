import Foundation
import GRDB
import Logging
import StargazerCore
import Testing

@testable import StargazerServices

/// Libraries as each version that was shipped left them. A fixture is never edited; a new version adds one.
@Suite("Libraries of earlier versions", .timeLimit(.minutes(1)))
struct LibrarySchemaTests {
    @Test(arguments: [versionOne, versionTwo])
    func everyShippedLibraryOpensWithAllThatIsInIt(fixture: String) async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(fixture)
        let library = try await folder.ready()
        let expected = Favorite(
            item: Item(
                id: ItemID(catalog: .repositories, host: "api.github.com", id: "44838949"),
                payload: .repository(
                    Repository(
                        owner: "swiftlang", name: "swift", summary: "A language", stars: 67_000, forks: 10_000,
                        openIssues: 7, language: "C++", topics: ["compiler"], license: "Apache-2.0",
                        webURL: URL(string: "https://github.com/swiftlang/swift"),
                        createdAt: Date(timeIntervalSince1970: 1_445_622_800), isFork: true))),
            addedAt: Date(timeIntervalSince1970: 1_767_323_045.678), isStarredOnServer: true)
        #expect(try await shown(library) == [expected])
        #expect(await library.recentQueries(limit: 5) == ["Swift UI"])
        try await library.add(favorite(1))
        #expect(try await shown(library).count == 2)
    }

    @Test func aNewLibraryHasTheShapeOfTheNewestFixture() async throws {
        let made = try TemporaryFolder()
        try await made.opened()
        let fixture = try TemporaryFolder()
        try FileManager.default.createDirectory(at: fixture.library, withIntermediateDirectories: true)
        try fixture.sqlite(versionTwo)
        let columns = """
            SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
            WHERE m.type = 'table' ORDER BY m.name, c.cid
            """
        #expect(try made.sqlite(columns) == fixture.sqlite(columns))
        #expect(try made.sqlite("PRAGMA user_version") == fixture.sqlite("PRAGMA user_version"))
    }

    /// A process that is killed while it migrates leaves the file, and a log that holds no commit.
    @Test func aMigrationThatWasInterruptedBeginsAnew() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionOne)
        let queue = try DatabaseQueue(path: folder.file.path)
        let crashed = try await queue.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE")
            try db.execute(sql: "CREATE TABLE star_pass (host TEXT); PRAGMA user_version = 2")
            try db.execute(sql: "CREATE TABLE filler AS SELECT randomblob(200000) AS filler")
            let copy = try folder.copiedAsAfterACrash()
            try db.execute(sql: "ROLLBACK")
            return copy
        }
        let log = try FileManager.default.attributesOfItem(atPath: crashed.file.path + "-wal")[.size] as? Int
        #expect((log ?? 0) > 100_000, "the half migration is in the log")
        let library = try await crashed.ready()
        #expect(try await shown(library).count == 1)
        #expect(try crashed.sqlite("PRAGMA user_version") == "2")
        try await library.accountChanged(login: "ada", host: "api.github.com")
    }

    /// Where the folder cannot be written the file stays in its version, and is shown all the same.
    @Test func anEarlierVersionThatCannotBeWrittenIsShown() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(at: folder.library, withIntermediateDirectories: true)
        try folder.sqlite(versionOne)
        let queue = try #require(LibraryReading(files: LibraryFiles(folder: folder.library)).open())
        let library = LibraryDatabase(
            queue, folder: folder.library, refusal: .readOnly, time: .system, log: Logger(label: "test"))
        #expect(try await shown(library).count == 1)
        #expect(await library.placeToResume(of: "ada", host: "api.github.com") == nil)
        await #expect(throws: LibraryFailure.readOnly) {
            try await library.accountChanged(login: "ada", host: "api.github.com")
        }
    }
}

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
