public import Foundation

/// A favorites file in JSON, which other programs can read and which imports without loss.
///
/// JSON in UTF-8 (RFC 8259), one object:
///
///     {
///       "format": "stargazer-favorites",    always this value
///       "version": 1,                       readers reject higher versions
///       "exported_at": "2026-01-31T12:00:00.000Z",
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
///     "format"             the format of the facts (`ItemCodec.format`); 2 when missing
///     and the facts of the item, under their catalog's name (`ItemCodec.member`)
///
/// Dates are ISO 8601 in UTC with milliseconds, which are optional when reading. Readers ignore unknown members.
/// Null is the same as missing.
public struct FavoritesJSONFormat: Sendable {
    public static let format = "stargazer-favorites"
    public static let version = 1
    /// The largest file to read, in bytes. A library of a hundred thousand favorites needs about half.
    public static let largest = 256 << 20
    /// The format of facts without a stated one, as in the first files.
    static let itemFormat = 2

    private let codecs: ItemCodecs

    public init(codecs: ItemCodecs) { self.codecs = codecs }

    // MARK: Writing

    func beginning(now: Date) -> Data {
        Data(
            """
            {"format":"\(Self.format)","version":\(Self.version),"exported_at":"\(ISO8601Date(now).text)","favorites":[
            """.utf8)
    }

    /// - Parameter isFirst: whether this is the first favorite in the file.
    /// - Returns: nil for an item of an unknown catalog.
    func line(_ favorite: Favorite, isFirst: Bool) throws -> Data? {
        guard let codec = codecs[favorite.id.catalog] else { return nil }
        return try Data((isFirst ? "\n" : ",\n").utf8) + DecodedFavorite.line(favorite, by: codec)
    }

    static let end = Data("\n]}\n".utf8)

    public func json(_ favorites: [Favorite], now: Date) throws -> Data {
        var data = beginning(now: now)
        var isFirst = true
        for favorite in favorites {
            guard let line = try line(favorite, isFirst: isFirst) else { continue }
            data += line
            isFirst = false
        }
        return data + Self.end
    }

    // MARK: Reading

    /// Decodes the favorites in a file. Returns them only when all are valid.
    public func favorites(fromJSON data: Data) throws(FileFailure) -> [Favorite] {
        let decoder = JSONDecoder()
        decoder.userInfo[DecodedFavorite.codecs] = codecs
        let document: Document
        do {
            try Self.check(try decoder.decode(Heading.self, from: data))
            document = try decoder.decode(Document.self, from: data)
        } catch let failure as FileFailure {
            throw failure
        } catch {
            throw FileFailure(error)
        }
        var seen: Set<ItemID> = []
        var favorites: [Favorite] = []
        for (index, entry) in document.favorites.enumerated() {
            let favorite = try entry.favorite(number: index + 1)
            guard seen.insert(favorite.id).inserted else { throw .duplicate(number: index + 1, title: entry.title) }
            favorites.append(favorite)
        }
        return favorites
    }

    private static func check(_ heading: Heading) throws(FileFailure) {
        guard heading.format == format else { throw .otherFormat }
        guard let version = heading.version, version >= 1 else { throw .otherFormat }
        guard version <= Self.version else { throw .newerVersion(version) }
    }

    /// The members that identify the format, decoded before the rest.
    private struct Heading: Decodable {
        private enum Key: CodingKey { case format, version }

        var format: String?
        var version: Int?

        init(from decoder: any Decoder) throws {
            guard let fields = try? decoder.container(keyedBy: Key.self) else { return }
            format = try? fields.decode(String.self, forKey: .format)
            version = try? fields.decode(Int.self, forKey: .version)
        }
    }

    private struct Document: Decodable {
        var favorites: [DecodedFavorite]
    }
}
