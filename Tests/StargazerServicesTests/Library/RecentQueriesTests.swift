import Foundation
import StargazerCore
import Testing

@testable import StargazerServices

@Suite("Recent queries")
struct RecentQueriesTests {
    @Test func theNewestIsFirstAndTheLimitHolds() async throws {
        let library = try LibraryDatabase.inMemory()
        for text in ["one", "two", "three"] { try await library.noteQuery(text) }
        #expect(await library.recentQueries(limit: 10) == ["three", "two", "one"])
        #expect(await library.recentQueries(limit: 2) == ["three", "two"])
        #expect(await library.recentQueries(limit: 0) == [])
        #expect(await library.recentQueries(limit: -1) == [])
    }

    @Test func theSameTextIsThereOnceAsLastTyped() async throws {
        let library = try LibraryDatabase.inMemory()
        for text in ["Swift UI", "ÄPFEL", "other", " swift ui ", "äpfel", "  "] { try await library.noteQuery(text) }
        #expect(await library.recentQueries(limit: 10) == ["äpfel", "swift ui", "other"])
    }

    @Test func twoHundredAreKept() async throws {
        let library = try LibraryDatabase.inMemory()
        for number in 1...205 { try await library.noteQuery("query \(number)") }
        let kept = await library.recentQueries(limit: 1_000)
        #expect(kept.count == 200)
        #expect(kept.first == "query 205")
        #expect(kept.last == "query 6")
    }

    @Test func theyComeBackAfterReopeningAndCanBeForgotten() async throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 10_000)
        try await folder.opened { try await $0.noteQuery(long) }
        try await folder.opened { library in
            #expect(await library.recentQueries(limit: 5) == [long])
            try await library.add(favorite(1))
            try await library.clearRecentQueries()
            #expect(await library.recentQueries(limit: 5) == [])
            #expect(try await shown(library).count == 1)
        }
    }
}
