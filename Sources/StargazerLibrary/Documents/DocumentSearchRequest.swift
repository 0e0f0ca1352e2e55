import Foundation
import GRDB

/// Every item that shares a word with the query is a candidate. The rank is that of BM25 with weights for the columns
/// (BM25F), by the words' own rarity in these items, so that small words weigh next to nothing in any language. The
/// index tells which columns have a word; the texts of the best candidates then tell how often, and how near the words
/// are to each other (`DocumentWordReader`). Phrases are candidates only, since the index has no positions: the items'
/// own texts decide.
struct DocumentSearchRequest {
    private(set) var terms: DocumentTerms
    let offset: Int
    let limit: Int
    var cache: TermCache?

    /// The maximum number of items that have only part of the terms.
    private static let maxPartial = 100
    /// Such an item has a term that at most this part of the items has, or so many items, or the query's rarest term.
    private static let (maxShareOfTelling, maxCountOfTelling) = (4, 20)
    /// The maximum number of candidates to check for a phrase.
    private static let maxChecked = 1_000
    /// The number of candidates whose texts are read.
    private static let maxRead = 64
    /// How much of a rank depends on the terms that an item has, by their rarity.
    private static let coverage: Float = 0.1
    /// How much better an item is that has all terms near each other.
    private static let nearness: Float = 0.5

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
        guard let index = try IndexFacts(db, cache) else { return DocumentMatches() }
        var (found, missing) = ([TermMatches](), [DocumentTerms.Term]())
        for term in terms.terms {
            let matches = try cache?.matches(of: term, in: index) ?? TermMatches(db, term, index)
            cache?.keep(matches, in: index)
            if matches.rows.isEmpty {
                if !term.isFiller { missing.append(term) }
            } else {
                found.append(matches)
            }
        }
        let scores = Scores(found, index)
        var (ranked, isCut) = try withPhrases(db, scores)
        let complete = ranked.reduce(0) { $0 + (scores.isComplete($1) ? 1 : 0) }
        ranked = shown(ranked, scores)
        let reader = DocumentWordReader(found.map(\.term))
        let best = try ranked.prefix(Self.maxRead).map { try rank(db, $0, scores, reader) }
        ranked = best.sorted(by: Ranked.isBetter) + ranked.dropFirst(Self.maxRead)
        let matches = try ranked.dropFirst(offset).prefix(limit).compactMap { found in
            try DocumentRecord.find(db, row: found.row).map {
                DocumentMatch(id: $0.id, rank: Double(found.rank), missing: scores.missing(found))
            }
        }
        var answer = DocumentMatches(matches, total: isCut ? nil : complete, missing: missing.map(\.text))
        let spelling = SpellingLookup(db)
        for term in missing where !term.isPhrase && !term.isQuoted {
            answer.corrections[term.words[0]] = try spelling.correction(of: term.words[0])
        }
        return answer
    }

    // MARK: Rank

    fileprivate struct Ranked {
        let row: Int64
        let rank: Float
        /// The terms that the item has, as bits.
        let terms: UInt32

        static func isBetter(_ one: Ranked, _ other: Ranked) -> Bool {
            (other.rank, one.row) < (one.rank, other.row)
        }
    }

    /// The ranks of all items by the columns that have their words.
    private struct Scores {
        let matches: [TermMatches]
        let index: IndexFacts
        private var ranks: [Float]
        private var covered: [Float]
        private var terms: [UInt32]
        /// The rarity of all terms.
        private let rarity: Float
        private let required: UInt32
        /// The terms that make an item a candidate.
        private let telling: UInt32

        init(_ matches: [TermMatches], _ index: IndexFacts) {
            (self.matches, self.index) = (matches, index)
            ranks = [Float](repeating: 0, count: index.rowCount)
            covered = ranks
            terms = [UInt32](repeating: 0, count: index.rowCount)
            rarity = matches.reduce(0) { $0 + $1.rarity }
            let rarest = matches.lazy.filter { !$0.term.isFiller }.map(\.count).min() ?? 0
            let limit = max(
                rarest, index.itemCount / DocumentSearchRequest.maxShareOfTelling,
                DocumentSearchRequest.maxCountOfTelling)
            let hasOthers = matches.contains { !$0.term.isFiller }
            var (required, telling): (UInt32, UInt32) = (0, 0)
            for (number, term) in matches.enumerated() where !(term.term.isFiller && hasOthers) {
                required |= 1 << UInt32(number)
                if term.count <= limit { telling |= 1 << UInt32(number) }
            }
            (self.required, self.telling) = (required, telling)
            for number in matches.indices { add(matches[number], 1 << UInt32(number)) }
        }

        private mutating func add(_ found: TermMatches, _ bit: UInt32) {
            for place in found.rows.indices {
                let row = Int(found.rows[place])
                let rarity = found.rarity(at: place)
                ranks[row] += rarity * index.saturated(found.weights[place], row)
                covered[row] += rarity * Float(found.shares[place]) / 100
                terms[row] |= bit
            }
        }

        func isComplete(_ found: Ranked) -> Bool { found.terms & required == required }

        /// The words of the query that an item lacks.
        func missing(_ found: Ranked) -> [String] {
            isComplete(found)
                ? []
                : matches.indices.filter { (required & ~found.terms) >> UInt32($0) & 1 == 1 }.map {
                    matches[$0].term.text
                }
        }

        func rank(_ sum: Float, _ covered: Float) -> Float {
            sum * (1 - DocumentSearchRequest.coverage + DocumentSearchRequest.coverage * covered / max(rarity, 0.001))
        }

        func nearnessRank(_ near: Float) -> Float { 1 + DocumentSearchRequest.nearness * near / max(rarity, 0.001) }

        /// The candidates in order of the rows.
        var candidates: [Ranked] {
            ranks.indices.compactMap { row in
                guard terms[row] & telling != 0 || terms[row] & required == required && terms[row] != 0 else {
                    return nil
                }
                return Ranked(row: Int64(row), rank: rank(ranks[row], covered[row]), terms: terms[row])
            }
        }

        /// Returns the candidate without phrases that it does not have; nil if nothing is left.
        func candidate(_ found: Ranked, without missing: [Int]) -> Ranked? {
            let row = Int(found.row)
            var (sum, cover, bits) = (ranks[row], covered[row], found.terms)
            for number in missing where bits >> UInt32(number) & 1 == 1 {
                guard let place = matches[number].place(of: found.row) else { continue }
                let rarity = matches[number].rarity(at: place)
                sum -= rarity * index.saturated(matches[number].weights[place], row)
                cover -= rarity * Float(matches[number].shares[place]) / 100
                bits &= ~(1 << UInt32(number))
            }
            guard bits & telling != 0 || bits & required == required && bits != 0 else { return nil }
            return Ranked(row: found.row, rank: rank(sum, cover), terms: bits)
        }
    }

    /// Returns the best of the complete and of the partial matches, the best first.
    private func shown(_ candidates: [Ranked], _ scores: Scores) -> [Ranked] {
        var (complete, partial) = ([Ranked](), [Ranked]())
        for candidate in candidates {
            if scores.isComplete(candidate) { complete.append(candidate) } else { partial.append(candidate) }
        }
        let (needed, overflow) = offset.addingReportingOverflow(limit)
        return (Self.best(complete, overflow ? .max : max(needed, Self.maxRead)) + Self.best(partial, Self.maxPartial))
            .sorted(by: Ranked.isBetter)
    }

    /// Returns the best, without sorting all.
    private static func best(_ candidates: [Ranked], _ count: Int) -> [Ranked] {
        var candidates = candidates
        let samples = 512
        if count < candidates.count / 4, candidates.count > samples * 4 {
            let sample = stride(from: 0, to: candidates.count, by: candidates.count / samples).map {
                candidates[$0].rank
            }
            .sorted(by: >)
            let least = sample[min(sample.count - 1, sample.count * count * 2 / candidates.count + 8)]
            let better = candidates.filter { $0.rank >= least }
            if better.count >= count { candidates = better }
        }
        return Array(candidates.sorted(by: Ranked.isBetter).prefix(count))
    }

    private func rank(_ db: Database, _ found: Ranked, _ scores: Scores, _ reader: DocumentWordReader) throws -> Ranked
    {
        guard let item = try cache?.words(of: found.row, in: scores.index) ?? ItemWords(db, row: found.row) else {
            return found
        }
        cache?.keep(item, of: found.row, in: scores.index)
        let words = reader.words(in: item, scores.matches.map(\.rarity))
        var (sum, covered): (Float, Float) = (0, 0)
        for (number, matches) in scores.matches.enumerated() where found.terms >> UInt32(number) & 1 == 1 {
            guard let place = matches.place(of: found.row) else { continue }
            let rarity = matches.rarity(at: place)
            // The words of a phrase are not counted.
            let weight = matches.term.isPhrase ? matches.weights[place] : words.weights[number]
            sum += rarity * scores.index.saturated(weight, Int(found.row))
            covered += rarity * Float(matches.shares[place]) / 100
        }
        let rank = scores.rank(sum, covered) * scores.nearnessRank(words.near)
        return Ranked(row: found.row, rank: rank, terms: found.terms)
    }

    // MARK: Phrases

    /// Returns the candidates, of which those with a phrase are checked.
    private func withPhrases(_ db: Database, _ scores: Scores) throws -> ([Ranked], isCut: Bool) {
        let phrases = scores.matches.indices.filter { scores.matches[$0].term.isPhrase }
        let bits = phrases.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
        let candidates = scores.candidates
        guard bits != 0 else { return (candidates, false) }
        let matcher = WordMatcher(phrases.map { scores.matches[$0].term })
        var (checked, isCut) = (0, false)
        let ranked = try candidates.sorted(by: Ranked.isBetter).compactMap { candidate -> Ranked? in
            guard candidate.terms & bits != 0 else { return candidate }
            checked += 1
            guard checked <= Self.maxChecked else {
                isCut = true
                return nil
            }
            let missing = try missingPhrases(db, candidate.row, matcher).map { phrases[$0] }
            return scores.candidate(candidate, without: missing)
        }
        return (ranked, isCut)
    }

    /// Returns the numbers of the phrases that are neither in a field nor in the text.
    private func missingPhrases(_ db: Database, _ row: Int64, _ matcher: WordMatcher) throws -> [Int] {
        guard let record = try DocumentRecord.find(db, row: row) else { return Array(0..<matcher.count) }
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
        return (0..<matcher.count).filter { !found.contains($0) }
    }
}
