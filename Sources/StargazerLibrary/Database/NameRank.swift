/// Ranks names by where they have the text; lower is better. The part after a slash counts as a name of its own.
struct NameRank {
    /// Number of ranks. The last is for names that contain the text elsewhere, or not at all.
    static let count = 7
    /// The rank of what is found by its document; better ones are of names that have the text in whole words.
    static let document = 3

    private let asked: [UInt8]

    init(_ typed: String) {
        let words = SearchWords.folded(typed).split { $0.isWhitespace || $0.isNewline }
        asked = words.joined(separator: " ").utf8.map(Self.spaced)
    }

    /// - Parameter name: folded; contains every typed word.
    func rank(of name: UnsafeBufferPointer<UInt8>) -> Int {
        var best = Self.count - 1
        guard name.count >= asked.count else { return best }
        // The start of the name counts like a slash.
        var before = UInt8(ascii: "/")
        for start in 0...(name.count - asked.count) {
            defer { before = Self.spaced(name[start]) }
            guard before == UInt8(ascii: "/") || before == UInt8(ascii: " "),
                asked.indices.allSatisfy({ Self.spaced(name[start + $0]) == asked[$0] })
            else { continue }
            let end = start + asked.count
            let isInside = before == UInt8(ascii: " ")
            if end == name.count, !isInside { return 0 }
            let isWhole = end == name.count || [UInt8(ascii: " "), UInt8(ascii: "/")].contains(Self.spaced(name[end]))
            best = min(best, (isWhole ? 1 : Self.document + 1) + (isInside ? 1 : 0))
        }
        return best
    }

    /// Replaces word separators with a space.
    private static func spaced(_ byte: UInt8) -> UInt8 {
        switch byte {
        case UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "#"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), 0x80...:
            byte
        default: UInt8(ascii: " ")
        }
    }
}
