import GRDB
import GRDBSQLite

/// Finds the word that was probably meant by one that no item has.
///
/// It looks up each word that is one letter away, so it costs some hundred lookups in the index and reads no list of
/// words. The first letter is taken as right.
struct SpellingLookup {
    private let db: Database

    /// The fewest letters of a word: shorter ones are one letter away from too many.
    private static let minimumLength = 4
    private static let maximumLength = 24

    init(_ db: Database) { self.db = db }

    /// Returns the word of most items; nil if there is none.
    /// - Parameter word: folded.
    func correction(of word: String) throws -> String? {
        var best: (word: String, count: Int)?
        for candidate in Self.candidates(for: word) {
            let count = try count(candidate)
            if count > best?.count ?? 0 { best = (candidate, count) }
        }
        return best?.word
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

    /// Returns the words that one letter more, less or other, or two exchanged letters make, in order.
    static func candidates(for word: String) -> [String] {
        let letters = Array(word.unicodeScalars)
        guard (minimumLength...maximumLength).contains(letters.count), letters.allSatisfy(\.properties.isAlphabetic)
        else { return [] }
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
        return words.map { String(String.UnicodeScalarView($0)) }.sorted()
    }
}
