import Foundation

/// What the list of a window shows. A row of the sidebar stands for each source.
public enum ListSource: Sendable, Hashable {
    case search(CatalogKind)
    case favorites(FavoritesScope)
    /// A saved search: the list of its own source, with its text and order.
    case savedSearch(SavedSearchID)
}

/// A part of the favorites.
public enum FavoritesScope: Sendable, Hashable {
    case all
    case catalog(CatalogKind)
    /// Items whose catalog has stars on a server, and which the account has not starred there, as last known.
    case notStarred
    /// Favorites with the tag of this name.
    case tag(String)
    case untagged
    /// Favorites of which the star list that is kept in step tells something new.
    case updates
}

extension FavoritesScope {
    /// The only catalog of its items; nil when they may be of any.
    public var catalog: CatalogKind? {
        switch self {
        case .all, .tag, .untagged, .updates: nil
        case .catalog(let kind): kind
        case .notStarred: CatalogKind.starred
        }
    }
}

extension ListSource {
    /// The source as text, for settings and actions. `init(text:)` reads it.
    public var text: String {
        switch self {
        case .search(let kind): "search:\(kind.rawValue)"
        case .favorites(.catalog(let kind)): "favorites:catalog:\(kind.rawValue)"
        case .favorites(.tag(let name)): "favorites:tag:\(name.percentEncoded)"
        case .favorites(let scope): Self.parts.first { $0.value == scope }?.key ?? "favorites"
        case .savedSearch(let id): "saved:\(id.rawValue)"
        }
    }

    /// Nil for a text that names no source. The catalog may be unknown to this program.
    public init?(text: String) {
        if let scope = Self.parts[text] {
            self = .favorites(scope)
            return
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        switch (parts.count, parts.first) {
        case (2, "search"): self = .search(CatalogKind(rawValue: parts[1]))
        case (2, "saved"):
            guard let id = Int64(parts[1]), String(id) == parts[1] else { return nil }
            self = .savedSearch(SavedSearchID(rawValue: id))
        case (3, "favorites") where parts[1] == "catalog":
            self = .favorites(.catalog(CatalogKind(rawValue: parts[2])))
        case (3, "favorites") where parts[1] == "tag":
            guard let name = parts[2].removingPercentEncoding, !name.isEmpty else { return nil }
            self = .favorites(.tag(name))
        default: return nil
        }
    }

    /// The parts of the favorites that need no further name, by their text.
    private static let parts: [String: FavoritesScope] = [
        "favorites": .all, "favorites:not-starred": .notStarred, "favorites:untagged": .untagged,
        "favorites:updates": .updates,
    ]

    public var isFavorites: Bool {
        if case .favorites = self { return true }
        return false
    }

    public var isSavedSearch: Bool {
        if case .savedSearch = self { return true }
        return false
    }
}

extension String {
    /// The text with letters and digits of ASCII only, and percent signs.
    fileprivate var percentEncoded: String {
        addingPercentEncoding(withAllowedCharacters: .asciiAlphanumerics) ?? ""
    }
}

extension CharacterSet {
    fileprivate static let asciiAlphanumerics = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.")
}
