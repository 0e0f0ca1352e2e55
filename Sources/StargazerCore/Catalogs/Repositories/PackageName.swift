/// The name of a package in Debian's grammar, safe in a command and in an address.
public struct PackageName: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public var description: String { text }

    /// In bytes. Twice the longest name that Debian has.
    private static let maxLength = 200

    /// - Returns: nil for any other text, such as a name with its architecture.
    public init?(_ text: String) {
        let bytes = text.utf8
        guard bytes.count >= 2, bytes.count <= Self.maxLength, let first = bytes.first, Self.isLetterOrDigit(first),
            bytes.allSatisfy({ Self.isLetterOrDigit($0) || Self.marks.contains($0) })
        else { return nil }
        self.text = text
    }

    private static let marks = Set("+-.".utf8)

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
