import Foundation
import GRDB
import GRDBSQLite
import StargazerCore

/// Answers a query from the index.
///
/// Each term is looked for in each column, in other forms too, which count less. The weights of the columns that have a
/// term are added up, a long text counts less than a short one, and several columns count less than their sum (BM25F).
/// A term of few items counts more than one of many, and the sum is multiplied by the share of the terms that the item
/// has, by their rarity. So a short text with most of the words comes before a long list that has every word. Phrases
/// are candidates only, since the index has no positions: the items' own texts decide.
struct DocumentSearchRequest {
    private(set) var terms: DocumentTerms
    let offset: Int
    let limit: Int

    /// The columns of `field_words` and their weights. The words of a text of average length count one.
    private static let weights: [(columns: [String], weight: Float)] = [
        (["title"], 10), (["labels"], 5), (["description", "note"], 3),
    ]
    /// The weight of the beginning of a text, in addition to that of the text.
    private static let leadWeight: Float = 1
    /// What a match of another form of a word counts, compared with the word.
    private static let formShare: Float = 0.6
    /// The weight that counts half.
    private static let halfWeight: Float = 1.2
    /// The maximum number of items that have only part of the terms.
    private static let maxPartial = 100
    /// The least share of the terms' rarity that such an item has: about half.
    private static let leastRarity: Float = 0.45
    /// The maximum number of candidates to check for a phrase.
    private static let maxChecked = 1_000

    func fetch(_ db: Database) throws -> DocumentMatches {
        guard !terms.terms.isEmpty, limit > 0 else { return DocumentMatches() }
        let found = try fetchExact(db)
        var request = self
        for index in try quotationsWithoutMatch(db, found) { request.terms.addForms(at: index) }
        guard request.terms != terms else { return found }
        var others = try request.fetchExact(db)
        guard !others.matches.isEmpty else { return found }
        others.hasOtherForms = true
        return others
    }

    /// Returns the indices of the quotations that no item has. Does nothing while items are found with all terms.
    private func quotationsWithoutMatch(_ db: Database, _ found: DocumentMatches) throws -> [Int] {
        guard found.total == 0 || !found.missing.isEmpty else { return [] }
        return try terms.terms.indices.filter { index in
            guard terms.terms[index].isQuoted else { return false }
            let alone = DocumentSearchRequest(terms: terms.only(index), offset: 0, limit: 1)
            return try alone.fetchExact(db).matches.isEmpty
        }
    }

    /// Looks for quotations as they are.
    private func fetchExact(_ db: Database) throws -> DocumentMatches {
        let (candidates, missing) = try candidates(db)
        var ranked = candidates.ranked
        let phrases = candidates.phrases
        let isCut = !phrases.isEmpty && ranked.count > Self.maxChecked
        if !phrases.isEmpty {
            ranked = try ranked.prefix(Self.maxChecked).compactMap { candidate in
                candidates.ranked(candidate, without: try missingPhrases(db, candidate.row, phrases.map(\.term)))
            }.sorted(by: Ranked.isBetter)
        }
        var partialCount = 0
        let shown = ranked.filter { candidate in
            if !candidate.isComplete { partialCount += 1 }
            return candidate.isComplete || partialCount <= Self.maxPartial
        }
        let matches = try shown.dropFirst(offset).prefix(limit).compactMap { found in
            try DocumentRecord.find(db, row: found.row).map {
                DocumentMatch(id: $0.id, rank: Double(found.rank), isComplete: found.isComplete)
            }
        }
        var found = DocumentMatches(
            matches, total: isCut ? nil : ranked.count - partialCount,
            missing: missing.map { $0.words.joined(separator: " ") })
        let spelling = SpellingLookup(db)
        for term in missing where !term.isPhrase && !term.isQuoted {
            found.corrections[term.words[0]] = try spelling.correction(of: term.words[0])
        }
        return found
    }

    // MARK: Rank

    private struct Ranked {
        let row: Int64
        let rank: Float
        let isComplete: Bool

        static func isBetter(_ one: Ranked, _ other: Ranked) -> Bool {
            (other.rank, one.row) < (one.rank, other.row)
        }
    }

