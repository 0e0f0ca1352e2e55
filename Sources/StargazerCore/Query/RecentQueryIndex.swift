/// Searches made before, ready to be looked through with each letter that is typed.
struct RecentQueryIndex: Sendable {
    private let texts: [String]
    /// In lower case, as bytes, one after the other; each begins with a blank.
    private let bytes: [UInt8]
    /// Where each ends.
    private let ends: [Int]

    /// - Parameter texts: the newest first.
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

    /// Those that begin so, then those with a word that does; the newest first, and not what is typed itself.
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
