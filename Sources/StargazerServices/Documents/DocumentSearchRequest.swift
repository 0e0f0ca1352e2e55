import Foundation
import GRDB
import GRDBSQLite
import StargazerCore

/// Answers a query from the index.
///
/// Each term is looked for in each column, in other forms too, which count less. The rank of an item is the sum of the
/// weights of the columns that contain the terms; a term of few items counts more than one of many. While few items
/// have all terms, those that have most of them are returned as partial matches. Phrases are candidates only, since the index has no
/// positions: the items' own texts decide.
struct DocumentSearchRequest {
    let terms: DocumentTerms
    let offset: Int
    let limit: Int

    /// The columns of `field_words` and their weights. The words of a text count one.
    private static let weights: [(columns: [String], weight: Float)] = [
        (["title"], 10), (["labels"], 5), (["description", "note"], 3),
    ]
    /// The weight of the beginning of a text, in addition to that of the text.
    private static let leadWeight: Float = 1
    /// What a match of another form of a word counts, compared with the word.
    private static let formShare: Float = 0.6
    /// Partial matches are returned while there are fewer complete ones than this.
    private static let fewMatches = 10
    private static let maxPartial = 20
    /// The least share of the terms' rarity that a partial match has.
    private static let leastRarity: Float = 0.5
    /// The maximum number of candidates to check for a phrase.
    private static let maxChecked = 1_000

    func fetch(_ db: Database) throws -> DocumentMatches {
        guard !terms.terms.isEmpty, limit > 0 else { return DocumentMatches() }
        let (complete, partial) = try ranked(db)
        let (found, total) = try checked(db, complete)
        var matches = DocumentMatches(try found.compactMap { try match(db, $0) }, total: total)
        if offset == 0, found.count < Self.fewMatches, found.count < limit {
            matches.partial = try partial.prefix(min(Self.maxPartial, limit - found.count)).compactMap {
                try match(db, $0)
            }
        }
        return matches
    }

    private func match(_ db: Database, _ ranked: Ranked) throws -> DocumentMatch? {
        try DocumentRecord.find(db, row: ranked.row).map { DocumentMatch(id: $0.id, rank: Double(ranked.rank)) }
    }

    // MARK: Rank

    private typealias Ranked = (row: Int64, rank: Float)

    /// What is known about an item while the terms are looked for.
    private struct Score {
        var rank: Float = 0
        /// The rarity of the terms that it has, in sum.
        var rarity: Float = 0
        var terms: UInt8 = 0
    }

    /// Returns the items that match all terms, and those that match most, the best first.
    private func ranked(_ db: Database) throws -> (complete: [Ranked], partial: [Ranked]) {
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0
        guard (1...DocumentSchema.maxRow).contains(last) else { return ([], []) }
        var scores = [Score](repeating: Score(), count: Int(last) + 1)
        var total: Float = 0
        for term in terms.terms {
            var weights = [Float](repeating: 0, count: scores.count)
            try addWeights(db, of: term, to: &weights)
            let matching = Float(weights.count { $0 > 0 })
            // A word of all items still tells a title from a text.
            let rarity = max(log(1 + (Float(count) - matching + 0.5) / (matching + 0.5)), 0.01)
            total += rarity
            for row in weights.indices where weights[row] > 0 {
                scores[row].rank += weights[row] * rarity
                scores[row].rarity += rarity
                scores[row].terms += 1
            }
        }
        let all = UInt8(terms.terms.count)
        var (complete, partial): ([Ranked], [Ranked]) = ([], [])
        for (row, score) in scores.enumerated() where score.terms > 0 {
            if score.terms == all {
                complete.append((Int64(row), score.rank))
            } else if score.rarity >= total * Self.leastRarity {
                partial.append((Int64(row), score.rank * score.rarity / total))
            }
        }
        let isBetter = { (one: Ranked, other: Ranked) in (other.rank, one.row) < (one.rank, other.row) }
        return (complete.sorted(by: isBetter), partial.sorted(by: isBetter))
    }

    private func addWeights(_ db: Database, of term: DocumentTerms.Term, to weights: inout [Float])
        throws
    {
        let pattern = Self.pattern(term)
        try addFields(db, matching: pattern, phrase: term.isPhrase, share: 1, to: &weights)
        if let pattern = Self.textPattern(term) { try addText(db, matching: pattern, share: 1, to: &weights) }
        guard !term.forms.isEmpty else { return }
        let forms = term.forms.map { "\"\($0)\"" }.joined(separator: " OR ")
        try addFields(db, matching: forms, phrase: false, share: Self.formShare, to: &weights)
        try addText(db, matching: forms, share: Self.formShare, to: &weights)
    }

    private func addFields(
        _ db: Database, matching pattern: String, phrase: Bool, share: Float, to weights: inout [Float]
    ) throws {
        for (columns, weight) in Self.weights {
            let parts = phrase ? columns.map { [$0] } : [columns]
            let query = parts.map { "({\($0.joined(separator: " "))} : (\(pattern)))" }.joined(separator: " OR ")
            try add(db, "field_words", query, weight * share, to: &weights)
        }
    }

    private func addText(_ db: Database, matching pattern: String, share: Float, to weights: inout [Float]) throws {
        try add(db, "field_words", "{lead} : (\(pattern))", Self.leadWeight * share, to: &weights)
        try add(db, "text_words", pattern, share, to: &weights)
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
