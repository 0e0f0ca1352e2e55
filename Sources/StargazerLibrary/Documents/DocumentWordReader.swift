import GRDB

/// The words of an item, folded as in the index. They are the same for each key of a query that is typed.
struct ItemWords {
    /// The values of each field.
    private(set) var fields: [[[UInt8]]]
    /// The lines of the beginning of the text.
    private(set) var text: [UInt8] = []
    /// The number of bytes of the text whose words count more.
    private(set) var lead = 0

    static let lineEnd = UInt8(ascii: "\n")
    /// The number of bytes that are read of a text.
    private static let maxSize = 64_000

    /// In bytes, about.
    var size: Int { text.count + fields.joined().reduce(0) { $0 + $1.count } }

    /// Fails for an item that has no words.
    init?(_ db: Database, row: Int64) throws {
        guard let record = try DocumentRecord.find(db, row: row) else { return nil }
        fields = try (record.fields()?.columns ?? []).map { values in
            values.map { TextFolding.withFolded(Array($0.utf8)) { Array($0) } }
        }
        guard let text = try DocumentRecord.text(db, row: row) else { return }
        var (size, lead, folded): (Int, Int?, [UInt8]) = (0, nil, [])
        PlainTextLines.forEach(in: text) { line in
            TextFolding.withFolded(line) { folded += $0 }
            folded.append(Self.lineEnd)
            size += line.count
            if lead == nil, size >= DocumentWords.leadSize { lead = folded.count }
            return size < Self.maxSize
        }
        (self.text, self.lead) = (folded, lead ?? folded.count)
    }
}

/// Reads the words of an item: how often it has each term, and how near they are to each other.
struct DocumentWordReader {
    private struct Hit {
        let term: Int
        let share: Float
    }

    private let terms: [DocumentTerms.Term]
    /// The terms of each word, by the hash of the word.
    private var hits: [UInt64: [Hit]] = [:]
    private let prefix: (bytes: [UInt8], term: Int)?
    private let isPrefixInTexts: Bool

    /// The number of words in which terms are near each other.
    private static let window: Int32 = 15
    private static let maxPlaces = 2_000

    init(_ terms: [DocumentTerms.Term]) {
        self.terms = terms
        let last = terms.last.flatMap { $0.isPrefix && !$0.isPhrase ? $0 : nil }
        prefix = last.map { (Array($0.words[0].utf8), terms.count - 1) }
        isPrefixInTexts = last?.hasShortPrefix == false
        for (number, term) in terms.enumerated() where !term.isPhrase {
            add(term.words[0], Hit(term: number, share: 1))
            for form in term.forms.joined() { add(form, Hit(term: number, share: Float(TermMatches.form) / 100)) }
        }
    }

    private mutating func add(_ word: String, _ hit: Hit) {
        hits[word.utf8.reduce(Self.emptyHash, Self.hash), default: []].append(hit)
    }

    struct Words {
        /// The weights of the terms, by how often the item has them.
        var weights: [Float]
        /// The rarity of the terms that are nearest to each other; zero for fewer than two.
        var near: Float = 0
    }

    private struct Place {
        let position: Int32
        let hit: Hit
    }

    func words(in item: ItemWords, _ rarities: [Float]) -> Words {
        var words = Words(weights: [Float](repeating: 0, count: terms.count))
        let weights = TermMatches.weights.flatMap { columns in columns.columns.map { _ in columns.weight } }
        for (number, values) in item.fields.enumerated() {
            let places = places(in: values)
            count(places, times: weights[number], atMostOnce: number == 0, &words)
            words.near = max(words.near, nearest(places, rarities))
        }
        if !item.text.isEmpty {
            let (places, lead) = places(inTextOf: item)
            count(places, times: 1, atMostOnce: false, &words)
            count(Array(places.prefix(lead)), times: TermMatches.leadWeight, atMostOnce: true, &words)
            words.near = max(words.near, nearest(places, rarities))
        }
        return words
    }

    private func count(_ places: [Place], times weight: Float, atMostOnce: Bool, _ words: inout Words) {
        var sums = [Float](repeating: 0, count: terms.count)
        for place in places { sums[place.hit.term] += place.hit.share }
        for number in sums.indices {
            words.weights[number] += weight * (atMostOnce ? min(1, sums[number]) : sums[number])
        }
    }

    /// Returns the rarity of the different terms in the window that has most.
    private func nearest(_ places: [Place], _ rarities: [Float]) -> Float {
        var best: Float = 0
        var seen = [Float](repeating: 0, count: terms.count)
        for start in places.indices {
            for number in seen.indices { seen[number] = 0 }
            var (sum, count): (Float, Int) = (0, 0)
            for place in places[start...] {
                guard place.position - places[start].position <= Self.window else { break }
                let value = place.hit.share * rarities[place.hit.term]
                guard value > seen[place.hit.term] else { continue }
                if seen[place.hit.term] == 0 { count += 1 }
                sum += value - seen[place.hit.term]
                seen[place.hit.term] = value
            }
            if count > 1 { best = max(best, sum) }
        }
        return best
    }

    // MARK: Words

    private func places(in values: [[UInt8]]) -> [Place] {
        var scan = Scan(prefix: prefix)
        for value in values {
            value.withUnsafeBufferPointer { add($0, &scan) }
            // Words of different values are not near each other.
            scan.position += Self.window
        }
        return scan.places
    }

    /// - Returns: also the number of places in the beginning.
    private func places(inTextOf item: ItemWords) -> ([Place], lead: Int) {
        var scan = Scan(prefix: isPrefixInTexts ? prefix : nil)
        var lead: Int?
        item.text.withUnsafeBufferPointer { text in
            var start = 0
            while start < text.count, scan.places.count < Self.maxPlaces {
                let end = text[start...].firstIndex(of: ItemWords.lineEnd) ?? text.count
                add(UnsafeBufferPointer(rebasing: text[start..<end]), &scan)
                start = end + 1
                if lead == nil, start >= item.lead { lead = scan.places.count }
            }
        }
        return (scan.places, lead ?? scan.places.count)
    }

    private struct Scan {
        let prefix: (bytes: [UInt8], term: Int)?
        var places: [Place] = []
        var position: Int32 = 0
        /// The hash of the word before.
        var before: UInt64?
    }

    private func add(_ folded: UnsafeBufferPointer<UInt8>, _ scan: inout Scan) {
        scan.before = nil
        WordScanner.scan(folded) { kind, range in
            var (hash, compound) = (Self.emptyHash, scan.before ?? Self.emptyHash)
            for byte in folded[range] {
                hash = Self.hash(hash, byte)
                compound = Self.hash(compound, byte)
            }
            if let found = hits[hash] {
                for hit in found { scan.places.append(Place(position: scan.position, hit: hit)) }
            } else if let prefix = scan.prefix, range.count > prefix.bytes.count,
                folded[range].starts(with: prefix.bytes)
            {
                let hit = Hit(term: prefix.term, share: Float(TermMatches.prefix) / 100)
                scan.places.append(Place(position: scan.position, hit: hit))
            }
            guard kind == .plain else { return }
            if scan.before != nil, let found = hits[compound] {
                for hit in found where hit.share == 1 {
                    let hit = Hit(term: hit.term, share: Float(TermMatches.form) / 100)
                    scan.places.append(Place(position: scan.position, hit: hit))
                }
            }
            scan.before = hash
            scan.position += 1
        }
    }

    /// FNV-1a: the hash of two words is that of the word that they are together.
    private static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    private static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
