/// What another start of the program, the desktop or another program asks of the window.
public enum WindowWish: Sendable, Hashable {
    /// Nil for the catalog that shows.
    case search(String, in: CatalogKind?)
    /// An empty entry to type into.
    case newSearch
    case favorites
    /// The details of it.
    case item(Item)
    /// The details of what has yet to be found by its name.
    case sought(SoughtItem)
    /// To say that this cannot be opened. Fit for a sentence.
    case refusedLink(String)
}
