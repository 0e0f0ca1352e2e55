public import StargazerLibrary

/// An item known only by its name. It cannot be saved or acted on before its catalog has resolved it.
public struct ItemReference: Sendable, Hashable {
    public let catalog: CatalogKind
    /// The parts of the name, as the catalog requests them.
    public let path: [String]
    /// The host that its address names, where that is not the server in use; nil for an item of the server in use.
    public let otherHost: String?

    /// The display name.
    public var name: String { path.joined(separator: "/") }

    public init(catalog: CatalogKind, path: [String], otherHost: String? = nil) {
        self.catalog = catalog
        self.path = path
        self.otherHost = otherHost
    }
}

/// A request to the window from another start of the program, the desktop or another program.
public enum OpenRequest: Sendable, Hashable {
    /// Nil for the current catalog.
    case search(String, in: CatalogKind?)
    /// An empty search entry.
    case newSearch
    case source(ListSource)
    case item(Item)
    /// The details of an item that is known only by its name.
    case reference(ItemReference)
    /// A link that cannot be opened, as clean text for a message.
    case invalidLink(String)
}
