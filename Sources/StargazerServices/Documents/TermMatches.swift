import Foundation
import GRDB
import GRDBSQLite
import StargazerCore
import Synchronization

/// The items that have a term, and how much they have of it.
struct TermMatches: Sendable {
    let term: DocumentTerms.Term
    /// In order.
    private(set) var rows: [Int32] = []
    /// The weights of the columns that have the term, in sum.
    private(set) var weights: [Float] = []
    /// How near the best word is to the typed one, in percent.
    private(set) var shares: [UInt8] = []
    /// The number of items that have the word or a form of it; if none has, those with a word that begins with it.
    let count: Int
    let rarity: Float
    /// The rarity of the words that begin with it.
    private let prefixRarity: Float

    /// The columns of `field_words` and their weights.
    static let weights: [(columns: [String], weight: Float)] = [
        (["title"], 10), (["labels"], 5), (["description", "note"], 3),
    ]
    /// The weight of the beginning of a text, in addition to that of the text.
    static let leadWeight: Float = 1
    /// What a match counts in percent: of the word itself, of another form of it, and of a longer word.
    static let (exact, form, prefix): (UInt8, UInt8, UInt8) = (100, 70, 50)
    /// What the rarity of words like "of" counts.
    private static let fillerShare: Float = 0.5

    init(_ db: Database, _ term: DocumentTerms.Term, _ index: IndexFacts) throws {
        self.term = term
        guard try !Self.isCommonFiller(db, term, index) else {
            (count, rarity, prefixRarity) = (index.itemCount, 0, 0)
            return
        }
        var sums = Sums(index.rowCount)
        for (columns, weight) in Self.weights {
            try sums.add(db, "field_words", Self.patterns(term, in: columns), weight)
        }
        try sums.add(db, "field_words", Self.textPatterns(term, "{lead} : "), Self.leadWeight)
        try sums.add(db, "text_words", Self.textPatterns(term, ""), 1)
        var near = 0
        for row in sums.shares.indices where sums.shares[row] > 0 {
            rows.append(Int32(row))
            weights.append(sums.weights[row])
            shares.append(sums.shares[row])
            if sums.shares[row] > Self.prefix { near += 1 }
        }
        count = near == 0 ? rows.count : near
        let share = term.isFiller ? Self.fillerShare : 1
        rarity = index.rarity(count) * share
        prefixRarity = index.rarity(rows.count) * share
    }

    func rarity(at place: Int) -> Float { shares[place] > Self.prefix ? rarity : prefixRarity }

