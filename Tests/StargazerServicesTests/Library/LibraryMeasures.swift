import Foundation
import GRDB
import StargazerCore
import Testing

@testable import StargazerServices

/// Prints how long a large library takes, when asked: `STARGAZER_MEASURE=1 swift test --filter LibraryMeasures`.
@Suite(.enabled(if: ProcessInfo.processInfo.environment["STARGAZER_MEASURE"] != nil, "set STARGAZER_MEASURE=1"))
struct LibraryMeasures {
    @Test func fiveThousandFavorites() async throws {
        let folder = try TemporaryFolder()
        try await folder.opened { library in
            let library = try #require(library as? LibraryDatabase)
            try await library.queue.write { db in
                for number in 0..<5_000 {
                    try FavoriteRecord(repository(number)).add(db, addedAt: day0, starredOnServer: nil)
                }
            }
        }
        let library = try await measured("open") { try await folder.ready() }
        try await measured("quick_check, a part of it") {
            _ = try await library.queue.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        }
        var list = library.favorites().makeAsyncIterator()
        try await measured("first list") { _ = await list.next() }
        for number in 10_000..<10_003 {
            try await measured("star: on disk and in the list") {
                try await library.add(favorite(number))
                _ = await list.next()
            }
        }
        try await measured("star again: nothing decoded but one") {
            try await library.add(favorite(4))
            _ = await list.next()
        }
        try await measured("another process removes one") {
            try folder.sqlite("DELETE FROM favorite WHERE item_id = '77'")
            _ = await list.next()
        }
        try await measured("refresh of an unchanged favorite") { try await library.refresh(repository(9)) }
    }

    private func measured<T>(_ what: String, _ body: () async throws -> T) async throws -> T {
        let start = ContinuousClock.now
        let result = try await body()
        let took = (ContinuousClock.now - start) / Duration.milliseconds(1)
        try FileHandle.standardError.write(contentsOf: Data("\(what): \((took * 10).rounded() / 10) ms\n".utf8))
        return result
    }
}
