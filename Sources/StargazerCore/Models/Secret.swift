/// A text that only its own server and the keyring may see.
/// Printed, interpolated, dumped or reflected, also inside another value, it reads `redacted`. It is not encodable.
public struct Secret: Sendable, Equatable {
    private let text: String

    public init(_ text: String) { self.text = text }

    /// The text itself, for the two places that send and store it.
    public var revealed: String { text }

    /// Takes constant time for texts of the same length.
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

/// Why a text cannot be a token. The user interface words it.
public enum TokenFormatFailure: Error, Sendable, Hashable {
    case empty
    /// More than one line: not all of the text can be the token.
    case hasLineBreak
    case hasWhiteSpace
    case hasControlCharacter
    case notASCII
    case tooLong(limit: Int)
}

extension Secret {
    /// The longest token accepted. GitHub's tokens have 40 to 255 characters.
    public static let maxTokenLength = 255

    /// Returns the token in a typed or pasted text, without surrounding white space and line breaks.
    /// - Throws: the first reason why it cannot be a token. Only the server can say whether a token is valid.
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

    /// Returns whether this is a line feed to carriage return, next line, line separator or paragraph separator.
    private static func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
        (0x0A...0x0D).contains(scalar.value) || [0x85, 0x2028, 0x2029].contains(scalar.value)
    }
}

/// A token and the only server that may receive it.
public struct Credential: Sendable, Equatable {
    public let secret: Secret
    /// As in `ItemID`: the API's host, with the port when it is not the default.
    public let host: String

    public init(secret: Secret, host: String) {
        self.secret = secret
        self.host = host
    }
}
