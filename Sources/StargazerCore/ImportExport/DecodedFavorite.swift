import Foundation
import StargazerLibrary

/// A favorite in a file; `FavoritesJSONFormat` documents the format.
struct DecodedFavorite: Decodable {
    struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { nil }
    }

    static let codecs = CodingUserInfoKey(rawValue: "codecs").unsafelyUnwrapped

    let catalog: String
    let title: String
    let tags: [String]
    let note: String?
    private let favorite: Favorite?

    /// Requires ``codecs`` in the decoder's user info.
    /// Decodes favorites of unknown catalogs too; `favorite(number:)` throws for them.
    init(from decoder: any Decoder) throws {
        if Task.isCancelled { throw FileFailure.cancelled }
        let fields = try decoder.container(keyedBy: Key.self)
        catalog = try fields.decode(String.self, forKey: Key("catalog"))
        title = try fields.decode(String.self, forKey: Key("title"))
        tags = try Self.tags(in: fields)
        note = try Self.note(in: fields)
        let codecs = decoder.userInfo[Self.codecs] as? ItemCodecs
        guard let codec = codecs?[CatalogKind(rawValue: catalog)] else {
            favorite = nil
            return
        }
        let host = try Self.text("host", in: fields), id = try Self.text("id", in: fields)
        let member = Key(codec.member)
        guard fields.contains(member) else {
            throw DecodingError.keyNotFound(
                member, DecodingError.Context(codingPath: fields.codingPath, debugDescription: "no facts"))
        }
        let facts = try codec.facts(
            from: try fields.superDecoder(forKey: member),
            format: try fields.decodeIfPresent(Int.self, forKey: Key("format")) ?? FavoritesJSONFormat.itemFormat,
            webURL: try fields.decodeIfPresent(String.self, forKey: Key("url")))
        favorite = Favorite(
            item: Item(id: ItemID(catalog: codec.kind, host: host, id: id), facts: facts),
            addedAt: try fields.decode(ISO8601Date.self, forKey: Key("added_at")).date,
            isStarredOnServer: try fields.decodeIfPresent(Bool.self, forKey: Key("starred_on_github")))
    }

    /// - Parameter number: the position in the file, from 1, for error messages.
    func favorite(number: Int) throws(FileFailure) -> Favorite {
        guard let favorite else { throw .unknownCatalog(number: number, name: catalog) }
        return favorite
    }

    /// Decodes names of tags: as the library stores them, each once.
    private static func tags(in fields: KeyedDecodingContainer<Key>) throws -> [String] {
        let names = try fields.decodeIfPresent([String].self, forKey: Key("tags")) ?? []
        var tags: [String] = []
        var seen: Set<String> = []
        for name in names {
            guard let name = FileTag.cleanName(name), seen.count < Tag.maxCount else {
                throw DecodingError.dataCorruptedError(
                    forKey: Key("tags"), in: fields, debugDescription: "no tag name")
            }
            if seen.insert(name).inserted { tags.append(name) }
        }
        return tags
    }

    private static func note(in fields: KeyedDecodingContainer<Key>) throws -> String? {
        let note = try fields.decodeIfPresent(String.self, forKey: Key("note")) ?? ""
        if note.utf8.count > Note.maxLength {
            throw DecodingError.dataCorruptedError(forKey: Key("note"), in: fields, debugDescription: "too long")
        }
        return note.allSatisfy(\.isWhitespace) ? nil : note
    }

    /// Decodes a text that must not be empty.
    private static func text(_ name: String, in fields: KeyedDecodingContainer<Key>) throws -> String {
        let text = try fields.decode(String.self, forKey: Key(name))
        if text.isEmpty {
            throw DecodingError.dataCorruptedError(forKey: Key(name), in: fields, debugDescription: "empty")
        }
        return text
    }

    /// Returns the line for a favorite in a file.
    static func line(_ annotated: AnnotatedFavorite, by codec: any ItemCodec) throws -> Data {
        let favorite = annotated.favorite
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let heading = Heading(
            catalog: codec.kind.rawValue, host: favorite.id.host, id: favorite.id.id, title: favorite.item.title,
            url: favorite.item.webURL?.absoluteString, addedAt: ISO8601Date(favorite.addedAt),
            isStarred: favorite.isStarredOnServer, tags: annotated.tags.isEmpty ? nil : annotated.tags,
            note: annotated.note,
            format: codec.format == FavoritesJSONFormat.itemFormat ? nil : codec.format)
        var line = try encoder.encode(heading)
        // Reopens the object to append the facts.
        line.removeLast()
        line += try Data(",".utf8) + encoder.encode(codec.member) + Data(":".utf8) + codec.encode(favorite.item.facts)
        return line + Data("}".utf8)
    }

    private struct Heading: Encodable {
        enum CodingKeys: String, CodingKey {
            case catalog, host, id, title, url, format, tags, note
            case addedAt = "added_at"
            case isStarred = "starred_on_github"
        }

        var catalog: String
        var host: String
        var id: String
        var title: String
        var url: String?
        var addedAt: ISO8601Date
        var isStarred: Bool?
        var tags: [String]?
        var note: String?
        var format: Int?
    }
}
