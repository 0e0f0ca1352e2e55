public import Foundation

/// How the facts of one catalog's items are written, into the library and into files of favorites: one JSON object
/// with names of its own (RFC 8259), apart from the model, so that a model that grows still reads what was written.
public protocol ItemCodec: Sendable {
    var kind: CatalogKind { get }
    /// Under which name the object stands in a file of favorites.
    var member: String { get }
    /// The number of the format that is written now. A new one takes a migration of the library as well.
    var format: Int { get }
    /// What favorites of these items can be put in order by, beside when they were added and by name. A new one takes
    /// a migration of the library as well.
    var sortKeys: [SortKey] { get }
    /// What a table of favorites has of these items alone.
    var columns: [ItemColumn] { get }
    func encode(_ facts: any ItemFacts) throws -> Data
    /// - Parameters:
    ///   - decoder: at the object.
    ///   - format: the one it was written in.
    ///   - webURL: the page in the browser where it stands beside the object, as in files.
    /// - Throws: `DecodingError`, or ``UnknownItemFormat``: an unknown format is never guessed at.
    func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts
    /// What is left of an item when its facts cannot be read.
    func facts(titled title: String) -> any ItemFacts
}

extension ItemCodec {
    /// The same value always gives the same bytes.
    func written(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}

/// One column of a table of favorites.
public struct ItemColumn: Sendable {
    public let name: String
    /// Nil when it is not known of the item.
    public let cell: @Sendable (any ItemFacts) -> String?

    public init(_ name: String, _ cell: @escaping @Sendable (any ItemFacts) -> String?) {
        self.name = name
        self.cell = cell
    }
}

/// A format that this version does not know.
public struct UnknownItemFormat: Error {
    public let format: Int

    public init(_ format: Int) { self.format = format }
}

/// Reads stored facts; one is enough for many rows.
public struct ItemFactsReader {
    private let decoder = JSONDecoder()

    public init() {}

    public func facts(_ data: Data, format: Int, by codec: any ItemCodec) throws -> any ItemFacts {
        decoder.userInfo[Stored.key] = (codec, format)
        return try decoder.decode(Stored.self, from: data).facts
    }

    private struct Stored: Decodable {
        static let key = CodingUserInfoKey(rawValue: "codec").unsafelyUnwrapped
        let facts: any ItemFacts

        init(from decoder: any Decoder) throws {
            guard let (codec, format) = decoder.userInfo[Self.key] as? (any ItemCodec, Int) else {
                throw UnknownItemFormat(0)
            }
            facts = try codec.facts(from: decoder, format: format, webURL: nil)
        }
    }
}
