import Foundation
import StargazerCore
@testable import StargazerLibrary
import TestSupport
import Testing

@testable import StargazerServices

/// The years of favorites in order of a date, for the headings of the list.
@Suite("Years of favorites", .timeLimit(.minutes(25)))
struct FavoritesYearsTests {
    private let library: LibraryDatabase
    private let calendar: Calendar

    init() throws {
        library = inMemory()
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Asia/Tokyo"))
        self.calendar = calendar
    }

    private func add(_ dates: String...) async throws {
        for (number, date) in dates.enumerated() {
            let date = try Date(date, strategy: .iso8601)
            try await library.add(Favorite(item: repository(number, stars: number), addedAt: date))
        }
    }

    /// The years and their numbers of rows, such as `2026:3 2025:1`.
    private func years(
        _ order: FavoritesOrder = .sorted(ItemOrder(.added)), text: String = ""
    ) async throws -> String {
        let query = FavoritesQuery(text: text, order: order, calendar: calendar)
        let years = try await library.favorites(query, reading: 0).years
        return years.map { year in
            let name = year.date.map { String(calendar.component(.year, from: $0)) } ?? "none"
            return "\(name):\(year.count)"
        }.joined(separator: " ")
    }

    @Test func `rows are divided into the years of the user's time zone`() async throws {
        // The second is in 2025 in Tokyo.
        try await add(
            "2026-03-01T00:00:00Z", "2024-12-31T16:00:00Z", "2024-12-31T14:00:00Z", "2026-02-01T00:00:00Z",
            "2020-06-01T00:00:00Z")
        #expect(try await years() == "2026:2 2025:1 2024:1 2020:1")
        #expect(try await years(.sorted(ItemOrder(.added, .ascending))) == "2020:1 2024:1 2025:1 2026:2")
        #expect(try await years(.best) == "2026:2 2025:1 2024:1 2020:1")
    }

    @Test func `only rows of the result count`() async throws {
        try await add("2026-03-01T00:00:00Z", "2025-03-01T00:00:00Z", "2026-02-01T00:00:00Z", "2020-06-01T00:00:00Z")
        #expect(try await years(text: "stars:>=2") == "2026:1 2020:1")
    }

    @Test func `other orders have no years`() async throws {
        try await add("2026-03-01T00:00:00Z", "2025-03-01T00:00:00Z")
        #expect(try await years(.sorted(ItemOrder(.name))) == "")
        #expect(try await years(.best, text: "name") == "")
    }

    @Test func `rows in order of the last push have its years, and those without one follow`() async throws {
        for (number, date) in ["2026-03-01T00:00:00Z", nil, "2024-12-31T16:00:00Z", "2025-06-01T00:00:00Z"].enumerated()
        {
            let item = repository(number, stars: number)
            var facts = try #require(item.repository)
            facts.pushedAt = try date.map { try Date($0, strategy: .iso8601) }
            try await library.add(Favorite(item: Item(id: item.id, facts: facts), addedAt: day0))
        }
        #expect(try await years(.sorted(ItemOrder(.pushed))) == "2026:1 2025:2 none:1")
        #expect(try await years(.sorted(ItemOrder(.pushed, .ascending))) == "2025:2 2026:1 none:1")
        #expect(try await years(.sorted(ItemOrder(.pushed)), text: "stars:<2") == "2026:1 none:1")
        #expect(try await years(.sorted(ItemOrder(.stars))) == "")
    }

    @Test func `an empty library has no years`() async throws { #expect(try await years() == "") }
}
