/// A request to the window from another start of the program, the desktop or another program.
public enum OpenRequest: Sendable, Hashable {
    /// Nil for the current catalog.
    case search(String, in: CatalogKind?)
    /// An empty search entry.
    case newSearch
    case source(ListSource)
    /// An item's details.
    case item(Item)
    /// The details of an item that is known only by its name.
    case reference(ItemReference)
    /// A link that cannot be opened, as clean text for a message.
    case invalidLink(String)
}
