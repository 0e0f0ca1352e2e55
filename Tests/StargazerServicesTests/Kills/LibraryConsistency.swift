import GRDB

@testable import StargazerLibrary
@testable import StargazerServices

extension LibraryDatabase {
    /// Returns the problems of the file, and how its rows and indexes disagree.
    func inconsistencies() async throws -> [String] {
        try await database.write { db in
            var problems = try String.fetchAll(db, sql: "PRAGMA integrity_check").filter { $0 != "ok" }
            if try Row.fetchOne(db, sql: "PRAGMA foreign_key_check") != nil { problems.append("foreign keys") }
            if try LibraryIndex.isDamaged(db) { problems.append("word index") }
            let favorites = "SELECT row FROM item WHERE is_favorite"
            let topics = """
                SELECT row, value AS topic FROM item, json_each(snapshot, '$.topics') WHERE is_favorite
                """
            let stars = """
                SELECT row, CAST(json_extract(snapshot, '$.stars') AS REAL) AS value FROM item WHERE is_favorite
                """
            for (first, second) in [
                (favorites, "SELECT rowid FROM favorite_words"), (topics, "SELECT row, topic FROM favorite_topic"),
                (stars, "SELECT row, value FROM favorite_value WHERE key = 'stars'"),
                ("SELECT row FROM favorite_value", favorites),
                (favorites, "SELECT row FROM item WHERE is_favorite AND removed_at IS NULL"),
            ] {
                for sql in ["\(first) EXCEPT \(second)", "\(second) EXCEPT \(first)"] {
                    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(sql))") ?? 0
                    if count > 0 { problems.append("\(count) rows in \(sql)") }
                }
            }
            return problems
        }
    }
}
