/// The views in the window's left pane.
public enum WindowView: String, Sendable, CaseIterable {
    case search
    case favorites
}

/// The window's state, saved for the next start.
public struct WindowState: Sendable, Hashable {
    /// Size of the window's content in application pixels; for a maximized window, the size it restores to.
    public var width: Int
    public var height: Int
    public var isMaximized: Bool
    /// The list's share of the width when list and details are side by side.
    public var split: Double
    public var view: WindowView
    /// The catalog of the last search; nil for the first catalog.
    public var catalog: CatalogKind?
    /// The last search of each catalog.
    public var searches: [CatalogKind: LastSearch]

    public static let defaultSplit = 0.4

    public init(
        width: Int = 1_100, height: Int = 720, isMaximized: Bool = false,
        split: Double = defaultSplit, view: WindowView = .search, catalog: CatalogKind? = nil,
        searches: [CatalogKind: LastSearch] = [:]
    ) {
        self.width = width
        self.height = height
        self.isMaximized = isMaximized
        self.split = split
        self.view = view
        self.catalog = catalog
        self.searches = searches
    }
}

/// The last search of one catalog.
public struct LastSearch: Sendable, Hashable {
    /// Empty when there was none, or when searches are not saved.
    public var query: String
    public var sort: SortOrder

    public init(query: String = "", sort: SortOrder = .bestMatch) {
        self.query = query
        self.sort = sort
    }
}
