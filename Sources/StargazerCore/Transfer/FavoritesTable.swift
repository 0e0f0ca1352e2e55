public import Foundation

/// Favorites as a table for spreadsheets: CSV by RFC 4180 (a heading, CRLF, quotes doubled inside quotes) in UTF-8.
///
/// A cell that begins like a formula gets an apostrophe before it, so that opening the table cannot run what a
/// stranger wrote into a description (OWASP, "CSV Injection"). For that reason a table is not taken in again.
public enum FavoritesTable {
    private static let columns: [(name: String, cell: @Sendable (Favorite, Repository?) -> String?)] = [
        ("catalog", { favorite, _ in favorite.id.catalog.rawValue }),
        ("host", { favorite, _ in favorite.id.host }),
        ("id", { favorite, _ in favorite.id.id }),
        ("title", { favorite, _ in favorite.item.title }),
        ("url", { favorite, _ in favorite.item.webURL?.absoluteString }),
        ("added_at", { favorite, _ in FileDate.text(favorite.addedAt) }),
        ("starred_on_github", { favorite, _ in favorite.isStarredOnServer.map { "\($0)" } }),
        ("description", { $1?.summary }),
        ("stars", { $1.map { "\($0.stars)" } }),
        ("forks", { $1.map { "\($0.forks)" } }),
        ("open_issues", { $1.map { "\($0.openIssues)" } }),
        ("language", { $1?.language }),
        ("topics", { $1?.topics.joined(separator: " ") }),
        ("license", { $1?.license }),
        ("homepage", { $1?.homepage?.absoluteString }),
        ("clone_url", { $1?.cloneURL?.absoluteString }),
        ("avatar_url", { $1?.ownerAvatarURL?.absoluteString }),
        ("created_at", { $1?.createdAt.map(FileDate.text) }),
        ("pushed_at", { $1?.pushedAt.map(FileDate.text) }),
        ("archived", { $1.map { "\($0.isArchived)" } }),
        ("fork", { $1.map { "\($0.isFork)" } }),
        ("template", { $1.map { "\($0.isTemplate)" } }),
        ("mirror", { $1.map { "\($0.isMirror)" } }),
        ("private", { $1.map { "\($0.isPrivate)" } }),
    ]

    public static func csv(_ favorites: [Favorite]) -> Data {
        var text = line(columns.map(\.name))
        for favorite in favorites {
            let repository = favorite.item.repository
            text += line(columns.map { column in column.cell(favorite, repository) ?? "" })
        }
        return Data(text.utf8)
    }

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
