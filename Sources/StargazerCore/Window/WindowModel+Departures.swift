/// What a window showed when a link of the details led to a search: an entry of the history that Back goes through.
@MainActor public struct Departure {
    let source: ListSource
    let savedSearch: OpenedSavedSearch?
    let text: String
    let order: SortOrder?
    let pages: NavigationStack.Snapshot
    public let selection: ItemID?
    let shownListItem: ItemID?
    let isShowingContent: Bool

    /// Whether the content pane showed anything.
    public var hasPages: Bool { pages.item != nil }
}

/// Searches that links of the details lead to, and the way back.
extension WindowModel {
    /// The most departures to keep. Beyond that, the oldest is dropped.
    static let mostDepartures = 10

    /// Searches for words in the catalog that the current page's item belongs to. Adds them to the search that the list
    /// shows; any other is replaced.
    public func search(adding words: String) {
        let kind = navigation.top.item?.id.catalog ?? catalog
        let departure = Departure(
            source: listSource, savedSearch: openedSavedSearch, text: list.text, order: list.chosenSort,
            pages: navigation.snapshot(), selection: selection, shownListItem: shownListItem,
            isShowingContent: isShowingContent)
        guard setSource(.search(kind)) else { return }
        departures = departures.suffix(Self.mostDepartures - 1) + [departure]
        if departure.source == .search(kind) {
            search.searchAgain(adding: words)
        } else {
            search.searchAgain(recent: words)
        }
    }

    /// Shows the list of the last departure again.
    /// - Returns: what `restore` needs; nil when there was no departure.
    public func returnToDeparture() -> Departure? {
        guard let departure = departures.popLast(), setSource(departure.source) else { return nil }
        list.show(departure.text, sort: departure.order, searches: true)
        openedSavedSearch = departure.savedSearch
        return departure
    }

    /// Shows the pages of a departure again.
    public func restore(_ departure: Departure) {
        navigation.restore(departure.pages)
        (selection, shownListItem) = (departure.selection, departure.shownListItem)
        isShowingContent = departure.isShowingContent
    }
}