    /// A term, and how much each item has of it.
    private struct Weighted {
        let term: DocumentTerms.Term
        let rarity: Float
        let values: [Float]
    }

    /// What is known about an item while the terms are looked for.
    private struct Score {
        var rank: Float = 0
        /// The rarity of the terms that it has, in sum.
        var rarity: Float = 0
        var terms: UInt8 = 0
    }

    /// The items that have all terms, or those that are rare enough.
    private struct Candidates {
        var scores: [Score] = []
        /// The number and the rarity of the terms that any item has.
        var terms: UInt8 = 0
        var rarity: Float = 0
        var phrases: [Weighted] = []

        mutating func add(_ term: Weighted) {
            terms += 1
            rarity += term.rarity
            for row in term.values.indices where term.values[row] > 0 {
                scores[row].rank += term.values[row] * term.rarity
                scores[row].rarity += term.rarity
                scores[row].terms += 1
            }
            if term.term.isPhrase { phrases.append(term) }
        }

        /// The best first.
        var ranked: [Ranked] {
            scores.indices.compactMap { scores[$0].terms > 0 ? ranked(Int64($0), scores[$0]) : nil }
                .sorted(by: Ranked.isBetter)
        }

        /// - Parameter missing: the phrases that the item does not have.
        func ranked(_ candidate: Ranked, without missing: [Int]) -> Ranked? {
            var score = scores[Int(candidate.row)]
            for phrase in missing.map({ phrases[$0] }) where phrase.values[Int(candidate.row)] > 0 {
                score.rank -= phrase.values[Int(candidate.row)] * phrase.rarity
                score.rarity -= phrase.rarity
                score.terms -= 1
            }
            return ranked(candidate.row, score)
        }

        private func ranked(_ row: Int64, _ score: Score) -> Ranked? {
            let isComplete = score.terms == terms
            guard isComplete || score.terms > 0 && score.rarity >= rarity * DocumentSearchRequest.leastRarity else {
                return nil
            }
            return Ranked(row: row, rank: score.rank * score.rarity / rarity, isComplete: isComplete)
        }
    }

    /// - Returns: also the terms that no item has.
    private func candidates(_ db: Database) throws -> (Candidates, missing: [DocumentTerms.Term]) {
        var candidates = Candidates()
        var missing: [DocumentTerms.Term] = []
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0
        guard (1...DocumentSchema.maxRow).contains(last) else { return (candidates, []) }
        candidates.scores = [Score](repeating: Score(), count: Int(last) + 1)
        let lengths = try TextLengths(db, rowCount: candidates.scores.count)
        for term in terms.terms {
            var weights = [Float](repeating: 0, count: candidates.scores.count)
            try addWeights(db, of: term, lengths, to: &weights)
            var matching: Float = 0
            for row in weights.indices where weights[row] > 0 {
                weights[row] /= weights[row] + Self.halfWeight
                matching += 1
            }
            guard matching > 0 else {
                missing.append(term)
                continue
            }
            // A word of all items still tells a title from a text.
            let rarity = max(log(1 + (Float(count) - matching + 0.5) / (matching + 0.5)), 0.01)
            candidates.add(Weighted(term: term, rarity: rarity, values: weights))
        }
        return (candidates, missing)
    }

