import Foundation
import GRDB
import StargazerCore
@testable import StargazerLibrary
import Synchronization
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Favorites import", .timeLimit(.minutes(25)))
struct FavoritesImportTests {
    @Test func `new ones come as they are`() async throws {
        let library = inMemory()
        let favorites = [favorite(3, starred: false), favorite(2, starred: true), favorite(1)]
        #expect(try await library.importFavorites(favorites) == 3)
        #expect(try await shown(library) == favorites)
    }

    @Test func `existing favorites keep the earlier date`() async throws {
        let library = inMemory()
        try await library.add(favorite(1, at: 100, starred: false))
        try await library.add(favorite(2, at: 5))
        var older = favorite(1, at: 50, starred: true)
        older.item = repository(1, stars: 0)
        #expect(try await library.importFavorites([older, favorite(2, at: 60, starred: true)]) == 0)
        #expect(
            try await shown(library) == [favorite(1, at: 50, starred: false), favorite(2, at: 5, starred: true)])
    }

    @Test func `a removed favorite gets the date of the file`() async throws {
        let library = inMemory()
        try await library.add(favorite(1, at: 100, starred: true))
        try await library.remove(repository(1).id)
        #expect(try await library.importFavorites([favorite(1, at: 300)]) == 1)
        #expect(try await shown(library) == [favorite(1, at: 300, starred: true)])
    }

    @Test func `a removed favorite that is imported again counts for its tags`() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        let tag = try await library.createTag("later", color: nil)
        _ = try await library.setTag(tag.id, to: true, on: [favorite(1).id])
        try await library.remove(favorite(1).id)
        #expect(try await library.tags().map(\.favorites) == [0])
        try await library.importFavorites([favorite(1)])
        #expect(try await library.tags().map(\.favorites) == [1])
    }

    @Test func `stars in a file do not count once an account is known`() async throws {
        let library = inMemory()
        try await library.setStarAccount(login: "ada", host: "api.github.com")
        _ = try await library.importFavorites([favorite(1, starred: true)])
        #expect(try await shown(library) == [favorite(1)])
    }

    @Test func `an import is all or nothing`() async throws {
        let library = inMemory()
        try await library.database.write { db in
            try db.execute(
                sql: """
                    CREATE TRIGGER refuse BEFORE INSERT ON item WHEN NEW.item_id = '2'
                    BEGIN SELECT raise(ABORT, 'no'); END
                    """)
        }
        await #expect(throws: LibraryFailure.self) {
            _ = try await library.importFavorites([favorite(1), favorite(2)])
        }
        #expect(try await shown(library).isEmpty)
    }

    @Test func `a canceled import leaves nothing`() async throws {
        let folder = try TemporaryFolder()
        let library = try await folder.ready()
        try await library.add(favorite(1, at: 5))
        let before = try await shown(library)
        let steps = Mutex<[Int]>([])
        await #expect(throws: LibraryFailure.cancelled) {
            _ = try await library.importFavorites((0..<2_000).map { favorite($0, at: 0) }) { done in
                steps.withLock { $0.append(done) }
                return done < 1_500
            }
        }
        #expect(steps.withLock { $0 } == [500, 1_000, 1_500])
        #expect(try await shown(library) == before)
        #expect(try await library.favorites(FavoritesQuery(text: "someth"), reading: 0).rows.count == 1)
        #expect(try folder.sqlite("PRAGMA integrity_check") == "ok")
    }

    @Test func `the last step is all of them`() async throws {
        let library = inMemory()
        let steps = Mutex<[Int]>([])
        let new = try await library.importFavorites((0..<700).map { favorite($0) }) { done in
            steps.withLock { $0.append(done) }
            return true
        }
        #expect(new == 700)
        #expect(steps.withLock { $0 } == [500, 700])
        #expect(try await library.favorites(FavoritesQuery(text: "name69"), reading: 0).rows.count == 11)
    }
}
