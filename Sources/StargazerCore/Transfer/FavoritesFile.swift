public import Foundation

/// Favorites as a file that other programs can read, and that gives the same favorites when it is taken in again.
///
/// JSON in UTF-8 (RFC 8259), one object:
///
///     {
///       "format": "stargazer-favorites",    always this
///       "version": 1,                       a reader refuses a higher one
///       "exported_at": "2026-01-31T12:00:00.000Z",
///       "favorites": [ … ]                  the newest first; each item at most once
///     }
///
/// and for each favorite
///
///     "catalog"            "repositories"
///     "host"               the API's host, with the port when it is not the usual one: "api.github.com"
///     "id"                 the server's own identity of the item, as text
///     "title"              the name people use, for people: a reader takes it from "repository"
///     "url"                the page to open in a browser; may be missing
///     "added_at"           when it became a favorite
///     "starred_on_github"  true or false as last known of the account's star; missing when it was never asked
///     "repository"         what a row shows without a network, see `RepositoryEntry`
///
/// Dates are ISO 8601 in UTC with milliseconds; a reader also takes them without. Members a reader does not know are
/// passed over; null is the same as missing.
public enum FavoritesFile {
    public static let format = "stargazer-favorites"
    public static let version = 1
    /// What is longer is not read: a library of a hundred thousand favorites takes less.
    public static let largest = 64 << 20

    public static func json(_ favorites: [Favorite], now: Date) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(FileDate.text(date))
        }
        return try encoder.encode(
            Document(
                format: format, version: version, exportedAt: now, favorites: favorites.map { FavoriteEntry($0) }))
    }

    /// The favorites in a file, all of them looked at before any is given.
    public static func favorites(fromJSON data: Data) throws(FavoritesFileFailure) -> [Favorite] {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .custom { decoder in
            let container = try decoder.singleValueContainer()
            guard let date = FileDate.date(try container.decode(String.self)) else {
                throw DecodingError.dataCorruptedError(in: container, debugDescription: "no date")
            }
            return date
        }
        let document: Document
        do {
            try check(try decoder.decode(Heading.self, from: data))
            document = try decoder.decode(Document.self, from: data)
        } catch let failure as FavoritesFileFailure {
            throw failure
        } catch {
            throw FavoritesFileFailure(error)
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

    private static func check(_ heading: Heading) throws(FavoritesFileFailure) {
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

    private struct Document: Codable {
        var format: String
        var version: Int
        var exportedAt: Date?
        var favorites: [FavoriteEntry]
    }
}

/// The library keeps milliseconds, so that is what a file tells.
enum FileDate {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    static func text(_ date: Date) -> String {
        // The style cuts off what is beyond milliseconds, and most of them are a little less than whole in binary.
        style.format(date.addingTimeInterval(0.000_5))
    }

    static func date(_ text: String) -> Date? {
        (try? style.parse(text)) ?? (try? Date.ISO8601FormatStyle().parse(text))
    }
}
