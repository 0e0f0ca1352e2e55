import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// A scan serves the next queries, until any process writes.
@Suite("Title scan", .timeLimit(.minutes(25)))
struct TitleScanTests {
    @Test func `a write between two queries is seen`() async throws {
        let folder = try TemporaryFolder()
        let (library, other) = (try await folder.ready(), try await folder.ready())
        func names(_ words: String) async throws -> [String] {
            try await library.favorites(FavoritesQuery(text: words), reading: .max).first.map(\.favorite.id.id)
        }
        for number in 1...6 {
            try await (number.isMultiple(of: 2) ? other : library).add(favorite(number))
            #expect(try await names("name").count == number)
            // Another read at the same time, so that queries use another connection.
            async let everything = library.favorites(FavoritesQuery(), reading: .max)
            #expect(try await names("name\(number)") == ["\(number)"])
            #expect(try await everything.rows.count == number)
        }
        try await library.remove(favorite(3).id)
        #expect(try await names("name3").isEmpty)
        try await other.remove(favorite(4).id)
        #expect(try await names("name").sorted() == ["1", "2", "5", "6"])
    }
}
