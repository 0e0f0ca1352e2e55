import Foundation
import GRDB
import GRDBSQLite
import Synchronization

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
