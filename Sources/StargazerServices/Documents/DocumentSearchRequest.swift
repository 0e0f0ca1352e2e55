import Foundation
import GRDB
import GRDBSQLite
import StargazerCore

/// Answers a query from the index.
///
/// Each term is looked for in each column. The rank of an item is the sum of the weights of the columns that contain
/// the terms; a term of few items counts more than one of many. Phrases are candidates only, since the index has no
/// positions: the items' own texts decide.
struct DocumentSearchRequest {
    let terms: DocumentTerms
    let offset: Int
    let limit: Int
    let lines: Int

    /// The columns of `field_words` and their weights. The words of a text count one.
    private static let weights: [(columns: [String], weight: Float)] = [
        (["title"], 10), (["labels"], 5), (["description", "note"], 3),
    ]
    /// The weight of the beginning of a text, in addition to that of the text.
    private static let leadWeight: Float = 1
    /// The maximum number of candidates to check for a phrase.
    private static let maxChecked = 1_000

    func answer(_ db: Database) throws -> DocumentMatches {
        guard !terms.terms.isEmpty, limit > 0 else { return DocumentMatches() }
        let ranked = try ranked(db)
        let (found, total) = try checked(db, ranked)
        var matchingLine = MatchingLine(terms)
        let matches = try found.enumerated().compactMap { place, found -> DocumentMatch? in
            guard let record = try DocumentRecord.find(db, row: found.row) else { return nil }
            var match = DocumentMatch(id: record.id, rank: Double(found.rank))
            if place < lines {
                let texts = [try DocumentRecord.text(db, row: found.row), try record.fields()?.note]
                    .compactMap(\.self)
                match.line = matchingLine.best(in: texts)
            }
            return match
        }
        return DocumentMatches(matches, total: total)
    }

    // MARK: Rank

    private typealias Ranked = (row: Int64, rank: Float)

    /// Returns all candidates, the best first.
    private func ranked(_ db: Database) throws -> [Ranked] {
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0
        guard (1...DocumentSchema.maxRow).contains(last) else { return [] }
        var ranks = [Float](repeating: 0, count: Int(last) + 1)
        for (number, term) in terms.terms.enumerated() {
            var weights = [Float](repeating: 0, count: ranks.count)
            try addWeights(db, of: term, to: &weights)
            let matching = Float(weights.count { $0 > 0 })
            let rarity = log(1 + (Float(count) - matching + 0.5) / (matching + 0.5))
            for row in ranks.indices {
                let isCandidate = weights[row] > 0 && (number == 0 || ranks[row] > 0)
                // A word of all items still tells a title from a text.
                ranks[row] = isCandidate ? ranks[row] + weights[row] * max(rarity, 0.01) : 0
            }
        }
        let found = ranks.indices.compactMap { ranks[$0] > 0 ? (row: Int64($0), rank: ranks[$0]) : nil }
        return found.sorted { ($1.rank, $0.row) < ($0.rank, $1.row) }
    }

    private func addWeights(_ db: Database, of term: DocumentTerms.Term, to weights: inout [Float])
        throws
    {
        let pattern = Self.pattern(term)
        for (columns, weight) in Self.weights {
            let parts = term.isPhrase ? columns.map { [$0] } : [columns]
            let query = parts.map { "({\($0.joined(separator: " "))} : (\(pattern)))" }.joined(
                separator: " OR ")
            try add(db, "field_words", query, weight, to: &weights)
        }
        guard let pattern = Self.textPattern(term) else { return }
        try add(db, "field_words", "{lead} : (\(pattern))", Self.leadWeight, to: &weights)
        try add(db, "text_words", pattern, 1, to: &weights)
    }

    private func add(
        _ db: Database, _ table: String, _ query: String, _ weight: Float, to weights: inout [Float]
    ) throws {
        let statement = try db.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
        try statement.eachRow(db, [query]) { found in
            let row = sqlite3_column_int64(found, 0)
            if row > 0, row < Int64(weights.count) { weights[Int(row)] += weight }
        }
    }

    /// Returns the FTS5 query for the words of a term. Each word is in quotes and contains none.
    private static func pattern(_ term: DocumentTerms.Term) -> String {
        term.words.enumerated().map { place, word in
            "\"\(word)\"\(term.isPrefix && place == term.words.count - 1 ? " *" : "")"
        }.joined(separator: " AND ")
    }

    /// Returns nil if texts are not asked for the term.
    private static func textPattern(_ term: DocumentTerms.Term) -> String? {
        guard term.hasShortPrefix else { return pattern(term) }
        guard term.isPhrase else { return nil }
        return pattern(DocumentTerms.Term(words: term.words.dropLast(), isPrefix: false))
    }

    // MARK: Phrases

    /// Returns the requested part of the candidates that contain all phrases.
    private func checked(_ db: Database, _ ranked: [Ranked]) throws -> (
        found: ArraySlice<Ranked>, total: Int?
    ) {
        let phrases = terms.terms.filter(\.isPhrase)
        guard !phrases.isEmpty else { return (ranked.dropFirst(offset).prefix(limit), ranked.count) }
        let matcher = WordMatcher(phrases)
        var found: [Ranked] = []
        var number = 0
        let wanted = offset + min(limit, Self.maxChecked)
        while number < min(ranked.count, Self.maxChecked), found.count < wanted {
            if try contains(db, ranked[number].row, matcher) { found.append(ranked[number]) }
            number += 1
        }
        return (found.dropFirst(offset).prefix(limit), number == ranked.count ? found.count : nil)
    }

    /// Whether each phrase is in a field or in the text.
    private func contains(_ db: Database, _ row: Int64, _ matcher: WordMatcher) throws -> Bool {
        guard let record = try DocumentRecord.find(db, row: row) else { return false }
        var found: Set<Int> = []
        for value in (try record.fields()?.columns ?? []).joined() {
            found.formUnion(
                TextFolding.withFolded(Array(value.utf8)) { matcher.find(in: $0)?.terms } ?? [])
        }
        guard found.count < matcher.count, let text = try DocumentRecord.text(db, row: row) else {
            return found.count == matcher.count
        }
        var folded: [UInt8] = []
        PlainTextLines.forEach(in: text) { line in
            TextFolding.withFolded(line) { folded += $0 }
            folded.append(UInt8(ascii: "\n"))
            return true
        }
        found.formUnion(folded.withUnsafeBufferPointer { matcher.find(in: $0)?.terms } ?? [])
        return found.count == matcher.count
    }
}
