public import Foundation

/// Favorites as a table for spreadsheets: CSV by RFC 4180 (a heading, CRLF, quotes doubled inside quotes) in UTF-8.
///
/// A cell that begins like a formula gets an apostrophe before it, so that opening the table cannot run what a
/// stranger wrote into a description (OWASP, "CSV Injection"). For that reason a table is not taken in again.
public struct FavoritesCSVFormat: Sendable {
    private static let common: [(name: String, cell: @Sendable (Favorite) -> String?)] = [
        ("catalog", { $0.id.catalog.rawValue }),
        ("host", { $0.id.host }),
        ("id", { $0.id.id }),
        ("title", { $0.item.title }),
        ("url", { $0.item.webURL?.absoluteString }),
        ("added_at", { ISO8601Date($0.addedAt).text }),
        ("starred_on_github", { favorite in favorite.isStarredOnServer.map { "\($0)" } }),
    ]

    /// What some of the catalogs have and others not: a cell is empty where the item has no such thing.
    private let columns: [ItemColumn]

    public init(codecs: ItemCodecs) { columns = codecs.columns }

    var heading: Data { Data(Self.line(Self.common.map(\.name) + columns.map(\.name)).utf8) }

    func line(_ favorite: Favorite) -> Data {
        let cells = Self.common.map { $0.cell(favorite) } + columns.map { $0.cell(favorite.item.facts) }
        return Data(Self.line(cells.map { $0 ?? "" }).utf8)
    }

    public func csv(_ favorites: [Favorite]) -> Data { favorites.reduce(into: heading) { $0 += line($1) } }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    private static func cell(_ text: String) -> String {
        let safe = startsLikeFormula(text) ? "'" + text : text
        guard safe.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return safe }
        // By scalar: a quote with an accent on it is another character, but still a quote to who reads the file.
        var quoted = String.UnicodeScalarView()
        for scalar in safe.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
        return "\"" + String(quoted) + "\""
    }

    /// The wide forms count in East Asian spreadsheets.
    private static func startsLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
    }
}
