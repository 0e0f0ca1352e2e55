import StargazerLibrary

/// A name that is one segment of an address on the server. Addresses are built from such names alone, so that no file,
/// link or response of a stranger can lead a request elsewhere.
public protocol AddressName: Sendable, Hashable, Codable, CustomStringConvertible {
    var text: String { get }
    init(checked text: String)
}

extension AddressName {
    /// Returns nil for what could change the path of an address: nothing, `.`, `..`, separators of paths and of
    /// addresses, control characters, and more than 255 bytes.
    public init?(_ text: String) {
        guard !text.isEmpty, text != ".", text != "..", !text.contains(where: { #"/\%?#:"#.contains($0) }),
            text.utf8.count <= 255, CleanText.line(text) == text
        else { return nil }
        self.init(checked: text)
    }

    /// - Throws: `DecodingError.dataCorrupted` for a text that is no such name.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let name = Self(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a name")
        }
        self = name
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    public var description: String { text }
}

/// The name of an account: of a person or an organization.
public struct Login: AddressName {
    public let text: String
    public init(checked text: String) { self.text = text }
}
