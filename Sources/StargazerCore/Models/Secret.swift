/// A text that only the server it was made for and the key store may see. Wherever it is printed, put into a string,
/// dumped or reflected, also inside another value, it says `redacted`; it cannot be encoded.
public struct Secret: Sendable, Equatable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// The text itself, for the two places that send it and store it.
    public var revealed: String { text }

    /// Takes as long for a near miss as for a far one of the same length.
    public static func == (one: Secret, other: Secret) -> Bool {
        let (left, right) = (Array(one.text.utf8), Array(other.text.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "redacted" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Why a text cannot be a token. The wording is the user interface's.
public enum TokenFormatFailure: Error, Sendable, Hashable {
    case empty
    /// More than one line: not all of it can be the token.
    case hasLineBreak
    case hasWhiteSpace
    case hasControlCharacter
    case notASCII
    case tooLong(limit: Int)
}

extension Secret {
    /// GitHub's own tokens are between 40 and 255 characters long.
    public static let maxTokenLength = 255

    /// The token that a person typed or pasted, without the white space and line breaks around it.
    /// - Throws: the first thing that makes it impossible; whether it is any good only its server can tell.
    public static func token(from typed: String) throws(TokenFormatFailure) -> Secret {
        let scalars = typed.unicodeScalars
        let isVisible = { (scalar: Unicode.Scalar) in !scalar.properties.isWhitespace }
        guard let first = scalars.firstIndex(where: isVisible), let last = scalars.lastIndex(where: isVisible) else {
            throw .empty
        }
        let token = scalars[first...last]
        if token.contains(where: isLineBreak) { throw .hasLineBreak }
        if token.contains(where: \.properties.isWhitespace) { throw .hasWhiteSpace }
        if token.contains(where: { $0.properties.generalCategory == .control }) { throw .hasControlCharacter }
        if !token.allSatisfy(\.isASCII) { throw .notASCII }
        if token.count > maxTokenLength { throw .tooLong(limit: maxTokenLength) }
        return Secret(String(token))
    }

    /// Line feed to carriage return, and Unicode's next line, line separator and paragraph separator.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        (0x0A...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
    }
}

/// A token and the server it may be told.
public struct Credential: Sendable, Equatable {
    public let secret: Secret
    /// As in `ItemID`: the API's host, with the port when it is not the usual one.
    public let host: String

    public init(secret: Secret, host: String) {
        self.secret = secret
        self.host = host
    }
}
