import StargazerCore
import Testing

@testable import StargazerServices

/// What is looked at for one question serves the next, until anything is written, by whomever.
@Suite("Title scan", .timeLimit(.minutes(25)))
struct FavoritesWalkTests {
    @Test func aWriteBetweenTwoQueriesIsSeen() async throws {
        let folder = try TemporaryFolder()
        let (library, other) = (try await folder.ready(), try await folder.ready())
        func names(_ words: String) async throws -> [String] {
            try await library.favorites(FavoritesQuery(words: words), reading: .max).first.map(\.favorite.id.id)
        }
        for number in 1...6 {
            try await (number.isMultiple(of: 2) ? other : library).add(favorite(number))
            #expect(try await names("name").count == number)
            // Another reading meanwhile: questions then come by another connection.
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
