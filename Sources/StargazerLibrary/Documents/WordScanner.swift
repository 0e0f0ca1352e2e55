import Foundation

/// Finds the words of `SearchWords` in UTF-8, without a string for each word. Every word is a range of the text.
enum WordScanner {
    enum Word { case plain, marked }

    /// Calls `body` for each word of valid UTF-8, folded by `SearchWords.folded`.
    static func scan(_ folded: UnsafeBufferPointer<UInt8>, _ body: (Word, Range<Int>) -> Void) {
        // The beginnings of the current word, and of the current word with its symbols.
        var (word, whole): (Int?, Int?) = (nil, nil)
        var isMarked = false
        var afterDot = false
        func endWord(_ end: Int) {
            if let start = word { body(.plain, start..<end) }
            word = nil
        }
        func endWhole(_ end: Int) {
            endWord(end)
            if isMarked, let start = whole { body(.marked, start..<end) }
            whole = nil
            isMarked = false
        }
        var index = 0
        while index < folded.count {
            let (kind, length) = kind(folded, at: index)
            switch kind {
            case .letter:
                if whole == nil {
                    isMarked = afterDot
                    whole = afterDot ? index - 1 : index
                }
                if word == nil { word = index }
            case .character:
                endWhole(index)
                body(.plain, index..<index + length)
            case .mark where whole != nil:
                endWord(index)
                isMarked = true
            case .mark, .other:
                endWhole(index)
            }
            afterDot = folded[index] == UInt8(ascii: ".")
            index += length
        }
        endWhole(index)
    }

    private static func kind(
        _ text: UnsafeBufferPointer<UInt8>, at index: Int
    ) -> (kind: SearchWords.Kind, length: Int) {
        let first = text[index]
        if first < 0x80 { return (SearchWords.kind(of: Unicode.Scalar(first)), 1) }
        let length = min(first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4, text.count - index)
        var value = UInt32(first & (0xFF >> UInt8(length + 1)))
        for next in index + 1..<index + length { value = value << 6 | UInt32(text[next] & 0x3F) }
        return (Unicode.Scalar(value).map(SearchWords.kind) ?? .other, length)
    }
}

/// Words without duplicates, in the order of their first appearance.
struct WordSet {
    /// The words, separated by spaces.
    private(set) var text: [UInt8] = []
    private var words: [Range<Int32>] = []
    /// Open addressing: the number of a word plus one, or zero.
    private var table = [Int32](repeating: 0, count: 1_024)

    mutating func insert(_ word: UnsafeBufferPointer<UInt8>) {
        var slot = hash(word) & (table.count - 1)
        while table[slot] != 0 {
            let known = words[Int(table[slot]) - 1]
            let isEqual = text.withUnsafeBufferPointer {
                $0[Int(known.lowerBound)..<Int(known.upperBound)].elementsEqual(word)
            }
            if isEqual { return }
            slot = (slot + 1) & (table.count - 1)
        }
        if !text.isEmpty { text.append(0x20) }
        let start = Int32(text.count)
        text.append(contentsOf: word)
        words.append(start..<Int32(text.count))
        table[slot] = Int32(words.count)
        if words.count * 2 > table.count { grow() }
    }

    private mutating func grow() {
        table = [Int32](repeating: 0, count: table.count * 4)
        for (number, word) in words.enumerated() {
            let hash = text.withUnsafeBufferPointer {
                self.hash(UnsafeBufferPointer(rebasing: $0[Int(word.lowerBound)..<Int(word.upperBound)]))
            }
            var slot = hash & (table.count - 1)
            while table[slot] != 0 { slot = (slot + 1) & (table.count - 1) }
            table[slot] = Int32(number + 1)
        }
    }

    private func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(word))
        return hasher.finalize()
    }
}

/// The words that the index has of an item, computed from its row when they are added, and again when removed.
struct DocumentWords: Equatable, Sendable {
    /// The columns of `field_words`, in order.
    var fields: [String]
    /// Each word once; nil without a text.
    var text: String?

    /// Maximum length of all fields in Unicode scalars.
    private static let maxFields = 8_000
    /// The size in bytes of the beginning of a text whose words count more than the others.
    static let leadSize = 500

    init(_ fields: DocumentFields?, _ text: TextWords?) {
        var room = Self.maxFields
        self.fields = (fields?.columns ?? [[], [], [], []]).map { values in
            let value = String(
                String.UnicodeScalarView(values.joined(separator: "\n").unicodeScalars.prefix(room)))
            room -= value.unicodeScalars.count
            let words = SearchWords(SearchWords.folded(value))
            return (words.plain + words.marked).joined(separator: " ")
        }
        self.fields.append(text?.lead ?? "")
        self.text = text?.all
    }

    /// The words of a text. Marks and addresses of links are no words.
    struct TextWords: Equatable, Sendable {
        /// Each word once; nil if only the lead was requested.
        let all: String?
        /// The words of the beginning.
        let lead: String

        init(_ text: String, onlyLead: Bool = false) {
            var words = WordSet()
            var leadEnd: Int?
            var size = 0
            PlainTextLines.forEach(in: text) { line in
                TextFolding.withFolded(line) { folded in
                    WordScanner.scan(folded) { words.insert(UnsafeBufferPointer(rebasing: folded[$1])) }
                }
                size += line.count
                if leadEnd == nil, size >= DocumentWords.leadSize { leadEnd = words.text.count }
                return !onlyLead || leadEnd == nil
            }
            all = onlyLead ? nil : String(decoding: words.text, as: UTF8.self)
            lead = String(decoding: words.text.prefix(leadEnd ?? .max), as: UTF8.self)
        }
    }
}

extension DocumentFields {
    /// The values of the columns of `field_words`, except the beginning of the text.
    var columns: [[String]] { [[title], topics + tags, [description], [note]] }
}

/// Folds UTF-8 as `SearchWords.folded` does. ASCII, which most lines are, needs no strings.
enum TextFolding {
    static func withFolded<Value>(_ text: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Value)
        -> Value
    {
        if text.allSatisfy({ $0 < 0x80 }) {
            return text.map { $0 >= 0x41 && $0 <= 0x5A ? $0 | 0x20 : $0 }.withUnsafeBufferPointer(body)
        }
        var folded = SearchWords.folded(String(decoding: text, as: UTF8.self))
        return folded.withUTF8(body)
    }
}
