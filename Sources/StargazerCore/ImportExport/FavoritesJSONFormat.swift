public import Foundation
public import StargazerLibrary

/// A favorites file in JSON, which other programs can read and which imports without loss.
///
/// JSON in UTF-8 (RFC 8259), one object:
///
///     {
///       "format": "stargazer-favorites",    always this value
///       "version": 2,                       readers reject other versions
///       "exported_at": "2026-01-31T12:00:00.000Z",
///       "tags": [{"name", "color"}, …]      by name; the color may be missing (`TagColor`)
///       "saved_searches": [{"name", "source", "text", "order"}, …]
///                                           in the user's order; the order of the results may be missing
///       "favorites": [ … ]                  newest first, one per line, without duplicates
///     }
///
/// with these members in each favorite:
///
///     "catalog"            the item's catalog: "repositories"
///     "host"               the API's host, with the port when it is not the default: "api.github.com"
///     "id"                 the server's own ID of the item, as text
///     "title"              the display name, for people only: readers take it from the facts
///     "url"                the web page; optional
///     "added_at"           when it became a favorite
///     "starred_on_github"  whether the account starred it, as last known; missing when never loaded
///     "tags"               the names of its tags; missing when there are none
///     "note"               the user's note; missing when there is none
///     "format"             the format of the facts (`ItemCodec.format`); 2 when missing
///     and the facts of the item, under their catalog's name (`ItemCodec.member`)
///
/// Dates are ISO 8601 in UTC; milliseconds are optional when reading. Unknown members are ignored; null means missing.
public struct FavoritesJSONFormat: Sendable {
    public static let format = "stargazer-favorites"
    public static let version = 2
    /// The largest file to read, in bytes. A library of a hundred thousand favorites needs about half.
    public static let largest = 256 << 20
    /// The format of facts without a stated one, as in the first files.
    static let itemFormat = 2

    private let codecs: ItemCodecs

    public init(codecs: ItemCodecs) { self.codecs = codecs }

    // MARK: Writing

    func beginning(tags: [Tag] = [], searches: [SavedSearch] = [], now: Date) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let tags = try encoder.encode(tags.map { FileTag($0.name, color: $0.color) })
        let searches = try encoder.encode(
            searches.map { FileSearch($0.name, source: $0.source, text: $0.text, order: $0.order) })
        return Data(
            """
            {"format":"\(Self.format)","version":\(Self.version),"exported_at":"\(ISO8601Date(now).text)",
            "tags":\(String(decoding: tags, as: UTF8.self)),
            "saved_searches":\(String(decoding: searches, as: UTF8.self)),
            "favorites":[
            """.utf8)
    }

    /// - Returns: nil for an item of an unknown catalog.
    func line(_ favorite: AnnotatedFavorite, isFirst: Bool) throws -> Data? {
        guard let codec = codecs[favorite.favorite.id.catalog] else { return nil }
        return try Data((isFirst ? "\n" : ",\n").utf8) + DecodedFavorite.line(favorite, by: codec)
    }

    static let end = Data("\n]}\n".utf8)

    public func json(_ favorites: [Favorite], now: Date) throws -> Data {
        var data = try beginning(now: now)
        var isFirst = true
        for favorite in favorites {
            guard let line = try line(AnnotatedFavorite(favorite), isFirst: isFirst) else { continue }
            data += line
            isFirst = false
        }
        return data + Self.end
    }

    // MARK: Reading

    /// Decodes the favorites in a file. Returns them only when all are valid.
    public func favorites(fromJSON data: Data) throws(FileFailure) -> [Favorite] {
        try ImportFileReader(codecs: codecs, now: .distantPast).file(data).entries.compactMap { entry in
            if case .favorite(let favorite) = entry.target { favorite } else { nil }
        }
    }

    /// - Returns: nil for a file of another format.
    static func file(from decoder: any Decoder) throws -> ImportFile? {
        guard try isFormat(try Heading(from: decoder)) else { return nil }
        let document = try Document(from: decoder)
        var file = ImportFile(source: .stargazer, tags: document.tags ?? [], searches: document.searches ?? [])
        if file.tags.count > Tag.maxCount { throw FileFailure.badEntry(number: nil, field: "tags") }
        if file.searches.count > SavedSearch.maxCount {
            throw FileFailure.badEntry(number: nil, field: "saved_searches")
        }
        var seen: Set<ItemID> = []
        for (index, entry) in document.favorites.enumerated() {
            let favorite = try entry.favorite(number: index + 1)
            guard seen.insert(favorite.id).inserted else {
                throw FileFailure.duplicate(number: index + 1, title: entry.title)
            }
            file.entries.append(ImportEntry(.favorite(favorite), tags: entry.tags, note: entry.note))
        }
        return file
    }

    private static func isFormat(_ heading: Heading) throws(FileFailure) -> Bool {
        guard heading.format == format else { return false }
        guard let version = heading.version, version >= Self.version else { throw .otherFormat }
        guard version <= Self.version else { throw .newerVersion(version) }
        return true
    }

    /// The members that identify the format, decoded before the rest.
    private struct Heading: Decodable {
        private enum Key: CodingKey { case format, version }

        var format: String?
        var version: Int?

        init(from decoder: any Decoder) throws {
            // A `try?` in this file: what is not in this form belongs to another format.
            guard let fields = try? decoder.container(keyedBy: Key.self) else { return }
            format = try? fields.decode(String.self, forKey: .format)
            version = try? fields.decode(Int.self, forKey: .version)
        }
    }

    private struct Document: Decodable {
        private enum CodingKeys: String, CodingKey {
            case favorites, tags
            case searches = "saved_searches"
        }

        var favorites: [DecodedFavorite]
        var tags: [FileTag]?
        var searches: [FileSearch]?
    }
}
