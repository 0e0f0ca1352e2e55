public import StargazerLibrary

/// The window's state, saved for the next start.
public struct WindowState: Sendable, Hashable {
    /// Size of the window's content in application pixels; for a maximized window, the size it restores to.
    public var width: Int
    public var height: Int
    public var isMaximized: Bool
    /// The list's share of the width when list and details are side by side.
    public var split: Double
    /// Whether the panel next to a picture is visible.
    public var showsPictureInformation: Bool
    /// What the list showed; nil for the first search.
    public var source: ListSource?
    /// The catalog of the last search; nil for the first catalog.
    public var catalog: CatalogKind?
    public var searches: [CatalogKind: LastSearch]

    public static let defaultSplit = 0.38

    public init(
        width: Int = 1_200, height: Int = 760, isMaximized: Bool = false,
        split: Double = defaultSplit, showsPictureInformation: Bool = false, source: ListSource? = nil,
        catalog: CatalogKind? = nil,
        searches: [CatalogKind: LastSearch] = [:]
    ) {
        self.width = width
        self.height = height
        self.isMaximized = isMaximized
        self.split = split
        self.showsPictureInformation = showsPictureInformation
        self.source = source
        self.catalog = catalog
        self.searches = searches
    }
}

public struct LastSearch: Sendable, Hashable {
    /// Empty when there was none, or when searches are not saved.
    public var query: String
    public var sort: ItemOrder

    public init(query: String = "", sort: ItemOrder = .bestMatch) {
        self.query = query
        self.sort = sort
    }
}
