import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

@Suite("Recent queries")
struct RecentQueriesTests {
    @Test func `the newest is first and the limit holds`() async throws {
        let library = inMemory()
        for text in ["one", "two", "three"] { try await library.recordQuery(text, of: .repositories) }
        #expect(await library.recentQueries(of: .repositories, limit: 10) == ["three", "two", "one"])
        #expect(await library.recentQueries(of: .repositories, limit: 2) == ["three", "two"])
        #expect(await library.recentQueries(of: .repositories, limit: 0) == [])
        #expect(await library.recentQueries(of: .repositories, limit: -1) == [])
    }

    @Test func `the same text is there once as last typed`() async throws {
        let library = inMemory()
        for text in ["Swift UI", "ÄPFEL", "other", " swift ui ", "äpfel", "  "] {
            try await library.recordQuery(text, of: .repositories)
        }
        #expect(await library.recentQueries(of: .repositories, limit: 10) == ["äpfel", "swift ui", "other"])
    }

    @Test func `two hundred queries are stored`() async throws {
        let library = inMemory()
        for number in 1...205 { try await library.recordQuery("query \(number)", of: .repositories) }
        let kept = await library.recentQueries(of: .repositories, limit: 1_000)
        #expect(kept.count == 200)
        #expect(kept.first == "query 205")
        #expect(kept.last == "query 6")
    }

    @Test func `recent queries survive reopening and can be cleared`() async throws {
        let folder = try TemporaryFolder()
        let long = String(repeating: "x", count: 10_000)
        try await folder.opened { try await $0.recordQuery(long, of: .repositories) }
        try await folder.opened { library in
            #expect(await library.recentQueries(of: .repositories, limit: 5) == [long])
            try await library.add(favorite(1))
            try await library.recordQuery("ada", of: CatalogKind(rawValue: "people"))
            try await library.clearRecentQueries(of: .repositories)
            #expect(await library.recentQueries(of: .repositories, limit: 5) == [])
            #expect(await library.recentQueries(of: CatalogKind(rawValue: "people"), limit: 5) == ["ada"])
            #expect(try await shown(library).count == 1)
        }
    }
}
