import GRDB
import GRDBSQLite

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
