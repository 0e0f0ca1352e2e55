public import StargazerLibrary

/// The list of a source: a text that narrows it, an order, and its items. A search and the favorites are such lists;
/// the window, the list page, the filters and the suggestions know nothing else of them.
@MainActor public protocol ListModel: AnyObject {
    /// What the list shows, not as a saved search.
    var source: ListSource { get }
    var selection: SelectionViewModel { get }
    /// Whether the list has an item to select, or may have one once its answer arrives.
    var canSelect: Bool { get }
    /// The text in the entry, as typed.
    var text: String { get }
    /// The qualifiers in the text.
    var query: QueryViewModel { get }
    var sort: ItemOrder { get }
    /// The order, unless it is the default.
    var chosenSort: ItemOrder? { get }
    /// The keys to order by; fewer than two when the order cannot be chosen.
    var sortKeys: [SortKey] { get }
    /// Whether items for the current text are loading, or about to. Cached results count as an answer.
    var isAwaitingResponse: Bool { get }
    /// Whether only Enter searches for the current text at the moment.
    var needsEnter: Bool { get }

    /// Updates the text after typing.
    func queryChanged(_ text: String)
    /// Changes the text without typing.
    /// - Parameter searches: whether to search immediately, otherwise as after typing.
    func edit(_ text: String, searches: Bool)
    /// Changes text and order at once, for a saved search.
    /// - Parameters:
    ///   - sort: nil for the default, which also replaces an order that the list does not have.
    ///   - searches: whether to search immediately, otherwise as after typing.
    func show(_ text: String, sort: ItemOrder?, searches: Bool)
    /// Searches immediately, on Enter.
    func submit()
    func clear()
    /// Shows the text of the items on the screen again, after what was typed has been opened as an address.
    func restoreText()
    func sortChanged(_ sort: ItemOrder)
    /// Asks the server or the library again. The items stay until the new ones arrive.
    func refresh()
    /// Returns the item of a row; nil when the list does not contain it, or when it is not loaded.
    func item(for id: ItemID) -> Item?
    func willSelect(_ id: ItemID)
    func itemOpened(_ id: ItemID)
    func toggleFavorite(_ id: ItemID)
}

extension ListModel {
    public var needsEnter: Bool { false }
    public func restoreText() { clear() }
    public func willSelect(_ id: ItemID) {}
    public func itemOpened(_ id: ItemID) {}
}
