public import Foundation
public import StargazerLibrary

/// Favorites as a table for spreadsheets: CSV in UTF-8 by RFC 4180, with a header, CRLF and doubled quotes.
///
/// Each tag is on a line of its cell, because a name can have any other separator in it.
///
/// A cell that begins like a formula gets a leading apostrophe. Otherwise opening the table could run what a stranger
/// wrote into a description (OWASP, "CSV Injection"). Because of this change, tables cannot be imported.
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

    private static let annotations: [(name: String, cell: @Sendable (AnnotatedFavorite) -> String?)] = [
        ("tags", { $0.tags.joined(separator: "\n") }),
        ("note", { $0.note }),
    ]

    /// Columns of specific catalogs. Cells are empty for items without the value.
    private let columns: [ItemColumn]

    public init(codecs: ItemCodecs) { columns = codecs.columns }

    /// What each table begins with: a byte order mark, so that spreadsheets take it for UTF-8, and the first columns.
    static let start = Data([0xEF, 0xBB, 0xBF]) + Data(common.prefix(4).map(\.name).joined(separator: ",").utf8)

    var heading: Data {
        Data([0xEF, 0xBB, 0xBF])
            + Data(Self.line(Self.common.map(\.name) + columns.map(\.name) + Self.annotations.map(\.name)).utf8)
    }

    func line(_ annotated: AnnotatedFavorite) -> Data {
        let favorite = annotated.favorite
        let cells =
            Self.common.map { $0.cell(favorite) } + columns.map { $0.cell(favorite.item.facts) }
            + Self.annotations.map { $0.cell(annotated) }
        return Data(Self.line(cells.map { $0 ?? "" }).utf8)
    }

    public func csv(_ favorites: [AnnotatedFavorite]) -> Data { favorites.reduce(into: heading) { $0 += line($1) } }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    private static func cell(_ text: String) -> String {
        let safe = startsLikeFormula(text) ? "'" + text : text
        guard safe.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else { return safe }
        // By scalar: a quote with a combining accent is another character, but CSV readers still see a quote.
        var quoted = String.UnicodeScalarView()
        for scalar in safe.unicodeScalars { quoted += scalar == "\"" ? [scalar, scalar] : [scalar] }
        return "\"" + String(quoted) + "\""
    }

    /// The fullwidth forms start formulas in East Asian spreadsheets.
    private static func startsLikeFormula(_ text: String) -> Bool {
        text.unicodeScalars.first.map { "=+-@\t\r\n＝＋－＠".unicodeScalars.contains($0) } ?? false
    }
}
