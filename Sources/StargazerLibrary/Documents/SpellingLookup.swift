import GRDB
import GRDBSQLite

/// Finds the word that was probably meant by one that no item has: one letter away, of a long word two.
///
/// For a short word it looks up each word that is one letter away. For a long one it reads the words of the index that
/// begin alike. The first letter is taken as right.
struct SpellingLookup {
    private let db: Database

    /// The fewest letters of a word: shorter ones are one letter away from too many.
    private static let minimumLength = 4
    private static let maximumLength = 24
    /// The most letters of a word of which one may be wrong; of a longer one, two.
    private static let shortLength = 7
    /// The letters at the beginning of a long word in which one may be wrong.
    private static let beginning = 4

    init(_ db: Database) { self.db = db }

    /// Returns the word nearest to a folded one, of several that of most items; nil if there is none.
    func correction(of word: String) throws -> String? {
        guard let letters = Self.letters(of: word) else { return nil }
        guard letters.count > Self.shortLength else {
            return try best(Self.candidates(for: word).filter { Self.isAllowed($0, for: word) }.map { ($0, 1) })
        }
        let start = String(String.UnicodeScalarView(letters.prefix(Self.beginning)))
        let near = try words(beginningWith: [start], near: word)
        if let found = try best(near.filter { $0.distance == 1 }) { return found }
        // A wrong letter in the beginning moves the next one into it or out of it.
        let edited = Self.edits(of: Array(letters.prefix(Self.beginning + 1)))
        let starts = Set(edited.map { String(String.UnicodeScalarView($0.prefix(Self.beginning))) })
        return try best(near + words(beginningWith: starts.subtracting([start]).sorted(), near: word))
    }

    private func best(_ candidates: [(word: String, distance: Int)]) throws -> String? {
        var best: (word: String, distance: Int, count: Int)?
        for (word, distance) in candidates where distance <= best?.distance ?? .max {
            let count = try count(word)
            guard count > 0 else { continue }
            if distance < best?.distance ?? .max || count > best?.count ?? 0 { best = (word, distance, count) }
        }
        return best?.word
    }

    /// Whether a word may be meant by another: not one that lacks its end.
    private static func isAllowed(_ candidate: String, for word: String) -> Bool {
        if word.hasPrefix(candidate) { return word.dropLast().last == word.last && candidate.count == word.count - 1 }
        return !WordForms.isStem(candidate, of: word)
    }

    /// More items make no word more probable.
    private static let maximumCount = 1_000

    private func count(_ word: String) throws -> Int {
        var count = 0
        for table in ["field_words", "text_words"] {
            let sql = "SELECT rowid FROM \(table) WHERE \(table) MATCH ? LIMIT ?"
            try db.cachedStatement(sql: sql).eachRow(db, ["\"\(word)\"", Self.maximumCount]) { _ in count += 1 }
        }
        return count
    }

    /// Reads the words of the index that are at most two letters away, and shorter by one at most.
    private func words(beginningWith starts: [String], near word: String) throws -> [(word: String, distance: Int)] {
        let letters = Array(word.unicodeScalars)
        var distances: [String: Int] = [:]
        for table in ["field_terms", "text_terms"] {
            let statement = try db.cachedStatement(sql: "SELECT term FROM \(table) WHERE term >= ? AND term < ?")
            for start in starts {
                // No character follows this one.
                try statement.eachRow(db, [start, start + "\u{10FFFF}"]) { row in
                    guard let text = sqlite3_column_text(row, 0) else { return }
                    let length = Int(sqlite3_column_bytes(row, 0))
                    guard length + 12 >= word.utf8.count, length <= word.utf8.count + 12 else { return }
                    let other = String(decoding: UnsafeBufferPointer(start: text, count: length), as: UTF8.self)
                    let others = Array(other.unicodeScalars)
                    guard others.count >= letters.count - 1, others.count <= letters.count + 2,
                        distances.index(forKey: other) == nil,
                        let distance = WordDistance.edits(letters, others), distance > 0,
                        Self.isAllowed(other, for: word)
                    else { return }
                    distances.updateValue(distance, forKey: other)
                }
            }
        }
        return distances.map { ($0.key, $0.value) }.sorted { $0.word < $1.word }
    }

    private static func letters(of word: String) -> [Unicode.Scalar]? {
        let letters = Array(word.unicodeScalars)
        let isWord =
            (minimumLength...maximumLength).contains(letters.count) && letters.allSatisfy(\.properties.isAlphabetic)
        return isWord ? letters : nil
    }

    /// Returns the words that one letter more, less or other, or two exchanged letters make, in order. Of the shortest
    /// words, no letter is less or other: they would become any word.
    static func candidates(for word: String) -> [String] {
        guard let letters = letters(of: word) else { return [] }
        let edits = edits(of: letters).filter { edit in
            letters.count > minimumLength || edit.count > letters.count
                || edit.count == letters.count && edit.sorted() == letters.sorted()
        }
        return edits.map { String(String.UnicodeScalarView($0)) }.sorted()
    }

    private static func edits(of letters: [Unicode.Scalar]) -> Set<[Unicode.Scalar]> {
        let latin = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { Unicode.Scalar($0) }
        let alphabet = letters.allSatisfy(\.isASCII) ? latin : Array(Set(letters)).sorted()
        var words: Set<[Unicode.Scalar]> = []
        for place in letters.indices.dropFirst() {
            var shorter = letters
            shorter.remove(at: place)
            words.insert(shorter)
            if place + 1 < letters.count {
                var exchanged = letters
                exchanged.swapAt(place, place + 1)
                words.insert(exchanged)
            }
        }
        for place in 1...letters.count {
            for letter in alphabet {
                var longer = letters
                longer.insert(letter, at: place)
                words.insert(longer)
                guard place < letters.count else { continue }
                var other = letters
                other[place] = letter
                words.insert(other)
            }
        }
        words.remove(letters)
        return words
    }
}
