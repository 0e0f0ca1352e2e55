/// What another start of the program, the desktop or another program asks of the window.
public enum OpenRequest: Sendable, Hashable {
    /// Nil for the catalog that shows.
    case search(String, in: CatalogKind?)
    /// An empty entry to type into.
    case newSearch
    case favorites
    /// The details of it.
    case item(Item)
    /// The details of what has yet to be found by its name.
    case reference(ItemReference)
    /// To say that this cannot be opened. Fit for a sentence.
    case invalidLink(String)
}
