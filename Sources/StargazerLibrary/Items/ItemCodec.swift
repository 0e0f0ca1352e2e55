public import Foundation

/// Encodes and decodes the facts of one catalog's items, for the library and for favorites files.
/// The format is one JSON object (RFC 8259). Its names are the items' coding keys: they stay when a property is renamed,
/// so that data from earlier versions stays readable.
public protocol ItemCodec: Sendable {
    var kind: CatalogKind { get }
    /// The name of the object in a favorites file.
    var member: String { get }
    /// The current format's number. A new format also needs a migration of the library.
    var format: Int { get }
    /// The sort keys for favorites of this kind, besides the date added and the name. A new key needs a migration, too.
    var sortKeys: [SortKey] { get }
    /// The columns in a table of favorites that are specific to these items.
    var columns: [ItemColumn] { get }
    func encode(_ facts: any ItemFacts) throws -> Data
    /// - Parameters:
    /// - decoder: at the object.
    /// - webURL: the web page when it is stored next to the object, as in files.
    /// - Throws: `DecodingError`, or ``UnknownItemFormat``: unknown formats are not decoded.
    func facts(from decoder: any Decoder, format: Int, webURL: String?) throws -> any ItemFacts
    /// Returns the facts of an item whose stored facts cannot be decoded.
    func facts(titled title: String) -> any ItemFacts
    var importFormats: [any ImportFormat] { get }
    /// Returns the item that a link in a browser's bookmarks leads to, or nil when it leads elsewhere.
    func importTarget(ofLink link: String) -> ImportEntry.Target?
    /// Returns the item that a name in a list stands for, or nil when no item can have it.
    func importTarget(named name: String) -> ImportEntry.Target?
}

extension ItemCodec {
    public var importFormats: [any ImportFormat] { [] }
    public func importTarget(ofLink link: String) -> ImportEntry.Target? { nil }
    public func importTarget(named name: String) -> ImportEntry.Target? { nil }
}

extension ItemCodec {
    /// Encodes a value deterministically: equal values give equal bytes.
    package func written(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in try ISO8601Date(date).encode(to: encoder) }
        return try encoder.encode(value)
    }
}

/// What items are read with. A missing value and null are the same.
extension KeyedDecodingContainer {
    package func decodeIfPresent<Value: Decodable>(_ key: Key) throws -> Value? {
        try decodeIfPresent(Value.self, forKey: key)
    }

    /// Returns a text of at most ``ItemText/maxLength``.
    package func decodeIfPresent(_ key: Key) throws -> String? {
        try decodeIfPresent(String.self, forKey: key).map(ItemText.cut)
    }

    /// Returns a list of at most ``ItemText/maxCount`` texts.
    package func decodeIfPresent(_ key: Key) throws -> [String]? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        var list = try nestedUnkeyedContainer(forKey: key)
        var texts: [String] = []
        while !list.isAtEnd, texts.count < ItemText.maxCount {
            texts.append(ItemText.cut(try list.decode(String.self)))
        }
        return texts
    }

    /// Returns nil also for an address other than http and https.
    package func decodeWebURL(_ key: Key) throws -> URL? { URL(web: try decodeIfPresent(key)) }

    package func decodeDate(_ key: Key) throws -> Date? { try decodeIfPresent(ISO8601Date.self, forKey: key)?.date }
}

/// The limits of texts in an item. Servers have far lower ones, so only a file can exceed them.
package enum ItemText {
    /// In bytes.
    static let maxLength = 20_000
    /// The most texts of a list, such as topics.
    static let maxCount = 1_000

    package static func cut(_ text: String) -> String {
        text.utf8.count <= maxLength ? text : String(CleanText.prefix(of: text, bytes: maxLength))
    }
}

/// A column in a table of favorites.
public struct ItemColumn: Sendable {
    public let name: String
    /// Returns the cell's text; nil when the item lacks the value.
    public let cell: @Sendable (any ItemFacts) -> String?

    public init(_ name: String, _ cell: @escaping @Sendable (any ItemFacts) -> String?) {
        self.name = name
        self.cell = cell
    }
}

public struct UnknownItemFormat: Error {
    public let format: Int

    public init(_ format: Int) { self.format = format }
}

/// Decodes stored facts. Reuse one reader for many rows.
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

/// The item codecs, by catalog. Data of unknown catalogs is left alone.
public struct ItemCodecs: Sendable {
    private let byKind: [CatalogKind: any ItemCodec]
    /// The columns of a table with items of all catalogs. Columns with the same name are merged.
    package let columns: [ItemColumn]
    package let importFormats: [any ImportFormat]

    public init(_ codecs: [any ItemCodec]) {
        var names: [String] = []
        var cells: [String: [@Sendable (any ItemFacts) -> String?]] = [:]
        for column in codecs.flatMap(\.columns) {
            if cells[column.name] == nil { names.append(column.name) }
            cells[column.name, default: []].append(column.cell)
        }
        columns = names.map { [cells] name in
            let known = cells[name] ?? []
            return ItemColumn(name) { facts in known.lazy.compactMap { $0(facts) }.first }
        }
        importFormats = codecs.flatMap(\.importFormats)
        byKind = Dictionary(codecs.map { ($0.kind, $0) }, uniquingKeysWith: { first, _ in first })
    }

    public subscript(_ kind: CatalogKind) -> (any ItemCodec)? { byKind[kind] }

    /// Returns what an item says about itself, as the server sent it.
    public func summary(of facts: any ItemFacts) -> String? {
        for name in ["description", "bio"] {
            if let summary = columns.first(where: { $0.name == name })?.cell(facts) { return summary }
        }
        return nil
    }

    package func importTarget(ofLink link: String) -> ImportEntry.Target? {
        byKind.values.lazy.compactMap { $0.importTarget(ofLink: link) }.first
    }

    package func importTarget(named name: String) -> ImportEntry.Target? {
        byKind.values.lazy.compactMap { $0.importTarget(named: name) }.first
    }
}
