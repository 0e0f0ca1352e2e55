public import Foundation

/// Favorites as a file that other programs can read, and that gives the same favorites when it is taken in again.
///
/// JSON in UTF-8 (RFC 8259), one object:
///
///     {
///       "format": "stargazer-favorites",    always this
///       "version": 1,                       a reader refuses a higher one
///       "exported_at": "2026-01-31T12:00:00.000Z",
///       "favorites": [ … ]                  the newest first, one on each line; each item at most once
///     }
///
/// and for each favorite
///
///     "catalog"            whose item it is: "repositories"
///     "host"               the API's host, with the port when it is not the usual one: "api.github.com"
///     "id"                 the server's own identity of the item, as text
///     "title"              the name people use, for people: a reader takes it from the facts
///     "url"                the page to open in a browser; may be missing
///     "added_at"           when it became a favorite
///     "starred_on_github"  true or false as last known of the account's star; missing when it was never asked
///     "format"             in which of its catalog's formats the facts are (`ItemCodec.format`); missing for 2
///     and the facts of the item, under the name that its catalog gives them (`ItemCodec.member`)
///
/// Dates are ISO 8601 in UTC with milliseconds; a reader also takes them without. Members a reader does not know are
/// passed over; null is the same as missing.
public struct FavoritesJSONFormat: Sendable {
    public static let format = "stargazer-favorites"
    public static let version = 1
    /// What is longer is not read: a library of a hundred thousand favorites takes about half.
    public static let largest = 256 << 20
    /// In which format of their codecs the facts are that do not say: those that the first files hold.
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

    /// - Parameter isFirst: nothing stands before it in the file.
    /// - Returns: nil for an item of a catalog that is not known.
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

    /// The favorites in a file, all of them looked at before any is given.
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

    /// Whether it is ours at all is asked before the rest.
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
