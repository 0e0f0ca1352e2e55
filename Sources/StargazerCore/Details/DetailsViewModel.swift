public import Observation

@MainActor @Observable public final class DetailsViewModel {
    public private(set) var phase = DetailsPhase.none
    /// The item in the pane, as fresh as it is known.
    public private(set) var item: Item?

    private let catalog: any Catalog
    private let shelf: FavoritesShelf
    private let time: TimeSource
    private let formats: Formats

    public init(catalog: any Catalog, shelf: FavoritesShelf, time: TimeSource, formats: Formats) {
        self.catalog = catalog
        self.shelf = shelf
        self.time = time
        self.formats = formats
    }

    /// Shows what the row knows; asks nothing. Does nothing when the item is open already.
    public func preview(_ item: Item) {}

    /// Fetches the full facts, or takes them from memory when they are less than 5 minutes old.
    public func open(_ item: Item) {}

    /// Fetches again after a failure.
    public func tryAgain() {}

    /// Fetches again whatever is known.
    public func refresh() {}

    public func close() {}

    public func toggleFavorite() {}
}
