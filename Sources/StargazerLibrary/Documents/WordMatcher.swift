/// Looks for terms in folded text.
struct WordMatcher {
    private struct Word {
        private let maxFormLength: Int
        let bytes: [UInt8]
        let isPrefix: Bool
        let forms: Set<[UInt8]>

        init(bytes: [UInt8], isPrefix: Bool, forms: [String]) {
            self.bytes = bytes
            self.isPrefix = isPrefix
            self.forms = Set(forms.map { Array($0.utf8) })
            maxFormLength = forms.map(\.utf8.count).max() ?? 0
        }

        func matches(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
            if !forms.isEmpty, range.count <= maxFormLength, forms.contains(Array(text[range])) { return true }
            guard isPrefix ? range.count >= bytes.count : range.count == bytes.count else { return false }
            return text[range].starts(with: bytes)
        }
    }

    private let terms: [[Word]]
    let isEmpty: Bool

    init(_ terms: [DocumentTerms.Term]) {
        self.terms = terms.map { term in
            term.words.enumerated().map { place, word in
                Word(
                    bytes: Array(word.utf8), isPrefix: term.isPrefix && place == term.words.count - 1,
                    forms: term.forms.isEmpty ? [] : term.forms[place])
            }
        }
        isEmpty = terms.isEmpty
    }

    struct Found {
        /// The numbers of the terms that the text contains; of a phrase, with its words in order.
        var terms: Set<Int> = []
        /// The number of different words of the terms that it contains.
        var words = 0
        /// The places of these words, in order and without overlaps.
        var ranges: [Range<Int>] = []
    }

    var count: Int { terms.count }

    /// Returns what `text` contains; nil if it is nothing.
    func find(in text: UnsafeBufferPointer<UInt8>) -> Found? {
        var (plain, marked): ([Range<Int>], [Range<Int>]) = ([], [])
        WordScanner.scan(text) { word, range in
            if word == .plain { plain.append(range) } else { marked.append(range) }
        }
        var found = Found()
        for (number, term) in terms.enumerated() {
            if term.count == 1 {
                let ranges = (plain + marked).filter { term[0].matches(text, $0) }
                guard !ranges.isEmpty else { continue }
                found.terms.insert(number)
                found.words += 1
                found.ranges += ranges
            } else if let phrase = self.phrase(term, in: text, plain) {
                found.terms.insert(number)
                found.words += term.count
                found.ranges += phrase
            } else {
                for word in term {
                    let ranges = plain.filter { word.matches(text, $0) }
                    if !ranges.isEmpty { found.words += 1 }
                    found.ranges += ranges
                }
            }
        }
        guard found.words > 0 else { return nil }
        found.ranges = merged(found.ranges)
        return found
    }

    private func phrase(
        _ term: [Word], in text: UnsafeBufferPointer<UInt8>, _ words: [Range<Int>]
    ) -> [Range<Int>]? {
        guard words.count >= term.count else { return nil }
        for start in 0...words.count - term.count
        where term.indices.allSatisfy({ term[$0].matches(text, words[start + $0]) }) {
            return Array(words[start..<start + term.count])
        }
        return nil
    }

    private func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        var merged: [Range<Int>] = []
        for range in ranges.sorted(by: {
            ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
        }) {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
