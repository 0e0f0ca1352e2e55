import Foundation
import GRDB
import StargazerCore
import Testing

@testable import StargazerServices

/// Libraries as each version that was shipped left them. A fixture is never edited; a new version adds one.
@Suite("Libraries of earlier versions", .timeLimit(.minutes(1)))
struct LibrarySchemaTests {
    @Test(arguments: [versionOne])
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
        try fixture.sqlite(versionOne)
        let columns = """
            SELECT m.name, c.name, c.type, c."notnull", c.pk FROM sqlite_schema m, pragma_table_info(m.name) c
            WHERE m.type = 'table' ORDER BY m.name, c.cid
            """
        #expect(try made.sqlite(columns) == fixture.sqlite(columns))
        #expect(try made.sqlite("PRAGMA user_version") == fixture.sqlite("PRAGMA user_version"))
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
