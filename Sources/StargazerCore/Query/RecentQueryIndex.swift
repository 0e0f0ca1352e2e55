/// An index of recent searches, fast enough for a lookup on every keystroke.
struct RecentQueryIndex: Sendable {
    private let texts: [String]
    /// All searches in lower case as UTF-8, concatenated; each begins with a space.
    private let bytes: [UInt8]
    /// The end of each search in `bytes`.
    private let ends: [Int]

    /// - Parameter texts: newest first.
    init(_ texts: [String] = []) {
        self.texts = texts
        var bytes: [UInt8] = []
        var ends: [Int] = []
        for text in texts {
            bytes.append(Self.blank)
            bytes += text.lowercased().utf8
            ends.append(bytes.count)
        }
        self.bytes = bytes
        self.ends = ends
    }

    private static let blank = UInt8(ascii: " ")

    /// Returns searches that begin with the typed text, then those with a word that does.
    /// Newest first, without the typed text itself.
    func matching(_ typed: String, limit: Int) -> [String] {
        let wanted = [Self.blank] + typed.lowercased().utf8
        guard wanted.count > 1, limit > 0 else { return [] }
        var (first, second): ([Int], [Int]) = ([], [])
        bytes.withUnsafeBufferPointer { bytes in
            var start = 0
            for (index, end) in ends.enumerated() {
                defer { start = end }
                guard end - start > wanted.count else { continue }
                if Self.has(wanted, at: start, in: bytes) {
                    first.append(index)
                    if first.count == limit { return }
                } else if second.count < limit,
                    (start + 1..<end - wanted.count + 1).contains(where: { Self.has(wanted, at: $0, in: bytes) })
                {
                    second.append(index)
                }
            }
        }
        return (first + second).prefix(limit).map { texts[$0] }
    }

    private static func has(_ wanted: [UInt8], at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for (offset, byte) in wanted.enumerated() where bytes[place + offset] != byte { return false }
        return true
    }
}