    /// Returns the index of an item.
    func place(of row: Int64) -> Int? {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if Int64(rows[middle]) < row { low = middle + 1 } else { high = middle }
        }
        return low < rows.count && Int64(rows[low]) == row ? low : nil
    }

    /// Whether more than half of the items have a word like "of", by those that were added first. It would weigh next
    /// to nothing, and reading its entries takes most of the time.
    private static func isCommonFiller(
        _ db: Database, _ term: DocumentTerms.Term, _ index: IndexFacts
    ) throws -> Bool {
        let sample = 500
        guard term.isFiller, index.itemCount > sample * 4 else { return false }
        var (count, last) = (0, Int64(0))
        let sql = "SELECT rowid FROM text_words WHERE text_words MATCH ? LIMIT ?"
        try db.cachedStatement(sql: sql).eachRow(db, ["\"\(term.words[0])\"", sample]) {
            count += 1
            last = sqlite3_column_int64($0, 0)
        }
        return count == sample && last < Int64(sample * 2)
    }

    /// What is added up while columns are read.
    private struct Sums {
        var weights: [Float]
        var shares: [UInt8]
        private var columnShares: [UInt8]

        init(_ rowCount: Int) {
            weights = [Float](repeating: 0, count: rowCount)
            shares = [UInt8](repeating: 0, count: rowCount)
            columnShares = shares
        }

        /// Adds the best match of each item in some columns.
        mutating func add(
            _ db: Database, _ table: String, _ patterns: [(query: String, share: UInt8)], _ weight: Float
        ) throws {
            var found: [Int] = []
            let statement = try db.cachedStatement(sql: "SELECT rowid FROM \(table) WHERE \(table) MATCH ?")
            for (query, share) in patterns {
                try statement.eachRow(db, [query]) { result in
                    let row = Int(sqlite3_column_int64(result, 0))
                    guard row > 0, row < columnShares.count, columnShares[row] < share else { return }
                    if columnShares[row] == 0 { found.append(row) }
                    columnShares[row] = share
                }
            }
            for row in found {
                weights[row] += weight * Float(columnShares[row]) / 100
                shares[row] = max(shares[row], columnShares[row])
                columnShares[row] = 0
            }
        }
    }

    // MARK: Patterns

    /// Returns the FTS5 queries for a term in any of the columns, and what their matches count. Each word is in quotes
    /// and contains none. A phrase is in one column.
    private static func patterns(_ term: DocumentTerms.Term, in columns: [String]) -> [(String, UInt8)] {
        let parts = term.isPhrase ? columns.map { [$0] } : [columns]
        return patterns(term, hasCompounds: true).map { pattern, share in
            (parts.map { "({\($0.joined(separator: " "))} : (\(pattern)))" }.joined(separator: " OR "), share)
        }
    }

    /// Leaves out what texts are not asked for. A prefix of two letters is asked for as a whole word.
    private static func textPatterns(_ term: DocumentTerms.Term, _ column: String) -> [(String, UInt8)] {
        var term = term
        if term.hasShortPrefix {
            if term.isPhrase {
                term.words.removeLast()
            } else if term.words[0].unicodeScalars.count < 2 {
                return []
            }
            term.isPrefix = false
        }
        return patterns(term, hasCompounds: !column.isEmpty).map { ("\(column)(\($0))", $1) }
    }

    private static func patterns(_ term: DocumentTerms.Term, hasCompounds: Bool) -> [(String, UInt8)] {
        var patterns = [(words(term.words), exact)]
        if term.isPhrase && term.isPrefix { patterns = [(words(term.words) + " *", exact)] }
        if !term.isPhrase && term.isPrefix { patterns.append((words(term.words) + " *", prefix)) }
        if !term.forms.isEmpty {
            let forms = zip(term.words, term.forms).map { word, forms in
                let others = term.isPhrase ? [word] + forms : forms
                return "(" + others.map { "\"\($0)\"" }.joined(separator: " OR ") + ")"
            }
            patterns.append((forms.joined(separator: " AND "), form))
        }
        let compounds = hasCompounds && !term.isPhrase && !term.isQuoted ? Self.compounds(term.words[0]) : []
        if !compounds.isEmpty {
            patterns.append((compounds.map { "(\(words($0)))" }.joined(separator: " OR "), form))
        }
        return patterns
    }

    private static func words(_ words: [String]) -> String {
        words.map { "\"\($0)\"" }.joined(separator: " AND ")
    }

    /// Returns the pairs of words that a word may consist of. Of a long text, most would be in different places.
    private static func compounds(_ word: String) -> [[String]] {
        guard word.utf8.count >= 6, word.utf8.count <= 24, word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
            return []
        }
        return (3...word.utf8.count - 3).map { [String(word.prefix($0)), String(word.dropFirst($0))] }
    }
}

struct IndexFacts: Sendable {
    let itemCount: Int
    /// The last row and one.
    let rowCount: Int
    /// What the weight of an item's words is compared with: more for a longer text.
    private let lengths: [Float]
    /// Is another one after each change of the index.
    fileprivate let state: Data

    /// The weight that counts half in a text of average length.
    private static let halfWeight: Float = 1.2
    /// How much the length counts, from 0 to 1.
    private static let lengthShare: Float = 0.75
    /// The words of the fields, about.
    private static let fieldLength: Float = 15

    /// - Returns: nil without items.
    init?(_ db: Database, _ cache: TermCache?) throws {
        let state = try Self.state(db)
        if let known = cache?.facts(of: state) {
            self = known
            return
        }
        let last = try Int64.fetchOne(db, sql: "SELECT max(row) FROM item") ?? 0
        guard (1...DocumentSchema.maxRow).contains(last) else { return nil }
        self.state = state
        itemCount = try Int.fetchOne(db, sql: "SELECT count(*) FROM item") ?? 0
        rowCount = Int(last) + 1
        lengths = try Self.lengths(db, rowCount)
        cache?.keep(self)
    }

