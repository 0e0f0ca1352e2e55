import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Stars on GitHub", .timeLimit(.minutes(25)))
struct ServerStarTests {
    private func rows(_ folder: TemporaryFolder) throws -> String {
        try folder.sqlite("SELECT item_id, is_favorite, starred_on_server FROM item ORDER BY item_id")
    }

    @Test func `recording a star keeps the favorite`() async throws {
        let library = inMemory()
        try await library.add(favorite(1))
        for isStarred in [true, false, false, true] {
            try await library.recordStar(isStarred, on: repository(1, stars: 99))
            #expect(try await shown(library) == [favorite(1, starred: isStarred)])
        }
    }

    @Test func `a star alone is a row and goes with the star`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            try await library.recordStar(true, on: repository(1))
            try await library.recordStar(false, on: repository(2))
            #expect(try await shown(library) == [])
        }
        #expect(try rows(folder) == "1|0|1")
        try await folder.opened { try await $0.recordStar(false, on: repository(1)) }
        #expect(try rows(folder) == "")
    }

    @Test func `a recorded star belongs to the favorite added later`() async throws {
        let library = inMemory()
        try await library.recordStar(true, on: repository(1))
        try await library.add(favorite(1))
        #expect(try await shown(library) == [favorite(1, starred: true)])
    }

    @Test func `a removed favorite remains as a star`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            try await library.add(favorite(1))
            try await library.recordStar(true, on: repository(1))
            try await library.remove(favorite(1).id)
        }
        #expect(try rows(folder) == "1|0|1")
    }

    @Test func `another account keeps the favorites and other servers stars`() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            try await library.add(favorite(1, starred: true))
            try await library.add(favorite(2, starred: false))
            try await library.recordStar(true, on: repository(3))
            try await library.recordStar(true, on: repository(4, host: "other"))
            try await library.setStarAccount(login: "bob", host: "api.github.com")
            #expect(numbers(try await shown(library)) == ["2", "1"])
        }
        #expect(try rows(folder) == "1|1|\n2|1|\n4|0|1")
    }

    @Test func `a redundant star record sends no notification`() async throws {
        let folder = try TemporaryFolder()
        let stamp = "SELECT stamp FROM item"
        try await folder.opened { library in
            try await library.add(favorite(1))
            try await library.recordStar(true, on: repository(1))
        }
        let before = try folder.sqlite(stamp)
        try await folder.opened { try await $0.recordStar(true, on: repository(1)) }
        #expect(try folder.sqlite(stamp) == before)
    }
}
