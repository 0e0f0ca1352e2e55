public import Foundation

/// What the desktop's own search finds here: a favorite, or a search that was made before.
public enum DesktopResult: Sendable, Hashable {
    case favorite(FavoriteRowID)
    case search(String, CatalogKind)

    /// As the desktop hands it about. It comes back when the result is shown or chosen, also to a later process than the
    /// one that found it.
    public var id: String {
        switch self {
        case .favorite(let row): "favorite/\(row.rawValue)"
        case .search(let text, let kind): "search/\(kind.rawValue)/\(text)"
        }
    }

    /// - Parameter id: as `id` writes it, by whomever it was sent; nil when it is anything else.
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

/// What the desktop shows of a result. Nothing in it is markup.
public struct DesktopResultContent: Sendable, Equatable {
    public let result: DesktopResult
    public let kind: CatalogKind
    public let title: String
    /// The description of a favorite on one line; `""` if there is none.
    public let summary: String
    /// Nil where there is nothing to picture.
    public let picture: URL?
}
