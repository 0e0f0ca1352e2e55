public import Foundation

/// A result for the desktop's search: a favorite or a recent search.
public enum DesktopSearchResult: Sendable, Hashable {
    case favorite(FavoriteRowID)
    case search(String, CatalogKind)

    /// The ID for the desktop, which passes it back when the result is shown or chosen.
    /// The process that receives it may not be the one that found it.
    public var id: String {
        switch self {
        case .favorite(let row): "favorite/\(row.rawValue)"
        case .search(let text, let kind): "search/\(kind.rawValue)/\(text)"
        }
    }

    /// - Parameter id: a value of `id` from any sender; the result is nil for any other text.
    public init?(id: String) {
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        switch (parts.first, parts.count) {
        case ("favorite", 2):
            guard let number = Int64(parts[1]), number > 0 else { return nil }
            self = .favorite(FavoriteRowID(rawValue: number))
        case ("search", 3):
            let text = CleanText.line(parts[2], limit: DesktopSearch.longest)
            guard !parts[1].isEmpty, !text.isEmpty else { return nil }
            self = .search(text, CatalogKind(rawValue: parts[1]))
        default: return nil
        }
    }
}

/// The content of a result for the desktop's search. It contains no markup.
public struct DesktopSearchResultContent: Sendable, Equatable {
    public let result: DesktopSearchResult
    public let kind: CatalogKind
    public let title: String
    /// The description of a favorite on one line; empty if none.
    public let summary: String
    /// Nil when there is no picture.
    public let picture: URL?
}
