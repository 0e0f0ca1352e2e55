/// The views of the window's left pane.
public enum WindowView: String, Sendable, CaseIterable {
    case search
    case favorites
}

/// How the window was left, for the next start.
public struct WindowState: Sendable, Hashable {
    /// Of the window's content, in pixels of the application; when maximized, what it returns to.
    public var width: Int
    public var height: Int
    public var isMaximized: Bool
    /// The list's share of the width, where the details have room beside it.
    public var split: Double
    public var view: WindowView
    /// The catalog that was searched last; nil for the first of them.
    public var catalog: CatalogKind?
    /// What was last searched for, by catalog.
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

/// How one catalog's search was left.
public struct LastSearch: Sendable, Hashable {
    /// Empty when there was none, or none is to be remembered.
    public var query: String
    public var sort: SortOrder

    public init(query: String = "", sort: SortOrder = .bestMatch) {
        self.query = query
        self.sort = sort
    }
}