    private func addWeights(
        _ db: Database, of term: DocumentTerms.Term, _ lengths: TextLengths, to weights: inout [Float]
    ) throws {
        let pattern = Self.pattern(term)
        try addFields(db, matching: pattern, phrase: term.isPhrase, share: 1, to: &weights)
        if let pattern = Self.textPattern(term) { try addText(db, matching: pattern, share: 1, lengths, to: &weights) }
        guard !term.forms.isEmpty else { return }
        let forms = Self.formsPattern(term)
        try addFields(db, matching: forms, phrase: term.isPhrase, share: Self.formShare, to: &weights)
        try addText(db, matching: forms, share: Self.formShare, lengths, to: &weights)
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

    private func addText(
        _ db: Database, matching pattern: String, share: Float, _ lengths: TextLengths, to weights: inout [Float]
    ) throws {
        try add(db, "field_words", "{lead} : (\(pattern))", Self.leadWeight * share, to: &weights)
        try add(db, "text_words", pattern, share, lengths, to: &weights)
    }

    private func add(
        _ db: Database, _ table: String, _ query: String, _ weight: Float, _ lengths: TextLengths? = nil,
        to weights: inout [Float]
    ) throws {
        let statement = try db.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
        try statement.eachRow(db, [query]) { found in
            let row = sqlite3_column_int64(found, 0)
            guard row > 0, row < Int64(weights.count) else { return }
            weights[Int(row)] += weight * (lengths?.shares[Int(row)] ?? 1)
        }
    }

    /// Returns the FTS5 query for the words of a term. Each word is in quotes and contains none.
    private static func pattern(_ term: DocumentTerms.Term) -> String {
        term.words.enumerated().map { place, word in
            "\"\(word)\"\(term.isPrefix && place == term.words.count - 1 ? " *" : "")"
        }.joined(separator: " AND ")
    }

    /// Returns the FTS5 query for other forms of a word, or for a phrase in which each word may have another form.
    private static func formsPattern(_ term: DocumentTerms.Term) -> String {
        zip(term.words, term.forms).map { word, forms in
            let words = term.isPhrase ? [word] + forms : forms
            return "(" + words.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
        }.joined(separator: " AND ")
    }

    /// Returns nil if texts are not asked for the term. A prefix of two letters is asked for as a whole word.
    private static func textPattern(_ term: DocumentTerms.Term) -> String? {
        guard term.hasShortPrefix else { return pattern(term) }
        guard term.isPhrase else {
            let isOneLetter = term.words[0].unicodeScalars.count < 2
            return isOneLetter ? nil : pattern(DocumentTerms.Term(words: term.words, isPrefix: false))
        }
        return pattern(DocumentTerms.Term(words: term.words.dropLast(), isPrefix: false))
    }

    // MARK: Phrases

    /// Returns the numbers of the phrases that are neither in a field nor in the text.
    private func missingPhrases(_ db: Database, _ row: Int64, _ phrases: [DocumentTerms.Term]) throws -> [Int] {
        guard let record = try DocumentRecord.find(db, row: row) else { return Array(phrases.indices) }
        let matcher = WordMatcher(phrases)
        var found: Set<Int> = []
        for value in (try record.fields()?.columns ?? []).joined() {
            found.formUnion(
                TextFolding.withFolded(Array(value.utf8)) { matcher.find(in: $0)?.terms } ?? [])
        }
        if found.count < matcher.count, let text = try DocumentRecord.text(db, row: row) {
            var folded: [UInt8] = []
            PlainTextLines.forEach(in: text) { line in
                TextFolding.withFolded(line) { folded += $0 }
                folded.append(UInt8(ascii: "\n"))
                return true
            }
            found.formUnion(folded.withUnsafeBufferPointer { matcher.find(in: $0)?.terms } ?? [])
        }
        return phrases.indices.filter { !found.contains($0) }
    }
}

/// How much a word of each text counts: less in a long text.
private struct TextLengths {
    private(set) var shares: [Float]

    /// How much the length counts, from 0 to 1.
    private static let effect: Float = 0.75

    init(_ db: Database, rowCount: Int) throws {
        shares = [Float](repeating: 0, count: rowCount)
        var (sum, count): (Float, Float) = (0, 0)
        try db.cachedStatement(sql: "SELECT id, sz FROM text_words_docsize").eachRow(db) { found in
            let row = sqlite3_column_int64(found, 0)
            guard row > 0, row < Int64(rowCount), let size = sqlite3_column_blob(found, 1) else { return }
            let words = Self.number(UnsafeRawBufferPointer(start: size, count: Int(sqlite3_column_bytes(found, 1))))
            shares[Int(row)] = words
            sum += words
            count += 1
        }
        let average = max(1, sum / max(1, count))
        for row in shares.indices { shares[row] = 1 / (1 - Self.effect + Self.effect * shares[row] / average) }
    }

    /// Reads an integer as SQLite writes it: seven bits in each byte but the last, the highest first.
    private static func number(_ bytes: UnsafeRawBufferPointer) -> Float {
        var value: Float = 0
        for byte in bytes.prefix(8) {
            value = value * 128 + Float(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return value
    }
}
