package import StargazerCore

/// What rows ask of the page they are on.
@MainActor package final class RowEvents {
    var toggleFavorite: (ItemID) -> Void = { _ in }
    var open: (ItemID) -> Void = { _ in }
    var openInBrowser: (ItemID) -> Void = { _ in }
    var loadMore: () -> Void = {}
    var tryBatchAgain: () -> Void = {}
    /// Whether somebody is signed in, for what failures say.
    var standing: () -> AccountStanding = { .none }
    /// The person wants the menu of the row that shows this item.
    package var showMenu: (ItemID) -> Void = { _ in }
}