    /// Returns how much of its most a word adds to the rank of an item.
    func saturated(_ weight: Float, _ row: Int) -> Float { weight / (weight + lengths[row]) }

    /// Returns how much a word of this many items tells. A word of all items still tells a title from a text.
    func rarity(_ count: Int) -> Float {
        max(log((Float(itemCount - count) + 0.5) / (Float(count) + 0.5)), 0.02)
    }

    private static func state(_ db: Database) throws -> Data {
        var state = Data()
        for table in ["field_words", "text_words"] {
            // The averages and the structure, which FTS5 writes with each change.
            let sql = "SELECT block FROM \(table)_data WHERE id IN (1, 10)"
            for block in try Data.fetchAll(db.cachedStatement(sql: sql)) { state += block }
        }
        return state
    }

    private static func lengths(_ db: Database, _ rowCount: Int) throws -> [Float] {
        // An item without a text counts like one with a text of average length.
        var lengths = [Float](repeating: 0, count: rowCount)
        var (sum, count): (Float, Float) = (0, 0)
        try db.cachedStatement(sql: "SELECT id, sz FROM text_words_docsize").eachRow(db) { found in
            let row = sqlite3_column_int64(found, 0)
            guard row > 0, row < Int64(rowCount), let size = sqlite3_column_blob(found, 1) else { return }
            let words = number(UnsafeRawBufferPointer(start: size, count: Int(sqlite3_column_bytes(found, 1))))
            lengths[Int(row)] = fieldLength + words
            sum += words
            count += 1
        }
        let average = fieldLength + sum / max(1, count)
        for row in lengths.indices {
            let length = lengths[row] > 0 ? lengths[row] : average
            lengths[row] = halfWeight * (1 - lengthShare + lengthShare * length / average)
        }
        return lengths
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

/// What the next search needs again while the index is the same: a typed letter changes one word of a query.
final class TermCache: Sendable {
    private struct Contents {
        var facts: IndexFacts?
        /// The last used at the end.
        var matches: [TermMatches] = []
        var size = 0
        var words: [Int64: ItemWords] = [:]
        var wordsSize = 0
    }

    /// The maximum number of items in all entries: 9 MB.
    private static let capacity = 1_000_000
    /// The maximum size of the words of items, in bytes.
    private static let wordsCapacity = 4_000_000

    private let contents = Mutex(Contents())

    fileprivate func facts(of state: Data) -> IndexFacts? {
        contents.withLock { $0.facts?.state == state ? $0.facts : nil }
    }

    fileprivate func keep(_ facts: IndexFacts) {
        contents.withLock { $0 = Contents(facts: facts) }
    }

    func matches(of term: DocumentTerms.Term, in index: IndexFacts) -> TermMatches? {
        contents.withLock { contents in
            guard contents.facts?.state == index.state,
                let place = contents.matches.firstIndex(where: { $0.term == term })
            else { return nil }
            contents.matches.append(contents.matches.remove(at: place))
            return contents.matches.last
        }
    }

    func keep(_ matches: TermMatches, in index: IndexFacts) {
        contents.withLock { contents in
            guard contents.facts?.state == index.state, matches.rows.count <= Self.capacity,
                !contents.matches.contains(where: { $0.term == matches.term })
            else { return }
            contents.matches.append(matches)
            contents.size += matches.rows.count
            while contents.size > Self.capacity { contents.size -= contents.matches.removeFirst().rows.count }
        }
    }

    func words(of row: Int64, in index: IndexFacts) -> ItemWords? {
        contents.withLock { $0.facts?.state == index.state ? $0.words[row] : nil }
    }

    func keep(_ words: ItemWords, of row: Int64, in index: IndexFacts) {
        contents.withLock { contents in
            guard contents.facts?.state == index.state, contents.words[row] == nil else { return }
            // The next keys look at nearly the same items.
            if contents.wordsSize + words.size > Self.wordsCapacity { (contents.words, contents.wordsSize) = ([:], 0) }
            contents.words[row] = words
            contents.wordsSize += words.size
        }
    }
}
