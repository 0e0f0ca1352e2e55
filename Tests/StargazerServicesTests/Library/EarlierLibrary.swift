import Foundation

@testable import StargazerServices

/// The SQL of libraries as the development versions left them.
/// Each version has one favorite and one query.
enum EarlierLibrary {
    static let versions = [versionOne, versionTwo, versionThree, versionFour, versionFive]

    static let versionOne = """
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
            'repositories', 'api.github.com', '44838949', 'swiftlang/swift', 1, '2026-01-02 03:04:05.678', 1,
            NULL, 12, 1,
            '{"archived":false,"created":1445622800,"fork":true,"forks":10000,"language":"C++","license":"Apache-2.0",'
            || '"mirror":false,"name":"swift","openIssues":7,"owner":"swiftlang","private":false,"stars":67000,'
            || '"summary":"A language","template":false,"topics":["compiler"],'
            || '"web":"https://github.com/swiftlang/swift"}');
        INSERT INTO recent_query VALUES ('repositories', 'swift ui', 'Swift UI', '2026-01-02 03:04:05.678');
        PRAGMA user_version = 1;
        """

    static let versionTwo =
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

    static let versionThree =
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
                || '"forks":10000,"language":"C++","license":"Apache-2.0","mirror":false,"name":"swift",'
                || '"open_issues":7,"owner":"swiftlang","private":false,"stars":67000,"template":false,"topics":["compiler"],'
                || '"url":"https://github.com/swiftlang/swift"}');
            INSERT INTO favorite_value VALUES (1, 'stars', 67000);
            INSERT INTO favorite_words (rowid, words) VALUES (1, 'swiftlang swift a language c compiler c++');
            PRAGMA user_version = 3;
            """

    static let versionFour =
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

    static let versionFive =
        versionFour + """
            INSERT INTO grdb_migrations VALUES ('v5');
            DROP TABLE favorite_words;
            CREATE VIRTUAL TABLE favorite_words USING fts5(
                words, columnsize=0, prefix='1 2', tokenize="ascii tokenchars '+#.'");
            INSERT INTO favorite_words (rowid, words) VALUES (1, 'swiftlang swift a language c compiler c++');
            PRAGMA user_version = 5;
            """

    /// Favorites from 1 on, each with a topic, and one item that is only starred. No favorite but these.
    static func versionTwo(favorites count: Int) -> String {
        versionTwo + """
            DELETE FROM favorite;
            INSERT INTO favorite
            WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
            SELECT 'repositories', 'api.github.com', n, 'owner' || (n % 7) || '/Näme' || n, 1,
                strftime('%Y-%m-%d %H:%M:%f', 1600000000 + n, 'unixepoch'), NULL, NULL, random(), 1,
                '{"name":"Näme' || n || '","owner":"owner' || (n % 7) || '","stars":' || n
                || ',"topics":["topic' || (n % 10) || '"]}'
            FROM number WHERE n <= \(count);
            INSERT INTO favorite
            SELECT 'repositories', 'api.github.com', 'starred', 'a/b', 0, NULL, 1, NULL, 1, 1, '{}' WHERE \(count) > 0;
            """
    }

    /// 5,000 favorites, and searches, viewed items and lists. No favorite but these.
    static let largeVersionFive =
        versionFive + """
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
            SELECT list.catalog, list.host, list.item_id, 'followers', member.row, member.catalog, member.item_id,
                member.title, 2, member.snapshot
            FROM favorite AS list, favorite AS member WHERE list.row <= 3 AND member.row <= 100;
            INSERT INTO kept_list VALUES ('repositories', 'api.github.com', '', 'viewed', '1970-01-01 00:00:00.000');
            INSERT INTO kept_list_member
            SELECT catalog, host, '', 'viewed', row, catalog, item_id, title, 2, snapshot FROM favorite WHERE row <= 20;
            """
}

extension TemporaryFolder {
    /// A folder with a library that this SQL writes.
    convenience init(earlier sql: String) throws {
        try self.init()
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        try sqlite(sql)
    }
}
