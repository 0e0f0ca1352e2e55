import StargazerCore

/// Finds the words of `SearchWords` in UTF-8, without a string for each word. Every word is a range of the text.
enum WordScanner {
    enum Word { case plain, marked }

    /// Calls `body` for each word.
    /// - Parameter folded: valid UTF-8, folded by `SearchWords.folded`.
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
