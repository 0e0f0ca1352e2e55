import Foundation
import GRDB
import Logging
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

let codecs = ItemCodecs([RepositoryCodec(), PersonCodec(), GifCodec(), PhotoCodec()])

/// Opens the library, by default without watching its files: with all tests at once, the system's inotify instances
/// would not be enough for the tests that need one.
func openLibrary(
    at folder: URL, time: TimeSource = .system, watchesFiles: Bool = false
) async -> (library: LibraryDatabase, condition: LibraryCondition) {
    await LibraryOpening.open(at: folder, codecs: codecs, time: time, watchesFiles: watchesFiles)
}

func inMemory(time: TimeSource = .system) -> LibraryDatabase {
    LibraryDatabase.inMemory(codecs: codecs, time: time)
}

extension LibraryDatabase {
    /// Makes the library one that has read the whole star list of the account on a server.
    func setStarsKnown(on host: String) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO star_list (host, list, login, reading, is_own, own_completed_at)
                    VALUES (?, 'ada', 'ada', 1, 1, ?)
                    ON CONFLICT DO UPDATE SET is_own = 1, own_completed_at = excluded.own_completed_at
                    """, arguments: [host, day0])
        }
    }

    var database: any DatabaseWriter {
        get throws { try #require(connection.current.database) }
    }

    /// A library over a database that a test opened.
    convenience init(
        _ database: any DatabaseWriter, folder: URL?, codecs: ItemCodecs, writeFailure: LibraryFailure? = nil,
        time: TimeSource = .system
    ) {
        let connection = LibraryConnection(
            database, folder: folder, writeFailure: writeFailure, log: Logger(label: "test"))
        self.init((connection, .ready), codecs: codecs, time: time)
    }
}

/// A library in a temporary folder.
extension TemporaryFolder {
    var library: URL { location }
    var file: URL { library.appending(path: "library.sqlite") }

    /// Opens the library, runs `body` and closes it. It is closed when the last connection has removed the log.
    func opened(_ body: (LibraryDatabase) async throws -> Void = { _ in }) async throws {
        try await body(try await ready())
        await eventually("the library is closed") { access(file.path + "-wal", F_OK) != 0 }
    }

    func ready(time: TimeSource = .system, watchesFiles: Bool = false) async throws -> LibraryDatabase {
        let opened = await openLibrary(at: library, time: time, watchesFiles: watchesFiles)
        #expect(opened.condition == .ready)
        return opened.library
    }

    /// Opens a library that notices when its file is replaced or removed.
    func reopenable(time: TimeSource = .system) async throws -> LibraryDatabase {
        let opened = await openLibrary(at: library, time: time, watchesFiles: true)
        #expect(opened.condition == .ready)
        return opened.library
    }

    /// Copies the files as they are on disk now, without the log's index.
    func copiedAsAfterACrash() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        try FileManager.default.createDirectory(at: copy.library, withIntermediateDirectories: true)
        for name in ["library.sqlite", "library.sqlite-wal"] {
            try FileManager.default.copyItem(
                at: library.appending(path: name), to: copy.library.appending(path: name))
        }
        return copy
    }

    /// Runs SQL in its own process, like another application.
    @discardableResult
    func sqlite(_ sql: String) throws -> String {
        let process = try ChildProcess(
            "/usr/bin/sqlite3", ["-cmd", ".timeout 5000", file.path, sql], output: .pipe, joinsErrors: true)
        let said = String(decoding: process.readToEnd(), as: UTF8.self)
        #expect(process.wait() == 0, "sqlite3 failed: \(sql): \(said)")
        return said.trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

let day0 = Date(timeIntervalSince1970: 1_700_000_000.25)

func repository(_ number: Int, stars: Int = 1, host: String = "api.github.com") -> Item {
    Item(
        id: ItemID(catalog: .repositories, host: host, id: "\(number)"),
        facts: Repository(
            owner: "owner\(number % 97)", name: "name\(number)",
            ownerAvatarURL: URL(string: "https://avatars.example/\(number)?v=4"),
            summary: "Something & <b>else</b> \u{2028} 漢字 \(number)", stars: stars, forks: 2, openIssues: 3,
            language: "Swift", topics: ["a", "b"], license: "MIT", homepage: URL(string: "https://example.org/"),
            webURL: URL(string: "https://github.com/owner\(number % 97)/name\(number)"),
            cloneURL: URL(string: "https://github.com/owner\(number % 97)/name\(number).git"),
            createdAt: day0, pushedAt: day0.addingTimeInterval(Double(number)), isArchived: true, isFork: true,
            isTemplate: true, isMirror: true, isPrivate: true))
}

func favorite(_ number: Int, at seconds: Double? = nil, starred: Bool? = nil) -> Favorite {
    Favorite(
        item: repository(number), addedAt: day0.addingTimeInterval(seconds ?? Double(number)),
        isStarredOnServer: starred)
}

/// Returns all favorites that the library shows, newest first.
func shown(_ library: any Library) async throws -> [Favorite] {
    try await library.favorites(FavoritesQuery(), reading: .max).first.map(\.favorite)
}

/// Waits until the list meets the condition; the test's time limit ends a wait in vain.
func shown(_ library: any Library, when wanted: ([Favorite]) -> Bool) async throws -> [Favorite]? {
    let changes = library.changes()
    let now = try await shown(library)
    if wanted(now) { return now }
    for await _ in changes {
        let list = try await shown(library)
        if wanted(list) { return list }
    }
    return nil
}

func numbers(_ list: [Favorite]) -> [String] { list.map(\.id.id) }

extension TransferStore {
    @discardableResult
    func importFavorites(_ favorites: [Favorite]) async throws -> Int {
        try await importFavorites(favorites) { _ in true }
    }
}
